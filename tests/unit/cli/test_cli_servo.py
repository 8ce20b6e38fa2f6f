"""`heft identify --servo`: its first line, its files, and what it refuses."""

import json
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, measured

import heft as library
from heft.estimation.servo_estimate import ServoEstimate
from heft.estimation.servo_loop import NAMES


@pytest.fixture
def arm(folder):
    path = arm_in(folder)
    measured(library.load(path), 1).write(folder / "run.parquet")
    return path


def estimate(robot: library.Robot) -> ServoEstimate:
    """Servos as an identification finds them; what finds them has tests of its own."""
    names = NAMES[:6]
    values = np.outer([12.0, 0.6, 0.02, 0.05, 0.03, 0.001], np.ones(robot.nv))
    still = {"fitted_rms": np.full(robot.nv, 5e-4), "held_out_rms": np.full(robot.nv, 6e-4)}
    return ServoEstimate(
        robot=robot,
        names=names,
        values=values,
        half_width=0.02 * values,
        **still,
        lag_rms=np.full(robot.nv, 0.05),
        samples=(400, 100),
        sources=("run.parquet",),
        warnings=(),
    )


@pytest.fixture
def found(monkeypatch):
    """Note with which options servos are identified, and answer at once."""
    asked = {}

    def answer(robot, logs, **options):
        asked.update(options)
        return estimate(robot)

    monkeypatch.setattr(library, "identify_servos", answer, raising=False)
    return asked


def test_files_and_first_line(heft, arm, folder, found):
    answer = heft("identify", arm, "run.parquet", "--servo", "--servo-limit", "--held-out", "0.3", "-o", "out")
    assert answer.status == 0, answer.err
    assert found["limit"] is True
    assert found["backlash"] is False
    assert found["held_out"] == 0.3
    first = " ".join(answer.out.split("Servos")[0].split())
    assert "joints identified from run.parquet: 400 samples fitted, 100 held out. The links are those of" in first
    facts = json.loads((folder / "out/servos.json").read_text())
    assert facts["format"] == "heft-servos/1"
    joint = library.load(arm).coordinate_names[0]
    assert facts["servos"][joint]["stiffness"] == {"value": 12.0, "half_width": 0.24, "unit": "N m/rad"}
    assert 'kp="12"' in (folder / "out/servos.xml").read_text()
    written = library.load(folder / "out/identified.urdf")
    assert {body.joint.friction.coulomb for body in written.bodies if body.joint.nv} == {0.05}
    assert json.loads(heft("identify", arm, "run.parquet", "--servo", "--json").out)["servos"] == facts["servos"]


def test_the_page_of_servos_and_the_same_from_the_saved_result(heft, arm, folder, found):
    assert heft("identify", arm, "run.parquet", "--servo", "-o", "out", "-q").status == 0
    page = (folder / "out/report.html").read_text()
    assert "On held-out samples, simulated joints are within" in page
    assert heft("report", "out", "-o", "again.html", "-q").status == 0
    again = (folder / "again.html").read_text()
    joint = library.load(arm).coordinate_names[0]
    for text in (page, again):
        table = text[text.index('id="servos"') :]
        row = table[table.index(joint) :]
        assert row.index("stiffness") < row.index(">12<") < row.index("0.24") < row.index("N m/rad")
        assert "not found, so it is not drawn" not in text


def test_a_doubt_stands_first(heft, arm, monkeypatch):
    def lost(robot, logs, **options):
        found = estimate(robot)
        return replace(found, held_out_rms=2 * found.lag_rms)

    monkeypatch.setattr(library, "identify_servos", lost, raising=False)
    answer = heft("identify", arm, "run.parquet", "--servo", "-o", "out")
    assert answer.status == 1
    assert answer.out.startswith("Do not rely on these servos. On held-out samples the simulated")


def test_options_without_effect_on_servos_are_refused(heft, arm, found):
    for option in (["--friction", "none"], ["--prior", "entropic"], ["--payload-mass", "2"], ["--no-armature"]):
        answer = heft("identify", arm, "run.parquet", "--servo", *option)
        assert answer.status == 2
        assert "has no effect on servos" in answer.err
    answer = heft("identify", arm, "run.parquet", "--servo-backlash")
    assert answer.status == 2
    assert "--servo-backlash has no effect without --servo" in answer.err
    assert heft("identify", arm, "run.parquet", "--servo", "--no-trim", "-q").status == 0


def test_a_log_without_commands(heft, arm):
    answer = heft("identify", arm, "run.parquet", "--servo")
    assert answer.status == 2
    assert "It has no commanded positions." in answer.err
