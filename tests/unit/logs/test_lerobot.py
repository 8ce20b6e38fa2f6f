"""LeRobot datasets, as their recorders write them: list columns, names in meta/info.json, episodes."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.small_robots import body, mechanism

from heft.errors import FormatError
from heft.logs.cleaning import clean
from heft.logs.formats import format_of
from heft.logs.log_files import read_log
from heft.logs.maps.unmapped import read_unmapped
from heft.report.logs import warnings

RATE = 30
NAMES = ["shoulder_pan.pos", "elbow_flex.pos", "gripper.pos"]


def motion(episode, n=40):
    t = np.arange(n) / RATE
    return np.stack([30 * np.sin(t + episode), 50 * np.cos(t), 20 + 5 * t], axis=1)


def rows(episode, states, extra=()):
    return {
        **{name: values.astype(np.float32).tolist() for name, values in dict(extra).items()},
        "action": (states + 1.5).astype(np.float32).tolist(),
        "observation.state": states.astype(np.float32).tolist(),
        "timestamp": (np.arange(len(states)) / RATE).astype(np.float32),
        "frame_index": np.arange(len(states)),
        "episode_index": np.full(len(states), episode),
        "task": ["wave"] * len(states),
    }


def dataset(folder, names=NAMES, version="v2.1", episodes=2, widths=None, n=40):
    shape = [len(NAMES)]
    features = {key: {"dtype": "float32", "shape": shape, "names": names} for key in ("action", "observation.state")}
    for key in ("timestamp", "frame_index", "episode_index"):
        features[key] = {"dtype": "int64", "shape": [1], "names": None}
    features["observation.images.top"] = {"dtype": "video", "shape": [480, 640, 3], "names": ["h", "w", "c"]}
    (folder / "meta").mkdir(parents=True)
    info = {"codebase_version": version, "fps": RATE, "total_episodes": episodes, "features": features}
    (folder / "meta/info.json").write_text(json.dumps(info))
    (folder / "data/chunk-000").mkdir(parents=True)
    tables = [rows(k, motion(k, n)[:, : (widths or [3] * episodes)[k]]) for k in range(episodes)]
    if version.startswith("v3"):
        whole = pa.concat_tables([pa.table(table) for table in tables])
        pq.write_table(whole, folder / "data/chunk-000/file-000.parquet")
    else:
        for k, table in enumerate(tables):
            pq.write_table(pa.table(table), folder / f"data/chunk-000/episode_{k:06d}.parquet")
    return folder


def servo_arm(limit):
    limits = {"lower": -limit, "upper": limit, "velocity": 5, "effort": 5}
    inertia = {"mass": 0.1, "com": [0.1, 0, 0], "about_com": [0.001, 0.001, 0.001]}
    joint = {"type": "revolute", "axis": [0, 1, 0]}
    parents = [None, "a", "b"]
    return mechanism(
        *(
            body(name, parent, joint | {"name": each.removesuffix(".pos")}, inertia=inertia, limits=limits)
            for name, parent, each in zip("abc", parents, NAMES, strict=True)
        )
    )


@pytest.mark.parametrize("version", ["v2.1", "v3.0"])
@pytest.mark.parametrize("names", [NAMES, {"motors": NAMES}])
def test_states_are_positions_and_actions_are_commands(tmp_path, version, names):
    log, guess = read_unmapped(dataset(tmp_path / "set", names, version), servo_arm(2.0))
    assert log.joints == ("shoulder_pan", "elbow_flex", "gripper")
    expected = np.concatenate([motion(0), motion(1)])
    np.testing.assert_allclose(np.rad2deg(log.q), expected, rtol=1e-6)
    np.testing.assert_allclose(np.rad2deg(log.command), expected + 1.5, rtol=1e-6)
    assert "degrees" in guess.notes[0]
    assert log.effort is None


def test_episodes_follow_each_other_with_a_pause(tmp_path):
    log, _ = read_unmapped(dataset(tmp_path / "set"))
    steps = np.diff(log.t)
    np.testing.assert_allclose(np.delete(steps, 39), 1 / RATE, rtol=1e-9)
    assert steps[39] == pytest.approx(1.0)
    assert len(log.source.sha256) == 64


@pytest.mark.parametrize("version", ["v2.1", "v3.0"])
def test_a_dataset_of_one_episode(tmp_path, version):
    log, _ = read_unmapped(dataset(tmp_path / "set", version=version, episodes=1), servo_arm(90.0))
    np.testing.assert_allclose(log.t, np.arange(40) / RATE, rtol=1e-12)
    np.testing.assert_allclose(log.q, motion(0), rtol=1e-6)


def test_episodes_packed_in_several_files(tmp_path):
    """As version 3 keeps them: a new file begins where one has become large, a new folder where it has many files."""
    folder = dataset(tmp_path / "set", version="v3.0", episodes=5)
    whole = pq.read_table(folder / "data/chunk-000/file-000.parquet")
    pq.write_table(whole.slice(0, 80), folder / "data/chunk-000/file-000.parquet")
    pq.write_table(whole.slice(80, 80), folder / "data/chunk-000/file-001.parquet")
    (folder / "data/chunk-001").mkdir()
    pq.write_table(whole.slice(160), folder / "data/chunk-001/file-000.parquet")
    (folder / "meta/episodes/chunk-000").mkdir(parents=True)
    facts = {"episode_index": np.arange(5), "length": np.full(5, 40), "data/chunk_index": [0, 0, 0, 0, 1]}
    pq.write_table(pa.table(facts), folder / "meta/episodes/chunk-000/file-000.parquet")
    log, _ = read_unmapped(folder, servo_arm(90.0))
    np.testing.assert_allclose(log.q, np.concatenate([motion(k) for k in range(5)]), rtol=1e-6)
    np.testing.assert_allclose(np.diff(log.t)[39::40], 1.0, rtol=1e-9)


def with_features(folder, **features):
    """Give a dataset features: (names, values) by the last word of each."""
    info = json.loads((folder / "meta/info.json").read_text())
    path = next((folder / "data").rglob("*.parquet"))
    table = pq.read_table(path)
    for key, (names, values) in features.items():
        name = key if key == "action" else f"observation.{key}"
        info["features"][name] = {"dtype": "float32", "shape": [values.shape[1]], "names": names}
        table = table.drop_columns([name]) if name in table.column_names else table
        table = table.append_column(name, pa.array(values.astype(np.float32).tolist()))
    pq.write_table(table, path)
    (folder / "meta/info.json").write_text(json.dumps(info))
    return folder


TORQUES = 0.1 * motion(3)
VELOCITIES = motion(5)


@pytest.mark.parametrize("effort", ["effort", "torque"])
@pytest.mark.parametrize("interleaved", [False, True])
def test_efforts_beside_the_positions_of_a_state(tmp_path, effort, interleaved):
    parts = {"pos": motion(0), "vel": VELOCITIES, effort: TORQUES}
    names = [name.replace("pos", word) for word in parts for name in NAMES]
    values = np.concatenate([*parts.values()], axis=1)
    if interleaved:
        order = np.arange(9).reshape(3, 3).T.ravel()
        names, values = [names[k] for k in order], values[:, order]
    folder = with_features(dataset(tmp_path / "set", version="v3.0", episodes=1), state=(names, values))
    log, guess = read_unmapped(folder, servo_arm(90.0))
    assert log.joints == ("shoulder_pan", "elbow_flex", "gripper")
    np.testing.assert_allclose(log.q, motion(0), rtol=1e-6)
    np.testing.assert_allclose(log.qd, VELOCITIES, rtol=1e-6)
    np.testing.assert_allclose(log.effort, TORQUES, rtol=1e-6)
    assert log.effort_kind == "joint_torque"
    assert "not used" not in " ".join(guess.notes)


@pytest.mark.parametrize("ending", [".pos", ".effort", ""])
@pytest.mark.parametrize("feature", ["effort", "efforts", "torque", "joint_torques"])
def test_efforts_in_a_feature_of_their_own(tmp_path, ending, feature):
    names = [name.replace(".pos", ending) for name in NAMES]
    features = {feature: (names, TORQUES), "velocity": (names, VELOCITIES)}
    folder = with_features(dataset(tmp_path / "set", version="v3.0", episodes=1), **features)
    log, _ = read_unmapped(folder, servo_arm(90.0))
    np.testing.assert_allclose(log.qd, VELOCITIES, rtol=1e-6)
    np.testing.assert_allclose(log.effort, TORQUES, rtol=1e-6)


def test_a_signal_in_two_features_keeps_both_names(tmp_path):
    names = [*NAMES, "gripper.effort"]
    values = np.concatenate([motion(0), TORQUES[:, :1]], axis=1)
    features = {"state": (names, values), "effort": (["gripper"], TORQUES[:, 2:])}
    raw = format_of(folder := with_features(dataset(tmp_path / "set", episodes=1), **features)).raw(folder, {})
    np.testing.assert_allclose(raw.columns["observation.effort.gripper"], TORQUES[:, 2], rtol=1e-6)
    np.testing.assert_allclose(raw.columns["observation.state.gripper.effort"], TORQUES[:, 0], rtol=1e-6)


def test_names_with_their_places(tmp_path):
    names = {name: k for k, name in enumerate(NAMES)}
    log, _ = read_unmapped(dataset(tmp_path / "set", names, episodes=1), servo_arm(90.0))
    assert log.joints == ("shoulder_pan", "elbow_flex", "gripper")


JOINTS = ["shoulder_pan", "elbow_flex", "gripper"]


def test_numbers_without_names_are_not_taken_for_joints_unasked(tmp_path):
    folder = with_features(dataset(tmp_path / "set", names=None, episodes=1), effort=(None, TORQUES))
    with pytest.raises(FormatError, match=r"'observation.state\[2\]' do not name their joints") as caught:
        read_unmapped(folder, servo_arm(2.0))
    assert "heft import --joints shoulder_pan,elbow_flex,gripper" in caught.value.remedy
    with pytest.raises(FormatError, match="do not name their joints"):
        read_unmapped(folder, servo_arm(2.0), choose=lambda question, names: None)


def test_numbers_without_names_are_confirmed_by_a_person(tmp_path):
    asked = []
    folder = with_features(dataset(tmp_path / "set", names=None, episodes=1), effort=(None, TORQUES))
    log, _ = read_unmapped(folder, servo_arm(2.0), choose=lambda question, names: asked.append([question, *names]) or 0)
    assert log.joints == tuple(JOINTS)
    np.testing.assert_allclose(log.effort, TORQUES, rtol=1e-6)
    ((question, names),) = asked
    assert "in this order?" in question
    assert names == "shoulder_pan, elbow_flex, gripper"


@pytest.mark.parametrize("robot", [None, servo_arm(2.0)])
def test_joints_are_given_in_the_order_of_the_numbers(tmp_path, robot):
    folder = dataset(tmp_path / "set", names=None, episodes=1)
    log, _ = read_unmapped(folder, robot, order=JOINTS[::-1])
    assert log.joints == tuple(JOINTS[::-1])
    expected = motion(0) if robot is None else np.deg2rad(motion(0))
    np.testing.assert_allclose(log.q, expected, rtol=1e-6)


def test_joints_that_do_not_fit_are_refused(tmp_path):
    folder = dataset(tmp_path / "set", names=None, episodes=1)
    with pytest.raises(FormatError, match="2 names for 3 columns of positions"):
        read_unmapped(folder, order=JOINTS[:2])
    with pytest.raises(FormatError, match=r"no joint 'elbow_felx', and 'elbow_flex' is not named.*Did you mean"):
        read_unmapped(folder, servo_arm(2.0), order=["shoulder_pan", "elbow_felx", "gripper"])


def test_no_unit_is_invented(tmp_path):
    _, guess = read_unmapped(dataset(tmp_path / "set"))
    assert any("Positions reach 50" in note and "in which unit" in note for note in guess.notes)


def test_commands_are_written_and_read_again(tmp_path):
    log, _ = read_unmapped(dataset(tmp_path / "set"))
    log.write(tmp_path / "log.parquet")
    again = read_log(tmp_path / "log.parquet")
    np.testing.assert_array_equal(again.command, log.command)
    np.testing.assert_array_equal(again.part(3, 9).command, log.command[3:9])


def test_episodes_of_another_robot_are_refused(tmp_path):
    with pytest.raises(FormatError, match="3 numbers in the first episodes and 2 numbers here"):
        read_unmapped(dataset(tmp_path / "set", widths=[3, 2]))


def test_names_that_are_too_many_are_refused(tmp_path):
    with pytest.raises(FormatError, match="4 names for 3 numbers"):
        read_unmapped(dataset(tmp_path / "set", names=[*NAMES, "wrist.pos"]))


def test_texts_that_cannot_be_names_are_none(tmp_path):
    """Half of a surrogate pair, which no file can hold: the guessed map could not be written."""
    folder = dataset(tmp_path / "set", names=["a.pos", "b\ud800.pos", "c.pos"])
    assert not format_of(folder).raw(folder, {}).names


def test_lists_of_changing_length_are_refused(tmp_path):
    path = tmp_path / "run.parquet"
    pq.write_table(pa.table({"time": [0.0, 0.1, 0.2], "position": [[1.0, 2.0], [1.0], [1.0, 2.0]]}), path)
    with pytest.raises(FormatError, match="2 numbers at first, and 1 in row 1"):
        read_unmapped(path)
    pq.write_table(pa.table({"time": [0.0, 0.1], "position": [[1.0, 2.0], None]}), path)
    with pytest.raises(FormatError, match="in row 1"):
        read_unmapped(path)


def test_commands_alone_are_not_positions(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("time,action_1,action_2\n0,1,2\n0.1,1,2\n")
    with pytest.raises(FormatError, match="commanded positions; the file has no measured"):
        read_unmapped(path)


def test_commands_in_the_place_of_positions_are_named(tmp_path):
    robot = servo_arm(2.0)
    log, _ = read_unmapped(dataset(tmp_path / "set", n=400), robot)
    assert not any("commanded" in text for text in clean(robot, log).warnings)
    copied = replace(log, q=log.command)
    assert any("shoulder_pan" in text and "commanded" in text for text in clean(robot, copied).warnings)
    assert any("commanded" in text for text in warnings(copied))


def test_without_efforts_the_way_to_servos_is_named(tmp_path):
    robot = servo_arm(2.0)
    log, _ = read_unmapped(dataset(tmp_path / "set", n=200), robot)
    with pytest.raises(FormatError, match=r"No joint has an effort that changes.*--servo"):
        clean(robot, log).require_effort()
    with pytest.raises(FormatError, match=r"torques and currents are missing(?!.*--servo)"):
        clean(robot, replace(log, command=None)).require_effort()
