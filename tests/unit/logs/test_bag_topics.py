"""Bags with several topics: joints on two of them, commands, wrenches, and two that could both be meant."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in

import heft
from heft.cli import main
from heft.errors import FormatError
from heft.logs.log_files import read_log
from heft.logs.maps.unmapped import read_unmapped
from heft.report.logs import warnings

pytest.importorskip("rosbags")
N, RATE = 60, 100
T = np.arange(N) / RATE


def bag(
    folder: Path,
    topics: dict[str, tuple[list[str], float]],
    sensor: str | list[str] | None = None,
    wrench_topics: tuple[str, ...] = ("/wrench",),
) -> Path:
    """Write a rosbag2: joints by topic, each with the time by which its stamps are late; q = sin(t + number).

    Wrenches are in the frame of a sensor, or in several in turn.
    """
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    kinds = store.types
    Time, Header = kinds["builtin_interfaces/msg/Time"], kinds["std_msgs/msg/Header"]
    State, Vector = kinds["sensor_msgs/msg/JointState"], kinds["geometry_msgs/msg/Vector3"]
    Stamped, Wrench = kinds["geometry_msgs/msg/WrenchStamped"], kinds["geometry_msgs/msg/Wrench"]

    def header(t: float, frame: str = ""):
        return Header(Time(sec=int(t), nanosec=round(1e9 * (t % 1))), frame)

    with Writer(folder, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        for topic, (joints, late) in topics.items():
            connection = writer.add_connection(topic, State.__msgtype__, typestore=store)
            for t in T + late:
                q = np.sin(t + np.arange(len(joints)))
                state = State(header(1 + t), joints, q, np.cos(t + np.arange(len(joints))), 2 * q)
                writer.write(connection, int(1e9 * (1 + t)), store.serialize_cdr(state, State.__msgtype__))
        frames = [sensor] if isinstance(sensor, str) else sensor
        for topic in wrench_topics if frames else ():
            connection = writer.add_connection(topic, Stamped.__msgtype__, typestore=store)
            for k, t in enumerate(T):
                force, torque = Vector(x=t, y=2.0, z=3.0), Vector(x=4.0, y=5.0, z=-t)
                message = Stamped(header(1 + t, frames[k % len(frames)]), Wrench(force, torque))
                writer.write(connection, int(1e9 * (1 + t)), store.serialize_cdr(message, Stamped.__msgtype__))
    return folder


def publishers(folder: Path, joints: tuple[list[str], ...], numbers: int | None = None) -> Path:
    """Write a rosbag2 with one topic to which several drivers send in turn, 2 ms after each other; q = sin(t + k)."""
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    kinds = store.types
    Time, Header = kinds["builtin_interfaces/msg/Time"], kinds["std_msgs/msg/Header"]
    State = kinds["sensor_msgs/msg/JointState"]
    with Writer(folder, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        connection = writer.add_connection("/joint_states", State.__msgtype__, typestore=store)
        for own in T:
            for turn, names in enumerate(joints):
                t = own + 0.002 * turn
                q = np.sin(t + np.arange(len(names)))
                state = State(Header(Time(1, round(1e9 * t)), ""), names, q[:numbers], np.empty(0), np.empty(0))
                writer.write(connection, round(1e9 * (1 + t)), store.serialize_cdr(state, State.__msgtype__))
    return folder


def test_joints_of_two_topics_make_one_log(tmp_path):
    log = read_log(bag(tmp_path / "bag", {"/arm": (["a", "b"], 0.0), "/gripper": (["finger"], -0.004)}))
    assert log.joints == ("a", "b", "finger")
    np.testing.assert_allclose(log.t, 1 + T, atol=1e-8)
    np.testing.assert_allclose(log.q[:-1, 2], np.sin(T[:-1]), atol=2e-5)  # its first stamp is before that of the arm
    assert np.isnan(log.q[-1, 2])  # the other topic had ended


def test_a_topic_that_ends_first_is_no_file_that_was_cut_off(tmp_path):
    robot = heft.load(arm_in(tmp_path))
    topics = {"/arm": (robot.joint_names[:2], 0.0), "/gripper": (robot.joint_names[2:], -0.004)}
    log = read_log(bag(tmp_path / "bag", topics)).part(1, None)
    assert not np.isfinite(log.q[-1]).all()
    assert np.isfinite(log.q[:-1]).all()
    found = warnings(log)
    assert f"q.{robot.joint_names[2]} is missing in 1 of {N - 1} samples." in found
    assert not any("cut off" in text for text in found)


def test_two_publishers_on_one_topic_make_one_log(tmp_path):
    """As the drivers of an arm and of its gripper: their messages take turns."""
    path = publishers(tmp_path / "bag", (["a", "b"], ["finger"]))
    log = read_log(path)
    assert log.joints == ("a", "b", "finger")
    assert len(log.t) == N
    np.testing.assert_array_equal(log.q[:, :2], np.sin(T[:, None] + [0, 1]))
    inside = slice(1, N)  # the gripper's first stamp is later than the arm's
    np.testing.assert_allclose(log.q[inside, 2], np.sin(T[inside]), atol=1e-4)


def test_messages_that_leave_out_joints_stay_one_table(tmp_path):
    log = read_log(publishers(tmp_path / "bag", (["a", "b"], ["a"])))
    assert log.joints == ("a", "b")
    assert len(log.t) == 2 * N
    assert np.isnan(log.q[1::2, 1]).all()


def test_a_message_without_a_number_for_each_joint_is_refused(tmp_path):
    with pytest.raises(FormatError, match=r"on /joint_states names 2 joints, but gives the position of 1\."):
        read_log(publishers(tmp_path / "bag", (["a", "b"],), numbers=1))


def test_commands_are_kept_apart(tmp_path):
    log = read_log(bag(tmp_path / "bag", {"/joint_states": (["a", "b"], 0.0), "/joint_commands": (["b", "a"], 0.0)}))
    assert log.joints == ("a", "b")
    np.testing.assert_allclose(log.command, np.stack([np.sin(T + 1), np.sin(T)], axis=1), atol=1e-8)


def test_two_topics_for_the_same_joints_are_asked_about(tmp_path):
    path = bag(tmp_path / "bag", {"/one": (["a"], 0.0), "/two": (["a"], 0.5)})
    with pytest.raises(FormatError, match="/one and /two, for the same joints"):
        read_log(path)
    log, _ = read_unmapped(path, settings={"topic": "/two"})
    np.testing.assert_allclose(log.q[:, 0], np.sin(T + 0.5), atol=1e-8)
    with pytest.raises(FormatError, match="no joint states on '/tow'"):
        read_unmapped(path, settings={"topic": "/tow"})


def test_wrenches_are_channels_of_their_frame(tmp_path):
    path = bag(tmp_path / "bag", {"/joint_states": (["a", "b"], 0.0)}, sensor="/tool0")
    log = read_log(path)
    expected = np.stack([T, *(np.full(N, x) for x in (2.0, 3.0, 4.0, 5.0)), -T], axis=1)
    np.testing.assert_allclose(log.wrenches["tool0"], expected, atol=1e-8)
    log.write(tmp_path / "log.parquet")
    again = read_log(tmp_path / "log.parquet")
    np.testing.assert_array_equal(again.wrenches["tool0"], log.wrenches["tool0"])
    np.testing.assert_array_equal(again.part(2, 5).wrenches["tool0"], log.wrenches["tool0"][2:5])
    assert heft.Log.from_dict(log.to_dict()).wrenches.keys() == {"tool0"}


def test_wrenches_in_several_frames_are_refused(tmp_path):
    path = bag(tmp_path / "bag", {"/joint_states": (["a"], 0.0)}, sensor=["tool0", "base"])
    with pytest.raises(FormatError, match="on /wrench are in several frames: tool0, base") as caught:
        read_log(path)
    assert "one frame" in caught.value.remedy


def test_two_topics_of_one_sensor_are_named(tmp_path):
    path = bag(tmp_path / "bag", {"/joint_states": (["a"], 0.0)}, sensor="tool0", wrench_topics=("/raw", "/filtered"))
    with pytest.raises(FormatError, match=r"'tool0' are on /(raw|filtered) and on /(raw|filtered)"):
        read_log(path)


def test_a_topic_of_a_table_is_refused(tmp_path):
    (tmp_path / "run.csv").write_text("t,q.a\n0,1\n1,2\n")
    with pytest.raises(FormatError, match="has no 'topic'"):
        read_unmapped(tmp_path / "run.csv", settings={"topic": "/x"})


def test_commands_alone_are_not_taken_for_positions(tmp_path):
    path = bag(tmp_path / "bag", {"/arm/joint_commands": (["a", "b"], 0.0)})
    with pytest.raises(FormatError, match="topic name /arm/joint_commands, these joint states are commands"):
        read_log(path)
    log, *_ = read_unmapped(path, settings={"topic": "/arm/joint_commands"})
    assert log.joints == ("a", "b")


def test_a_bag_that_a_verb_refuses_is_imported_as_the_remedy_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    bag(tmp_path / "run", {"/left": (["q"], 0.0), "/right": (["q"], 0.0)})
    assert main(["check", "zoo:cartpole", "run"]) == 2
    assert "heft import BAG --topic TOPIC -o log.parquet" in capsys.readouterr().err
    assert main(["import", "run", "--topic", "/left", "-o", "log.parquet"]) == 0
    assert read_log(tmp_path / "log.parquet").n == N
