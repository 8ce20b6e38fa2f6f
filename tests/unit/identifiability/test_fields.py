"""The numbers RPNA runs on: every field obeys the laws that sines, roots and ranks have."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

import heft
from heft.errors import ArgumentError
from heft.identifiability.cluster_operators import operators_of
from heft.identifiability.clusters import clusters_of
from heft.identifiability.exact_fields import PrimeField, Rationals, UnluckyPrimeError, _long_product
from heft.identifiability.floats import Floats
from heft.identifiability.question import ask
from heft.identifiability.remembered import fixed
from heft.robot import zoo
from heft.robot.exact import Number

PRIME = PrimeField(3, order=24, unit=Fraction(1, 10000), squares=[Fraction(2), Fraction(5, 9)])
FIELDS = [Rationals(), PRIME, Floats()]
fields = pytest.mark.parametrize("field", FIELDS, ids=["Q", "F_p", "float64"])


def pi(numerator: int, denominator: int) -> Number:
    return Number(pi_multiple=Fraction(numerator, denominator))


def same(field, a, b) -> bool:
    difference = a - b
    if isinstance(field, Floats):
        return abs(difference) < 1e-9
    return difference % field.p == 0 if isinstance(field, PrimeField) else difference == 0


def angles(field) -> list[Number]:
    quarters = [pi(k, 2) for k in range(-3, 5)]
    others = [pi(k, 12) for k in range(-5, 14)] + [Number.parse("0.7"), Number.parse("-1.2345")]
    return quarters if isinstance(field, Rationals) else quarters + others


@fields
def test_sines_and_cosines(field) -> None:
    for a in angles(field):
        ca, sa = field.cos_sin(a)
        assert same(field, ca * ca + sa * sa, field.number(Number.parse(1)))
        for b in angles(field):
            (cb, sb), total = field.cos_sin(b), Number(a.rational + b.rational, a.pi_multiple + b.pi_multiple)
            c, s = field.cos_sin(total)
            assert same(field, c, ca * cb - sa * sb)
            assert same(field, s, sa * cb + ca * sb)


@fields
def test_right_angles(field) -> None:
    c, s = field.cos_sin(pi(1, 2))
    assert same(field, c, field.number(Number.parse(0)))
    assert same(field, s, field.number(Number.parse(1)))


def test_sixty_degrees_modulo_a_prime() -> None:
    c, s = PRIME.cos_sin(pi(1, 3))
    assert 2 * c % PRIME.p == 1
    assert 4 * s * s % PRIME.p == 3


@fields
def test_roots_and_inverses(field) -> None:
    for square in [Fraction(4, 9)] if isinstance(field, Rationals) else [Fraction(2), Fraction(5, 9)]:
        root = field.root(square)
        assert same(field, root * root, field.number(Number(square)))
        assert same(field, root * field.over(root), field.number(Number.parse(1)))


def test_what_is_not_rational_is_refused() -> None:
    field = Rationals()
    for root in (lambda: field.cos_sin(pi(1, 3)), lambda: field.root(Fraction(2)), lambda: field.number(pi(1, 1))):
        with pytest.raises(ArgumentError, match="not rational"):
            root()


def test_angles_that_a_prime_was_not_made_for_are_refused() -> None:
    with pytest.raises(ArgumentError, match="not a multiple"):
        PrimeField(1).cos_sin(pi(1, 7))
    with pytest.raises(ArgumentError, match="square root of 7"):
        PRIME.root(Fraction(7))


def test_an_order_beyond_64_bits_makes_a_larger_prime() -> None:
    field = PrimeField(1, order=4 * 10**20, squares=[Fraction(7, 3)])
    (c, s), root = field.cos_sin(pi(1, 10**20)), field.root(Fraction(7, 3))
    assert field.p % (4 * 10**20) == 1
    assert (c * c + s * s) % field.p == 1
    assert 3 * root * root % field.p == 7
    M = field.array([[c, s, 1], [2 * c, 2 * s, 2], [1, 0, root]])
    assert field.echelon(M)[1] == (0, 1)
    assert (field.product(M, field.identity(3)) == field.reduce(M)).all()


@pytest.mark.parametrize("seed", range(1, 9))
def test_roots_have_the_signs_of_the_real_ones(seed: int) -> None:
    """A prime knows no sign; but 2 is the root of 4, and sqrt(6) that of 2 times that of 3, and 2 cos 45 that of 2."""
    squares = [Fraction(n) for n in (1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 77)] + [Fraction(9, 25), Fraction(2, 49)]
    field = PrimeField(seed, order=120, squares=squares)
    root = {s: field.root(s) for s in squares}
    assert all((root[s] ** 2 - field.number(Number(s))) % field.p == 0 for s in squares)
    assert (root[1], root[4]) == (1, 2)
    assert 5 * root[Fraction(9, 25)] % field.p == 3
    assert root[6] == root[2] * root[3] % field.p
    assert root[8] == 2 * root[2] % field.p
    assert root[12] == 2 * root[3] % field.p
    assert root[77] == root[7] * root[11] % field.p
    assert 7 * root[Fraction(2, 49)] % field.p == root[2]
    for square, angle, more in ((2, pi(1, 4), 0), (3, pi(1, 6), 0), (5, pi(1, 5), 1)):  # 4 cos 36 = 1 + sqrt 5
        times = 4 if more else 2
        assert (times * field.cos_sin(angle)[0] - more) % field.p == root[square]


def test_many_roots_need_no_long_search() -> None:
    squares = [
        Fraction(n) for n in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79)
    ]
    field = PrimeField(1, squares=squares)
    assert all(field.root(s) ** 2 % field.p == s for s in squares)


def test_a_prime_that_divides_a_denominator_says_so() -> None:
    field = PrimeField(1)
    with pytest.raises(UnluckyPrimeError):
        field.number(Number(Fraction(1, field.p)))


def test_the_prime_is_one_and_has_the_roots_asked_for() -> None:
    assert flint.fmpz(PRIME.p).is_prime()
    assert PRIME.p % 24 == 1
    assert PRIME.p < 1 << 29
    assert PrimeField(1).p != PrimeField(2).p


@fields
def test_echelon_forms(field) -> None:
    """A matrix of rank 3 with a column of zeros: the leftmost pivots, the identity on them, the same row space."""
    rng = np.random.default_rng(0)
    whole = rng.integers(-3, 4, (5, 3)) @ rng.integers(-3, 4, (3, 7))
    whole[:, 1] = 0
    M = field.array((whole / 100 if isinstance(field, Floats) else whole).tolist())
    rows, pivots = field.echelon(field.reduce(M))
    expected = flint.fmpq_mat(5, 7, [int(x) for x in whole.ravel()])
    form, rank = expected.rref()
    assert len(pivots) == rank == 3
    assert list(pivots) == [next(c for c in range(7) if form[r, c] != 0) for r in range(rank)]
    for r in range(rank):
        for c in range(7):
            exact = Number(Fraction(int(form[r, c].p), int(form[r, c].q)))
            assert same(field, rows[r, c], field.number(exact))
    empty, none = field.echelon(field.zeros(0, 4))
    assert (empty.shape, none) == ((0, 4), ())


@fields
def test_the_whole_space_is_known_as_such(field) -> None:
    """A span of full rank becomes one matrix, by which all that follows is spared."""
    M = field.array([[1, 1, 0], [0, 1, 1], [0, 0, 1]])
    whole = field.whole(3)
    assert field.basis(M) is whole
    assert field.basis(M[:, :1], M[:, 1:]) is whole
    assert field.ctrb([field.reduce(M.T)], field.identity(3)[:, :1]) is whole
    assert field.transfer(M, whole) is whole
    assert field.image(M, whole) is M
    part = field.identity(3)[:, :2]
    assert not field.is_whole(part)
    assert field.basis(part).shape == (3, 2)
    assert field.nonzero(field.image(M, part) - M[:, :2]).sum() == 0
    wide = field.array([[1, 0, 0], [0, 1, 0]])
    assert field.transfer(wide, whole).shape == (2, 3)


@fields
def test_conditions_of_fixed_columns_are_worked_out_once(field) -> None:
    """Those of columns that can be written to are worked out each time."""
    columns = fixed(field.array([[0, 0], [1, 0], [2, 1]]))
    rows, pivots = field.conditions(columns)
    assert pivots == (1, 2)
    assert field.conditions(columns)[0] is rows
    with pytest.raises(ValueError, match="read-only"):
        rows[0] = 0
    for others in (fixed(columns.copy()), columns.copy()):
        again, _ = field.conditions(others)
        assert again is not rows
        assert field.nonzero(again - rows).sum() == 0
    others[0, 0] = field.number(Number(Fraction(1)))
    assert field.conditions(others)[1] == (0, 2)


def test_equal_joints_have_the_same_operators_in_equal_fields() -> None:
    """Those of one robot serve another; another unit of length, prime or axis makes others."""
    one, other = (operators_of(Floats(0.5), clusters_of(zoo.planar_n(n))) for n in (2, 3))
    assert all(each.A_transposed is one[0].A_transposed for each in other)
    metres = operators_of(Floats(), clusters_of(zoo.planar_n(2)))
    assert metres[0].A_transposed is not one[0].A_transposed
    assert Rationals() == Rationals() != Floats() != PRIME
    assert hash(Rationals()) == hash(Rationals())


@fields
def test_invariant_spans(field) -> None:
    """What turning about z makes of x is the plane; what it makes of z is z."""
    turn = field.array([[0, -1, 0], [1, 0, 0], [0, 0, 0]])
    one = field.identity(3)
    assert field.ctrb([turn], one[:, :1]).shape[1] == 2
    assert field.ctrb([turn], one[:, 2:]).shape[1] == 1
    assert field.ctrb([turn], field.zeros(3, 0)).shape == (3, 0)
    tilt = field.array([[0, 0, 1], [0, 0, 0], [-1, 0, 0]])
    assert field.ctrb([turn, tilt], one[:, :1]).shape[1] == 3


def test_long_products_do_not_overflow() -> None:
    p = PRIME.p
    A = np.full((2, 100), p - 1, np.int64)
    assert (_long_product(A, A.T, p) == 100).all()
    assert (PRIME.product(A, A.T) == 100).all()


def test_what_is_known_of_a_robot_serves_that_robot_alone() -> None:
    """Operators are kept for the geometry of one robot under one snap; a moved joint or literal numbers have others."""
    robot = heft.load("zoo:puma560")
    one, again, literal = (ask(robot, None, False, True, snap, None) for snap in (2e-5, 2e-5, 0.0))
    assert operators_of(Floats(), again.clusters) is operators_of(Floats(), one.clusters)
    assert not operators_of(Floats(), one.clusters)[0].X.flags.writeable
    assert operators_of(Floats(), literal.clusters) is not operators_of(Floats(), one.clusters)
    turned = ask(robot.with_gravity([0, 9.81, 0]), None, False, True, 2e-5, None)
    assert [float(g) for g in turned.gravity or ()][2] == 0 != float((one.gravity or ())[2])
