"""Names of joints and columns are long in some files: no message and no table cuts one in its middle."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from heft.cli import main

N = 60
PREFIX = "left_arm_with_a_rather_long_namespace_shoulder_pan_joint_"
NAMES = [f"{PREFIX}{word}_of_the_first_generation" for word in ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def table(path: Path, time: str, template: str) -> None:
    t = np.arange(N) / 100
    heads = [time, *(template.format(word, name) for word in ("position", "effort") for name in NAMES)]
    rows = np.stack([t, *(np.sin(t + k) for k in range(2 * len(NAMES)))], axis=1)
    path.write_text("\n".join([",".join(heads), *(",".join(map(repr, row)) for row in rows.tolist())]))


def whole(text: str) -> bool:
    """Whether every name that begins in a text is one of the names, and no other dots stand for a part of it."""
    begun = re.findall(re.escape(PREFIX[:12]) + r"\w*", text)
    return bool(begun) and all(name in NAMES for name in begun)


@pytest.mark.parametrize(
    ("time", "command"),
    [
        ("time", ("import", "run.csv", "--robot", "zoo:ur10e")),
        ("other", ("import", "run.csv")),
        ("time", ("check", "zoo:ur10e", "run.csv")),
        ("time", ("identify", "zoo:ur10e", "log.csv", "-o", "out")),
        ("time", ("import", "run.csv", "--joints", "a,b")),
        ("time", ("import", "run.csv", "--map", "map.toml")),
    ],
)
def test_messages_have_whole_names(here, capsys, time, command):
    table(here / "run.csv", time, "{}/{}")
    table(here / "log.csv", "t", "{}/{}")
    log = (here / "log.csv").read_text().replace("position/", "q.").replace("effort/", "tau.")
    (here / "log.csv").write_text(log)
    (here / "map.toml").write_text(
        f'format = "heft-map/1"\njoints = ["a"]\n[time]\ncolumn = "time"\n[q]\ncolumns = ["position/{PREFIX}alhpa"]\n'
    )
    assert main(list(command)) == 2
    said = capsys.readouterr().err
    assert whole(said.replace(f"position/{PREFIX}alhpa", "")), said


def test_a_table_of_channels_has_whole_names(here, capsys):
    table(here / "run.csv", "time", "{}/{}")
    assert main(["import", "run.csv"]) == 0
    shown = capsys.readouterr().out
    assert "..." not in shown
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    column = "".join(line.split()[0] for line in shown.splitlines() if line.strip())
    assert all(f"{signal}.{name}" in column for signal in ("q", "tau") for name in NAMES)


def test_notes_have_whole_names(here, capsys):
    """Columns that are not used: they are listed by name."""
    table(here / "run.csv", "time", "{}/{}")
    rows = (here / "run.csv").read_text().splitlines()
    more = ",".join(f"temperature_{name}" for name in NAMES)
    (here / "run.csv").write_text("\n".join([f"{rows[0]},{more}", *(f"{row},1,2,3,4,5,6" for row in rows[1:])]))
    assert main(["import", "run.csv"]) == 0
    notes = "".join(capsys.readouterr().out.split("Channels")[0].split())
    assert whole(notes)
    assert notes.count(PREFIX) == 3
