"""The dynamics as a user calls them: what comes back, and what is said when the arguments do not fit."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import heft
from heft.dynamics import api, engines, kernels
from heft.errors import ArgumentError, PhysicsError
from heft.robot.exact import Number
from heft.robot.joint import Joint, Mimic
from heft.robot.model import Body, Robot
from heft.robot.zoo import named, planar_n, random_tree

ROBOT = random_tree(3, 4, base="floating", friction=True)
Q, QD, QDD = ROBOT.random_state(0, 3)

CALLS = {
    "inverse_dynamics": (Q, QD, QDD),
    "forward_dynamics": (Q, QD, QDD),
    "torque_regressor": (Q, QD, QDD),
    "base_wrench": (Q, QD, QDD),
    "base_wrench_regressor": (Q, QD, QDD),
    "mass_matrix": (Q,),
    "bias_forces": (Q, QD),
    "gravity_forces": (Q,),
    "kinetic_energy": (Q, QD),
    "kinetic_energy_regressor": (Q, QD),
    "potential_energy": (Q,),
    "potential_energy_regressor": (Q,),
    "momentum": (Q, QD),
    "momentum_regressor": (Q, QD),
    "integrate": (Q, QD),
}
every_call = pytest.mark.parametrize("name", CALLS)

NV, COLUMNS = ROBOT.nv, len(ROBOT.parameter_names)
SHAPES = {
    "inverse_dynamics": (NV,),
    "forward_dynamics": (NV,),
    "torque_regressor": (NV, COLUMNS),
    "base_wrench": (6,),
    "base_wrench_regressor": (6, COLUMNS),
    "mass_matrix": (NV, NV),
    "bias_forces": (NV,),
    "gravity_forces": (NV,),
    "kinetic_energy": (),
    "kinetic_energy_regressor": (COLUMNS,),
    "potential_energy": (),
    "potential_energy_regressor": (COLUMNS,),
    "momentum": (6,),
    "momentum_regressor": (6, COLUMNS),
    "integrate": (ROBOT.nq,),
}


@every_call
@pytest.mark.parametrize("n", [0, 1, 3])
def test_the_shape_of_a_batch(name: str, n: int):
    assert getattr(heft, name)(ROBOT, *(x[:n] for x in CALLS[name])).shape == (n, *SHAPES[name])


@every_call
def test_the_shape_of_one_sample(name: str):
    assert np.shape(getattr(heft, name)(ROBOT, *(x[0] for x in CALLS[name]))) == SHAPES[name]


@every_call
def test_lists_and_integers_will_do(name: str):
    robot = planar_n(2)
    arguments = [[1, 2]] * len(CALLS[name])
    found = getattr(heft, name)(robot, *arguments)
    assert np.array_equal(found, getattr(heft, name)(robot, *np.array(arguments, float)))


@every_call
def test_arguments_are_not_changed(name: str):
    before = [x.copy() for x in CALLS[name]]
    getattr(heft, name)(ROBOT, *CALLS[name])
    assert all(np.array_equal(a, b) for a, b in zip(before, CALLS[name], strict=True))


def test_more_samples_than_a_chunk(monkeypatch: pytest.MonkeyPatch):
    q, qd, qdd = ROBOT.random_state(1, 20)
    wrench = np.random.default_rng(0).standard_normal((20, 6))
    whole = heft.inverse_dynamics(ROBOT, q, qd, qdd, wrenches={"body2": wrench})
    monkeypatch.setattr(engines, "CHUNK", 7)
    parts = heft.inverse_dynamics(ROBOT, q, qd, qdd, wrenches={"body2": wrench})
    assert np.allclose(parts, whole, rtol=0, atol=1e-12 * np.abs(whole).max())


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("base", ["fixed", "floating"])
def test_torques_of_parameters_are_those_of_the_regressor(base: str, fast: bool, monkeypatch: pytest.MonkeyPatch):
    """Also of parameters that no body has, and whatever armature the robot has."""
    if not fast:
        monkeypatch.setattr(engines, "compiled", lambda *_: None)
    robot = random_tree(5, 9, base=base)
    assert robot.rotors
    assert np.any(api.tree_of(robot).armature)
    state = robot.random_state(0, 70)
    Y = heft.torque_regressor(robot, *state)
    parameters = np.random.default_rng(1).standard_normal(Y.shape[2])
    np.testing.assert_allclose(api.torques_of(robot, parameters, *state), Y @ parameters, rtol=1e-9, atol=1e-9)


FEW = """
import sys, heft
robot = heft.load("zoo:puma560")
q, qd, qdd = robot.random_state(0, 3)
for _ in range(3):
    heft.forward_dynamics(robot, q, qd, heft.inverse_dynamics(robot, q, qd, qdd))
print("numba" in sys.modules)
for _ in range(200):
    heft.inverse_dynamics(robot, q[0], qd[0], qdd[0])
print("numba" in sys.modules)
"""


def test_a_process_with_little_to_do_does_not_load_the_kernels():
    done = subprocess.run([sys.executable, "-c", FEW], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "torque_regressor"])
def test_single_samples_by_the_kernels_are_those_by_numpy(name: str, monkeypatch: pytest.MonkeyPatch):
    state, calls = [x[0] for x in ROBOT.random_state(1, 2)], []
    whole = getattr(kernels, name)
    monkeypatch.setattr(kernels, name, lambda *args: calls.append(name) or whole(*args))
    monkeypatch.setitem(kernels.COLD, name, SimpleNamespace(takes=lambda work: False))
    found = getattr(heft, name)(ROBOT, *state)
    assert calls == [name]
    monkeypatch.setattr(engines, "compiled", lambda *_: None)
    expected = getattr(heft, name)(ROBOT, *state)
    assert calls == [name]
    assert found.shape == expected.shape
    assert np.allclose(found, expected, rtol=1e-10, atol=1e-10)


# -- arguments that do not fit --------------------------------------------------------------------


@every_call
def test_a_wrong_width_names_the_argument_and_the_robot(name: str):
    with pytest.raises(ArgumentError) as caught:
        getattr(heft, name)(ROBOT, CALLS[name][0][:, :-1], *CALLS[name][1:])
    nq = ROBOT.nq
    assert caught.value.what == f"'q' has shape (3, {nq - 1}), and robot '{ROBOT.name}' has nq = {nq}."
    assert caught.value.remedy == f"It must be ({nq},) or (n, {nq})."


@every_call
def test_too_many_axes(name: str):
    with pytest.raises(ArgumentError, match="'q' has shape"):
        getattr(heft, name)(ROBOT, *(x[None] for x in CALLS[name]))


@pytest.mark.parametrize("name", [name for name, arguments in CALLS.items() if len(arguments) > 1])
def test_the_second_argument_is_checked_too(name: str):
    q, qd, *rest = CALLS[name]
    with pytest.raises(ArgumentError, match="has nv = "):
        getattr(heft, name)(ROBOT, q, qd[:, 1:], *rest)
    with pytest.raises(ArgumentError, match=r"has \(2,\) samples where the arguments before it have \(3,\)"):
        getattr(heft, name)(ROBOT, q, qd[:2], *rest)
    with pytest.raises(ArgumentError, match=r"has \(\) samples where the arguments before it have \(3,\)"):
        getattr(heft, name)(ROBOT, q, qd[0], *rest)


@every_call
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_is_refused(name: str, value: float):
    for k, argument in enumerate(CALLS[name]):
        wrong = argument.copy()
        wrong[1, -1] = value
        with pytest.raises(ArgumentError, match="contains a number that is not finite"):
            getattr(heft, name)(ROBOT, *CALLS[name][:k], wrong, *CALLS[name][k + 1 :])


@every_call
@pytest.mark.parametrize("value", ["straight up", [[1, 2], [3]], None, {"joint1": 1.0}])
def test_what_is_no_array(name: str, value: object):
    with pytest.raises(ArgumentError, match=r"'q' (is not an array of numbers|contains a number|has shape)"):
        getattr(heft, name)(ROBOT, value, *CALLS[name][1:])


@every_call
def test_masks_and_text_are_refused_in_every_argument(name: str):
    for k, argument in enumerate(CALLS[name]):
        before, after = CALLS[name][:k], CALLS[name][k + 1 :]
        with pytest.raises(ArgumentError, match=r"'\w+' is a masked array"):
            getattr(heft, name)(ROBOT, *before, np.ma.masked_equal(argument, argument[1, 0]), *after)
        with pytest.raises(ArgumentError, match=r"'\w+' is not an array of numbers"):
            getattr(heft, name)(ROBOT, *before, argument.astype(str), *after)


@every_call
def test_a_quaternion_of_zero_length(name: str):
    q = Q.copy()
    q[2, ROBOT.q_index["joint1"]] = 0.0
    with pytest.raises(ArgumentError, match="quaternion of joint 'joint1' in 'q' has zero length") as caught:
        getattr(heft, name)(ROBOT, q, *CALLS[name][1:])
    assert "robot.neutral" in caught.value.remedy


def test_a_quaternion_of_another_length_is_normalised():
    longer = Q.copy()
    longer[:, ROBOT.q_index["joint1"]][:, :4] *= 3.0
    found, expected = heft.inverse_dynamics(ROBOT, longer, QD, QDD), heft.inverse_dynamics(ROBOT, Q, QD, QDD)
    assert np.allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


# -- wrenches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [heft.inverse_dynamics, heft.forward_dynamics])
class TestWrenches:
    def test_an_unknown_body(self, function):
        with pytest.raises(ArgumentError, match="has no body 'body22'") as caught:
            function(ROBOT, Q, QD, QDD, wrenches={"body22": np.zeros(6)})
        assert caught.value.remedy == "Did you mean 'body2'?"

    @pytest.mark.parametrize("shape", [(5,), (2, 6), (3, 5), (6, 3)])
    def test_a_wrong_shape(self, function, shape: tuple[int, ...]):
        with pytest.raises(ArgumentError, match=r"The wrench on 'body2' has shape .* must be \(6,\) or \(3, 6\)"):
            function(ROBOT, Q, QD, QDD, wrenches={"body2": np.zeros(shape)})

    def test_what_is_not_finite(self, function):
        with pytest.raises(ArgumentError, match="The wrench on 'body2' contains a number that is not finite"):
            function(ROBOT, Q, QD, QDD, wrenches={"body2": [0, 0, 0, np.nan, 0, 0]})

    def test_masks_and_text(self, function):
        for value, complaint in ((np.ma.masked_equal(np.zeros(6), 0), "a masked array"), (["0"] * 6, "not an array")):
            with pytest.raises(ArgumentError, match=f"The wrench on 'body2' is {complaint}"):
                function(ROBOT, Q, QD, QDD, wrenches={"body2": value})

    def test_friction_is_a_switch(self, function):
        with pytest.raises(ArgumentError, match=r"'friction' is 'no'\. It must be True or False"):
            function(ROBOT, Q, QD, QDD, friction="no")

    def test_one_for_all_samples_or_one_for_each(self, function):
        f = np.arange(6.0)
        same = function(ROBOT, Q, QD, QDD, wrenches={"body2": f})
        assert np.array_equal(function(ROBOT, Q, QD, QDD, wrenches={"body2": np.tile(f, (3, 1))}), same)
        assert not np.allclose(function(ROBOT, Q, QD, QDD), same)

    def test_none_is_none(self, function):
        assert np.array_equal(function(ROBOT, Q, QD, QDD, wrenches={}), function(ROBOT, Q, QD, QDD))


# -- bodies without inertia -----------------------------------------------------------------------


def massless_tip(armature: float = 0.0) -> Robot:
    robot = planar_n(2)
    tip = replace(robot.bodies[1], parameters=np.zeros(10), joint=replace(robot.bodies[1].joint, armature=armature))
    return replace(robot, bodies=(robot.bodies[0], tip))


@pytest.mark.parametrize("fast", [False, True])
def test_a_coordinate_that_moves_nothing(fast: bool, monkeypatch: pytest.MonkeyPatch):
    """The compiled kernels are heard as well as NumPy."""
    if not fast:
        monkeypatch.setattr(engines, "compiled", lambda *_: None)
    robot = massless_tip()
    with pytest.raises(PhysicsError, match="The mass matrix is singular") as caught:
        heft.forward_dynamics(robot, *robot.random_state(0, 3))
    assert caught.value.where == "robot 'planar_2'"
    assert "armature" in caught.value.remedy


def test_armature_is_inertia_enough():
    robot = massless_tip(armature=0.1)
    q, qd, qdd = robot.random_state(0, 3)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    assert np.allclose(heft.forward_dynamics(robot, q, qd, tau), qdd, rtol=1e-12)


@pytest.mark.parametrize("kind", ["spherical", "planar", "translation"])
def test_joints_with_several_coordinates_that_move_nothing(kind: str):
    robot = Robot("empty", (Body("a", -1, Joint("j", kind)),))
    with pytest.raises(PhysicsError, match="singular"):
        heft.forward_dynamics(robot, *robot.random_state(0, 3))


def test_a_gear_across_parents_that_moves_nothing():
    robot = planar_n(3)
    bodies = [replace(body, parameters=np.zeros(10)) for body in robot.bodies]
    bodies[2] = replace(bodies[2], joint=replace(bodies[2].joint, mimic=Mimic("joint1")))
    with pytest.raises(PhysicsError, match="singular"):
        heft.forward_dynamics(replace(robot, bodies=tuple(bodies)), np.zeros(2), np.zeros(2), np.ones(2))


# -- a robot without bodies, and by hand ----------------------------------------------------------


def test_a_robot_of_nothing():
    robot = Robot("nothing", ())
    assert heft.inverse_dynamics(robot, [], [], []).shape == (0,)
    assert heft.forward_dynamics(robot, [], [], []).shape == (0,)
    assert heft.mass_matrix(robot, []).shape == (0, 0)
    assert heft.torque_regressor(robot, [], [], []).shape == (0, 0)
    assert heft.kinetic_energy(robot, [], []) == heft.potential_energy(robot, []) == 0.0
    assert heft.integrate(robot, np.zeros((4, 0)), np.zeros((4, 0))).shape == (4, 0)


def test_a_pendulum_by_hand():
    """A rod of 1 kg and 1/2 m about its end: I = 1/12 kg m2, gravity along -y, q from the x axis."""
    robot, q, qd, qdd = planar_n(1), 0.4, 1.5, -2.0
    inertia = 1 * 0.5**2 / 3
    torque = inertia * qdd + 9.81 * 0.25 * np.cos(q)
    assert heft.inverse_dynamics(robot, [q], [qd], [qdd]) == pytest.approx([torque])
    assert heft.forward_dynamics(robot, [q], [qd], [torque]) == pytest.approx([qdd])
    assert heft.mass_matrix(robot, [q]) == pytest.approx(np.array([[inertia]]))
    assert heft.kinetic_energy(robot, [q], [qd]) == pytest.approx(0.5 * inertia * qd**2)
    assert heft.potential_energy(robot, [q]) == pytest.approx(9.81 * 0.25 * np.sin(q))
    assert heft.momentum(robot, [q], [qd])[2] == pytest.approx(inertia * qd)
    force = heft.base_wrench(robot, [q], [qd], [qdd])[3:]
    radial, tangential = np.array([np.cos(q), np.sin(q), 0]), np.array([-np.sin(q), np.cos(q), 0])
    assert force == pytest.approx(-0.25 * qd**2 * radial + 0.25 * qdd * tangential + [0, 9.81, 0])


def test_two_pendulums_geared_together_by_hand():
    """A follower at -2 q doubles its speed: M = I1 + 4 I2 about the same origin, gravity G1 - 2 G2(-2 q)."""
    one = planar_n(1).bodies[0]
    other = replace(one, name="other", joint=Joint("other", "revolute", mimic=Mimic("joint1", Number.parse(-2))))
    robot = Robot("geared", (one, other)).with_gravity([0, "-9.81", 0])
    inertia, q = 0.25 / 3, 0.7
    assert heft.mass_matrix(robot, [q]) == pytest.approx(np.array([[5 * inertia]]))
    weight = 9.81 * 0.25 * (np.cos(q) - 2 * np.cos(-2 * q))
    assert heft.gravity_forces(robot, [q]) == pytest.approx([weight])
    assert heft.forward_dynamics(robot, [q], [0.3], [weight + 5 * inertia]) == pytest.approx([1.0])


def test_public_names_are_there():
    for name in heft.__all__:
        assert getattr(heft, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        _ = heft.simulat


def test_zoo_robots_run():
    for name in ("puma560", "cheetah3", "scara"):
        robot = named(name)
        q, qd, qdd = robot.random_state(0)
        tau = heft.inverse_dynamics(robot, q, qd, qdd)
        assert np.allclose(heft.forward_dynamics(robot, q, qd, tau), qdd, rtol=1e-9, atol=1e-9)


def test_what_is_no_argument_is_said_so() -> None:
    robot = heft.load("zoo:puma560")
    q, qd, qdd = robot.random_state(0, 5)
    calls = {
        "not a Robot": lambda: heft.inverse_dynamics("zoo:puma560", q, qd, qdd),
        "not an array of numbers": lambda: heft.bias_forces(robot, q, [[1], [1, 2]]),
        "'q' is not an array": lambda: heft.inverse_dynamics(robot, q + 1j, qd, qdd),
        "must map names": lambda: heft.inverse_dynamics(robot, q, qd, qdd, wrenches=[0] * 6),
        "no body '3'": lambda: heft.inverse_dynamics(robot, q, qd, qdd, wrenches={3: [0] * 6}),
        "'qd' has shape": lambda: heft.friction_torque(robot, np.zeros((5, 3))),
        "'n' is -1": lambda: robot.random_state(0, -1),
        "link1.m is not a finite": lambda: robot.with_parameters(np.full(84, np.nan)),
        "'values' is not an array": lambda: robot.with_parameters("abc"),
        "'seed' is '0'": lambda: robot.random_state("0"),
        "'n' is '5'": lambda: robot.random_state(0, "5"),
        "'mimic' is 'no'": lambda: heft.load("zoo:puma560", mimic="no"),
        "'qd' is a masked": lambda: heft.friction_torque(robot, np.ma.masked_equal(qd, 0)),
        "str, not a Robot": lambda: heft.simulate("zoo:puma560", 1.0),
        "shorter than half a step": lambda: heft.simulate(robot, 1e-4, dt=1.0),
    }
    for complaint, call in calls.items():
        with pytest.raises(ArgumentError, match=complaint):
            call()


def test_a_robot_that_cannot_move_takes_any_number_of_samples(tmp_path) -> None:
    path = tmp_path / "stone.urdf"
    path.write_text('<robot name="stone"><link name="stone"/></robot>')
    nothing = np.zeros((30_000, 0))
    assert heft.inverse_dynamics(heft.load(path), nothing, nothing, nothing).shape == (30_000, 0)
