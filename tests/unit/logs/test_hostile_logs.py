"""Logs that were made to do harm, or are damaged: refused in a sentence, without reading more than the file itself."""

from __future__ import annotations

import io
import os
import sqlite3
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heft
from heft import sizes
from heft.errors import FileError, FormatError, HeftError
from heft.logs.formats.mat import Mat
from heft.logs.log import Log
from heft.logs.log_files import read_log

T = np.arange(5, dtype=float) * 0.01
LOG = Log(T, ("a",), np.sin(T)[:, None], effort=np.cos(T)[:, None])


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may expand beyond a megabyte, so that bombs in tests can be small."""
    monkeypatch.setattr(sizes, "EXPANDED", 2**20)


# -- expanded sizes ---------------------------------------------------------------------------------


def test_an_npz_that_expands_too_far(tmp_path: Path, small: None):
    np.savez_compressed(tmp_path / "a.npz", t=np.zeros(10**6))
    with pytest.raises(FileError, match=r"a\.npz: It has .* expands to"):
        read_log(tmp_path / "a.npz")


def test_a_parquet_that_expands_too_far(tmp_path: Path, small: None):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"t": np.zeros(10**6)}), tmp_path / "a.parquet", compression="zstd")
    assert (tmp_path / "a.parquet").stat().st_size < 20_000
    with pytest.raises(FileError, match=r"a\.parquet: It has .* expands to"):
        read_log(tmp_path / "a.parquet")


def test_texts_in_a_parquet_are_refused_unread(tmp_path: Path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    words = pa.DictionaryArray.from_arrays(np.zeros(1000, np.int32), ["x" * 10**6])
    pq.write_table(pa.table({"t": words}), tmp_path / "a.parquet", compression="zstd")
    with pytest.raises(FormatError, match="the first, 't', has the data type"):
        read_log(tmp_path / "a.parquet")


def test_a_mat_that_expands_too_far(tmp_path: Path, small: None):
    from scipy.io import savemat

    savemat(tmp_path / "a.mat", {"t": np.zeros(10**6)}, do_compression=True)
    with pytest.raises(FileError, match=r"a\.mat: It has .* expands to"):
        read_log(tmp_path / "a.mat")


def test_an_hdf5_that_expands_too_far(tmp_path: Path, small: None):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file.create_dataset("t", (10**6,), "f8", compression="gzip", chunks=(10**5,))
    with h5py.File(tmp_path / "b.h5", "w") as file:
        file.create_dataset("t", (3,), "f8", maxshape=(None,), compression="gzip", chunks=(10**6,))
    for name in ("a.h5", "b.h5"):
        with pytest.raises(FileError, match=rf"{name}: It has .* expands to"):
            read_log(tmp_path / name)


def bag(folder: Path, storage: str, compression: str = "none", names: int = 1) -> Path:
    """Write a rosbag2 of joint states, compressed or not, whose first message has a long name."""
    rosbag2 = pytest.importorskip("rosbags.rosbag2")
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    State, Header, Time = (
        store.types[name]
        for name in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    )
    writer = rosbag2.Writer(folder, version=9, storage_plugin=rosbag2.StoragePlugin[storage])
    if compression != "none":
        writer.set_compression(rosbag2.CompressionMode[compression], rosbag2.CompressionFormat.ZSTD)
    with writer:
        connection = writer.add_connection("/joint_states", State.__msgtype__, typestore=store)
        for k in range(3):
            state = State(Header(Time(k, 0), "x" * (names if k == 0 else 1)), ["a"], *[np.ones(1)] * 3)
            writer.write(connection, k * 10**9, store.serialize_cdr(state, State.__msgtype__))
    return folder


@pytest.mark.parametrize("compression", ["FILE", "MESSAGE", "STORAGE"])
@pytest.mark.parametrize("storage", ["SQLITE3", "MCAP"])
def test_a_bag_that_expands_too_far(tmp_path: Path, small: None, storage: str, compression: str):
    if (storage, compression) == ("SQLITE3", "STORAGE"):
        pytest.skip("SQLite has no compression of its own")
    log = read_log(bag(tmp_path / "good", storage, compression))
    assert log.q.tolist() == [[1], [1], [1]]
    with pytest.raises(FileError, match="expands to"):
        read_log(bag(tmp_path / "bomb", storage, compression, names=3 * 10**6))


HOSTILE_DEFINITIONS = {
    "code": "float64 x=__import__('os').system('touch hacked')\nfloat64[] position\n",
    "names": "float64 __class__\nfloat64 position; import os\nfloat64[99999999999999999999] \x1b[31m\n",
    "itself": "sensor_msgs/JointState state\n"
    + 80 * "="
    + "\nMSG: sensor_msgs/JointState\nsensor_msgs/JointState state\n",
    "long": "float64 a\n" * 200_000,
    "other": "string[] position\nint8[4000000000] effort\n",
    "nothing": "",
}
"""What a bag can say that a joint state is; heft reads by its own definition."""


@pytest.mark.parametrize("name", [*HOSTILE_DEFINITIONS])
@pytest.mark.parametrize("storage", ["SQLITE3", "MCAP", "ROS1"])
def test_definitions_in_a_bag_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, storage: str, name: str):
    pytest.importorskip("rosbags")
    from rosbags.rosbag1 import Writer as Writer1
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    monkeypatch.chdir(tmp_path)
    ros1 = storage == "ROS1"
    store = get_typestore(Stores.ROS1_NOETIC if ros1 else Stores.ROS2_HUMBLE)
    State, Header, Time = (
        store.types[each]
        for each in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    )
    path = tmp_path / "run.bag" if ros1 else tmp_path / "run"
    definition: dict[str, Any] = {"msgdef": HOSTILE_DEFINITIONS[name]}
    definition |= {"md5sum": "0" * 32} if ros1 else {"rihs01": "RIHS01_" + "0" * 64}
    with Writer1(path) if ros1 else Writer(path, version=9, storage_plugin=StoragePlugin[storage]) as writer:
        connection = writer.add_connection("/joint_states", State.__msgtype__, **definition)
        for k in range(3):
            header = Header(k, Time(k, 0), "") if ros1 else Header(Time(k, 0), "")
            data = State(header, ["a"], *[np.full(1, 2.0)] * 3)
            serialize = store.serialize_ros1 if ros1 else store.serialize_cdr
            writer.write(connection, k * 10**9, serialize(data, State.__msgtype__))
    log = read_log(path)
    assert log.q.tolist() == [[2], [2], [2]]
    assert not (tmp_path / "hacked").exists()


# -- other files ------------------------------------------------------------------------------------


def test_hdf5_that_reads_other_files_is_refused(tmp_path: Path):
    h5py = pytest.importorskip("h5py")
    (tmp_path / "secret").write_bytes(bytes(80))
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["t"] = T
    with h5py.File(tmp_path / "storage.h5", "w") as file:
        file.create_dataset("run/t", (10,), "f8", external=[(str(tmp_path / "secret"), 0, 80)])
    with h5py.File(tmp_path / "link.h5", "w") as file:
        file["t"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "/t")
    with h5py.File(tmp_path / "virtual.h5", "w") as file:
        layout = h5py.VirtualLayout((5,), "f8")
        layout[:] = h5py.VirtualSource(str(tmp_path / "other.h5"), "t", (5,))
        file.create_virtual_dataset("t", layout)
    for name in ("storage", "link", "virtual"):
        with pytest.raises(FormatError, match=rf"{name}\.h5: The .* other? ?files?|another file"):
            read_log(tmp_path / f"{name}.h5")


def test_hdf5_with_groups_that_contain_each_other(tmp_path: Path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        group = file.create_group("group")
        group["t"], group["self"], group["up"], group["soft"] = T, group, file["/"], h5py.SoftLink("/group")
    with pytest.raises(FormatError, match=r"no column 't'.*its columns are group/t\."):
        read_log(tmp_path / "a.h5")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["a.csv", "a.npz", "a.mat", "a.h5", "a.parquet", "a.mcap", "a.db3", "a.bag", "m.toml"])
def test_a_pipe_is_refused_at_once(tmp_path: Path, name: str):
    os.mkfifo(tmp_path / name)
    LOG.write(tmp_path / "log.csv")
    log, map = ("log.csv", tmp_path / name) if name == "m.toml" else (name, None)
    with pytest.raises(FileError, match="not an ordinary file"):
        read_log(tmp_path / log, map)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_a_bag_is_refused_at_once(tmp_path: Path):
    folder = bag(tmp_path / "bag", "SQLITE3")
    (folder / "bag.db3").unlink()
    os.mkfifo(folder / "bag.db3")
    with pytest.raises(HeftError, match=r"bag\.db3"):
        read_log(folder)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_device_is_refused_at_once(tmp_path: Path):
    (tmp_path / "a.csv").symlink_to("/dev/zero")
    with pytest.raises(FileError, match="not an ordinary file"):
        read_log(tmp_path / "a.csv")


# -- what would run ---------------------------------------------------------------------------------


def test_pickled_arrays_are_passed_over(tmp_path: Path):
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return pytest.fail, ("the object was unpickled",)

    columns: dict[str, Any] = dict(LOG.columns)
    np.savez(tmp_path / "a.npz", trap=np.array([Trap()], dtype=object), **columns)
    np.testing.assert_array_equal(read_log(tmp_path / "a.npz").q, LOG.q)
    np.save(tmp_path / "b.npy", np.array([Trap()], dtype=object), allow_pickle=True)
    with pytest.raises(FormatError, match="could run code"):
        read_log(tmp_path / "b.npy")


def test_a_bag_with_computed_columns_is_refused(tmp_path: Path):
    folder = bag(tmp_path / "bag", "SQLITE3")
    with sqlite3.connect(folder / "bag.db3") as database:
        database.execute("ALTER TABLE topics ADD COLUMN more AS (hex(zeroblob(100000000)))")
    database.close()
    with pytest.raises(FormatError, match="'topics' has columns that are computed"):
        read_log(folder / "bag.db3")


# -- damage -----------------------------------------------------------------------------------------


def test_damaged_members_and_truncated_streams_name_the_file(tmp_path: Path):
    file = io.BytesIO()
    columns: dict[str, Any] = dict(LOG.columns)
    np.savez_compressed(file, **columns)
    content = bytearray(file.getvalue())
    start = content.index(b"t.npy") + 60
    content[start : start + 40] = bytes(40)  # zlib.error, or a wrong checksum
    (tmp_path / "a.npz").write_bytes(content)
    with pytest.raises(FormatError, match=r"a\.npz: This is not a whole NumPy file"):
        read_log(tmp_path / "a.npz")


@pytest.mark.parametrize("cell", ["0x10", "\x00", '"' + "x" * 200_000, "x" * 200_000])
def test_odd_cells_in_a_csv(tmp_path: Path, cell: str):
    (tmp_path / "a.csv").write_text(f"t,q.a,tau.a\n0,1,{cell}\n1,2,3\n")
    with pytest.raises(FormatError, match=r"a\.csv"):
        read_log(tmp_path / "a.csv")


@pytest.mark.parametrize("stamp", ["1" + "0" * 400, "1e999", "inf", "1e308", "5e-324"])
def test_stamps_that_are_not_finite_or_absurd_are_read_without_a_warning(tmp_path: Path, stamp: str):
    (tmp_path / "a.txt").write_text("\n".join(["t,q.a,tau.a", f"{stamp},1,1", f"{stamp},1,1", "0,1,1", "0.1,1,2"]))
    log = read_log(tmp_path / "a.txt")
    assert np.isfinite(log.duration)
    assert "4 samples" in repr(log)


def test_metadata_of_a_parquet_are_checked(tmp_path: Path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(dict(LOG.columns))
    good = b'{"format": "heft-log/1", "joints": ["a"], "effort_kind": "motor_torque", "metadata": {"note": 3}}'
    path = tmp_path / "a.parquet"
    pq.write_table(table.replace_schema_metadata({b"heft.log": good}), path)
    log = read_log(path)
    assert (log.effort_kind, log.metadata) == ("motor_torque", {"note": 3})
    for old, new in ((b"/1", b"/9"), (b'["a"]', b"[3]"), (b'"motor_torque"', b'"x"'), (b"3}", b"NaN}"), (b"}", b"")):
        pq.write_table(table.replace_schema_metadata({b"heft.log": good.replace(old, new)}), path)
        with pytest.raises(FormatError, match=r"a\.parquet"):
            read_log(path)


# -- MATLAB -----------------------------------------------------------------------------------------


def of_scipy(content: bytes) -> dict[str, np.ndarray]:
    """Return the arrays of real numbers at the top level, as SciPy reads them."""
    from scipy.io import loadmat

    found = {name: value for name, value in loadmat(io.BytesIO(content)).items() if not name.startswith("__")}
    return {
        name: np.squeeze(value) if value.ndim > 2 else value
        for name, value in found.items()
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiub"
    }


@pytest.mark.parametrize("options", [{}, {"do_compression": True}, {"format": "4"}])
def test_matlab_files_are_read_as_scipy_does(options: dict[str, object]):
    from scipy.io import savemat
    from scipy.sparse import eye_array

    rng = np.random.default_rng(0)
    variables: dict[str, object] = {
        "full": rng.normal(size=(5, 3)),
        "row": np.arange(7.0),
        "column": np.arange(4, dtype=np.uint8)[:, None],
        "truth": np.array([[True, False]]),
        "int16": np.array([[-3, 4]], np.int16),
        "single": np.array([[1, 2], [3, 4]], np.float32),
        "complex": np.array([[1 + 2j]]),
        "text": "words",
    }
    if "format" not in options:
        variables |= {
            "cube": rng.normal(size=(1, 5, 2)),
            "sparse": eye_array(3),
            "cells": np.array([[1, 2]], object),
            "a_long_name_that_needs_more_than_a_small_element": np.array([[2**60]]),
            "empty": np.zeros((0, 3)),
        }
    file = io.BytesIO()
    savemat(file, variables, **options)  # type: ignore[arg-type]
    raw = Mat().parse(file.getvalue(), "a.mat", {}).arrays
    expected = of_scipy(file.getvalue())
    assert set(raw) == set(expected)
    for name, value in expected.items():
        np.testing.assert_array_equal(raw[name], value.T if len(value) == 1 else value)


def test_a_matlab_file_that_leads_scipy_astray(tmp_path: Path):
    """Sizes and types that do not fit each other; with such files SciPy has ended in a segmentation fault."""
    from scipy.io import savemat

    file = io.BytesIO()
    savemat(file, {"t": T, "run": {"q": LOG.q, "tau": LOG.effort}})
    content = file.getvalue()
    refused = 0
    for place in range(128, len(content) - 4, 4):
        for word in (0, 1, 0xFF, 0x7FFFFFFF, 0xFFFFFFFF):
            damaged = bytearray(content)
            struct.pack_into("<I", damaged, place, word)
            (tmp_path / "a.mat").write_bytes(damaged)
            with pytest.raises(HeftError, match=r"a\.mat"):  # no columns of a log either
                read_log(tmp_path / "a.mat")
            refused += 1
    assert refused == 5 * len(range(128, len(content) - 4, 4))


# -- memory -----------------------------------------------------------------------------------------


def test_a_long_table_does_not_take_many_times_its_size(tmp_path: Path):
    import tracemalloc

    rows = 200_000
    path = tmp_path / "a.csv"
    path.write_text("t,q.a,tau.a\n" + "\n".join(f"{k},0.5,-1.25" for k in range(rows)) + "\n")
    read_log(path)
    tracemalloc.start()
    try:
        log = read_log(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert log.n == rows
    numbers = 8 * 3 * rows
    # the file, the numbers in blocks, joined and as a log, and one block of lines; all lines as texts would be 100 MB
    assert peak < path.stat().st_size + 4 * numbers + 10e6


def test_blocks_of_lines_make_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from heft.logs.formats import text

    path = tmp_path / "a.csv"
    path.write_text("# comment\nt,q.a,tau.a\n0,1,\n\n1,2,x\n".replace("x", "3") + "2,3,4\n3,4,5\n4,5")
    whole = heft.read_log(path)
    for block in (1, 2, 3, 4, 5, 6):
        monkeypatch.setattr(text, "BLOCK", block)
        part = heft.read_log(path)
        np.testing.assert_array_equal(part.t, whole.t)
        np.testing.assert_array_equal(part.effort, whole.effort)


def test_zip_members_are_checked_against_their_checksums():
    with pytest.raises((zipfile.BadZipFile, zlib.error)):
        zipfile.ZipFile(io.BytesIO(b"PK")).testzip()
