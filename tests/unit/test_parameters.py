"""Ten inertial parameters: orders, conversions by hand, and when they are those of no body."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from heft import parameters as inertial
from heft.errors import ArgumentError, PhysicsError

BOX = inertial.from_com(2.0, [0.1, -0.2, 0.3], np.diag([0.5, 0.6, 0.7]))


def test_orders_are_permutations_of_the_same_names():
    assert sorted(inertial.NAMES) == sorted(inertial.DISPLAY_NAMES) == sorted(inertial.PINOCCHIO_NAMES)
    assert [inertial.INDEX[name] for name in inertial.NAMES] == list(range(10))
    there = inertial.order(inertial.NAMES, inertial.DISPLAY_NAMES)
    back = inertial.order(inertial.DISPLAY_NAMES, inertial.NAMES)
    assert list(np.arange(10)[there][back]) == list(range(10))
    assert [inertial.NAMES[k] for k in there] == list(inertial.DISPLAY_NAMES)


def test_pinocchio_has_the_order_that_we_say():
    about_com = np.array([[0.5, 0.01, 0.02], [0.01, 0.6, 0.03], [0.02, 0.03, 0.7]])
    body = pin.Inertia(2.0, np.array([0.1, -0.2, 0.3]), about_com)
    ours = inertial.from_com(body.mass, body.lever, body.inertia)
    theirs = body.toDynamicParameters()
    assert np.allclose(ours[inertial.order(inertial.NAMES, inertial.PINOCCHIO_NAMES)], theirs, rtol=1e-14)
    linear_first = inertial.to_matrix(ours)[np.ix_([3, 4, 5, 0, 1, 2], [3, 4, 5, 0, 1, 2])]
    assert np.allclose(linear_first, body.matrix(), rtol=1e-14)
    assert np.allclose(inertial.to_pseudo_inertia(ours), body.toPseudoInertia().toMatrix(), rtol=1e-13)


def test_log_cholesky_coordinates_are_those_of_pinocchio():
    """Rucker and Wensing's, as Pinocchio reads them."""
    theta = np.array([0.1, -0.2, 0.3, 0.05, 0.4, -0.5, 0.6, 0.7, -0.8, 0.9])
    body = pin.LogCholeskyParameters(theta).toDynamicParameters()
    ours = inertial.from_log_cholesky(theta)[inertial.order(inertial.NAMES, inertial.PINOCCHIO_NAMES)]
    assert np.allclose(ours, body, rtol=1e-13)


def test_an_unknown_name_is_refused():
    with pytest.raises(ArgumentError, match="'mcxx' is not an inertial parameter") as caught:
        inertial.order(inertial.NAMES, ["m", "mcxx"])
    assert "Did you mean 'mcx'?" in caught.value.remedy


def test_parallel_axes_by_hand():
    """2 kg at (0.1, -0.2, 0.3): I = I_c + m (c.c 1 - c c^T)."""
    expected = [2, 0.2, -0.4, 0.6, 0.5 + 0.26, 0.04, -0.06, 0.6 + 0.2, 0.12, 0.7 + 0.1]
    assert np.allclose(BOX, expected, rtol=1e-14)
    mass, com, inertia = inertial.to_com(BOX)
    assert mass == 2.0
    assert np.allclose(com, [0.1, -0.2, 0.3])
    assert np.allclose(inertia, np.diag([0.5, 0.6, 0.7]))


def test_the_spatial_inertia_by_hand():
    matrix = inertial.to_matrix(BOX)
    assert np.array_equal(matrix, matrix.T)
    assert np.array_equal(matrix[3:, 3:], 2 * np.eye(3))
    assert np.allclose(matrix[:3, 3:] @ [1, 0, 0], np.cross(BOX[1:4], [1, 0, 0]))


def test_a_body_without_mass_has_its_centre_at_the_origin():
    mass, com, inertia = inertial.to_com(np.zeros((2, 10)))
    assert not np.any(mass)
    assert not np.any(com)
    assert not np.any(inertia)


def test_a_symmetric_rotor_has_four_parameters():
    four = np.array([0.5, 0.02, 0.003, 0.004])
    ten = inertial.SYMMETRIC_ROTOR_BASIS @ four
    expected = dict.fromkeys(inertial.NAMES, 0.0) | {"m": 0.5, "mcz": 0.02, "Ixx": 0.003, "Iyy": 0.003, "Izz": 0.004}
    assert dict(zip(inertial.NAMES, ten, strict=True)) == expected
    assert np.linalg.matrix_rank(inertial.SYMMETRIC_ROTOR_BASIS) == 4


def test_log_cholesky_needs_a_body_with_extent():
    with pytest.raises(PhysicsError, match="positive definite"):
        inertial.to_log_cholesky(inertial.from_com(1.0, np.zeros(3), np.zeros((3, 3))))


# -- physicality ----------------------------------------------------------------------------------


def test_a_solid_body_is_physical_by_its_margin():
    verdict = inertial.is_physical(BOX)
    assert verdict
    assert verdict.reason == ""
    assert verdict.margin == pytest.approx((0.5 + 0.6 - 0.7) / (0.6 + 0.7 - 0.5))


def test_the_margin_does_not_depend_on_size():
    """A mote of dust is judged as a ship is."""
    for size in (1e-6, 1.0, 1e6):
        verdict = inertial.is_physical(inertial.from_com(size**3, [size, 0, 0], size**5 * np.diag([0.5, 0.6, 0.7])))
        assert verdict
        assert verdict.margin == pytest.approx(0.5, rel=1e-6)


@pytest.mark.parametrize(
    ("moments", "by"), [((0.02, 0.03, 0.09), 0.04), ((1.0, 1.0, 2.0 + 1e-6), 1e-6), ((3e-9, 1e-9, 1e-9), 1e-9)]
)
def test_the_triangle_inequality(moments: tuple[float, float, float], by: float):
    verdict = inertial.is_physical(inertial.from_com(1.0, np.zeros(3), np.diag(moments)))
    assert not verdict
    assert verdict.margin < 0
    shown = ", ".join(f"{x:.4g}" for x in sorted(moments))
    assert verdict.reason == f"principal moments ({shown}) kg m2 break the triangle inequality by {by:.4g}"


def test_the_triangle_is_judged_at_the_centre_of_mass():
    """About a far origin the moments obey the inequality, and the body is impossible all the same."""
    pi = inertial.from_com(1.0, [5.0, 5.0, 5.0], np.diag([0.02, 0.03, 0.09]))
    about_origin = np.linalg.eigvalsh(inertial.rotational_inertia(pi))
    assert about_origin[0] + about_origin[1] > about_origin[2]
    assert not inertial.is_physical(pi)


def test_a_negative_moment():
    verdict = inertial.is_physical(inertial.from_com(1.0, np.zeros(3), np.diag([-0.01, 0.03, 0.03])))
    assert not verdict
    assert verdict.reason == "a principal moment of inertia is negative: (-0.01, 0.03, 0.03) kg m2"


def test_a_negative_mass():
    verdict = inertial.is_physical(-BOX)
    assert not verdict
    assert verdict.reason == "the mass is negative (-2 kg)"
    assert verdict.margin == -2.0


@pytest.mark.parametrize("name", ["mcx", "Ixx", "Iyz"])
def test_no_mass_but_moments(name: str):
    pi = np.zeros(10)
    pi[inertial.INDEX[name]] = 1e-3
    verdict = inertial.is_physical(pi)
    assert not verdict
    assert verdict.reason == "the mass is zero but its moments are not"


def test_nothing_is_physical():
    assert inertial.is_physical(np.zeros(10)).margin == 0.0
    assert inertial.is_physical(np.zeros(10))


@pytest.mark.parametrize(
    "moments", [(0, 0, 0), (1, 1, 0), (1, 1, 2)], ids=["a point mass", "a line of mass", "a sheet of mass"]
)
@pytest.mark.parametrize("com", [(0, 0, 0), (0.3, -7.0, 0.01)])
def test_thin_bodies_are_physical_without_margin(moments: tuple[int, int, int], com: tuple[float, float, float]):
    verdict = inertial.is_physical(inertial.from_com(0.7, com, np.diag(moments).astype(float)))
    assert verdict, verdict.reason
    assert abs(verdict.margin) < 1e-12


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite(value: float):
    pi = BOX.copy()
    pi[6] = value
    verdict = inertial.is_physical(pi)
    assert not verdict
    assert verdict.reason == "a parameter is not a finite number"
    assert verdict.margin == -np.inf


def test_one_body_at_a_time():
    with pytest.raises(ArgumentError, match=r"one body; got shape \(2, 10\)"):
        inertial.is_physical(np.zeros((2, 10)))
