"""Which inertial parameters of a robot are identifiable: proved in exact arithmetic, cross-checked in floats."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.identifiability.answer import Answer, answer_in, float_field, prove, real_coefficients
from heft.identifiability.coarse_angles import coarse_angle_warning
from heft.identifiability.exact_fields import PrimeField
from heft.identifiability.question import Question, ask, storage_places, table_names
from heft.identifiability.reduction import BaseReduction
from heft.identifiability.snapping import DEFAULT_SNAP
from heft.identifiability.verdict import BodyVerdict, Certificate, Verdict, classify
from heft.robot.loops import loop_warning
from heft.robot.model import Robot

METHODS = ("auto", "exact", "float")


def identifiability(
    robot: Robot,
    gravity: Sequence[float | str] | bool | None = None,
    static: bool = False,
    rotors: bool = True,
    method: str = "auto",
    snap: float = DEFAULT_SNAP,
    sensors: str | Sequence[str] | None = None,
) -> Verdict:
    """Return which inertial parameters are identifiable, alone or in which combinations.

    Args:
        robot: only its kinematics matter.
        gravity: None is the robot's own, False no gravity, or three numbers [m/s2].
        static: only torques at rest are measured.
        rotors: whether rotors have parameters of their own.
        method: "exact" proves; "float" is fast; "auto" proves, and compares with floats.
        snap: [rad] angles this close to a multiple of pi/12 are that multiple; 0 takes every number literally.
        sensors: what is measured, see `Sensors.parse`; None is all joint torques (and the base's wrench, if it floats).

    Raises:
        ArgumentError: an argument names something that the robot does not have.

    Example:
        >>> heft.identifiability(robot).n_base
    """
    if method not in METHODS:
        raise ArgumentError(f"There is no method '{method}'.", remedy=did_you_mean(method, METHODS))
    question = ask(robot, gravity, static, rotors, snap, sensors)
    robot = question.robot
    answers = [answer_in(float_field(question), question)] if method == "float" else prove(question)
    disagreement = _disagreement(question, answers[0]) if method == "auto" else None
    coarse = None
    if method == "auto" and question.geometric:
        coarse = coarse_angle_warning(lambda other: ask(robot, gravity, static, rotors, other, sensors), snap)
    names = table_names(robot, rotors)
    primes = [a.field.p for a in answers if isinstance(a.field, PrimeField)]
    return Verdict(
        robot=robot.name,
        base=robot.base,
        gravity=tuple(float(g) for g in robot.gravity) if question.gravity is not None else (0.0, 0.0, 0.0),
        static=static,
        rotors=rotors and bool(robot.rotors),
        method="float" if method == "float" else "exact",
        bodies=_bodies(question, answers[0]),
        reduction=_reduction(names, question, answers[0], *real_coefficients(question, answers)),
        parameter_names=tuple(names),
        certificate=Certificate(
            "F_p" if primes else answers[0].field.name, tuple(primes), not disagreement if method == "auto" else None
        ),
        snapped=question.snaps,
        warnings=tuple(filter(None, (loop_warning(robot.dropped_loops), disagreement, coarse))),
        sensors=tuple(question.sensors.describe(robot)) if sensors else None,
        source=(robot, tuple(answers[0].descriptors or ()), answers[0].field),
        dropped_loops=robot.dropped_loops,
    )


def _disagreement(question: Question, proved: Answer) -> str:
    """Return how floats, on the numbers as the file states them, differ from the proof; "" where they agree."""
    literal = question.literally()
    found = answer_in(float_field(literal), literal).n_base
    if found == proved.n_base:
        return ""
    what = f"The exact count is {proved.n_base}; floats find {found} in the numbers as the file states them."
    moved = [s for s in question.snaps if s.what != "xyz"]
    if not moved:
        nearly = " The geometry is nearly degenerate: trust the exact count, but expect ill-conditioned estimates."
        return what + nearly
    shown = "; ".join(str(s) for s in moved[:3]) + (f"; and {len(moved) - 3} more" if len(moved) > 3 else "")
    what += f" Rounded numbers explain the difference: {shown}."
    what += f" Taken literally, the exact count would be {prove(literal)[0].n_base}."
    return f"{what} Use snap=0 (--snap 0) if they are meant literally."


def _reduction(
    names: list[str], question: Question, found: Answer, values: Array, exact: dict[tuple[int, int], str]
) -> BaseReduction:
    place = np.array(storage_places(question.robot), np.int64)
    base = np.array(found.base.columns, np.int64)
    matrix = np.zeros((len(base), len(names)))
    matrix[np.searchsorted(base, found.base.base), place[found.base.parameter]] = values
    row = {b: k for k, b in enumerate(found.base.columns)}
    return BaseReduction(
        tuple(names[b] for b in base),
        place[base],
        matrix,
        {(row[b], int(place[c])): text for (b, c), text in exact.items()},
    )


def _bodies(question: Question, found: Answer) -> tuple[BodyVerdict, ...]:
    robot = question.robot
    classes = classify(found.base, len(robot.parameter_names))
    dims: dict[int, tuple[int, int, int]] = {}
    for joint in found.descriptors or ():
        links = [m.body for m in joint.cluster.members if not m.is_rotor]
        for k, (body, V, K) in enumerate(zip(links, joint.V, joint.K, strict=True)):
            dims[body] = (V.shape[1], K.shape[1], joint.transfer_dimension if k == 0 else 0)
    of_rotor = {m.body: m.columns for c in question.clusters for m in c.members if m.is_rotor}
    return tuple(
        BodyVerdict(
            name,
            dims.get(i),
            classes[10 * i : 10 * i + 10],
            classes[of_rotor[i][0] : sum(of_rotor[i])] if i in of_rotor else None,
        )
        for i, name in enumerate(robot.body_names)
    )
