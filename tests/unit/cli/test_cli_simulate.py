"""`heft simulate`: the motion is the library's, and its file reads back number for number."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import heft as package

PENDULUM = ("simulate", "zoo:double_pendulum", "--duration", 0.5, "--dt", 0.01)


def read(path: str) -> dict[str, np.ndarray]:
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    return {name: np.array([float(row[k]) for row in rows]) for k, name in enumerate(header)}


def test_csv_is_the_trajectory(heft):
    answer = heft(*PENDULUM, "--q0", "shoulder=2,elbow=pi/2", "--qd0", "elbow=-1", "-o", "out.csv")
    assert (answer.status, answer.err) == (0, "")
    assert "Written to out.csv." in answer.out
    assert "0.5 s in 50 steps of 0.01 s" in answer.out
    robot = package.load("zoo:double_pendulum")
    path = package.simulate(robot, 0.5, q0=[2, np.pi / 2], qd0=[0, -1], dt=0.01)
    columns = read("out.csv")
    assert list(columns) == list(path.to_dict())
    for name, values in path.to_dict().items():
        np.testing.assert_array_equal(columns[name], values)


def test_a_log_drives_its_own_motion_again(heft):
    Path("tau.csv").write_text("t,tau.elbow\n0,1\n0.1,-2\n0.333,0.5\n")
    start = ("--q0", "shoulder=1")
    heft(*PENDULUM, *start, "--tau", "tau.csv", "-o", "first.csv")
    heft(*PENDULUM, *start, "--tau", "first.csv", "-o", "second.csv")
    assert Path("first.csv").read_bytes() == Path("second.csv").read_bytes()
    torque = read("first.csv")
    np.testing.assert_array_equal(torque["tau.shoulder"], 0)
    expected = np.where(torque["t"] < 0.099, 1, np.where(torque["t"] < 0.333, -2, 0.5))
    np.testing.assert_array_equal(torque["tau.elbow"], expected)


def test_torque_holds_from_its_time_on(heft):
    Path("tau.csv").write_text("t,tau.elbow\n0.2,1\n")
    heft(*PENDULUM, "--tau", "tau.csv", "-o", "out.csv", "-q")
    columns = read("out.csv")
    np.testing.assert_array_equal(columns["tau.elbow"], columns["t"] > 0.199)


def test_json_has_the_samples_or_the_file(heft):
    facts = json.loads(heft(*PENDULUM, "--seed", 4, "--json").out)
    robot = package.load("zoo:double_pendulum")
    q, qd, _ = robot.random_state(4)
    path = package.simulate(robot, 0.5, q0=q, qd0=qd, dt=0.01)
    assert facts["columns"] == path.to_dict()
    assert facts["output"] is None
    assert (facts["steps"], facts["dt"], facts["seed"], facts["integrator"]) == (50, 0.01, 4, "rk4")
    assert facts["q"][1] == {
        "name": "elbow",
        "start": path.q[0, 1],
        "end": path.q[-1, 1],
        "min": path.q[:, 1].min(),
        "max": path.q[:, 1].max(),
    }
    energy = facts["energy"]
    total = package.kinetic_energy(robot, path.q, path.qd) + package.potential_energy(robot, path.q)
    assert energy["start"] == pytest.approx(total[0])
    assert energy["end"] == pytest.approx(total[-1])
    assert energy["conserved"]
    assert energy["relative_drift"] < 1e-5
    written = json.loads(heft(*PENDULUM, "--json", "-o", "out.csv").out)
    assert written["columns"] is None
    assert written["output"] == "out.csv"


def test_seed_is_overruled_by_q0(heft):
    facts = json.loads(heft(*PENDULUM, "--seed", 4, "--q0", "elbow=0.25", "--json").out)
    robot = package.load("zoo:double_pendulum")
    assert [entry["start"] for entry in facts["q"]] == [robot.random_state(4)[0][0], 0.25]


@pytest.mark.parametrize(
    ("options", "gravity"), [([], [0, -9.81, 0]), (["--no-gravity"], [0, 0, 0]), (["--gravity", 1, 0, -2], [1, 0, -2])]
)
def test_gravity(heft, options, gravity):
    facts = json.loads(heft(*PENDULUM, *options, "--json").out)
    assert facts["gravity"] == gravity
    robot = package.load("zoo:double_pendulum").with_gravity(gravity)
    start = package.forward_dynamics(robot, robot.neutral, np.zeros(2), np.zeros(2))
    assert [facts["columns"][f"qdd.{name}"][0] for name in robot.joint_names] == pytest.approx(start)


def test_friction_does_work_unless_it_is_off(heft):
    call = ("simulate", "zoo:furuta", "--duration", 0.2, "--dt", 0.01, "--q0", "pendulum=2", "--json")
    rubbed, free = (json.loads(heft(*call, *options).out) for options in ([], ["--no-friction"]))
    assert rubbed["friction"]
    assert not rubbed["energy"]["conserved"]
    assert rubbed["energy"]["change"] < 0
    assert not free["friction"]
    assert free["energy"]["conserved"]


def test_a_floating_robot(heft):
    half = "root_joint.qw=0.70711,root_joint.qz=0.70711"
    call = ("simulate", "zoo:cheetah3_torso_leg", "--duration", 0.1, "--dt", 0.01, "--no-gravity")
    facts = json.loads(heft(*call, "--q0", half, "--q0", "root_joint.x=2", "--qd0", "root_joint.vx=1", "--json").out)
    q = {entry["name"]: entry for entry in facts["q"]}
    assert q["root_joint.qw"]["start"] == pytest.approx(np.sqrt(0.5), abs=1e-15)
    assert q["root_joint.x"]["start"] == 2
    assert q["root_joint.y"]["end"] > 0.05, "its own x axis points along the world's y"
    assert heft(*call, "--seed", 1).status == 0


def test_semi_implicit_euler(heft):
    facts = json.loads(heft(*PENDULUM, "--seed", 1, "--integrator", "semi-implicit-euler", "--json").out)
    robot = package.load("zoo:double_pendulum")
    q, qd, _ = robot.random_state(1)
    path = package.simulate(robot, 0.5, q0=q, qd0=qd, dt=0.01, integrator="semi-implicit-euler")
    assert facts["columns"]["q.elbow"] == path.q[:, 1].tolist()


def test_text_draws_every_joint(heft):
    few = heft("simulate", "zoo:ur10e", "--duration", 0.05, "--seed", 2).out
    assert "Drift" in few
    assert all(name in few for name in package.load("zoo:ur10e").joint_names)
    many = heft("simulate", "zoo:cheetah3", "--duration", 0.02, "--seed", 2).out
    assert "hind_left_knee" in many
    assert max(map(len, (few + many).splitlines())) <= 100


def test_no_time_at_all(heft):
    answer = heft("simulate", "zoo:double_pendulum", "--duration", 0)
    assert answer.status == 0
    assert "0 s in 0 steps" in answer.out
    assert json.loads(heft("simulate", "zoo:double_pendulum", "--duration", 0, "--json").out)["dt"] is None


def test_quiet(heft):
    assert heft(*PENDULUM, "--quiet") == (0, "", "")


def test_a_motion_that_explodes_is_refused(refused):
    """Friction that drives a joint on, without bound."""
    Path("light.json").write_text(
        json.dumps(
            {
                "format": "heft-mechanism/1",
                "name": "light",
                "bodies": [
                    {
                        "name": "spring",
                        "joint": {"type": "revolute"},
                        "friction": {"viscous": -1e6},
                        "inertia": {"mass": 1e-3, "about_com": [1e-6, 1e-6, 1e-6]},
                    }
                ],
            }
        )
    )
    line = refused("simulate", "light.json", "--duration", 1, "--qd0", "spring=1", "-o", "out.csv")
    assert "diverged" in line
    assert "smaller step" in line
    assert not Path("out.csv").exists()
