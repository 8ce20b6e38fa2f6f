"""The answer of one field, and the proof: the rationals where they suffice, else two primes that agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.identifiability.base_terms import BaseTerms, base_terms
from heft.identifiability.exact_fields import PrimeField, Rationals, UnluckyPrimeError
from heft.identifiability.field import Matrix, SampledField
from heft.identifiability.floats import Floats
from heft.identifiability.geometry import is_rational, largest_length, prime_field
from heft.identifiability.known_ranks import Ranks, recorded, replayed
from heft.identifiability.question import Question
from heft.identifiability.rpna import NullspaceDescriptor, rpna
from heft.identifiability.sampled import wrenches
from heft.parameters import DISPLAY_NAMES
from heft.robot.model import Robot

AnyField = Rationals | PrimeField | Floats
_MOST_PRIMES = 10
_DIMENSION = {"m": 0, "mcx": 1, "mcy": 1, "mcz": 1}
"""The power of a length in a parameter's unit; 2 for all moments of inertia."""


def _dimensions(names: Sequence[str]) -> list[int]:
    return [_DIMENSION.get(name, 2) for name in names]


@dataclass(frozen=True, eq=False)
class Answer:
    """What a field answers.

    Attributes:
        field: the field.
        descriptors: RPNA's, joint by joint; None where samples answered.
        ranks: those that RPNA decided modulo a prime, in its order; where samples answered, how many of them that took.
        base: the base parameters and their terms.
    """

    field: AnyField
    descriptors: list[NullspaceDescriptor] | None
    ranks: Ranks
    base: BaseTerms

    @property
    def n_base(self) -> int:
        """How many base parameters there are."""
        return len(self.base.columns)


def float_field(question: Question) -> Floats:
    """Return floats that count lengths in the size of the mechanism."""
    return _floats(largest_length(question.clusters))


@lru_cache(maxsize=8)
def _floats(unit: float) -> Floats:
    """Return one field for all robots of a size: what is remembered of it is found by identity."""
    return Floats(unit)


def prove(question: Question) -> list[Answer]:
    """Answer in the rationals if they suffice, else modulo two primes that agree; one in half a billion is unlucky."""
    if question.geometric and is_rational(question.clusters, question.gravity):
        return [answer_in(Rationals(), question)]
    answers: dict[tuple[int, ...], Answer] = {}
    for seed in range(1, _MOST_PRIMES):
        try:
            found = answer_in(prime_field(question.clusters, seed), question)
        except UnluckyPrimeError:
            continue
        other = answers.setdefault(found.base.columns, found)
        if other.field.name != found.field.name:
            return [other, found]
    raise ArgumentError(
        f"No two primes agree on the base parameters of '{question.robot.name}'.",
        remedy="Look for implausible numbers in its geometry, or use method='float' (--method float).",
    )


def answer_in(field: AnyField, question: Question, proved: Answer | None = None) -> Answer:
    """Answer in a field; where an exact field has `proved` the ranks, this one takes them and computes coefficients."""
    if not question.geometric:
        assert not isinstance(field, Rationals)
        return _row_space(field, question, proved)
    ranks: Ranks = []
    ranked = field
    if proved:
        ranked = replayed(field, proved.ranks)
    elif isinstance(field, PrimeField):  # the only one whose ranks floats take over
        ranked = recorded(field, ranks)
    descriptors = rpna(ranked, question.clusters, question.gravity, question.static)
    return Answer(field, descriptors, ranks, base_terms(field, descriptors))


def _row_space(field: PrimeField | Floats, question: Question, proved: Answer | None) -> Answer:
    """Return the base parameters that the sensors excite, from random states until more of them add nothing."""
    samples = proved.ranks[0] if proved else len(question.robot.parameter_names) // question.sensors.rows + 8
    links = [link for link, _ in question.sensors.wrenches]
    base: tuple[int, ...] = ()
    while True:
        forces = wrenches(
            field, question.robot, question.clusters, question.gravity, question.static, samples, links=links
        )
        seen = question.sensors.seen(forces)
        rows, pivots = field.echelon(seen, proved.base.columns if proved else None)
        if proved is not None or len(pivots) in (len(base), seen.shape[1]):
            return Answer(field, None, [samples], terms_of_rows(field, rows, pivots))
        base, samples = pivots, samples + samples // 2


def terms_of_rows(field: SampledField, rows: Matrix, pivots: tuple[int, ...]) -> BaseTerms:
    """Return the base parameters that the rows of a reduced echelon form are."""
    row, column = np.nonzero(field.nonzero(rows))
    return BaseTerms(pivots, np.array(pivots, np.int64)[row], column, rows[row, column])


def real_coefficients(question: Question, answers: list[Answer]) -> tuple[Array, dict[tuple[int, int], str]]:
    """Return the first answer's coefficients as floats (k,), and as strings where they are known to be rational."""
    base, field = answers[0].base, answers[0].field
    if isinstance(field, Floats):
        return _in_metres(base, question.robot, field.unit), {}
    if isinstance(field, Rationals):
        texts = map(str, base.values)
        return np.array([float(Fraction(int(v.p), int(v.q))) for v in base.values]), dict(
            zip(base.places, texts, strict=True)
        )
    floats = float_field(question)
    found = answer_in(floats, question, answers[0]).base
    approximate = dict(zip(found.places, _in_metres(found, question.robot, floats.unit).tolist(), strict=True))
    values, exact = [approximate.get(place, 0.0) for place in base.places], {}
    for k, (place, fraction) in enumerate(zip(base.places, _reconstruct(answers), strict=True)):
        if fraction is not None and abs(float(fraction) - values[k]) <= 1e-7 * max(1.0, abs(float(fraction))):
            values[k], exact[place] = float(fraction), str(fraction)
    return np.array(values), exact


def _in_metres(base: BaseTerms, robot: Robot, unit: float) -> Array:
    """Return coefficients between parameters in SI units from those in another unit of length."""
    power = _dimensions(DISPLAY_NAMES) * robot.n_bodies
    for _, rotor in robot.rotors:
        power += _dimensions(rotor.parameter_names if rotor.symmetric else DISPLAY_NAMES)
    power = np.array(power)
    return base.values.astype(float) * unit ** (power[base.base] - power[base.parameter]).astype(float)


def _reconstruct(answers: list[Answer]) -> list[Fraction | None]:
    """Return the rationals of small height that have the residues of the first answer's coefficients, if there are.

    Euclid's algorithm on a modulus and a residue passes through all fractions that have this residue; it is stopped
    at the first numerator below the root of the modulus, for all coefficients at once (Wang 1981).
    """
    places = answers[0].base.places
    modulus, value = 1, np.zeros(len(places), np.int64)
    for answer in answers:
        assert isinstance(answer.field, PrimeField)
        p = answer.field.p
        found = dict(zip(answer.base.places, answer.base.values.tolist(), strict=True))
        residue = np.array([found.get(place, 0) for place in places], answer.field.dtype)
        value = value + modulus * ((residue - value) * pow(modulus, -1, p) % p)
        modulus *= p
    bound = math.isqrt(modulus >> 20) or 1
    r0, r1, t0, t1 = np.full_like(value, modulus), value, np.zeros_like(value), np.ones_like(value)
    while np.any(more := r1 > bound):
        quotient = np.where(more, r0 // np.where(more, r1, 1), 0)
        r0, r1 = np.where(more, r1, r0), np.where(more, r0 - quotient * r1, r1)
        t0, t1 = np.where(more, t1, t0), np.where(more, t0 - quotient * t1, t1)
    good = (t1 != 0) & (np.abs(t1) <= bound)
    found = zip(r1.tolist(), t1.tolist(), good.tolist(), strict=True)
    return [Fraction(r, t) if small else None for r, t, small in found]
