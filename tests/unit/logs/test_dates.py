"""Time stamps that are dates, times of day or durations: in Parquet as pandas writes it, and in CSV."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from heft.errors import FormatError
from heft.logs.log_files import read_log
from heft.logs.maps.unmapped import read_unmapped

N = 40
PARTS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
BEGIN = 1_700_000_000
Q, TAU = np.sin(np.arange(N)), np.cos(np.arange(N))


def steps(unit: str = "ms") -> np.ndarray:
    """Seconds at which samples were taken, in a unit that can tell them apart."""
    return np.arange(N) * (1 if unit == "s" else 0.01)


def dates(unit: str, zone: str | None = None) -> pa.Array:
    """A column of dates."""
    parts = PARTS[unit]
    return pa.array(BEGIN * parts + np.round(steps(unit) * parts).astype(np.int64)).cast(pa.timestamp(unit, zone))


def pandas_file(path: Path, columns: dict[str, Any], index: str | None = None, named: bool = True) -> Path:
    """Write a table as `DataFrame.to_parquet` does: the index is the last column, and the metadata name it."""
    table = pa.table(columns)
    about = [
        {
            "name": name if name != index or named else None,
            "field_name": name,
            "pandas_type": "datetimetz" if getattr(kind, "tz", None) else str(kind),
            "numpy_type": "datetime64[ns]" if pa.types.is_timestamp(kind) else str(kind),
            "metadata": {"timezone": kind.tz} if getattr(kind, "tz", None) else None,
        }
        for name, kind in zip(table.schema.names, table.schema.types, strict=True)
    ]
    rows = {"kind": "range", "name": None, "start": 0, "stop": N, "step": 1}
    facts = {"index_columns": [index or rows], "column_indexes": [], "columns": about, "pandas_version": "2.3.3"}
    pq.write_table(table.replace_schema_metadata({"pandas": json.dumps(facts)}), path)
    return path


@pytest.mark.parametrize("unit", PARTS)
@pytest.mark.parametrize("zone", [None, "UTC", "Europe/Zurich"])
@pytest.mark.parametrize("name", ["when", "time", "time_ns", "t", "__index_level_0__"])
@pytest.mark.parametrize("names", [("q.a", "tau.a"), ("position_1", "effort_1")])
def test_dates_of_pandas(tmp_path, unit, zone, name, names):
    columns = dict(zip(names, (Q, TAU), strict=True)) | {name: dates(unit, zone)}
    path = pandas_file(tmp_path / "run.parquet", columns, name, named=not name.startswith("__"))
    log, guess = read_unmapped(path)
    np.testing.assert_allclose(log.t, BEGIN + steps(unit), rtol=0, atol=3e-7)  # a float has no more digits
    np.testing.assert_array_equal(log.columns[f"tau.{log.joints[0]}"], TAU)
    if names[0] == "q.a":
        assert guess is None
        np.testing.assert_array_equal(read_log(path).t, log.t)


@pytest.mark.parametrize("unit", PARTS)
def test_durations_of_pandas(tmp_path, unit):
    lengths = pa.array(np.round(steps(unit) * PARTS[unit]).astype(np.int64)).cast(pa.duration(unit))
    log, _ = read_unmapped(pandas_file(tmp_path / "run.parquet", {"q_1": Q, "after": lengths}))
    np.testing.assert_allclose(log.t, steps(unit), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", [pa.time32("ms"), pa.time64("us")])
def test_times_of_day_go_on_past_midnight(tmp_path, kind):
    count = PARTS[kind.unit]
    parts = np.round((86399.9 + steps()) % 86400 * count).astype(np.int32 if kind.unit == "ms" else np.int64)
    log, _ = read_unmapped(pandas_file(tmp_path / "run.parquet", {"q_1": Q, "clock": pa.array(parts).cast(kind)}))
    np.testing.assert_allclose(log.t, 86399.9 + steps(), rtol=0, atol=1e-9)


def test_a_missing_date_is_a_missing_number(tmp_path):
    stamps = pa.array([*dates("ns").to_pylist()[:-1], None], pa.timestamp("ns"))
    log, _ = read_unmapped(pandas_file(tmp_path / "run.parquet", {"q_1": Q, "when": stamps}))
    assert np.isnan(log.t).tolist() == [False] * (N - 1) + [True]


@pytest.mark.parametrize("between", ["T", " "])
def test_dates_in_words(tmp_path, between):
    """As databases export them, and pandas a column of texts. They were left out, and the file was without time."""
    words = [str(date).replace(" ", between) for date in dates("ns").cast(pa.timestamp("us")).to_pylist()]
    columns = {"stamp": [*words[:-1], None], "q_1": Q, "note": ["moved"] * N}
    log, _ = read_unmapped(pandas_file(tmp_path / "run.parquet", columns))
    np.testing.assert_allclose(log.t[:-1], BEGIN + steps()[:-1], rtol=0, atol=3e-7)
    assert np.isnan(log.t[-1])
    np.testing.assert_array_equal(log.q[:, 0], Q)
    columns["stamp"] = [*words[:-1], "later"]
    with pytest.raises(FormatError, match="'later' is not a time, in row 39 of 'stamp'"):
        read_unmapped(pandas_file(tmp_path / "run.parquet", columns))


def test_the_name_decides_between_two_columns_of_dates(tmp_path):
    other = pa.array(np.zeros(N, np.int64)).cast(pa.timestamp("ns"))
    columns = {"created": other, "q_1": Q, "timestamp": dates("ns")}
    log, _ = read_unmapped(pandas_file(tmp_path / "run.parquet", columns))
    np.testing.assert_allclose(log.t, BEGIN + steps(), rtol=0, atol=3e-7)


def test_a_date_of_something_else_is_not_the_time(tmp_path):
    other = pa.array(np.zeros(N, np.int64)).cast(pa.timestamp("ns"))
    log, _ = read_unmapped(pandas_file(tmp_path / "run.parquet", {"created": other, "q_1": Q, "time": steps()}))
    np.testing.assert_array_equal(log.t, steps())


def test_an_unnamed_index_of_seconds_is_the_time(tmp_path):
    path = pandas_file(tmp_path / "run.parquet", {"q_1": Q, "__index_level_0__": steps()}, "__index_level_0__", False)
    np.testing.assert_array_equal(read_unmapped(path)[0].t, steps())
    path = tmp_path / "run.csv"
    path.write_text("\n".join([",q_1", *(f"{t!r},{q!r}" for t, q in zip(steps().tolist(), Q.tolist(), strict=True))]))
    np.testing.assert_array_equal(read_unmapped(path)[0].t, steps())


def test_an_unnamed_index_that_counts_rows_is_not(tmp_path):
    """As in a table from which pandas took some rows."""
    columns = {"t": steps(), "q.a": Q, "__index_level_0__": np.arange(N) + 7}
    log = read_log(pandas_file(tmp_path / "log.parquet", columns, "__index_level_0__", False))
    np.testing.assert_array_equal(log.t, steps())
    del columns["t"]
    path = pandas_file(tmp_path / "run.parquet", columns, "__index_level_0__", False)
    with pytest.raises(FormatError, match="No column has a name of time stamps"):
        read_unmapped(path)


def as_iso(t: float) -> str:
    return str(np.datetime64(round(1e9 * t), "ns")).replace("T", " ")


def as_duration(t: float) -> str:
    return f"0 days 00:00:{t:09.6f}"


@pytest.mark.parametrize("head", ["when", "Datum", "time_ms", ""])
@pytest.mark.parametrize(("written", "begin"), [(as_iso, BEGIN), (as_duration, 0)])
@pytest.mark.parametrize("names", [("q.a", "tau.a"), ("position_1", "effort_1")])
def test_dates_and_durations_in_csv(tmp_path, head, written, begin, names):
    """As `DataFrame.to_csv` writes them; the name of an index may be empty."""
    path = tmp_path / "run.csv"
    rows = [f"{written(begin + t)},{q!r},{tau!r}" for t, q, tau in zip(steps(), Q.tolist(), TAU.tolist(), strict=True)]
    path.write_text("\n".join([",".join([head, *names]), *rows]))
    log, _ = read_unmapped(path)
    np.testing.assert_allclose(log.t, begin + steps(), rtol=0, atol=1e-6)
    np.testing.assert_array_equal(log.columns[f"tau.{log.joints[0]}"], TAU)


def test_dates_in_a_folder_of_signals(tmp_path):
    for name, values in (("position", Q), ("effort", TAU)):
        pandas_file(tmp_path / f"{name}.parquet", {"joint1": values, "when": dates("us", "UTC")}, "when")
    log, _ = read_unmapped(tmp_path)
    np.testing.assert_allclose(log.t, BEGIN + steps(), rtol=0, atol=3e-7)


@pytest.mark.parametrize("name", ["timestamp", "stamp_time", "time"])
def test_dates_to_the_second_are_not_the_time_beside_finer_stamps(tmp_path, name):
    whole = [as_iso(BEGIN + int(t)) for t in steps()]
    rows = [f"{date},{t!r},{q!r}" for date, t, q in zip(whole, steps().tolist(), Q.tolist(), strict=True)]
    path = tmp_path / "run.csv"
    path.write_text("\n".join([f"{name},t_s,q_1", *rows]))
    np.testing.assert_allclose(read_unmapped(path)[0].t, steps(), rtol=0, atol=1e-12)


def test_dates_beside_the_time_stamps_of_a_log_are_left_out(tmp_path):
    columns = {"t": steps(), "q.a": Q, "tau.a": TAU, "recorded": dates("us")}
    pq.write_table(pa.table(columns), tmp_path / "run.parquet")
    rows = [f"{t!r},{q!r},{as_iso(BEGIN + t)}" for t, q in zip(steps().tolist(), Q.tolist(), strict=True)]
    (tmp_path / "run.csv").write_text("\n".join(["t,q.a,recorded", *rows]))
    for name in ("run.parquet", "run.csv"):
        np.testing.assert_array_equal(read_log(tmp_path / name).t, steps())
        np.testing.assert_array_equal(read_log(tmp_path / name).q[:, 0], Q)
