"""Results say which logs they are about, and `validate` says if it is given logs that were fitted."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, measured

import heft
from heft.cli import main


@pytest.fixture(scope="module")
def fitted(tmp_path_factory):
    """A folder with logs 1 to 3 of an arm and the result of identify on the first two, the second held out."""
    folder = tmp_path_factory.mktemp("fitted")
    robot = heft.load(arm_in(folder))
    for seed in (1, 2, 3):
        measured(robot, seed).write(folder / f"run{seed}.csv")
    runs = [str(folder / f"run{k}.csv") for k in (1, 2)]
    laws = ["--friction", "viscous,coulomb,offset"]
    assert main(["identify", str(folder / "arm.urdf"), *runs, *laws, "-o", str(folder / "out"), "-q"]) == 0
    return folder


def test_a_log_that_was_fitted_is_named(fitted, capsys):
    assert main(["validate", str(fitted / "out"), str(fitted / "run1.csv"), str(fitted / "run3.csv")]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("Do not rely on this comparison.")
    assert f"The estimate was fitted to {fitted / 'run1.csv'}: residuals there" in shown
    assert main(["validate", str(fitted / "out"), str(fitted / "run2.csv"), str(fitted / "run3.csv"), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["warnings"] == said["doubts"] == []


def test_check_names_what_it_grades(fitted, capsys):
    assert main(["check", str(fitted / "arm.urdf"), str(fitted / "run1.csv"), str(fitted / "run2.csv")]) == 0
    second = " ".join(capsys.readouterr().out.split("Next:")[0].split())
    assert second.endswith(f"Graded: {fitted / 'run1.csv'}, {fitted / 'run2.csv'}.")


def test_rest_that_a_result_kept_can_be_left_out_again(fitted):
    robot = heft.load(fitted / "arm.urdf")
    log = heft.read_log(fitted / "run3.csv")
    still = 400
    q, effort = (np.concatenate([np.repeat(x[:1], still, axis=0), x]) for x in (log.q, log.effort))
    longer = replace(log, t=np.arange(log.n + still) / log.rate, q=q, effort=effort)
    kept = heft.identify(
        robot,
        [fitted / "run1.csv", fitted / "run2.csv"],
        friction=("viscous", "coulomb", "offset"),
        cleaning=heft.Cleaning(trim=False),
    )
    again = heft.Estimate.from_dict(json.loads(json.dumps(kept.to_dict())))
    ways = [heft.Cleaning(trim=trim) for trim in (None, True, False)]
    whole, trimmed, asked = (again.validate(longer, all_samples=True, cleaning=way).overall.n for way in ways)
    assert whole == asked
    # the ends, where the filter extrapolates, are left out in any case
    assert trimmed < whole - 0.7 * still * robot.nv


def test_the_gains_of_a_controller_are_options(fitted, capsys):
    call = ["identify", str(fitted / "arm.urdf"), str(fitted / "run1.csv"), "--controller"]
    assert main([*call, "elbow=120,8"]) == 2
    assert "no effect on the estimator 'weighted'" in capsys.readouterr().err
    assert main([*call, "elbow=stiff", "--estimator", "output-error"]) == 2
    assert "'elbow=stiff' does not give gains" in capsys.readouterr().err
    assert main([*call, "elbow=120,8", "--estimator", "output-error"]) == 2
    assert "no gains for joint" in capsys.readouterr().err
