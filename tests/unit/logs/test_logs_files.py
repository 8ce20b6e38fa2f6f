"""Log files: what is written is read again, and what is no log is refused in words."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import heft
from heft.errors import ArgumentError, FileError, FormatError
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.named_columns import from_columns

NUMBERS = st.floats(allow_infinity=False, width=64)
NAMES = st.lists(
    st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1), min_size=1, max_size=3, unique=True
)


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Logs of any numbers, NaN included; the first joint may float."""
    names = draw(NAMES)
    sizes = [draw(st.sampled_from([1, 2, 4, 7])), *(1 for _ in names[1:])]
    n = draw(st.integers(0, 5))
    k = sum({4: 3, 7: 6}.get(size, size) for size in sizes)

    def matrix(width: int):
        return draw(arrays(float, (n, width), elements=NUMBERS))

    optional = [draw(st.booleans()) for _ in range(3)]
    qd, qdd, effort = (matrix(k) if there else None for there in optional)
    kind = draw(st.sampled_from(["joint_torque", "motor_torque", "motor_current"]))
    t = draw(arrays(float, n, elements=st.floats(-1e9, 1e9)))
    return Log(t, tuple(names), matrix(sum(sizes)), qd, qdd, effort, kind, tuple(sizes), {"cell": 3})


def same(a: Log, b: Log) -> None:
    assert (a.joints, a.sizes) == (b.joints, b.sizes)
    for name in ("t", "q", "qd", "qdd", "effort"):
        x, y = getattr(a, name), getattr(b, name)
        assert (x is None) == (y is None)
        if x is not None:
            np.testing.assert_array_equal(x, y)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs")


@settings(max_examples=60)
@given(log=logs())
def test_parquet_gives_back_what_was_written(shelf: Path, log: Log):
    log.write(shelf / "run.parquet")
    back = read_log(shelf / "run.parquet")
    same(log, back)
    assert back.metadata == {"cell": 3}
    if log.effort is not None:
        assert back.effort_kind == log.effort_kind
    assert back.source is not None
    assert back.source.sha256 == hashlib.sha256((shelf / "run.parquet").read_bytes()).hexdigest()


@settings(max_examples=60)
@given(log=logs())
def test_csv_gives_back_the_numbers(shelf: Path, log: Log):
    log.write(shelf / "run.csv")
    same(log, read_log(shelf / "run.csv"))


def test_csv_with_semicolons_and_decimal_commas_is_a_log(tmp_path: Path):
    """As spreadsheets write it in much of Europe."""
    (tmp_path / "run.csv").write_text("t;q.a;tau.a\n0,5;0,25;-1,5\n0,6;0,75;2\n")
    log = read_log(tmp_path / "run.csv")
    assert log.t.tolist() == [0.5, 0.6]
    assert log.q.tolist() == [[0.25], [0.75]]
    assert log.effort is not None
    assert log.effort.tolist() == [[-1.5], [2.0]]


@settings(max_examples=30)
@given(log=logs())
def test_dictionary_gives_back_the_log(log: Log):
    same(log, Log.from_dict(log.to_dict()))


def some_log(**changes: object) -> Log:
    t = np.arange(50) / 100
    values: dict = {"t": t, "joints": ("a", "b"), "q": np.stack([t, t**2], 1), "effort": np.ones((50, 2))} | changes
    return Log(**values)


def test_shapes_are_checked():
    with pytest.raises(ArgumentError, match="'effort' has shape"):
        some_log(effort=np.ones((50, 3)))
    with pytest.raises(ArgumentError, match="every joint once"):
        some_log(joints=("a", "a"))
    with pytest.raises(ArgumentError, match="Did you mean 'motor_current'"):
        some_log(effort_kind="motor_curent")


def test_arrays_cannot_be_written_to_and_the_callers_still_can():
    t = np.arange(50.0)
    log = some_log(t=t)
    with pytest.raises(ValueError, match="read-only"):
        log.t[0] = 1
    t[0] = 5


def test_rate_and_duration():
    log = some_log()
    assert log.rate == pytest.approx(100)
    assert log.duration == pytest.approx(0.49)


def test_truncated_parquet(tmp_path: Path):
    some_log().write(tmp_path / "a.parquet")
    content = (tmp_path / "a.parquet").read_bytes()
    for cut in (0, 10, len(content) // 2, len(content) - 1):
        (tmp_path / "b.parquet").write_bytes(content[:cut])
        with pytest.raises(FormatError, match="not a whole Parquet file"):
            read_log(tmp_path / "b.parquet")


def test_an_input_is_not_overwritten(tmp_path: Path):
    some_log().write(tmp_path / "a.parquet")
    before = (tmp_path / "a.parquet").read_bytes()
    with pytest.raises(FileError, match="never changed"):
        read_log(tmp_path / "a.parquet").write(tmp_path / "a.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q.a\n1\n", "no column 't'"),
        ("t,q.a,torque.a\n1,2,3\n", "'torque.a' has no meaning"),
        ("t,tau.a\n1,2\n", "no positions"),
        ("t,q.a,tau.b\n1,2,3\n", "'tau.b' belongs to no joint"),
        ("t,q.a,tau.a,current.a\n1,2,3,4\n", "both torques and currents"),
        ("t,q.a\n1,2\n3\n4,5\n", "a.csv:3: It has 1 cells where the first line has 2"),
        ("t,q.a\n1,2\n3,x\n", "a.csv:3: 'x' is not a number"),
        ("t,q.a,q.a\n1,2,3\n", "two columns 'q.a'"),
        ("", "no lines"),
    ],
)
def test_what_is_no_log_is_refused(tmp_path: Path, text: str, message: str):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FormatError, match=message):
        read_log(tmp_path / "a.csv")


def test_files_that_do_not_say_what_their_columns_are_point_to_import(tmp_path: Path):
    np.savez(tmp_path / "run.npz", time=np.arange(5.0), states=np.zeros((5, 4)))
    with pytest.raises(FormatError, match=r"its columns are time, states\[0\], .*heft import FILE --robot"):
        read_log(tmp_path / "run.npz")


def test_other_endings_are_refused_with_those_that_are_known(tmp_path: Path):
    with pytest.raises(FormatError, match=r"'\.doc' cannot be read.*\.csv"):
        read_log("run.doc")
    with pytest.raises(FileError, match=r"ends in \.csv or \.parquet"):
        some_log().write(tmp_path / "run.mat")


def test_any_format_whose_columns_are_named_as_in_a_log_needs_no_map(tmp_path: Path):
    log = some_log()
    np.savez(tmp_path / "run.npz", **log.columns)  # type: ignore[arg-type]
    same(log, read_log(tmp_path / "run.npz"))


def test_simulated_motions_are_logs(tmp_path: Path):
    """The CSV of `heft simulate` names the coordinates of a floating base in words."""
    robot = heft.load("zoo:cheetah3")
    names = [*robot.configuration_names]
    columns = {"t": np.arange(3.0)} | {f"q.{name}": np.arange(3.0) for name in names}
    columns |= {f"qd.{name}": np.arange(3.0) for name in robot.coordinate_names}
    log = from_columns(columns)
    assert log.sizes[0] == 7
    assert log.q.shape == (3, robot.nq)
    assert log.qd is not None
    assert log.qd.shape == (3, robot.nv)
    assert np.isfinite(log.qd).all()
