"""`--gravity` on the verbs that compare a robot with its logs: an arm that hangs on a wall."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.logs import arm_in, measured

import heft as package

WALL = ("--gravity", 9.81, 0, 0)


@pytest.fixture
def arm(folder: Path) -> Path:
    path = arm_in(folder)
    robot = package.load(path).with_gravity([9.81, 0, 0])
    for seed in (1, 2):
        measured(robot, seed).write(folder / f"run{seed}.parquet")
    return path


def overall(heft, *command: object, status: int = 0) -> float:
    answer = heft(*command, "--json")
    assert answer.status == status, answer
    return json.loads(answer.out)["filtered"]["overall"]["relative_percent"]


def test_identify_check_and_validate(heft, arm: Path) -> None:
    answer = heft("identify", arm, "run1.parquet", "run2.parquet", *WALL, "-o", "out", "--json")
    assert answer.status == 0, answer
    wall = json.loads(answer.out)
    assert wall["held_out"]["filtered"]["overall"]["relative_percent"] < 1
    assert wall["model"]["robot"]["gravity"] == ["9.81", 0, 0]
    upright = json.loads(heft("identify", arm, "run1.parquet", "run2.parquet", "--json").out)
    assert upright["held_out"]["filtered"]["overall"]["relative_percent"] > 10
    assert overall(heft, "validate", "out", "run2.parquet") < 1
    assert overall(heft, "validate", "out", "run2.parquet", "--gravity", 0, 0, -9.81, status=1) > 10
    as_in_the_file = overall(heft, "validate", arm, "run2.parquet", status=1)  # which is upright
    assert overall(heft, "validate", arm, "run2.parquet", *WALL) < as_in_the_file
    checked = json.loads(heft("check", arm, "run1.parquet", *WALL, "--json").out)
    links = [json.loads(heft("identifiable", arm, *option, "--json").out)["n_base"] for option in (WALL, ())]
    upright = json.loads(heft("check", arm, "run1.parquet", "--json").out)
    assert checked["structural_rank"] - upright["structural_rank"] == links[0] - links[1] > 0


@pytest.mark.usefixtures("short_free_motions")
def test_learn_simulate_minimal_and_export(heft, refused, arm: Path) -> None:
    learned = ("learn", arm, "run1.parquet", "--kind", "linear")
    for folder, option in (("wall", WALL), ("upright", ())):
        assert heft(*learned, *option, "-o", folder, "-q").status == 0
    test = [json.loads(Path(folder, "model.json").read_text())["facts"]["test"] for folder in ("wall", "upright")]
    assert test[0] != test[1]
    message = refused("learn", arm, "run1.parquet", "--kind", "black-box", *WALL, "-o", "net")
    assert "--gravity" in message
    for verb, *more in (("minimal",), ("export",), ("simulate", "--duration", 0.2)):
        assert heft(verb, arm, *more, *WALL).out != heft(verb, arm, *more).out


def test_no_gravity_at_all(heft, refused, arm: Path) -> None:
    """Without weight, fewer parameters are identifiable."""
    none = json.loads(heft("check", arm, "run1.parquet", "--gravity", 0, 0, 0, "--json").out)
    some = json.loads(heft("check", arm, "run1.parquet", "--json").out)
    links = [json.loads(heft("identifiable", arm, *each, "--json").out)["n_base"] for each in ((), ("--no-gravity",))]
    assert some["structural_rank"] - none["structural_rank"] == links[0] - links[1]
    assert "--no-gravity" in refused("identifiable", arm, "--gravity", 0, 0, 0)
    assert "--no-gravity" in refused("simulate", arm, "--duration", 1, *WALL, "--no-gravity")


def test_what_is_not_a_vector_is_refused(refused, arm: Path) -> None:
    assert "--gravity" in refused("identify", arm, "run1.parquet", "--gravity", 1, 2)
    assert "Give a finite number" in refused("identify", arm, "run1.parquet", "--gravity", 0, 0, "nan")
    assert "--gravity" in refused("inspect", arm, *WALL)
