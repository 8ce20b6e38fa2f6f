"""The registry of joint kinds, and a kind that is added here through it alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.quickly import quickly

import heft
from heft.dynamics import kernels, newton_euler
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, FormatError
from heft.robot.exact import Number
from heft.robot.joints import JointKind, ScrewKind, joint_kind, joint_kinds, manual_table, register, unregister
from heft.robot.joints.kind import Axes, AxisFrame, straight

SAMPLES = 60
MANUAL = Path(__file__).parents[3] / "docs" / "robots.md"


class Table(JointKind):
    """An x-y table: translations across the axis, no rotation."""

    name = "table"
    q_names = v_names = ("x", "y")

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        return [(frame.zero, frame.b), (frame.zero, frame.c)]

    def pose(self, axes: Axes, q: Any) -> tuple[Any, Any]:
        return straight(q), axes.b * q[0] + axes.c * q[1]


class LeadScrew(ScrewKind):
    """A screw whose lead is the same in every joint of the kind."""

    name = "lead_screw"

    def slide(self, pitch: Number) -> Number:
        return Number.parse("1/200")


MECHANISM = {
    "format": "heft-mechanism/1",
    "name": "machine",
    "bodies": [
        {
            "name": "saddle",
            "joint": {"type": "table", "name": "bed", "axis": [0, 1, 1]},
            "inertia": {"mass": 3, "com": [0.1, 0.2, 0], "about_com": [0.2, 0.3, 0.25]},
        },
        {
            "name": "spindle",
            "parent": "saddle",
            "joint": {"type": "lead_screw", "axis": [1, 0, 0]},
            "placement": {"xyz": [0, "1/3", 0.1], "rpy": [0, "1/4*pi", 0]},
            "inertia": {"mass": 1, "com": [0.05, 0, 0.1], "about_com": [0.02, 0.03, 0.04]},
            "rotor": {"ratio": 7, "inertia": {"mass": 0.1, "about_com": [1e-4, 1e-4, 2e-4]}},
        },
        {
            "name": "arm",
            "parent": "spindle",
            "joint": {"type": "spherical"},
            "placement": {"xyz": [0.2, 0, 0]},
            "inertia": {"mass": 2, "com": [0, 0.1, 0.1], "about_com": [0.05, 0.04, 0.03]},
        },
    ],
}


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[heft.Robot]:
    """A robot with joints of two kinds that heft does not have, read from a mechanism file."""
    register(Table())
    register(LeadScrew())
    try:
        file = tmp_path / "machine.mech.json"
        file.write_text(json.dumps(MECHANISM))
        yield heft.load(file)
    finally:
        unregister("table")
        unregister("lead_screw")
    assert not {"table", "lead_screw"} & joint_kinds().keys()


def test_a_new_kind_is_read_named_and_written(machine: heft.Robot):
    assert (machine.nq, machine.nv) == (7, 6)
    assert machine.configuration_names[:3] == ["bed.x", "bed.y", "spindle"]
    assert machine.coordinate_names[2:] == ["spindle", "arm.wx", "arm.wy", "arm.wz"]
    again = heft.Robot.from_dict(json.loads(json.dumps(machine.to_dict())))
    assert again.to_dict() == machine.to_dict()


def test_a_new_kind_has_dynamics(machine: heft.Robot):
    q, qd, qdd = machine.random_state(3, SAMPLES)
    tau = heft.inverse_dynamics(machine, q, qd, qdd)
    Y = heft.torque_regressor(machine, q, qd, qdd)
    assert np.allclose(Y @ machine.parameter_vector, tau, rtol=1e-12, atol=1e-12)
    assert np.allclose(heft.forward_dynamics(machine, q, qd, tau), qdd, rtol=1e-9, atol=1e-9)
    energy = 0.5 * np.einsum("ni,nij,nj->n", qd, heft.mass_matrix(machine, q), qd)
    assert np.allclose(heft.kinetic_energy(machine, q, qd), energy, rtol=1e-12)


def test_the_compiled_kernels_take_a_new_kind_by_its_pose(machine: heft.Robot):
    q, qd, qdd = machine.random_state(4, SAMPLES)
    tree = tree_of(machine)
    tau = newton_euler.inverse_dynamics(tree, q.T, qd.T, qdd.T, tree.parameters)[0].T
    assert np.allclose(kernels.inverse_dynamics(machine, q, qd, qdd), tau, rtol=1e-11, atol=1e-11)
    assert np.allclose(kernels.forward_dynamics(machine, q, qd, tau), qdd, rtol=1e-9, atol=1e-9)
    Y = kernels.torque_regressor(machine, q, qd, qdd)
    assert np.allclose(Y @ machine.parameter_vector, tau, rtol=1e-11, atol=1e-11)


def test_jax_takes_a_new_kind(machine: heft.Robot):
    scan = pytest.importorskip("heft.dynamics.scan")
    q, qd, qdd = machine.random_state(5, 4)
    found = np.asarray(quickly(scan.batched(scan.inverse_dynamics, tree_of(machine)))(q, qd, qdd))
    assert np.allclose(found, heft.inverse_dynamics(machine, q, qd, qdd), rtol=1e-11, atol=1e-11)


def test_a_new_kind_is_simulated(machine: heft.Robot):
    free = machine.with_gravity([0, 0, 0])
    run = heft.simulate(free, 0.5, qd0=[0.1, -0.2, 0.3, 0.4, -0.5, 0.6], dt=1e-3)
    energy = heft.kinetic_energy(free, run.q, run.qd)
    assert np.allclose(energy, energy[0], rtol=1e-9)


def test_a_new_kind_has_a_verdict(machine: heft.Robot):
    exact, sampled = (heft.identifiability(machine, method=method) for method in ("auto", "float"))
    assert exact.n_base == sampled.n_base
    q, qd, qdd = machine.random_state(6, 200)
    Y = heft.torque_regressor(machine, q, qd, qdd).reshape(200 * machine.nv, -1)
    size = np.linalg.norm(Y, axis=0)
    columns = size > 1e-12 * size.max()  # the others are rounding errors
    assert np.linalg.matrix_rank(Y[:, columns] / size[columns], 1e-8) == exact.n_base
    assert exact.to_dict()["certificate"]["float_agrees"]


# -- the registry ---------------------------------------------------------------------------------


def test_kinds_come_in_the_order_of_their_coordinates():
    kinds = list(joint_kinds().values())
    assert kinds[-1].nv == 0
    widths = [kind.nv for kind in kinds[:-1]]
    assert widths == sorted(widths)


def test_an_unknown_kind_names_the_nearest():
    with pytest.raises(ArgumentError, match="There is no joint type 'revolut'") as caught:
        joint_kind("revolut")
    assert caught.value.remedy == "Did you mean 'revolute'?"


class _Universal(JointKind):
    """Two crossed hinges, whose motion subspace cannot be constant."""

    name = "universal"
    q_names = v_names = ("first", "second")

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        return [(frame.x, frame.zero), (frame.y, frame.zero)]

    def pose(self, axes: Axes, q: Any) -> tuple[Any, Any]:
        raise AssertionError


class _Hinge(_Universal):
    name = "hinge"
    q_names = v_names = ("",)

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        return [(frame.x, frame.zero)]


class _Short(_Universal):
    name = "short"
    v_names = ("first",)


class _Taken(_Universal):
    name = "revolute"


class _Phrase(_Universal):
    name = "a phrase"


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (_Universal(), "not closed under the Lie bracket"),
        (_Hinge(), "is not a ScrewKind"),
        (_Short(), "1 entries of qd and a motion subspace of shape"),
        (_Taken(), "is taken"),
        (_Phrase(), "is not a word"),
    ],
)
def test_what_cannot_be_a_kind_is_refused(kind: JointKind, what: str):
    before = joint_kinds()
    with pytest.raises(ArgumentError, match=what) as caught:
        register(kind)
    assert caught.value.remedy
    assert joint_kinds() == before


def test_a_mechanism_file_may_not_use_an_unregistered_kind():
    with pytest.raises(FormatError, match="There is no joint type 'table'"):
        heft.Robot.from_dict(MECHANISM)


def test_the_manual_has_the_table_of_kinds():
    """If this fails, put `heft.robot.joints.manual_table()` into docs/robots.md."""
    assert manual_table() in MANUAL.read_text()
