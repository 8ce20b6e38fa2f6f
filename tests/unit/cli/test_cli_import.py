"""`heft import`: a log is written whole or not at all, and what is wrong is one line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import heft as library
from heft.errors import FileError

MAP = """format = "heft-map/1"
joints = ["a", "b"]
[time]
rate = 100
[q]
columns = [0, 1]
unit = "deg"
[tau]
columns = { a = 2 }
passive = ["b"]
"""


@pytest.fixture
def raw(folder: Path) -> Path:
    t = np.arange(200) / 100
    np.savetxt(folder / "raw.csv", np.column_stack([90 * np.sin(t), 45 * np.cos(t), t]), delimiter=",")
    (folder / "map.toml").write_text(MAP)
    return folder / "raw.csv"


def test_a_log_is_written(heft, raw: Path):
    answer = heft("import", raw, "--map", "map.toml", "-o", "log.parquet")
    assert answer.status == 0
    assert "200 samples in 1.99 s at 100 Hz, even stamps, joint torque" in answer.out
    assert "Written to log.parquet." in answer.out
    log = library.read_log("log.parquet")
    assert log.q[:, 0].max() == pytest.approx(np.pi / 2, rel=1e-3)
    assert log.metadata["passive"] == ["b"]


def test_json_and_csv(heft, raw: Path):
    answer = heft("import", raw, "--map", "map.toml", "-o", "log.csv", "--json")
    facts = json.loads(answer.out)
    assert facts["samples"] == 200
    assert facts["joints"] == ["a", "b"]
    assert facts["output"] == "log.csv"
    assert facts["metadata"]["import"]["files"][0]["path"].endswith("raw.csv")
    np.testing.assert_array_equal(library.read_log("log.csv").t, np.arange(200) / 100)


def test_quiet(heft, raw: Path):
    assert heft("import", raw, "--map", "map.toml", "-o", "log.parquet", "--quiet").out == ""


def test_without_output_nothing_is_written(heft, raw: Path, folder: Path):
    before = sorted(folder.iterdir())
    assert "Nothing was written" in heft("import", raw, "--map", "map.toml").out
    assert sorted(folder.iterdir()) == before


def test_what_is_wrong_is_one_line_and_nothing_is_written(refused, raw: Path, folder: Path):
    assert "File not found" in refused("import", "none.csv", "--map", "map.toml", "-o", "log.parquet")
    assert "File not found" in refused("import", raw, "--map", "none.toml", "-o", "log.parquet")
    assert "must end in .parquet" in refused("import", raw, "--map", "map.toml", "-o", "log.txt")
    assert "never changed" in refused("import", raw, "--map", "map.toml", "-o", "raw.csv")
    (folder / "map.toml").write_text(MAP.replace("unit", "unti"))
    assert "Did you mean 'unit'?" in refused("import", raw, "--map", "map.toml", "-o", "log.parquet")
    assert not (folder / "log.parquet").exists()
    assert "--map" in refused("import", raw)


def test_a_last_line_that_breaks_off_is_told_once(heft, folder: Path):
    path = folder / "run.csv"
    rows = [f"{k / 100},{k % 7},{k % 5},{k % 3},{k % 4}" for k in range(50)]
    path.write_text("\n".join(["t,q.a,q.b,tau.a,tau.b", *rows, "0.5,0.1,0."]))
    shown = heft("import", path).out
    assert "The last sample breaks off: it lacks q.b, tau.a, tau.b." in shown
    assert "is missing in" not in shown


def test_a_last_line_that_breaks_off_is_told_where_a_log_is_used(tmp_path: Path):
    robot, log = library.load("zoo:double_pendulum"), tmp_path / "run.csv"
    swing = library.simulate(robot, 5.0, q0=[0.5, 0.2], dt=0.01)
    library.Log(swing.t, tuple(robot.joint_names), swing.q, effort=np.sin(swing.q)).write(log)
    whole = library.clean(robot, library.read_log(log))
    with log.open("a") as file:
        file.write("5.01,0.1,0.")
    cut = library.clean(robot, library.read_log(log))
    first, second = robot.joint_names
    assert not any("breaks off" in text for text in whole.warnings)
    assert any(f"breaks off: it lacks q.{second}, tau.{first}, tau.{second}. Was" in text for text in cut.warnings)


def test_without_its_log_a_guessed_map_is_not_left_behind(heft, refused, folder, monkeypatch):
    (folder / "raw.csv").write_text("\n".join(["time,q_1,tau_1", *(f"{k / 100},{k},{k}" for k in range(40))]))

    def full(*_):
        raise FileError("It cannot be written: No space left on device.", where="run.parquet", remedy="Make room.")

    monkeypatch.setattr("heft.logs.log_files.write_whole", full)
    assert "No space left" in refused("import", "raw.csv", "-o", "run.parquet")
    assert not (folder / "run.map.toml").exists()


def test_a_guessed_map_is_written_and_never_overwritten(heft, refused, folder):
    lines = ["time,q_1,tau_1", *(f"{k / 100},{k},{k}" for k in range(40))]
    (folder / "raw.csv").write_text("\n".join(lines))
    answer = heft("import", "raw.csv", "-o", "run.parquet")
    assert answer.status == 0, answer.err
    assert "run.map.toml" in answer.out
    assert 'columns = ["q_1"]' in (folder / "run.map.toml").read_text()
    assert heft("import", "raw.csv", "-o", "run.parquet").status == 0  # the same guess
    with open(folder / "run.map.toml", "a") as guessed:
        guessed.write("# corrected\n")
    assert "not guessed again" in refused("import", "raw.csv", "-o", "run.parquet")
    assert heft("import", "raw.csv", "--map", "run.map.toml", "-o", "run.parquet").status == 0
    assert "--robot" in refused("import", "raw.csv", "--map", "run.map.toml", "--robot", "zoo:puma560")


GRIPPER = """<robot name="r"><link name="base"/>{bodies}</robot>"""
BODY = """<link name="{0}_link"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
</inertial></link><joint name="{0}" type="revolute"><parent link="{1}"/><child link="{0}_link"/><axis xyz="0 0 1"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>"""


@pytest.fixture
def hand(folder: Path) -> Path:
    """An arm of two joints with two fingers, and numbered columns of the arm alone."""
    tree = {"a": "base", "b": "a_link", "left": "b_link", "right": "b_link"}
    (folder / "hand.urdf").write_text(GRIPPER.format(bodies="".join(BODY.format(*each) for each in tree.items())))
    t = np.arange(200) / 100
    rows = np.column_stack([t, np.sin(t), np.cos(t), t, t])
    np.savetxt(folder / "arm.csv", rows, delimiter=",", header="time,q_0,q_1,tau_0,tau_1", comments="")
    return folder / "arm.csv"


def test_numbered_columns_without_those_of_a_gripper(heft, hand: Path):
    answer = heft("import", hand, "--robot", "hand.urdf", "-o", "log.parquet")
    assert answer.status == 0, answer.err
    assert "no columns for 'left', 'right'" in answer.out
    assert library.read_log("log.parquet").joints == ("a", "b")


def test_numbered_columns_that_may_be_those_of_other_joints_are_not_guessed(refused, hand: Path, folder: Path):
    tree = {"a": "base", "b": "a_link", "c": "base"}  # two branches: which two joints are they?
    (folder / "two.urdf").write_text(GRIPPER.format(bodies="".join(BODY.format(*each) for each in tree.items())))
    assert "the robot has 'a', 'b', 'c'" in refused("import", hand, "--robot", "two.urdf")


def test_columns_of_a_part_of_the_robot(heft, hand: Path):
    answer = heft("import", hand, "--robot", "hand.urdf", "--group", "left,right", "-o", "log.parquet")
    assert answer.status == 0, answer.err
    assert library.read_log("log.parquet").joints == ("left", "right")


@pytest.mark.parametrize(
    "option", [("--group", "a"), ("--lock", "a=0"), ("--package-path", "."), ("--base", "floating")]
)
def test_options_of_the_robot_need_one(refused, hand: Path, option: tuple[str, str]):
    assert f"{option[0]} has no effect without a robot" in refused("import", hand, *option)


def test_packages_of_the_robot_are_found(heft, hand: Path, folder: Path):
    (folder / "ws/parts").mkdir(parents=True)
    (folder / "ws/parts/inner.xacro").write_text((folder / "hand.urdf").read_text())
    include = '<xacro:include filename="$(find parts)/inner.xacro"/>'
    (folder / "outer").mkdir()
    head = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    (folder / "outer/hand.xacro").write_text(f"{head}{include}</robot>")
    answer = heft("import", hand, "--robot", "outer/hand.xacro", "--package-path", "ws", "-o", "log.parquet")
    assert answer.status == 0, answer.err


def test_a_log_of_another_robot_is_refused(refused, hand: Path, folder: Path):
    t = np.arange(50) / 100
    library.Log(t, ("elbow",), np.sin(t)[:, None], effort=t[:, None]).write(folder / "other.parquet")
    assert "log of another robot" in refused("import", "other.parquet", "--robot", "hand.urdf")


def test_the_rate_and_the_joints_of_a_file_that_says_neither(heft, refused, folder: Path):
    np.savetxt(folder / "run.csv", np.eye(40, 4), delimiter=",", header="q_1,q_2,tau_1,tau_2", comments="")
    assert "heft import FILE --rate HZ" in refused("import", "run.csv")
    answer = heft("import", "run.csv", "--rate", 50, "--joints", "elbow,wrist", "-o", "log.parquet")
    assert answer.status == 0, answer.err
    log = library.read_log("log.parquet")
    assert log.joints == ("elbow", "wrist")
    assert log.rate == pytest.approx(50)
    assert "rate = 50.0" in (folder / "log.map.toml").read_text()


def test_the_rate_of_a_map_without_time(heft, refused, raw: Path, folder: Path):
    assert "It says where the time stamps are" in refused("import", raw, "--map", "map.toml", "--rate", 50)
    (folder / "map.toml").write_text(MAP.replace("[time]\nrate = 100\n", ""))
    assert "--rate HZ" in refused("import", raw, "--map", "map.toml")
    answer = heft("import", raw, "--map", "map.toml", "--rate", 50, "-o", "log.parquet")
    assert answer.status == 0, answer.err
    assert library.read_log("log.parquet").rate == pytest.approx(50)
    assert "which names the joints" in refused("import", raw, "--map", "map.toml", "--joints", "a,b")
