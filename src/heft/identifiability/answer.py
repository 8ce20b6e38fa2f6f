"""The answer of one field, and the proof: the rationals where they suffice, else two primes that agree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from heft.errors import ArgumentError
from heft.identifiability.base_terms import BaseTerms, base_terms
from heft.identifiability.exact_fields import PrimeField, Rationals, UnluckyPrimeError
from heft.identifiability.field import Matrix, SampledField
from heft.identifiability.floats import Floats
from heft.identifiability.geometry import is_rational, largest_length, prime_field
from heft.identifiability.known_ranks import Ranks, recorded, replayed
from heft.identifiability.question import Question, table_names
from heft.identifiability.rpna import NullspaceDescriptor, rpna
from heft.identifiability.sampled import wrenches
from heft.robot.model import Robot

AnyField = Rationals | PrimeField | Floats
Coefficients = dict[tuple[int, int], float]
"""(base parameter, parameter) to the coefficient, both counted in table order."""

_MOST_PRIMES = 10
_DIMENSION = {"m": 0, "mcx": 1, "mcy": 1, "mcz": 1}
"""The power of a length in a parameter's unit; 2 for all moments of inertia."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What a field answers.

    Attributes:
        field: the field.
        descriptors: RPNA's, joint by joint; None where samples answered.
        ranks: those that RPNA decided, in its order.
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
    return Floats(largest_length(question.clusters))


def prove(question: Question) -> list[Answer]:
    """Answer in the rationals if they suffice, else modulo two primes that agree; one in half a billion is unlucky."""
    if question.geometric and is_rational(question.clusters, question.gravity):
        return [answer(Rationals(), question)]
    answers: dict[tuple[int, ...], Answer] = {}
    for seed in range(1, _MOST_PRIMES):
        try:
            found = answer(prime_field(question.clusters, seed), question)
        except UnluckyPrimeError:
            continue
        other = answers.setdefault(found.base.columns, found)
        if other.field.name != found.field.name:
            return [other, found]
    raise ArgumentError(
        f"No two primes agree on the base parameters of '{question.robot.name}'.",
        remedy="Look for implausible numbers in its geometry, or use method='float' (--method float).",
    )


def answer(field: AnyField, question: Question, proved: Answer | None = None) -> Answer:
    """Answer in a field; where an exact field has `proved` the ranks, this one takes them and computes coefficients."""
    if not question.geometric:
        assert not isinstance(field, Rationals)
        return Answer(field, None, [], _row_space(field, question, proved.base.columns if proved else None))
    ranks: Ranks = []
    ranked = replayed(field, proved.ranks) if proved else recorded(field, ranks)
    descriptors = rpna(ranked, question.clusters, question.gravity, question.static)
    return Answer(field, descriptors, ranks, base_terms(field, descriptors))


def _row_space(field: SampledField, question: Question, proved: tuple[int, ...] | None) -> BaseTerms:
    """Return the base parameters that the sensors excite, from random states until more of them add nothing."""
    samples = len(question.robot.parameter_names) // question.sensors.rows + 8
    links = [link for link, _ in question.sensors.wrenches]
    base: tuple[int, ...] = ()
    while True:
        forces = wrenches(
            field, question.robot, question.clusters, question.gravity, question.static, samples, links=links
        )
        seen = question.sensors.seen(forces)
        rows, pivots = field.echelon(seen, proved)
        if proved is not None or len(pivots) in (len(base), seen.shape[1]):
            return terms_of_rows(field, rows, pivots)
        base, samples = pivots, samples + samples // 2


def terms_of_rows(field: SampledField, rows: Matrix, pivots: tuple[int, ...]) -> BaseTerms:
    """Return the base parameters that the rows of a reduced echelon form are."""
    used = zip(*np.nonzero(field.nonzero(rows)), strict=True)
    return BaseTerms(pivots, {(pivots[k], int(c)): rows[k, c] for k, c in used})


def coefficients(question: Question, answers: list[Answer]) -> tuple[Coefficients, dict[tuple[int, int], str]]:
    """Return the coefficients as floats, and as strings where they are known to be rational."""
    terms, field = answers[0].base.terms, answers[0].field
    if isinstance(field, Floats):
        return _in_metres(terms, question.robot, field.unit), {}
    if isinstance(field, Rationals):
        return {k: float(Fraction(int(v.p), int(v.q))) for k, v in terms.items()}, {k: str(v) for k, v in terms.items()}
    floats = float_field(question)
    approximate = _in_metres(answer(floats, question, answers[0]).base.terms, question.robot, floats.unit)
    values, exact = {}, {}
    for key in terms:
        values[key] = approximate.get(key, 0.0)
        fraction = _reconstruct([(int(a.base.terms.get(key, 0)), a.field) for a in answers])
        if fraction is not None and abs(float(fraction) - values[key]) <= 1e-7 * max(1.0, abs(float(fraction))):
            values[key], exact[key] = float(fraction), str(fraction)
    return values, exact


def _in_metres(terms: dict[tuple[int, int], Any], robot: Robot, unit: float) -> Coefficients:
    """Return coefficients between parameters in SI units from those in another unit of length."""
    power = [_DIMENSION.get(name.rpartition(".")[2], 2) for name in table_names(robot)]
    scale = {k: unit**k for k in range(-2, 3)}
    return {(b, c): float(v) * scale[power[b] - power[c]] for (b, c), v in terms.items()}


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
