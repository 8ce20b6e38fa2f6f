from dataclasses import replace

import numpy as np
import pytest

from heft.errors import ArgumentError, PhysicsError
from heft.parameters import from_com, from_log_cholesky, is_physical, to_com, transform
from heft.robot.joint import Joint
from heft.robot.lumping import changed, distribute
from heft.robot.model import Body, Link
from heft.robot.placement import IDENTITY, Placement


def box(mass, x, y, z, com=(0, 0, 0)):
    return from_com(mass, com, mass / 12 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y]))


LINKS = (
    Link("arm", IDENTITY, box(3.0, 0.1, 0.2, 0.4, (0, 0.01, 0.2))),
    Link("frame", Placement.at(("0.1", 0, 0))),
    Link("flange", Placement.at((0, "0.02", "0.4"), (0, "pi/2", "0.3")), box(0.5, 0.05, 0.05, 0.02)),
    Link("tool", Placement.at((0, 0, "0.5"), ("1", 0, 0)), box(0.7, 0.1, 0.03, 0.2, (0.02, 0, 0.1))),
)
TOTAL = np.sum([link.in_body for link in LINKS], axis=0)


def body(parameters, links=LINKS):
    return Body("arm", -1, Joint("j", "revolute"), parameters=np.asarray(parameters, float), links=links)


def summed(links, shares):
    return np.sum(
        [
            transform(shares[link.name], link.placement.rotation, link.placement.translation)
            for link in links
            if shares[link.name] is not None
        ],
        axis=0,
    )


def test_an_untouched_body_is_unchanged_and_keeps_its_links():
    assert not changed(body(TOTAL))
    shares = distribute(body(TOTAL))
    assert shares["frame"] is None
    for link in LINKS:
        if link.parameters is not None:
            np.testing.assert_allclose(shares[link.name], link.parameters, rtol=0, atol=1e-14)


@pytest.mark.parametrize("index", range(10))
def test_a_change_in_any_parameter_is_seen(index):
    nudge = np.zeros(10)
    nudge[index] = 1e-9
    assert changed(body(TOTAL + nudge))
    assert not changed(body(TOTAL + 1e-9 * nudge))


@pytest.mark.parametrize("seed", range(20))
def test_shares_sum_to_the_body_and_are_physical(seed):
    rng = np.random.default_rng(seed)
    mass, com, inertia = to_com(from_log_cholesky(0.5 * rng.standard_normal(10)))
    target = from_com(mass, [0, 0, 0.3] + 0.1 * com, 0.01 * inertia)
    shares = distribute(body(target))
    np.testing.assert_allclose(summed(LINKS, shares), target, rtol=0, atol=1e-13)
    assert all(is_physical(share) for share in shares.values() if share is not None)
    assert list(shares) == [link.name for link in LINKS]


def test_a_heavier_body_makes_every_link_heavier_by_the_same_factor():
    shares = distribute(body(1.7 * TOTAL))
    for link in LINKS:
        if link.parameters is not None:
            np.testing.assert_allclose(shares[link.name], 1.7 * link.parameters, rtol=0, atol=1e-14)


def test_the_shares_do_not_depend_on_the_frame_of_the_body():
    target = TOTAL + 0.3 * box(2.0, 0.3, 0.1, 0.2, (0.1, -0.05, 0.4))
    move = Placement.at(("0.4", "-0.3", "0.2"), ("0.5", "-1", "2"))
    moved = tuple(Link(link.name, move.then(link.placement), link.parameters) for link in LINKS)
    shares = distribute(body(target))
    others = distribute(body(transform(target, move.rotation, move.translation), moved))
    for name, share in shares.items():
        if share is not None:
            np.testing.assert_allclose(others[name], share, rtol=0, atol=1e-13)


def test_one_carrying_link_takes_all_in_its_own_frame():
    place = Placement.at((0, "0.1", "0.2"), ("0.3", "0.2", "0.1"))
    links = (Link("arm"), Link("flange", place, box(1.0, 0.1, 0.1, 0.1)))
    target = box(2.0, 0.2, 0.1, 0.3, (0.01, 0.02, 0.03))
    shares = distribute(body(target, links))
    assert shares["arm"] is None
    np.testing.assert_allclose(summed(links, shares), target, rtol=0, atol=1e-15)
    own = distribute(body(target, LINKS[:2]))
    np.testing.assert_array_equal(own["arm"], target)


def test_without_any_inertia_the_own_link_takes_all():
    target = box(2.0, 0.2, 0.1, 0.3)
    links = (Link("arm"), Link("flange", Placement.at((1, 0, 0))))
    assert changed(body(target, links))
    shares = distribute(body(target, links))
    np.testing.assert_array_equal(shares["arm"], target)
    assert shares["flange"] is None


def test_points_of_mass_leave_the_difference_to_the_first():
    point = from_com(1.0, [0, 0, 0], np.zeros((3, 3)))
    links = (Link("a", IDENTITY, point), Link("b", Placement.at((0, 0, 1)), point))
    target = np.sum([link.in_body for link in links], axis=0) + box(0.5, 0.1, 0.1, 0.1)
    shares = distribute(body(target, links))
    first, second = point + box(0.5, 0.1, 0.1, 0.1), links[1].in_body
    np.testing.assert_allclose(shares["a"], 0.99 * first + 0.01 * 1.5 / 2.5 * target, atol=1e-15)
    in_body = replace(links[1], parameters=shares["b"]).in_body
    np.testing.assert_allclose(in_body, 0.99 * second + 0.01 * 1.0 / 2.5 * target, atol=1e-14)


def test_rods_and_points_of_the_file_do_not_stay_singular():
    """A simulator refuses a link without extent, though the body that it is a part of has some."""
    rod, point = from_com(1.0, [0, 0, 0.1], np.diag([0.01, 0.01, 0.0])), from_com(0.2, [0, 0, 0], np.zeros((3, 3)))
    links = (Link("rod", IDENTITY, rod), Link("tip", Placement.at((0, 0, "0.3")), point))
    target = np.sum([link.in_body for link in links], axis=0) + box(0.3, 0.05, 0.05, 0.2, (0, 0, 0.2))
    shares = distribute(body(target, links))
    together = [
        link.in_body for link in (Link("rod", IDENTITY, shares["rod"]), replace(links[1], parameters=shares["tip"]))
    ]
    np.testing.assert_allclose(np.sum(together, axis=0), target, atol=1e-14)
    for share in shares.values():
        assert is_physical(share).margin > 1e-4


def test_an_impossible_difference_leaves_everything_to_the_first():
    point = from_com(1.0, [0, 0, 0], np.zeros((3, 3)))
    links = (Link("a", IDENTITY, point), Link("b", Placement.at((0, 0, 1)), point))
    target = box(0.5, 0.1, 0.1, 0.1)
    shares = distribute(body(target, links))
    np.testing.assert_array_equal(shares["a"], target)
    np.testing.assert_array_equal(shares["b"], np.zeros(10))


def test_an_impossible_link_is_not_multiplied():
    broken = from_com(0.5, [0, 0, 0.1], np.diag([0.001, 0.001, 0.005]))
    links = (LINKS[0], Link("broken", Placement.at((0, 0, "0.3")), broken))
    extra = box(0.2, 0.1, 0.1, 0.1, (0, 0, 0.2))
    target = np.sum([link.in_body for link in links], axis=0) + extra
    shares = distribute(body(target, links))
    np.testing.assert_allclose(shares["arm"], LINKS[0].parameters + extra, atol=1e-14)
    np.testing.assert_allclose(shares["broken"], broken, atol=1e-14)


def test_impossible_parameters_are_refused_by_name():
    target = TOTAL.copy()
    target[0] = -1.0
    with pytest.raises(PhysicsError, match=r"body 'arm'.*the mass is negative"):
        distribute(body(target))


def test_a_body_without_links_has_nobody_to_carry():
    empty = body(np.zeros(10), ())
    assert not changed(empty)
    with pytest.raises(ArgumentError, match="'arm' has no link"):
        distribute(empty)
