"""The fields in which a rank is proved: the rationals, and integers modulo a prime.

Sines and cosines of multiples of pi/2 are rational. All others need a prime p:

- for an angle pi a/b, p = 1 mod 2b has a root of unity z of order 2b, and cos = (z^a + z^-a)/2, sin = (z^a - z^-a)/2i;
- a square root has two signs. The root of a rational square is that rational; roots of primes that are sums of roots
  of unity are these sums (Gauss); for others either sign works, as long as roots of products are products of roots;
- for an angle of r radians, e^(i r) is transcendental (Lindemann), so any relation that holds for it holds for every
  number in its place: a random element e of the field represents e^(i u), u the common unit of all such angles,
  and r = n u is e^n. Sums of angles stay sums.

A rank modulo p is never larger than the true one, and smaller only for the few p (or e) that divide some minor: with
p near 2^29 and two independent primes that agree, the probability of an error is below 1e-12.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from heft.arrays import Bools
from heft.errors import ArgumentError
from heft.identifiability.field import Echelon, Field, Matrix, SampledField
from heft.robot.exact import Number

_LARGEST = 1 << 29
_SUMMED = 31
"""The sum of this many products of two residues still fits in an int64."""
_ROOM = 12
"""A prime is one more than a multiple of the order; this many bits of that multiple leave a choice of primes."""


_PRIME = "Compute in a prime field instead: heft.identifiability.geometry.prime_field."
_OTHER_FIELD = "Make the field for this geometry: heft.identifiability.geometry.prime_field."


class UnluckyPrimeError(ArithmeticError):
    """A prime divides a denominator of the geometry; another prime works."""


class _Exact(Field):
    """What both exact fields share: ranks are read off echelon forms."""

    def length(self, value: Number) -> Any:
        """Return a length in metres."""
        return self.number(value)

    def nonzero(self, M: Matrix) -> Bools:
        """Return which entries are not zero."""
        return np.asarray(M != 0, dtype=bool)

    def _basis(self, M: Matrix, rank: int | None) -> Matrix:
        return self._echelon(M.T, None)[0].T

    def _ctrb(self, generators: Sequence[Matrix], seed: Matrix, rank: int | None) -> Matrix:
        """Close a span under the generators: add the images of the span until the rank stays the same."""
        span = self.basis(seed)
        while 0 < span.shape[1] < len(span):
            grown = self.basis(np.hstack([span, *(self.reduce(g @ span) for g in generators)]))
            if grown.shape[1] == span.shape[1]:
                break
            span = grown
        return span


class Rationals(_Exact):
    """The rational numbers, as python-flint's fmpq in object arrays."""

    name = "Q"
    half = flint.fmpq(1, 2)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rationals)

    def __hash__(self) -> int:
        return hash(Rationals)

    def number(self, value: Number) -> flint.fmpq:
        """Return a rational; a multiple of pi is refused."""
        if value.pi_multiple:
            raise ArgumentError(f"{value} is not rational.", remedy=_PRIME)
        return flint.fmpq(value.rational.numerator, value.rational.denominator)

    def cos_sin(self, angle: Number) -> tuple[flint.fmpq, flint.fmpq]:
        """Return the cosine and the sine of a multiple of pi/2."""
        quarter = 2 * angle.pi_multiple
        if angle.rational or quarter.denominator != 1:
            raise ArgumentError(f"The cosine of {angle} is not rational.", remedy=_PRIME)
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter.numerator % 4]
        return flint.fmpq(c), flint.fmpq(s)

    def root(self, square: Fraction) -> flint.fmpq:
        """Return the root of a square of a rational."""
        n, d = math.isqrt(square.numerator), math.isqrt(square.denominator)
        if n * n != square.numerator or d * d != square.denominator:
            raise ArgumentError(f"The square root of {square} is not rational.", remedy=_PRIME)
        return flint.fmpq(n, d)

    def over(self, value: flint.fmpq) -> flint.fmpq:
        """Return 1 / value."""
        return 1 / value

    def array(self, rows: Any) -> Matrix:
        """Return nested elements as a matrix."""
        return np.array([[flint.fmpq(x) for x in row] for row in rows] if np.ndim(rows) == 2 else rows, dtype=object)

    def zeros(self, rows: int, columns: int) -> Matrix:
        """Return a matrix of zeros."""
        return np.full((rows, columns), flint.fmpq(0), dtype=object)

    def identity(self, size: int) -> Matrix:
        """Return the unit matrix."""
        return self.array(np.eye(size, dtype=int).tolist())

    def reduce(self, M: Matrix) -> Matrix:
        """Return M: sums and products of rationals are rational."""
        return M

    def _echelon(self, M: Matrix, pivots: tuple[int, ...] | None) -> Echelon:
        if 0 in M.shape:
            return self.zeros(0, M.shape[1]), ()
        form, rank = flint.fmpq_mat(len(M), M.shape[1], M.ravel().tolist()).rref()
        rows = np.array(form.entries(), dtype=object).reshape(M.shape)[:rank]
        return rows, tuple(int(np.argmax(row != 0)) for row in rows)

    def product(self, A: Matrix, B: Matrix) -> Matrix:
        """Return A B."""
        if 0 in (*A.shape, *B.shape):
            return self.zeros(len(A), B.shape[1])
        C = flint.fmpq_mat(len(A), A.shape[1], A.ravel().tolist()) * flint.fmpq_mat(
            len(B), B.shape[1], B.ravel().tolist()
        )
        return np.array(C.entries(), dtype=object).reshape(len(A), B.shape[1])


class PrimeField(_Exact, SampledField):
    """Integers modulo a prime that has the roots and the roots of unity that a geometry needs.

    Args:
        seed: chooses the prime and the elements that represent transcendental numbers.
        order: the order of the root of unity needed: angles are multiples of 2 pi / order; a multiple of 4.
        unit: the angles that are not multiples of pi are multiples of this [rad].
        squares: rationals whose roots are needed.
    """

    def __init__(self, seed: int, order: int = 4, unit: Fraction = Fraction(1), squares: Iterable[Fraction] = ()):
        super().__init__()
        rng = random.Random(seed)
        areas = [square.numerator * square.denominator for square in squares]
        sums = [q for q in _roots_from_unity(order) if any(area % q == 0 for area in areas)]
        parts = _coprime(areas + sums)
        asked = [part for part in parts if part not in sums and math.isqrt(part) ** 2 != part]
        step, largest = order, _LARGEST
        if order << _ROOM + len(asked) > largest:  # a larger prime, modulo which every number needed is a square
            step = math.lcm(order, 8, *asked)
            largest = step << 32
        while True:
            p = rng.randrange(largest // (2 * step), largest // step) * step + 1
            if flint.fmpz(p).is_prime() and all(pow(part, (p - 1) // 2, p) == 1 for part in asked):
                break
        self.p, self.order, self.unit, self.name = p, order, unit, f"F_{p}"
        self.dtype = np.dtype(np.int64 if p < _LARGEST else object)
        self.half = (p + 1) // 2
        self._root_of_unity = self._find_root(rng)
        self._unit_turn, self._pi = rng.randrange(2, p), rng.randrange(2, p)
        self._over_2i = pow(2 * pow(self._root_of_unity, order // 4, p), -1, p)
        self._roots = {part: self._part_root(part, part in sums) for part in parts}

    def _part_root(self, part: int, from_unity: bool) -> int:
        """Return the root of one of the numbers that all squares are products of."""
        if math.isqrt(part) ** 2 == part:
            return math.isqrt(part)
        if not from_unity:
            return int(flint.fmpz_mod_ctx(self.p)(part).sqrt())
        if part == 2:
            return (self._turn(self.order // 8) + self._turn(-self.order // 8)) % self.p
        gauss = sum(self._turn(self.order // part * (k * k % part)) for k in range(part))
        return gauss * (1 if part % 4 == 1 else self._turn(-self.order // 4)) % self.p

    def _turn(self, steps: int) -> int:
        """Return e^(2 pi i steps / order)."""
        return pow(self._root_of_unity, steps % self.order, self.p)

    def _find_root(self, rng: random.Random) -> int:
        """Return an element of the full order."""
        factors = [int(q) for q, _ in flint.fmpz(self.order).factor()]
        while True:
            z = pow(rng.randrange(2, self.p), (self.p - 1) // self.order, self.p)
            if all(pow(z, self.order // q, self.p) != 1 for q in factors):
                return z

    def number(self, value: Number) -> int:
        """Return a number; a random element represents pi, which is transcendental too."""
        return (self._rational(value.rational) + self._pi * self._rational(value.pi_multiple)) % self.p

    def _rational(self, value: Fraction) -> int:
        return value.numerator * self.over(value.denominator) % self.p

    def cos_sin(self, angle: Number) -> tuple[int, int]:
        """Return the elements that represent the cosine and the sine."""
        steps, units = angle.pi_multiple * self.order / 2, angle.rational / self.unit
        if steps.denominator != 1 or units.denominator != 1:
            raise ArgumentError(
                f"The angle {float(angle)} rad is not a multiple of the field's own.", remedy=_OTHER_FIELD
            )
        turn = self._turn(steps.numerator) * pow(self._unit_turn, units.numerator % (self.p - 1), self.p) % self.p
        back = pow(turn, -1, self.p)
        return (turn + back) * self.half % self.p, (turn - back) * self._over_2i % self.p

    def root(self, square: Fraction) -> int:
        """Return the root of one of the rationals for which the field was made."""
        left, root = square.numerator * square.denominator, self.over(square.denominator)
        for part, part_root in self._roots.items():
            while left % part == 0:
                left, root = left // part, root * part_root % self.p
        if left != 1:
            raise ArgumentError(f"The field has no square root of {square}.", remedy=_OTHER_FIELD)
        return root

    def over(self, value: int) -> int:
        """Return 1 / value."""
        if value % self.p == 0:
            raise UnluckyPrimeError(f"{value} is zero modulo {self.p}.")
        return pow(int(value), -1, self.p)

    def array(self, rows: Any) -> Matrix:
        """Return nested elements as a matrix."""
        return np.array(rows, dtype=self.dtype)

    def zeros(self, rows: int, columns: int) -> Matrix:
        """Return a matrix of zeros."""
        return np.zeros((rows, columns), dtype=self.dtype)

    def identity(self, size: int) -> Matrix:
        """Return the unit matrix."""
        return np.eye(size, dtype=self.dtype)

    def reduce(self, M: Matrix) -> Matrix:
        """Return the residues."""
        return M.astype(self.dtype, copy=False) % self.p

    def _echelon(self, M: Matrix, pivots: tuple[int, ...] | None) -> Echelon:
        if 0 in M.shape:
            return self.zeros(0, M.shape[1]), ()
        entries = (M % self.p).ravel().tolist()
        if self.p < _LARGEST:
            form, rank = flint.nmod_mat(len(M), M.shape[1], entries, self.p).rref()
        else:
            form, rank = flint.fmpz_mod_mat(len(M), M.shape[1], entries, flint.fmpz_mod_ctx(self.p)).rref()
        rows = self.array([int(x) for x in form.entries()[: rank * M.shape[1]]]).reshape(rank, M.shape[1])
        return rows, tuple(int(np.argmax(row != 0)) for row in rows)

    def draw(self, rng: np.random.Generator, *shape: int) -> Matrix:
        """Return random elements, none of them zero."""
        drawn = rng.integers(1, min(self.p, 1 << 62), shape)
        return drawn.astype(self.dtype)

    def inverse(self, values: Matrix) -> Matrix:
        """Return 1 / values, entry by entry."""
        return self.array([self.over(int(x)) for x in values])

    def turned(self, turns: Matrix, times: int) -> tuple[Matrix, Matrix]:
        """Return cosine and sine of a multiple of random angles."""
        e = self.array([pow(int(t), times % (self.p - 1), self.p) for t in turns])
        back = self.inverse(e)
        return (e + back) * self.half % self.p, (e - back) * self._over_2i % self.p

    def product(self, A: Matrix, B: Matrix) -> Matrix:
        """Return A B."""
        short = A.shape[1] <= _SUMMED or self.dtype == object
        return A @ B % self.p if short else _long_product(A, B, self.p)


def _long_product(A: Matrix, B: Matrix, p: int) -> Matrix:
    """Return A B mod p, adding no more products at a time than an int64 holds."""
    total = np.zeros((len(A), B.shape[1]), np.int64)
    for k in range(0, A.shape[1], _SUMMED):
        total = (total + A[:, k : k + _SUMMED] @ B[k : k + _SUMMED]) % p
    return total


def _roots_from_unity(order: int) -> list[int]:
    """Return the primes whose square roots are sums of roots of unity of an order that is a multiple of 4."""
    return [int(q) for q, _ in flint.fmpz(order).factor() if q != 2 or order % 8 == 0]


def _coprime(numbers: Iterable[int]) -> list[int]:
    """Return pairwise coprime numbers of whose powers all the given ones are products."""
    parts: list[int] = []
    waiting = [n for n in numbers if n != 1]
    while waiting:
        n = waiting.pop()
        other = next((part for part in parts if math.gcd(n, part) > 1), None)
        if other is None:
            parts.append(n)
            continue
        parts.remove(other)
        shared = math.gcd(n, other)
        waiting += [k for k in (shared, n // shared, other // shared) if k != 1]
    return parts
