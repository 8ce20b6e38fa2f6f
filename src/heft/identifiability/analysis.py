"""Which inertial parameters of a robot can be known: exact first, floats as the cross-check."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from heft.arguments import number
from heft.errors import ArgumentError, did_you_mean
from heft.identifiability.base_terms import Regrouping, regroup
from heft.identifiability.clusters import Cluster, clusters_of
from heft.identifiability.exact_fields import PrimeField, Rationals, UnluckyPrimeError
from heft.identifiability.field import Matrix, SampledField
from heft.identifiability.floats import Floats
from heft.identifiability.geometry import is_rational, largest_length, prime_field
from heft.identifiability.reduction import BaseReduction
from heft.identifiability.rpna import Step, rpna
from heft.identifiability.sampled import wrenches
from heft.identifiability.sensors import Sensors
from heft.identifiability.snapping import DEFAULT_SNAP, Snap, Snapper
from heft.identifiability.verdict import BodyVerdict, Certificate, Verdict, classify
from heft.parameters import DISPLAY_NAMES, INDEX
from heft.robot.exact import Number
from heft.robot.model import Robot
from heft.robot.placement import Vector

AnyField = Rationals | PrimeField | Floats
METHODS = ("auto", "exact", "float")
_MOST_PRIMES = 10
_DIMENSION = {"m": 0, "mcx": 1, "mcy": 1, "mcz": 1}
"""The power of a length in a parameter's unit; 2 for all moments of inertia."""


@dataclass(frozen=True)
class Question:
    """What is asked: a mechanism, as it is meant, under some gravity."""

    robot: Robot
    clusters: list[Cluster]
    gravity: tuple[Number, ...] | None
    static: bool
    sensors: Sensors
    snaps: tuple[Snap, ...]

    @property
    def geometric(self) -> bool:
        """True where RPNA answers; else the row space of sampled regressors does."""
        return self.sensors.all_torques(self.robot) and all(c.shares_parent for c in self.clusters)


@dataclass(frozen=True)
class _Answer:
    """What a field says."""

    field: AnyField
    steps: list[Step] | None
    regrouping: Regrouping

    @property
    def n_base(self) -> int:
        return len(self.regrouping.base)


def identifiability(
    robot: Robot,
    gravity: Sequence[float | str] | bool | None = None,
    static: bool = False,
    rotors: bool = True,
    method: str = "auto",
    snap: float = DEFAULT_SNAP,
    sensors: str | Sequence[str] | None = None,
) -> Verdict:
    """Tell which inertial parameters can be identified, alone or in which combinations.

    Args:
        robot: only its kinematics matter.
        gravity: None is the robot's, False none, or three numbers [m/s2].
        static: only what holds the robot still is measured.
        rotors: whether rotors have parameters of their own.
        method: "exact" proves; "float" is fast; "auto" proves, and compares with floats.
        snap: [rad] angles this near to a multiple of pi/12 are that multiple; 0 takes every number as it stands.
        sensors: what is measured, see `Sensors.parse`; None is all joint torques (and the base's wrench, if it floats).

    Raises:
        ArgumentError: something is asked that the robot does not have.
    """
    if method not in METHODS:
        raise ArgumentError(f"There is no method '{method}'.", remedy=did_you_mean(method, METHODS))
    asked = ask(robot, gravity, static, rotors, snap, sensors)
    robot, weighs = asked.robot, asked.gravity is not None
    warnings: list[str] = []
    if method == "float":
        floats = Floats(largest_length(asked.clusters))
        answers = [_answer(floats, asked)]
        coefficients = _unscaled(answers[0].regrouping.terms, robot, floats.unit)
        exact: dict[tuple[int, int], str] = {}
        agrees = None
    else:
        answers = _prove(asked)
        coefficients, exact = _coefficients(asked, answers)
        agrees = _cross_check(asked, answers[0], snap, warnings) if method == "auto" else None
    reduction = _reduction(robot, rotors, answers[0].regrouping, coefficients, exact)
    primes = [answer.field.p for answer in answers if isinstance(answer.field, PrimeField)]
    name = "F_p" if primes else answers[0].field.name
    return Verdict(
        robot=robot.name,
        base=robot.base,
        gravity=tuple(float(g) for g in robot.gravity) if weighs else (0.0, 0.0, 0.0),
        static=static,
        rotors=rotors and bool(robot.rotors),
        method="float" if method == "float" else "exact",
        bodies=_bodies(robot, asked, answers[0], rotors),
        reduction=reduction,
        parameter_names=tuple(table_names(robot, rotors)),
        certificate=Certificate(name, tuple(primes), agrees),
        snapped=asked.snaps,
        warnings=tuple(warnings),
        sensors=tuple(asked.sensors.describe(robot)) if sensors else None,
        source=(robot, tuple(answers[0].steps or ()), answers[0].field),
    )


def ask(
    robot: Robot,
    gravity: Sequence[float | str] | bool | None,
    static: bool,
    rotors: bool,
    snap: float,
    sensors: str | Sequence[str] | None,
) -> Question:
    """Check what `identifiability` is asked, and put it as a question on exact geometry."""
    if not isinstance(robot, Robot):
        raise ArgumentError(f"{robot!r} is no robot.", remedy="Load one first: heft.load('robot.urdf').")
    snap = number("snap", snap)
    if not 0 <= snap < 0.1:
        raise ArgumentError(f"The snap must be an angle between 0 and 0.1 rad; it is {snap}.")
    if isinstance(gravity, (list, tuple, np.ndarray)):
        robot = robot.with_gravity(list(gravity))
    elif gravity is not None and not isinstance(gravity, bool):
        raise ArgumentError(f"Gravity is {gravity!r}.", remedy="Give three numbers [m/s2], or False for none.")
    weighs = gravity is not False and any(float(g) for g in robot.gravity)
    if isinstance(gravity, (list, tuple, np.ndarray)) and not weighs:
        raise ArgumentError("Gravity has zero length.", remedy="Ask without gravity: gravity=False, or --no-gravity.")
    return _ask(robot, weighs, static, rotors, snap, Sensors.parse(robot, sensors))


def _ask(robot: Robot, weighs: bool, static: bool, rotors: bool, snap: float, sensors: Sensors) -> Question:
    clusters = clusters_of(robot, rotors)
    snapper = Snapper(robot, clusters, snap)
    gravity = _of_size_one(snapper.gravity(robot.gravity)) if weighs else None
    return Question(robot, snapper.clusters(clusters), gravity, static, sensors, tuple(snapper.snaps))


def _of_size_one(gravity: Vector) -> Vector:
    """Scale gravity, whose direction alone matters, by a power of two."""
    scale = Fraction(2) ** -math.frexp(max(abs(float(g)) for g in gravity))[1]
    return tuple(Number(g.rational * scale, g.pi_multiple * scale) for g in gravity)


def _prove(asked: Question) -> list[_Answer]:
    """Answer in the rationals if they do, else modulo two primes that agree; one in half a billion is unlucky."""
    if asked.geometric and is_rational(asked.clusters, asked.gravity):
        return [_answer(Rationals(), asked)]
    answers: dict[tuple[int, ...], _Answer] = {}
    for seed in range(1, _MOST_PRIMES):
        try:
            answer = _answer(prime_field(asked.clusters, seed), asked)
        except UnluckyPrimeError:
            continue
        other = answers.setdefault(answer.regrouping.base, answer)
        if other.field.name != answer.field.name:
            return [other, answer]
    raise ArgumentError("No two primes agree on this robot.", remedy="Look for absurd numbers in its geometry.")


def _answer(field: AnyField, asked: Question, like: _Answer | None = None) -> _Answer:
    """Answer in a field; `like` is what an exact field found."""
    if asked.geometric:
        steps = rpna(field, asked.clusters, asked.gravity, asked.static, like.steps if like else None)
        return _Answer(field, steps, regroup(field, steps))
    known = like.regrouping.base if like else None
    assert not isinstance(field, Rationals)
    return _Answer(field, None, row_space(field, asked, known))


def row_space(field: SampledField, asked: Question, known: tuple[int, ...] | None = None) -> Regrouping:
    """Return the base parameters that sensors see, from random states until more of them add nothing."""
    samples = len(asked.robot.parameter_names) // asked.sensors.rows + 8
    links = [link for link, _ in asked.sensors.wrenches]
    base: tuple[int, ...] = ()
    while True:
        forces = wrenches(field, asked.robot, asked.clusters, asked.gravity, asked.static, samples, links=links)
        seen = asked.sensors.seen(forces)
        rows, pivots = field.echelon(seen, known)
        if known is not None or len(pivots) in (len(base), seen.shape[1]):
            break
        base, samples = pivots, samples + samples // 2
    return rows_to_terms(field, rows, pivots)


def rows_to_terms(field: SampledField, rows: Matrix, pivots: tuple[int, ...]) -> Regrouping:
    """Return the base parameters that the rows of a reduced echelon form tell."""
    used = zip(*np.nonzero(field.nonzero(rows)), strict=True)
    return Regrouping(pivots, {(pivots[k], int(c)): rows[k, c] for k, c in used})


def _coefficients(
    asked: Question, answers: list[_Answer]
) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], str]]:
    """Return the coefficients as floats, and as strings where they are known to be rational."""
    terms = answers[0].regrouping.terms
    if isinstance(answers[0].field, Rationals):
        return {k: float(Fraction(int(v.p), int(v.q))) for k, v in terms.items()}, {k: str(v) for k, v in terms.items()}
    field = Floats(largest_length(asked.clusters))
    floats = _unscaled(_answer(field, asked, answers[0]).regrouping.terms, asked.robot, field.unit)
    coefficients, exact = {}, {}
    for key in terms:
        coefficients[key] = floats.get(key, 0.0)
        fraction = _reconstruct([(int(a.regrouping.terms.get(key, 0)), a.field) for a in answers])
        if fraction is not None and abs(float(fraction) - coefficients[key]) <= 1e-7 * max(1.0, abs(float(fraction))):
            coefficients[key], exact[key] = float(fraction), str(fraction)
    return coefficients, exact


def _reconstruct(residues: list[tuple[int, Any]]) -> Fraction | None:
    """Return the rational of small height that has these residues, if there is one."""
    modulus, value = 1, 0
    for residue, field in residues:
        value += modulus * ((residue - value) * pow(modulus, -1, field.p) % field.p)
        modulus *= field.p
    bound = math.isqrt(modulus >> 20) or 1
    (r0, r1), (t0, t1) = (modulus, value), (0, 1)
    while r1 > bound:
        quotient = r0 // r1
        r0, r1, t0, t1 = r1, r0 - quotient * r1, t1, t0 - quotient * t1
    return Fraction(r1, t1) if t1 and abs(t1) <= bound else None


def _unscaled(terms: dict[tuple[int, int], Any], robot: Robot, unit: float) -> dict[tuple[int, int], float]:
    """Return coefficients between parameters in SI units from those in another unit of length."""
    power = [_DIMENSION.get(name.rpartition(".")[2], 2) for name in _table_names(robot)]
    scale = {k: unit**k for k in range(-2, 3)}
    return {(b, c): float(v) * scale[power[b] - power[c]] for (b, c), v in terms.items()}


def _cross_check(asked: Question, answer: _Answer, snap: float, warnings: list[str]) -> bool:
    """Compare with floats on the numbers as they stand; say what differs and why."""
    literal = asked
    if asked.snaps:
        literal = _ask(asked.robot, asked.gravity is not None, asked.static, _has_rotors(asked), 0.0, asked.sensors)
    found = _answer(Floats(largest_length(literal.clusters)), literal).n_base
    if found == answer.n_base:
        return True
    what = f"The exact count is {answer.n_base}; floats find {found} in the numbers as they stand."
    moved = [s for s in asked.snaps if s.what != "xyz"]
    if moved:
        exact = _prove(literal)[0].n_base
        shown = "; ".join(str(s) for s in moved[:3]) + (f"; and {len(moved) - 3} more" if len(moved) > 3 else "")
        what += f" Rounded numbers explain it: {shown}. Taken literally, the exact count would be {exact}."
        what += " Use snap=0 (--snap 0) if they are meant literally."
    else:
        what += " The geometry is nearly degenerate: trust the exact count, but expect badly conditioned estimates."
    warnings.append(what)
    return False


def _has_rotors(asked: Question) -> bool:
    return any(member.is_rotor for cluster in asked.clusters for member in cluster.members)


def _table_names(robot: Robot) -> list[str]:
    """Return one name per parameter, as `Robot.parameter_names`, but each body's in the order of the tables."""
    names = [f"{body.name}.{name}" for body in robot.bodies for name in DISPLAY_NAMES]
    for i, rotor in robot.rotors:
        names += [
            f"{robot.bodies[i].name}.rotor.{n}" for n in (rotor.parameter_names if rotor.symmetric else DISPLAY_NAMES)
        ]
    return names


def table_names(robot: Robot, rotors: bool) -> list[str]:
    """Return the names of the parameters that are asked about, in table order."""
    names = _table_names(robot)
    return names if rotors else names[: 10 * robot.n_bodies]


def _storage(robot: Robot) -> list[int]:
    """Return where each parameter in table order stands in `Robot.parameter_names`."""
    within = [INDEX[name] for name in DISPLAY_NAMES]
    places = [10 * i + k for i in range(robot.n_bodies) for k in within]
    for _, rotor in robot.rotors:
        start = len(places)
        places += [start + k for k in (range(4) if rotor.symmetric else within)]
    return places


def _reduction(
    robot: Robot,
    rotors: bool,
    regrouping: Regrouping,
    coefficients: dict[tuple[int, int], float],
    exact: dict[tuple[int, int], str],
) -> BaseReduction:
    names, place = table_names(robot, rotors), _storage(robot)
    row = {b: k for k, b in enumerate(regrouping.base)}
    matrix = np.zeros((len(row), len(names)))
    for (b, c), value in coefficients.items():
        matrix[row[b], place[c]] = value
    return BaseReduction(
        tuple(names[b] for b in regrouping.base),
        np.array([place[b] for b in regrouping.base], dtype=np.int64),
        matrix,
        {(row[b], place[c]): text for (b, c), text in exact.items()},
    )


def _bodies(robot: Robot, asked: Question, answer: _Answer, rotors: bool) -> tuple[BodyVerdict, ...]:
    classes = classify(answer.regrouping, len(robot.parameter_names))
    dims: dict[int, tuple[int, int, int]] = {}
    for step in answer.steps or ():
        links = [m.body for m in step.cluster.members if not m.is_rotor]
        for k, (body, V, K) in enumerate(zip(links, step.V, step.K, strict=True)):
            dims[body] = (V.shape[1], K.shape[1], step.transfer_dimension if k == 0 else 0)
    of_rotor = {m.body: m.columns for c in asked.clusters for m in c.members if m.is_rotor}
    return tuple(
        BodyVerdict(
            name,
            dims.get(i),
            classes[10 * i : 10 * i + 10],
            classes[of_rotor[i][0] : sum(of_rotor[i])] if rotors and i in of_rotor else None,
        )
        for i, name in enumerate(robot.body_names)
    )
