"""Numbers as they may stand in a file: axes of any length, angles of any fraction, gears and gravity with pi."""

from __future__ import annotations

from typing import Any

import pytest
from support.ranks import float_rank
from support.small_robots import body, mechanism

import heft
from heft.errors import ArgumentError
from heft.identifiability.exact_fields import PrimeField


def arm(second: dict[str, Any], joint: dict[str, Any] | None = None, rotor: dict[str, Any] | None = None, **more: Any):
    """Two revolute joints, the first tilted by 60 degrees so that no rational field will do."""
    first = body("a", None, {"type": "revolute", "axis": [0, 0, 1]}, placement={"rpy": ["pi/3", 0, 0]})
    revolute = {"type": "revolute", "axis": [0, 0, 1]} | (joint or {})
    return mechanism(first, body("b", "a", revolute, placement=second, **({"rotor": rotor} if rotor else {})), **more)


def rotor(ratio: object = 1, **placement: object) -> dict[str, Any]:
    return {"ratio": ratio, "symmetric": True, "placement": {"xyz": [0, 0, 0]} | placement}


@pytest.mark.parametrize(
    ("axis", "rpy"),
    [
        ([0, 0, 1], [0, 0, 0]),
        ([0, 0, 2], [0, 0, 0]),
        ([0, 0, "3/7"], [0, 0, 0]),
        ([1, 1, 0], [0, "pi/2", "pi/4"]),
        ([3, 3, 0], [0, "pi/2", "pi/4"]),
        (["0.707", "0.707", 0], [0, "pi/2", "pi/4"]),
    ],
)
def test_a_rotor_on_a_parallel_axis_is_hidden_whatever_the_length_of_the_axis(axis: object, rpy: object) -> None:
    """A root of the wrong sign would turn the link against its rotor."""
    robot = arm({"xyz": ["1/3", 0, 0]}, {"axis": axis}, rotor(1, rpy=rpy))
    found = heft.identifiability(robot)
    assert "I" not in (found.bodies[1].rotor_classes or "")
    assert found.certificate.float_agrees
    assert found.n_base == float_rank(robot)


@pytest.mark.parametrize(
    "rpy",
    [
        ["7/1013*pi", 0, 0],
        ["0.1234567891*pi", "1/997*pi", 0],
        ["1/1013*pi", "1/997*pi", "0.123456789012345*pi"],
        [0.123456789012345, "pi/7", 1.2345678901],
    ],
)
@pytest.mark.parametrize("sensors", [None, "-a", "none,ft@b:fx+mz"])
def test_angles_of_any_fraction(rpy: object, sensors: str | None) -> None:
    """As many combinations as for any other tilt, though the primes may have to be large."""
    placement = {"xyz": ["1/3", "1/5", 0], "rpy": rpy}
    robot = arm(placement, {"axis": [0, 1, 1]}, rotor("50/7"))
    plain = arm(placement | {"rpy": [0.3, 0.4, 0.5]}, {"axis": [0, 1, 1]}, rotor("50/7"))
    found = heft.identifiability(robot, sensors=sensors)
    assert found.n_base == heft.identifiability(plain, sensors=sensors).n_base
    assert found.certificate.float_agrees
    assert len(set(found.certificate.primes)) == 2


def test_a_prime_that_divides_a_denominator_is_passed_over() -> None:
    first = heft.identifiability(arm({"xyz": ["1/3", 0, 0]}, {"axis": [1, 0, 0]}))
    found = heft.identifiability(arm({"xyz": [f"1/{first.certificate.primes[0]}", "1/3", 0]}, {"axis": [1, 0, 0]}))
    assert first.certificate.primes[0] not in found.certificate.primes
    assert len(set(found.certificate.primes)) == 2


def test_primes_that_disagree_are_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first field sees nothing; the verdict is that of the next two."""
    echelon = PrimeField.echelon
    unlucky: list[int] = []

    def sometimes_nothing(self: PrimeField, M: Any, pivots: Any = None) -> Any:
        unlucky[:] = unlucky or [self.p]
        return (self.zeros(0, M.shape[1]), ()) if self.p == unlucky[0] else echelon(self, M, pivots)

    robot = arm({"xyz": ["1/3", 0, 0]}, {"axis": [1, 0, 0]})
    expected = heft.identifiability(robot, method="exact")
    monkeypatch.setattr(PrimeField, "echelon", sometimes_nothing)
    found = heft.identifiability(robot, method="exact")
    assert unlucky[0] not in found.certificate.primes
    assert found.n_base == expected.n_base


@pytest.mark.parametrize("gravity", [[0, 0, "-pi"], ["1e-90", 0, "-2e-90"], ["1e90", 0, "-2e90"]])
def test_only_the_direction_of_gravity_matters(gravity: list[str]) -> None:
    robot = arm({"xyz": ["1/3", 0, 0]}, {"axis": [0, 1, 0]})
    along = [0, 0, -1] if gravity[0] == 0 else [1, 0, -2]
    assert heft.identifiability(robot, gravity=gravity).classes == heft.identifiability(robot, gravity=along).classes


def test_what_is_not_exact_or_not_meant_is_refused() -> None:
    leader = body("b", "a", {"type": "revolute", "axis": [0, 1, 0]})
    follower = body(
        "c",
        "a",
        {"type": "revolute", "axis": [0, 1, 0], "mimic": {"joint": "b", "multiplier": "pi"}},
        rotor=rotor("2*pi"),
    )
    with pytest.raises(ArgumentError, match="product of"):
        heft.identifiability(mechanism(body("a", None, {"type": "revolute", "axis": [0, 0, 1]}), leader, follower))
    with pytest.raises(ArgumentError, match="largest distance is 1e-101 m"):
        heft.identifiability(arm({"xyz": [1e-101, 0, 0]}))
