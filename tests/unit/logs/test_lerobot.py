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
from heft.logs.log_files import read_log
from heft.logs.maps.unmapped import read_unmapped
from heft.report.logs import warnings

RATE = 30
NAMES = ["shoulder_pan.pos", "elbow_flex.pos", "gripper.pos"]


def motion(episode, n=40):
    t = np.arange(n) / RATE
    return np.stack([30 * np.sin(t + episode), 50 * np.cos(t), 20 + 5 * t], axis=1)


def rows(episode, states):
    return {
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
