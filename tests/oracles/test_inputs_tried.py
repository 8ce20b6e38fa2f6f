"""Inputs of every kind, as `benchmarks/inputs.py` tries them: robots like Pinocchio and MuJoCo, logs as written."""

from __future__ import annotations

from pathlib import Path

import inputs
import pytest
from input_robots import DESCRIPTIONS, MENAGERIE, ROBOTS, URDFS, described, menagerie, menagerie_folder, real_folders
from input_trials import Heft

HERE = Heft(inside=True)


def test_the_table_of_inputs_is_right(capsys: pytest.CaptureFixture[str]):
    status = inputs.main(["--check", "--quick"])
    out, err = capsys.readouterr()
    assert status == 0, out + err
    assert len(out.splitlines()) > 20
    assert "WRONG" not in out


def test_robots_by_their_names_in_robot_descriptions(capsys: pytest.CaptureFixture[str]):
    tried = list(described(HERE))
    assert len(tried) == len(DESCRIPTIONS) >= 10
    assert [each.what for each in tried if not each.right] == [], capsys.readouterr().err


def test_folders_of_the_menagerie(capsys: pytest.CaptureFixture[str]):
    tried = list(menagerie(HERE))
    assert len(tried) == len(MENAGERIE) == 5
    assert [each.what for each in tried if not each.right] == [], capsys.readouterr().err


def test_folders_that_are_given(tmp_path: Path):
    folder = menagerie_folder(ROBOTS / URDFS["Z1"], tmp_path / "unitree_z1/xmls")
    (tried,) = real_folders(HERE, [folder])
    assert (tried.kind, tried.what, tried.right) == ("menagerie folder", "unitree_z1", True)


def test_an_answer_that_is_wrong_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(inputs, "everything", lambda *_: iter(described(HERE, ["double_pendulum_description"])))
    monkeypatch.setattr("input_robots._mass", lambda _: 0.0)
    assert inputs.main(["--check"]) == 1
    assert "WRONG" in capsys.readouterr().out
