"""Parquet files as heft writes them: without a library, for every reader of Parquet."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

import heft
from heft.errors import FormatError, MissingExtraError
from heft.logs.formats import parquet
from heft.logs.formats.plain_parquet import PAGE, read_plain, written
from heft.logs.formats.thrift import I32, I64, Reader, encoded

pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow, another reader of Parquet, is not installed")


@pytest.fixture
def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "find_spec", lambda _: None)


def table(n: int) -> dict[str, np.ndarray]:
    values = np.random.default_rng(n).standard_normal(n)
    values[n // 2 :: 7] = np.nan
    return {"t": np.arange(n) / 100, "q.Schulter ä": values, "tau.b": np.full(n, -0.0)}


@pytest.mark.parametrize("n", [0, 1, 1000, PAGE, PAGE + 3])
def test_other_readers_and_our_own_read_it(n: int):
    columns, text = table(n), json.dumps({"format": "heft-log/1"}).encode()
    content = written(columns, {"heft.log": text, "more": b""})
    theirs = pq.read_table(io.BytesIO(content))
    ours, metadata = read_plain(content, "log.parquet")
    assert theirs.column_names == list(ours) == list(columns)
    assert theirs.schema.metadata[b"heft.log"] == metadata["heft.log"] == text
    for name, values in columns.items():
        np.testing.assert_array_equal(theirs.column(name).to_numpy(), values)
        np.testing.assert_array_equal(ours[name], values)
    assert pq.ParquetFile(io.BytesIO(content)).metadata.num_rows == n


@pytest.mark.usefixtures("without_pyarrow")
def test_a_log_comes_back_without_pyarrow(tmp_path):
    t = np.arange(50) / 100
    log = heft.Log(t, ("a",), np.sin(t)[:, None], effort=t[:, None], metadata={"source": "a test"})
    log.write(tmp_path / "run.parquet")
    again = heft.read_log(tmp_path / "run.parquet")
    np.testing.assert_array_equal(again.q, log.q)
    assert again.facts() | {"source": None} == log.facts()


@pytest.mark.usefixtures("without_pyarrow")
@pytest.mark.parametrize("options", [{}, {"compression": "none"}, {"compression": "none", "use_dictionary": False}])
def test_files_of_other_programs_name_the_extra(tmp_path, options):
    pq.write_table(
        pq.read_table(io.BytesIO(written(table(20), {}))).cast(_optional(table(20))), tmp_path / "a.parquet", **options
    )
    with pytest.raises(MissingExtraError, match="heft-robotics\\[parquet\\]"):
        heft.read_log(tmp_path / "a.parquet")


def _optional(columns):
    import pyarrow as pa

    return pa.schema([pa.field(name, pa.float64()) for name in columns])


@pytest.mark.usefixtures("without_pyarrow")
def test_damaged_files_are_refused(tmp_path):
    """Every single byte that is wrong ends in an error that names the file, or in numbers."""
    log = heft.Log(np.arange(30) / 100, ("a",), np.arange(30.0)[:, None], effort=np.ones((30, 1)))
    log.write(tmp_path / "run.parquet")
    content, refused = (tmp_path / "run.parquet").read_bytes(), 0
    path = tmp_path / "damaged.parquet"
    for at in [*range(0, len(content), 3), *range(len(content) - 12, len(content))]:
        path.write_bytes(content[:at] + bytes([content[at] ^ 0x5A]) + content[at + 1 :])
        try:
            heft.read_log(path)
        except (FormatError, MissingExtraError) as error:
            refused += "damaged.parquet" in str(error) or isinstance(error, MissingExtraError)
    assert refused > 20
    for end in (0, 3, 11, len(content) // 2):
        path.write_bytes(content[:end])
        with pytest.raises(FormatError, match=r"damaged\.parquet"):
            heft.read_log(path)


def test_structs_come_back():
    struct = {1: I32(-3), 2: I64(2**40), 4: b"text", 5: [{1: I32(k)} for k in range(20)], 16: {1: [I64(-1)]}}
    assert Reader(encoded(struct)).struct() == struct
    with pytest.raises(ValueError, match="64 bits"):
        Reader(b"\x15" + b"\xff" * 12).struct()
