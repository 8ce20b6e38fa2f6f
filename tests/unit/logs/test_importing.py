"""Importing: every format gives the same log; units, signs, delays, gears and gains do what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heft.errors import FileError, FormatError
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.maps.conversion import UNITS, convert
from heft.logs.maps.map_file import check_map
from heft.logs.maps.raw_files import RawFiles

N = 40
T = 5.0 + np.arange(N) / 100
Q = np.stack([np.sin(T), np.cos(T)], axis=1)
TAU = np.stack([T**2, -T], axis=1)
TABLE = np.column_stack([T, Q, TAU])

BY_NUMBER: dict[str, Any] = {
    "format": "heft-map/1",
    "joints": ["a", "b"],
    "time": {"column": 0},
    "q": {"columns": [1, 2]},
    "tau": {"columns": {"b": 4, "a": 3}},
}
BY_ARRAY: dict[str, Any] = {
    "format": "heft-map/1",
    "joints": ["a", "b"],
    "time": {"array": "t"},
    "q": {"array": "q"},
    "tau": {"array": "effort", "columns": [0, 1]},
}
ARRAYS = {"t": T, "q": Q, "effort": TAU}


def make(entry: dict[str, Any], root: Path) -> Log:
    mapping = check_map(entry)
    return convert(mapping, RawFiles(root, mapping.file))


def check(log: Log) -> None:
    np.testing.assert_allclose(log.t, T, rtol=1e-15)
    np.testing.assert_allclose(log.q, Q, rtol=1e-15)
    assert log.effort is not None
    np.testing.assert_allclose(log.effort, TAU, rtol=1e-15)
    assert log.joints == ("a", "b")
    assert log.effort_kind == "joint_torque"


def text(rows: np.ndarray, delimiter: str = ",") -> str:
    return "\n".join(delimiter.join(repr(float(x)) for x in row) for row in rows) + "\n"


# -- formats --------------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t", " ", "   ", "|"])
def test_text_without_header(tmp_path: Path, delimiter: str):
    (tmp_path / "a.txt").write_text("# a comment\n\n" + text(TABLE, delimiter))
    check(make(BY_NUMBER, tmp_path / "a.txt"))


def test_text_with_header_and_missing_cells(tmp_path: Path):
    body = text(TABLE).splitlines()
    body[3] = ",".join([*body[3].split(",")[:4], ""])
    body[4] = ",".join([*body[4].split(",")[:4], "NaN"])
    (tmp_path / "a.csv").write_text("\n".join(["% run 7", "time,qa,qb,ta,tb", *body]))
    entry = BY_NUMBER | {"time": {"column": "time"}, "q": {"columns": ["qa", "qb"]}}
    log = make(entry | {"tau": {"columns": {"a": "ta", "b": "tb"}}}, tmp_path / "a.csv")
    assert log.effort is not None
    assert np.flatnonzero(np.isnan(log.effort[:, 1])).tolist() == [3, 4]
    np.testing.assert_array_equal(log.q, Q)


def test_decimal_commas(tmp_path: Path):
    (tmp_path / "a.csv").write_text(text(TABLE, ";").replace(".", ","))
    check(make(BY_NUMBER | {"file": {"delimiter": ";", "decimal": ","}}, tmp_path / "a.csv"))
    check(make(BY_NUMBER, tmp_path / "a.csv"))  # both are found


def test_npz_npy_and_shorter_commands(tmp_path: Path):
    np.savez(tmp_path / "a.npz", **ARRAYS, words=np.array(["x"]))
    check(make(BY_ARRAY, tmp_path / "a.npz"))
    np.save(tmp_path / "a.npy", TABLE)
    check(make(BY_NUMBER, tmp_path / "a.npy"))
    np.savez(tmp_path / "b.npz", **ARRAYS | {"effort": TAU[:-1]})
    log = make(BY_ARRAY, tmp_path / "b.npz")
    assert log.effort is not None
    assert np.isnan(log.effort[-1]).all()
    np.savez(tmp_path / "c.npz", **ARRAYS | {"effort": TAU[:-2]})
    with pytest.raises(FormatError, match="'a' has 38 samples; there are 40 stamps"):
        make(BY_ARRAY, tmp_path / "c.npz")


def test_transposed_arrays(tmp_path: Path):
    np.savez(tmp_path / "a.npz", t=T, q=Q.T, effort=TAU)
    check(make(BY_ARRAY | {"q": {"array": "q", "transpose": True}}, tmp_path / "a.npz"))


def test_mat(tmp_path: Path):
    from scipy.io import savemat

    savemat(tmp_path / "a.mat", {"t": T, "run": {"q": Q, "deep": {"effort": TAU}}})
    entry = BY_ARRAY | {"q": {"array": "run.q"}, "tau": {"array": "run.deep.effort"}}
    check(make(entry, tmp_path / "a.mat"))


def test_mat_of_version_7_3_is_hdf5_the_other_way_round(tmp_path: Path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.mat", "w", userblock_size=512) as file:
        file["t"], file["run/q"], file["effort"] = T[:, None], Q.T, TAU.T
        file["#refs#/x"] = np.zeros(3)
    with open(tmp_path / "a.mat", "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file")
    check(make(BY_ARRAY | {"q": {"array": "run.q"}}, tmp_path / "a.mat"))


def test_hdf5(tmp_path: Path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["t"], file["run/q"], file["effort"] = T, Q, TAU
        file["run/note"] = "words"
    check(make(BY_ARRAY | {"q": {"array": "run/q"}}, tmp_path / "a.h5"))


def test_parquet(tmp_path: Path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = ["t", "qa", "qb", "ta", "tb"]
    pq.write_table(pa.table(dict(zip(names, TABLE.T, strict=True))), tmp_path / "a.parquet")
    entry = BY_ARRAY | {"time": {"column": "t"}, "q": {"columns": ["qa", "qb"]}, "tau": {"columns": ["ta", "tb"]}}
    check(make(entry, tmp_path / "a.parquet"))


def test_one_file_a_signal(tmp_path: Path):
    (tmp_path / "time.txt").write_text(text(T[:, None] * 1e3))
    (tmp_path / "qa.txt").write_text(text(Q[:, :1]))
    (tmp_path / "qb.txt").write_text(text(Q[:, 1:]))
    (tmp_path / "tau.txt").write_text(text(TAU))
    entry = BY_NUMBER | {
        "time": {"file": "time.txt", "unit": "ms"},
        "q": {"columns": {"a": {"file": "qa.txt"}, "b": {"file": "qb.txt"}}},
        "tau": {"file": "tau.txt"},
    }
    check(make(entry, tmp_path))
    check(make(entry, tmp_path / "qa.txt"))


@pytest.mark.parametrize("storage", ["sqlite3", "mcap"])
def test_rosbag2_with_joint_states(tmp_path: Path, storage: str):
    """Joints in another order than the map's, and every second message without efforts."""
    pytest.importorskip("rosbags")
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    State, Header, Time = (
        store.types[name]
        for name in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    )
    plugin = StoragePlugin.MCAP if storage == "mcap" else StoragePlugin.SQLITE3
    with Writer(tmp_path / "bag", version=9, storage_plugin=plugin) as writer:
        connection = writer.add_connection("/joint_states", State.__msgtype__, typestore=store)
        for k in range(N):
            stamp = Time(sec=int(T[k]), nanosec=round(1e9 * (T[k] % 1)))
            effort = TAU[k, ::-1].copy() if k % 2 == 0 else np.empty(0)
            state = State(Header(stamp, "base"), ["b", "a"], Q[k, ::-1].copy(), np.empty(0), effort)
            writer.write(connection, int(1e9 * T[k]), store.serialize_cdr(state, State.__msgtype__))
    entry = BY_ARRAY | {"time": {"array": "stamp"}, "q": {"array": "position"}, "tau": {"array": "effort"}}
    log = make(entry, tmp_path / "bag")
    np.testing.assert_allclose(log.t, T, atol=2e-9)
    np.testing.assert_array_equal(log.q, Q)
    assert log.effort is not None
    np.testing.assert_array_equal(log.effort[::2], TAU[::2])
    assert np.isnan(log.effort[1::2]).all()
    by_itself = read_log(tmp_path / "bag")
    assert (by_itself.joints, by_itself.qd) == (("b", "a"), None)
    np.testing.assert_array_equal(by_itself.q, Q[:, ::-1])
    np.testing.assert_array_equal(by_itself.effort, log.effort[:, ::-1])
    with pytest.raises(FormatError, match="Did you mean '/joint_states'"):
        make(entry | {"file": {"topic": "/joint_state"}}, tmp_path / "bag")


def test_wrenches_and_commands_by_a_map(tmp_path: Path):
    six = np.arange(6) + T[:, None]
    np.savez(tmp_path / "a.npz", **ARRAYS, sensor=six, asked=np.rad2deg(Q + 1))
    entry = BY_ARRAY | {
        "command": {"array": "asked", "unit": "deg"},
        "ft": {
            "tool": {"array": "sensor", "scale": {"fz": -1.0}},
            "base": {"columns": {"mz": {"array": "sensor", "column": 5}}},
        },
    }
    log = make(entry, tmp_path / "a.npz")
    np.testing.assert_allclose(log.command, Q + 1, rtol=1e-12)
    np.testing.assert_array_equal(log.wrenches["tool"], six * [1, 1, -1, 1, 1, 1])
    np.testing.assert_array_equal(log.wrenches["base"][:, 5], six[:, 5])
    assert np.isnan(log.wrenches["base"][:, :5]).all()
    with pytest.raises(FormatError, match="no axis 'fq'"):
        make(BY_ARRAY | {"ft": {"tool": {"columns": {"fq": "sensor"}}}}, tmp_path / "a.npz")
    with pytest.raises(FormatError, match="2 columns for 6 axes"):
        make(BY_ARRAY | {"ft": {"tool": {"columns": [0, 1]}}}, tmp_path / "a.npz")


# -- conversions ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def npz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("raw") / "a.npz"
    np.savez(path, **ARRAYS)
    return path


@given(unit=st.sampled_from(sorted(UNITS["q"])), sign=st.sampled_from([1.0, -1.0]), offset=st.floats(-10, 10))
def test_units_signs_and_offsets(npz: Path, unit: str, sign: float, offset: float):
    signal = {"array": "q", "unit": {"a": unit}, "scale": {"a": sign}, "offset": {"b": offset}}
    log = make(BY_ARRAY | {"q": signal}, npz)
    np.testing.assert_allclose(log.q[:, 0], sign * UNITS["q"][unit] * Q[:, 0], rtol=1e-15)
    np.testing.assert_allclose(log.q[:, 1], Q[:, 1] + offset, rtol=1e-15)


def test_degrees_become_radians(npz: Path):
    np.testing.assert_allclose(make(BY_ARRAY | {"q": {"array": "q", "unit": "deg"}}, npz).q, np.radians(Q), rtol=1e-15)


@given(late=st.integers(-5, 5))
def test_a_late_channel_goes_to_its_place(npz: Path, late: int):
    log = make(BY_ARRAY | {"tau": {"array": "effort", "late": {"a": late}}}, npz)
    assert log.effort is not None
    there = np.flatnonzero(~np.isnan(log.effort[:, 0]))
    assert len(there) == N - abs(late)
    np.testing.assert_array_equal(log.effort[there, 0], TAU[there + late, 0])
    np.testing.assert_array_equal(log.effort[:, 1], TAU[:, 1])


@given(entries=st.lists(st.floats(-50, 50), min_size=4, max_size=4))
def test_a_transmission_keeps_power(npz: Path, entries: list[float]):
    """q_m = R q and tau = R^T tau_m, so that tau . qd = tau_m . qd_m for any R with an inverse."""
    R = np.array(entries).reshape(2, 2) + 100 * np.eye(2)
    gear = {"matrix": R.tolist()}
    entry = BY_ARRAY | {"q": {"array": "q", "side": "motor"}, "tau": {"array": "effort", "side": "motor"}}
    log = make(entry | {"transmission": gear}, npz)
    assert log.effort is not None
    np.testing.assert_allclose(log.q @ R.T, Q, atol=1e-12)
    power = np.sum(log.effort[1:] * np.diff(log.q, axis=0), axis=1)
    np.testing.assert_allclose(power, np.sum(TAU[1:] * np.diff(Q, axis=0), axis=1), atol=1e-10)


def test_ratios_and_gains(npz: Path):
    entry = {key: value for key, value in BY_ARRAY.items() if key != "tau"}
    gear = {"transmission": {"ratio": {"a": 10, "b": -5}}}
    current = {"array": "effort", "gain": {"a": 0.1, "b": "1/4"}}
    log = make(entry | gear | {"q": {"array": "q", "side": "motor"}, "current": current | {"side": "motor"}}, npz)
    assert log.effort is not None
    np.testing.assert_allclose(log.q, Q / [10, -5], rtol=1e-15)
    np.testing.assert_allclose(log.effort, TAU * [1.0, -1.25], rtol=1e-15)
    assert log.effort_kind == "joint_torque"
    assert make(entry | {"current": current | {"side": "motor"}}, npz).effort_kind == "motor_torque"
    kept = make(entry | {"current": {"array": "effort"}}, npz)
    assert kept.effort_kind == "motor_current"
    assert "current.a" in kept.columns


def test_a_passive_joint_has_no_effort_and_says_so(npz: Path):
    log = make(BY_ARRAY | {"tau": {"array": "effort", "columns": {"a": 0}, "passive": ["b"]}}, npz)
    assert log.effort is not None
    assert not log.effort[:, 1].any()
    assert log.metadata["passive"] == ["b"]


def test_signals_with_stamps_of_their_own(tmp_path: Path):
    own = 4.9 + np.arange(300) / 430
    np.savez(tmp_path / "a.npz", t=T, q=Q, own=own, effort=np.stack([np.sin(own), own], 1))
    log = make(BY_ARRAY | {"tau": {"array": "effort", "time": {"array": "own"}}}, tmp_path / "a.npz")
    assert log.effort is not None
    np.testing.assert_allclose(log.effort, np.stack([np.sin(T), T], 1), atol=1e-8)


def test_stamps_from_a_rate_and_a_floating_base(tmp_path: Path):
    base = np.column_stack([np.ones(N), np.zeros((N, 6)), T])
    np.save(tmp_path / "a.npy", base)
    columns = {**{f"base.{k}": k for k in range(7)}, "leg": 7}
    entry = {"format": "heft-map/1", "joints": ["base", "leg"], "time": {"rate": 200, "start": 3}}
    log = make(entry | {"q": {"columns": columns}}, tmp_path / "a.npy")
    np.testing.assert_allclose(log.t, 3 + np.arange(N) / 200)
    assert log.sizes == (7, 1)


def test_where_it_came_from_is_kept(npz: Path):
    import hashlib

    facts = make(BY_ARRAY, npz).metadata["import"]
    assert facts["files"] == [{"path": str(npz), "sha256": hashlib.sha256(npz.read_bytes()).hexdigest()}]
    assert check_map(facts["map"]) == check_map(BY_ARRAY)


# -- what is wrong is said ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "heft-map/2"}, "'format' is 'heft-map/2'"),
        ({"joint": ["a"]}, "Unknown key 'joint'. Did you mean 'joints'?"),
        ({"q": {"array": "q", "unti": "deg"}}, "q.unti: Unknown key 'unti'. Did you mean 'unit'?"),
        ({"q": {"array": "q", "unit": "degree"}}, "Unknown unit 'degree'. Did you mean 'deg'?"),
        ({"q": {"array": "q", "scale": {"c": 1}}}, "q.scale: There is no joint 'c'"),
        ({"q": {"array": "q", "scale": "two"}}, "q.scale"),
        ({"q": {"array": "qq"}}, "It has no array 'qq'"),
        ({"q": {"array": "q", "columns": [0, 2]}}, "There is no column 2: array 'q' has 2"),
        ({"q": {"array": "q", "columns": [0]}}, "1 columns for 2 joints"),
        ({"q": {"array": "q", "side": "motor"}}, "no gear is given"),
        ({"q": {"array": "q", "columns": {"a": {"clumn": 1}}}}, "Did you mean 'column'?"),
        ({"file": {"delimeter": ";"}}, "file.delimeter: Unknown key 'delimeter'. Did you mean 'delimiter'?"),
        ({"file": {"header": "yes"}}, "file.header: It is 'yes'. Give true or false."),
        ({"joints": ["a", "a"]}, "'a' is named twice"),
        ({"joints": []}, "There must be at least 1"),
        ({"time": {}}, "neither by a column nor by a rate"),
        ({"time": {"rate": -1}}, "The rate is -1 Hz"),
        ({"current": {"array": "effort"}}, "both"),
        ({"transmission": {"matrix": [[1, 0]]}}, "not 2 x 2"),
        ({"transmission": {}}, "either 'ratio' or 'matrix'"),
    ],
)
def test_a_wrong_map_is_refused(npz: Path, change: dict[str, Any], message: str):
    import re

    with pytest.raises(FormatError, match=re.escape(message)):
        make(BY_ARRAY | change, npz)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (
            "[transmission]\nratio = 1e-320",
            "Give transmission.ratio a size of at least 1e-100.",
        ),
        ("[transmission]\nratio = { a = 2, b = -1e-101 }", "The gear ratio of 'b' is -1e-101."),
        ("[transmission]\nratio = 0", "The gear ratio of 'a' is 0."),
        ("[transmission]\nratio = 1e308", "larger than 1e+100"),
        ("[transmission]\nratio = nan", "'nan' is not a finite number"),
        ("[transmission]\nmatrix = [[1e-320, 0], [0, 1]]", "q: It makes numbers beyond 1e+100 of those of 'a'."),
        ("scale = 1e98\n[transmission]\nratio = 1e-99", "q: It makes numbers beyond 1e+100 of those of 'a'."),
        ("scale = 1e100", "q: It makes numbers beyond 1e+100 of those of 'b'."),
        ("[transmission]\nratio = 1e100\n[tau]\nscale = 1e99\nside = 'motor'", "tau: It makes numbers beyond 1e+100"),
        ("[time]\nrate = 1e-300", "The rate is 1e-300 Hz. Give a rate of at least 1e-100 Hz."),
    ],
)
def test_numbers_of_a_map_that_make_others_infinite(tmp_path: Path, numbers: str, message: str):
    import re

    time = "" if "[time]" in numbers else "[time]\ncolumn = 0\n"
    q = "side = 'motor'\n" if "transmission" in numbers else ""
    columns = numbers.replace("[tau]", "[tau]\ncolumns = [3, 4]")
    (tmp_path / "map.toml").write_text(
        f"format = 'heft-map/1'\njoints = ['a', 'b']\n{time}[q]\ncolumns = [1, 2]\n{q}{columns}\n"
    )
    (tmp_path / "run.csv").write_text(text(TABLE * [1, 1, 30, 1, 1]))
    with pytest.raises(FormatError, match=re.escape(message)):
        read_log(tmp_path / "run.csv", tmp_path / "map.toml")


def test_a_damaged_sample_is_no_fault_of_the_map(tmp_path: Path):
    """Infinity, and 1e200 times the scale, are in the file: the checks of logs see to them."""
    table = TABLE.copy()
    table[3, 1], table[4, 1] = np.inf, 1e200
    (tmp_path / "map.toml").write_text(
        "format = 'heft-map/1'\njoints = ['a', 'b']\n[time]\ncolumn = 0\n[q]\ncolumns = [1, 2]\nscale = 10\n"
    )
    (tmp_path / "run.csv").write_text(text(table))
    log = read_log(tmp_path / "run.csv", tmp_path / "map.toml")
    assert log.q[3:5, 0].tolist() == [np.inf, pytest.approx(1e201)]
    assert np.all(np.isfinite(np.delete(log.q, 3, axis=0)))


def test_wrong_files_are_refused(tmp_path: Path, npz: Path):
    with pytest.raises(FileError, match="File not found"):
        make(BY_ARRAY, tmp_path / "none.npz")
    with pytest.raises(FileError, match="which file"):
        make(BY_ARRAY, tmp_path)
    for name in ("a.npz", "a.mat", "a.h5", "a.mcap", "a.parquet", "a.npy"):
        (tmp_path / name).write_bytes(npz.read_bytes()[:100])
        with pytest.raises(FormatError, match="not a whole"):
            make(BY_ARRAY, tmp_path / name)
    (tmp_path / "a.doc").write_text("x")
    with pytest.raises(FormatError, match=r"'\.doc' cannot be read"):
        make(BY_ARRAY, tmp_path / "a.doc")
    (tmp_path / "a.csv").write_text("t,x\n1,2\n")
    with pytest.raises(FormatError, match="no column 'y'"):
        make(BY_NUMBER | {"q": {"columns": ["x", "y"]}}, tmp_path / "a.csv")
