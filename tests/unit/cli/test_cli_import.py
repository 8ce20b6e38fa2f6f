"""`heft import`: a log is written whole or not at all, and what is wrong is one line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import heft as library

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
    assert "There is no such file" in refused("import", "none.csv", "--map", "map.toml", "-o", "log.parquet")
    assert "There is no such file" in refused("import", raw, "--map", "none.toml", "-o", "log.parquet")
    assert "must end in .parquet" in refused("import", raw, "--map", "map.toml", "-o", "log.txt")
    assert "never changed" in refused("import", raw, "--map", "map.toml", "-o", "raw.csv")
    (folder / "map.toml").write_text(MAP.replace("unit", "unti"))
    assert "Did you mean 'unit'?" in refused("import", raw, "--map", "map.toml", "-o", "log.parquet")
    assert not (folder / "log.parquet").exists()
    assert "--map" in refused("import", raw)
