"""Exported motions: each format is read back by other means and compared with the motion."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
import yaml
from support.curves import Waves
from support.example_robots import FOLDER

import heft
from heft.errors import ArgumentError, FileError
from heft.excitation.exporters import Exporter, exporter, exporters, register, unregister
from heft.excitation.exporters.exporter import ONE_FILE
from heft.excitation.exporters.franka import PANDA
from heft.excitation.exporters.ros2 import LEAD
from heft.excitation.exporters.urscript import JOINTS
from heft.logs.maps.unmapped import read_unmapped

SIX = Waves([f"ur10_{name}" for name in JOINTS], [0.1, -1, 0.5, 1e-6, 0.3, -2], [0.3, -0.2, 0.1, 1e-5, 0.1, 0.2], 1.31)
SEVEN = Waves([f"panda_joint{k}" for k in range(1, 8)], [0, 0, 0, -1.5, 0, 1.5, 0], [0.03] * 7, 2.0)


def moves(curve: Waves, joint: int) -> Waves:
    return Waves(curve.joints, curve.centre, [0.1 * (k == joint) for k in range(len(curve.joints))], curve.duration)


def held(curve: Waves, t: np.ndarray) -> tuple[np.ndarray, ...]:
    """The motion at times of which the last may be after its end."""
    return curve.sample(np.minimum(t, curve.duration))


@pytest.mark.parametrize("name", exporters())
def test_every_format_writes_what_it_contains_and_refuses_a_senseless_rate(name: str, tmp_path: Path) -> None:
    kind, curve = exporter(name), SEVEN if name == "franka" else SIX
    assert (kind.name, bool(kind.summary), bool(kind.file)) == (name, True, True)
    kind.write(curve, tmp_path / kind.file)
    assert set(kind.files(curve)) == set(kind.names)
    for file, content in kind.files(curve).items():
        assert (tmp_path / kind.file / file if file else tmp_path / kind.file).read_bytes() == content
    for rate in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(ArgumentError, match="rate"):
            kind.files(curve, rate)


def test_csv_is_a_log_of_heft(tmp_path: Path) -> None:
    exporter("csv").write(SIX, tmp_path / "motion.csv", 250)
    log = heft.read_log(tmp_path / "motion.csv")
    np.testing.assert_array_equal(log.t, np.arange(len(log.t)) / 250)
    assert log.joints == tuple(SIX.joints)
    assert 0 <= log.t[-1] - SIX.duration < 1 / 250
    q, qd, qdd, _ = held(SIX, log.t)
    for found, expected in ((log.q, q), (log.qd, qd), (log.qdd, qdd)):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15)


def test_ros_reads_the_goal_as_numbers() -> None:
    """With the reader that `ros2 action send_goal` uses; it reads 1e-05 as text."""
    goal = yaml.safe_load(exporter("ros2").files(SIX)[ONE_FILE])
    assert list(goal) == ["trajectory"]
    assert goal["trajectory"]["joint_names"] == list(SIX.joints)
    points = goal["trajectory"]["points"]
    stamps = [each["time_from_start"] for each in points]
    assert all(isinstance(part, int) and 0 <= each["nanosec"] < 10**9 for each in stamps for part in each.values())
    t = np.array([each["sec"] + each["nanosec"] * 1e-9 for each in stamps]) - LEAD
    np.testing.assert_allclose(t, np.arange(len(t)) / 20, atol=2e-9)
    q, qd, qdd, _ = held(SIX, np.arange(len(t)) / 20)
    for key, expected in (("positions", q), ("velocities", qd), ("accelerations", qdd)):
        rows = [each[key] for each in points]
        assert all(type(x) is float for row in rows for x in row)
        np.testing.assert_array_equal(rows, expected)
    assert np.any((np.abs(qd) > 0) & (np.abs(qd) < 1e-4))  # the case that YAML reads as text was there


NUMBERS = r"\[([-0-9., ]+)\]"
MOVEJ = re.compile(rf"movej\({NUMBERS}, a=([0-9.]+), v=([0-9.]+)\)")
SERVOJ = re.compile(rf"servoj\({NUMBERS}, 0, 0, ([0-9.]+), ([0-9.]+), ([0-9]+)\)")


def run(program: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Run a program as far as it moves: where movej leads, and the times and positions of servoj."""
    first, *body = [line.strip() for line in program.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert first == "def heft_motion():"
    assert body[-2:] == ["end", "heft_motion()"]
    start, t, times, rows = None, 0.0, [], []
    for line in body[:-2]:
        if match := MOVEJ.fullmatch(line):
            assert start is None
            assert not rows
            assert 0 < float(match[2]) <= 0.5
            assert 0 < float(match[3]) <= 0.5
            start = np.array(match[1].split(","), float)
        elif match := SERVOJ.fullmatch(line):
            assert start is not None
            assert 0.03 <= float(match[3]) <= 0.2  # the range of lookahead_time
            assert 100 <= int(match[4]) <= 2000  # the range of gain
            times.append(t)
            rows.append(np.array(match[1].split(","), float))
            t += float(match[2])
        else:
            assert line == "stopj(1.0)"
    assert start is not None
    return start, np.array(times), np.array(rows)


@pytest.mark.parametrize("rate", [None, 500.0])
def test_a_universal_robots_program_goes_to_the_start_and_then_through_the_motion(rate: float | None) -> None:
    start, t, q = run(exporter("urscript").files(SIX, rate)[ONE_FILE].decode())
    np.testing.assert_allclose(t, np.arange(len(t)) / (rate or 125), atol=1e-9)
    np.testing.assert_allclose(q, held(SIX, t)[0], atol=1e-9)
    np.testing.assert_array_equal(start, q[0])
    assert t[-1] >= SIX.duration - 1e-9


def test_joints_stand_in_the_order_of_the_controller() -> None:
    mixed = Waves(["gripper", *SIX.joints[::-1]], [0.7, *SIX.centre[::-1]], [0.0, *SIX.amplitude[::-1]], 1.0)
    start, t, q = run(exporter("urscript").files(mixed)[ONE_FILE].decode())
    np.testing.assert_allclose(start, SIX.centre, atol=1e-9)
    np.testing.assert_allclose(q, held(mixed, t)[0][:, :0:-1], atol=1e-9)
    with pytest.raises(ArgumentError, match="Joint 'gripper' moves, and is not a joint of a Universal Robots arm"):
        exporter("urscript").files(moves(mixed, 0))


def test_a_motion_with_other_joints_is_refused() -> None:
    with pytest.raises(ArgumentError, match="has 7 joints, and a Universal Robots arm has 6"):
        exporter("urscript").files(SEVEN)
    with pytest.raises(ArgumentError, match="has 6 joints, and a Franka arm has 7"):
        exporter("franka").files(SIX)


@pytest.mark.parametrize("rate", [4.0, 600.0])
def test_servoj_has_a_range_of_rates(rate: float) -> None:
    with pytest.raises(ArgumentError, match="servoj takes 5 to 500 Hz"):
        exporter("urscript").files(SIX, rate)


MAP = """format = "heft-map/1"
joints = [{joints}]
time = {{ rate = 1000 }}
q = {{ columns = [0, 1, 2, 3, 4, 5, 6] }}
file = {{ header = false, delimiter = " " }}
"""


def test_a_franka_table_is_one_row_in_each_millisecond_and_can_be_imported(tmp_path: Path) -> None:
    exporter("franka").write(SEVEN, tmp_path / "table.txt")
    rows = np.loadtxt(tmp_path / "table.txt")
    np.testing.assert_array_equal(rows, SEVEN.sample(np.arange(2001) / 1000)[0])
    (tmp_path / "map.toml").write_text(MAP.format(joints=", ".join(f'"{name}"' for name in SEVEN.joints)))
    log = heft.read_log(tmp_path / "table.txt", tmp_path / "map.toml")
    np.testing.assert_allclose(log.q, rows)
    np.testing.assert_allclose(log.t, np.arange(2001) / 1000)


@pytest.mark.parametrize(
    ("centre", "amplitude", "duration", "what"),
    [
        ([0, 0, 0, -0.05, 0, 1.5, 0], [0.0] * 7, 1.0, "position of joint 'panda_joint4' reaches -0.05 rad"),
        ([0, 0, 0, -1.5, 0, 1.5, 0], [1.0, 0, 0, 0, 0, 0, 0], 1.0, "velocity of joint 'panda_joint1' reaches"),
        ([0, 0, 0, -1.5, 0, 1.5, 0], [0, 0.1, 0, 0, 0, 0, 0], 0.8, "acceleration of joint 'panda_joint2' reaches"),
        ([0, 0, 0, -1.5, 0, 1.5, 0], [0, 1.5e-5, 0, 0, 0, 0, 0], 0.02, "jerk of joint 'panda_joint2' reaches"),
    ],
)
def test_what_a_panda_would_stop_for_is_refused(centre, amplitude, duration: float, what: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(what)):
        exporter("franka").files(Waves(SEVEN.joints, centre, amplitude, duration))


def test_an_fr3_has_limits_of_its_own() -> None:
    fast = Waves(SEVEN.joints, SEVEN.centre, [0, 0, 0, 0, 0.5, 0, 0], 2.0)
    fr3 = Waves([name.replace("panda", "fr3") for name in SEVEN.joints], fast.centre, fast.amplitude, fast.duration)
    with pytest.raises(ArgumentError, match="velocity of joint 'panda_joint5'"):
        exporter("franka").files(fast.scaled(1.6))
    with pytest.raises(ArgumentError, match="a FR3 allows -10 to 10"):
        exporter("franka").files(fr3)


def test_the_rate_of_a_franka_table_is_1_khz() -> None:
    with pytest.raises(ArgumentError, match="libfranka's loop runs at 1000 Hz"):
        exporter("franka").files(SEVEN, 500)


def test_a_lerobot_dataset(tmp_path: Path) -> None:
    exporter("lerobot").write(SIX, tmp_path / "set", 50)
    info = json.loads((tmp_path / "set/meta/info.json").read_text())
    assert (info["codebase_version"], info["fps"], info["total_episodes"]) == ("v3.0", 50, 1)
    episodes = pq.read_table(tmp_path / "set/meta/episodes/chunk-000/file-000.parquet").to_pylist()
    (episode,) = episodes
    place = {key: episode[f"data/{key}"] for key in ("chunk_index", "file_index")}
    table = pq.read_table(tmp_path / "set" / info["data_path"].format(**place))
    assert set(table.column_names) == set(info["features"])
    assert table.schema.field("action").type.list_size == len(SIX.joints)
    action = np.array(table.column("action").to_pylist())
    t = np.arange(info["total_frames"]) / info["fps"]
    assert action.shape == (len(t), *info["features"]["action"]["shape"])
    assert info["features"]["action"]["names"] == list(SIX.joints)
    np.testing.assert_allclose(action, held(SIX, t)[0], rtol=6e-8, atol=1e-12)  # half of the last bit of float32
    np.testing.assert_allclose(table.column("timestamp").to_numpy(), t, rtol=6e-8)
    np.testing.assert_array_equal(table.column("frame_index").to_numpy(), np.arange(len(t)))
    assert episode["length"] == episode["dataset_to_index"] == len(t)
    assert episode["dataset_from_index"] == 0
    stats = json.loads((tmp_path / "set/meta/stats.json").read_text())
    np.testing.assert_allclose(stats["action"]["max"], action.max(axis=0), rtol=1e-6)
    np.testing.assert_allclose(episode["stats/action/max"], action.max(axis=0), rtol=1e-6)
    tasks = pq.read_table(tmp_path / "set/meta/tasks.parquet")
    assert json.loads(tasks.schema.metadata[b"pandas"])["index_columns"] == ["task"]
    assert tasks.to_pylist() == [{"task_index": 0, "task": episode["tasks"][0]}]


def test_a_lerobot_dataset_is_read_again(tmp_path: Path) -> None:
    """heft reads one as it is recorded: the arm's positions beside the actions."""
    exporter("lerobot").write(SIX, tmp_path / "set", 50)
    path = tmp_path / "set/data/chunk-000/file-000.parquet"
    table = pq.read_table(path)
    pq.write_table(table.append_column("observation.state", table.column("action")), path)
    info = json.loads((tmp_path / "set/meta/info.json").read_text())
    info["features"]["observation.state"] = info["features"]["action"]
    (tmp_path / "set/meta/info.json").write_text(json.dumps(info))
    log, _ = read_unmapped(tmp_path / "set")
    assert log.joints == tuple(SIX.joints)
    np.testing.assert_allclose(log.q, held(SIX, log.t)[0], rtol=1e-6, atol=1e-7)


def test_a_lerobot_dataset_of_one_joint_has_numbers_in_place_of_lists(tmp_path: Path) -> None:
    one = Waves(SIX.joints[:1], SIX.centre[:1], SIX.amplitude[:1], SIX.duration)
    exporter("lerobot").write(one, tmp_path / "set", 50)
    table = pq.read_table(tmp_path / "set/data/chunk-000/file-000.parquet")
    assert str(table.schema.field("action").type) == "float"


def test_a_dataset_is_not_written_over_another_and_has_a_whole_rate(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    with pytest.raises(FileError, match="exists already"):
        exporter("lerobot").write(SIX, tmp_path / "set")
    with pytest.raises(FileError, match="cannot be written"):
        exporter("lerobot").write(SIX, tmp_path / "none/set")
    with pytest.raises(ArgumentError, match="whole number of frames"):
        exporter("lerobot").files(SIX, 12.5)
    assert list(tmp_path.iterdir()) == [tmp_path / "set"]


class Rolling(Waves):
    """A motion that does not stop."""

    def sample(self, t):
        q, qd, qdd, jerk = super().sample(t)
        return q, qd + 0.1, qdd, jerk


@pytest.mark.parametrize("name", ["ros2", "urscript"])
def test_a_motion_that_does_not_rest_at_its_ends_is_refused(name: str) -> None:
    rolling = Rolling(SIX.joints, SIX.centre, SIX.amplitude, SIX.duration)
    with pytest.raises(ArgumentError, match="does not rest at the start"):
        exporter(name).files(rolling)


def test_formats_are_found_by_name_and_can_be_added() -> None:
    class Nothing(Exporter):
        name, file, rate, summary = "nothing", "nothing.txt", 1.0, "an empty file"

        def contents(self, curve, rate):
            return {ONE_FILE: b""}

    register(Nothing())
    try:
        assert exporter("nothing").files(SIX) == {ONE_FILE: b""}
        with pytest.raises(ArgumentError, match="is taken by another format for motions"):
            register(Nothing())
    finally:
        unregister("nothing")
    with pytest.raises(ArgumentError, match="Did you mean 'urscript'"):
        exporter("urskript")


def test_the_limits_of_a_panda_are_those_of_its_description() -> None:
    path = FOLDER / "panda_description/urdf/panda.urdf"
    if not path.exists():
        pytest.skip("example-robot-data is not installed")
    joints = {joint.name: joint.limits for joint in heft.load(path).joints}
    own = [joints[f"panda_joint{k}"] for k in range(1, 8)]
    assert PANDA.lower == tuple(each.lower for each in own)
    assert PANDA.upper == tuple(each.upper for each in own)
    assert PANDA.velocity == tuple(each.velocity for each in own)
