"""`heft identify`, `heft validate`, `heft check` on logs of an arm whose file is wrong."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft.errors import ArgumentError, PhysicsError
from heft.estimation import identify as pipeline
from heft.estimation.consistent import Consistent


@pytest.fixture
def arm(folder):
    path = arm_in(folder)
    truth = heavier(library.load(path))
    for seed in (1, 2, 3):
        measured(truth, seed).write(folder / f"run{seed}.parquet")
    return path


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def without_inertias(text):
    """Return the lines of a URDF in which neither an inertial number nor friction stands."""
    words = ("mass", "inertia ", "origin xyz", "<dynamics")
    return [line for line in text.splitlines() if not any(word in line for word in words)]


def base_difference(result, truth):
    """Return how far the base parameters are from the truth, in standard deviations."""
    values = np.concatenate(
        [
            truth.parameter_vector,
            [{"viscous": 0.5, "coulomb": 0.4, "offset": 0.1, "armature": 0.2}[c.kind] for c in result.model.extra],
        ]
    )
    return (result.base_values - result.base.matrix @ values) / result.base_deviation


def test_the_common_case(heft, arm, folder):
    before = {path: digest(path) for path in folder.iterdir()}
    answer = heft("identify", arm, "run1.parquet", "run2.parquet", "run3.parquet", "-o", "out", "--all")
    assert (answer.status, answer.err) == (0, "")
    for words in (
        "base parameters identified",
        "held-out rmse",
        "waist",
        "fore.mcx",
        "data alone",
        "both",
        "± 0.",
        "identified.urdf",
    ):
        assert words in answer.out
    assert {path.name for path in (folder / "out").iterdir()} == {"result.json", "report.html", "identified.urdf"}
    assert {path: digest(path) for path in before} == before
    facts = json.loads((folder / "out/result.json").read_text())
    result = library.Estimate.from_dict(facts)
    truth = heavier(library.load(arm))
    assert np.abs(base_difference(result, truth)).max() < 4.5
    assert facts["held_out"]["filtered"]["overall"]["relative_percent"] < 3
    assert facts["provenance"]["robot"] == {"name": "arm", "path": str(arm), "sha256": digest(arm)}
    logs = [log["source"]["sha256"] for log in facts["provenance"]["logs"]]
    assert logs == [digest(folder / "run1.parquet"), digest(folder / "run2.parquet")]
    assert facts["provenance"]["versions"]["heft"] == library.__version__
    assert facts["options"]["friction"] == "auto"
    assert facts["friction_choice"]["laws"]["waist"] == ["viscous", "coulomb", "offset"]


def test_the_urdf_has_only_other_inertias_and_friction_and_the_true_torques(heft, arm, folder):
    heft("identify", arm, "run1.parquet", "run2.parquet", "-o", "out", "--quiet")
    old, new = arm.read_text(), (folder / "out/identified.urdf").read_text()
    assert "<!-- an arm that only the tests know -->" in new
    assert without_inertias(old) == without_inertias(new)
    robot, truth = library.load(folder / "out/identified.urdf"), heavier(library.load(arm))
    assert [joint.friction.viscous for joint in robot.joints] == pytest.approx([0.5] * 3, rel=0.1)
    assert [joint.friction.coulomb for joint in robot.joints] == pytest.approx([0.4] * 3, rel=0.1)
    assert all(library.parameters.is_physical(ten) for ten in robot.parameters)
    result = library.Estimate.from_dict(json.loads((folder / "out/result.json").read_text()))
    # the armature of the first joint and the inertia about its axis are one number, so both go into the comparison
    reflected = [
        v
        for c, v in zip(result.model.extra, result.values[result.model.n_inertial :], strict=True)
        if c.kind == "armature"
    ]
    q, qd, qdd = truth.random_state(5, 200)
    expected = library.inverse_dynamics(truth, q, qd, qdd) + 0.2 * qdd
    found = library.inverse_dynamics(robot, q, qd, qdd) + reflected * qdd
    assert np.linalg.norm(found - expected) < 0.02 * np.linalg.norm(expected)
    wrong = library.inverse_dynamics(library.load(arm), q, qd, qdd)
    assert np.linalg.norm(wrong - expected) > 0.15 * np.linalg.norm(expected)


def test_the_report_stands_alone(heft, arm, folder):
    heft("identify", arm, "run1.parquet", "-o", "out", "--quiet")
    page = (folder / "out/report.html").read_text()
    markup = page.partition('<script type="application')[0]
    assert not re.search(r"<(link|img|iframe|object|embed|base)\b|\bsrc=", markup)
    assert "default-src 'none'" in page
    assert "unsafe" not in page.partition("</head>")[0].partition("<style>")[0]
    for words in (
        "The estimate predicts",
        "What to do next",
        "Residuals of the predicted efforts",
        "held out: not fitted",
        "fore.mcx",
        "both",
        "sha256",
    ):
        assert words in page


def test_json_is_one_object_and_the_same_as_the_file(heft, arm, folder):
    answer = heft("identify", arm, "run1.parquet", "run2.parquet", "-o", "out", "--json")
    assert (answer.status, answer.err) == (0, "")
    assert json.loads(answer.out) == json.loads((folder / "out/result.json").read_text())
    assert json.loads(answer.out)["classes"]["upper.m"] == "X"


@pytest.mark.parametrize("estimator", ["ordinary", "weighted", "covariance", "huber", "recursive"])
def test_every_estimator_finds_the_truth(heft, arm, estimator):
    answer = heft(
        "identify", arm, "run1.parquet", "run2.parquet", "--estimator", estimator, "--held-out", "0", "--json"
    )
    assert answer.status == 0
    facts = json.loads(answer.out)
    assert facts["held_out"] is None
    assert np.abs(base_difference(library.Estimate.from_dict(facts), heavier(library.load(arm)))).max() < 5


def test_the_recursive_estimator_says_what_each_joint_determines(heft, arm, folder):
    answer = heft("identify", arm, "run1.parquet", "--estimator", "recursive", "-o", "out")
    assert answer.status == 0
    assert "Joint by joint, from the tip to the base" in answer.out
    assert "Joint by joint, from the tip to the base" in (folder / "out/report.html").read_text()
    joints = json.loads((folder / "out/result.json").read_text())["joints"]
    assert [joint["joint"] for joint in joints] == ["waist", "elbow", "wrist"]
    for joint in joints:
        M = np.array(joint["excitation"])
        assert M.shape == (len(joint["names"]),) * 2
        assert joint["condition"] == pytest.approx(np.sqrt(np.linalg.cond(M)), rel=1e-6)
        assert joint["determined"] is True


def test_validate_a_result_and_a_robot(heft, arm, folder):
    heft("identify", arm, "run1.parquet", "run2.parquet", "-o", "out", "--quiet")
    good = json.loads(heft("validate", "out", "run3.parquet", "--json").out)
    same = json.loads(heft("validate", "out/result.json", "run3.parquet", "--json").out)
    bad = json.loads(heft("validate", arm, "run3.parquet", "--json").out)
    assert good["joints"] == same["joints"]
    # what is left is the noise that was put in; the wrong file leaves far more
    assert all(abs(joint["rmse"] - 0.05) < 0.01 for joint in good["joints"])
    assert all(b["rmse"] > 3 * g["rmse"] for b, g in zip(bad["joints"], good["joints"], strict=True))
    every = json.loads(heft("validate", "out", "run3.parquet", "--all-samples", "--json").out)
    assert every["overall"]["n"] > good["overall"]["n"]
    assert every["overall"]["rmse"] < 0.08
    # both sides low-pass filtered: less of the noise is left
    assert good["filtered"]["overall"]["rmse"] < 0.7 * good["overall"]["rmse"]
    text = heft("validate", "out", "run3.parquet")
    assert text.status == 0
    assert "filtered rmse" in text.out


def test_the_error_on_a_log_is_the_same_from_the_command_line_and_from_python(heft, arm, folder):
    """A result, a robot; a path, a log, a motion, a list: one meaning of the residuals everywhere."""
    heft("identify", arm, "run1.parquet", "run2.parquet", "-o", "out", "--quiet")
    result = library.Estimate.from_dict(json.loads((folder / "out/result.json").read_text()))
    robot, log = library.load(arm), library.read_log("run3.parquet")
    for name, subject in (("out", result), (arm, robot)):
        facts = json.loads(heft("validate", name, "run3.parquet", "--json").out)
        alike = library.clean(robot, log, result.cleaning if subject is result else None)
        for run in ("run3.parquet", folder / "run3.parquet", log, alike, [log]):
            found = library.validate(subject, run).to_dict()
            assert {key: facts[key] for key in found} == found
    assert result.validate(log).to_dict() == library.validate(result, log).to_dict()
    for wrong in (3.0, None, [None]):
        with pytest.raises(ArgumentError, match=r"path of a log file, a Log or a Motion"):
            library.validate(robot, wrong)


def test_check_from_python_is_that_of_the_command_line(heft, arm):
    facts = json.loads(heft("check", arm, "run1.parquet", "--friction", "viscous", "--cutoff", "20", "--json").out)
    robot, log, cleaning = library.load(arm), library.read_log("run1.parquet"), library.Cleaning(cutoff=20.0)
    for run in ("run1.parquet", log, library.clean(robot, log, cleaning), [log]):
        found = library.check(robot, run, friction="viscous", cleaning=cleaning).to_dict()
        assert {key: facts[key] for key in found} == found
    assert {*facts} - {*found} == {"robot_file", "base", "log_files"}


def test_relative_error_is_that_of_the_samples(heft, arm, folder):
    heft("identify", arm, "run1.parquet", "-o", "out", "--quiet")
    facts = json.loads(heft("validate", "out", "run3.parquet", "--json").out)
    result = library.Estimate.from_dict(json.loads((folder / "out/result.json").read_text()))
    motion = library.clean(library.load(arm), library.read_log("run3.parquet"), result.cleaning)
    error = motion.effort - result.predict(motion.q, motion.qd, motion.qdd)
    for r, joint in enumerate(facts["joints"]):
        use = np.abs(motion.qd[:, r]) >= motion.velocity_threshold[r]
        assert joint["n"] == use.sum()
        expected = 100 * np.linalg.norm(error[use, r]) / np.linalg.norm(motion.effort[use, r])
        assert joint["relative_percent"] == pytest.approx(expected, rel=1e-9)


def test_check_grades_a_motion(heft, arm, folder):
    answer = heft("check", arm, "run1.parquet")
    assert (answer.status, answer.err) == (0, "")
    assert "the excitation is good" in answer.out
    assert "Next: heft identify" in answer.out
    measured(heavier(library.load(arm)), 1, still=(2,)).write(folder / "still.parquet")
    answer = heft("check", arm, "still.parquet", "--json")
    assert answer.status == 1
    facts = json.loads(answer.out)
    assert (facts["grade"], facts["enough"]) == ("poor", False)
    assert sum(facts["counts"].values()) == facts["structural_rank"] > facts["excited_rank"]
    assert any("wrist" in weak["joints"] for weak in facts["weak"])
    worst = max(facts["torque_uncertainty_percent"], key=lambda joint: joint["elsewhere"])
    assert worst["name"] == "wrist"
    text = heft("check", arm, "still.parquet")
    assert "the excitation is poor" in text.out
    assert "move 'wrist' more" in " ".join(text.out.split())


def test_information_of_two_halves_is_that_of_the_whole(heft, arm, folder):
    call = ("--held-out", "0", "--cutoff", "20", "--velocity-threshold", "0.02")
    heft("identify", arm, "run1.parquet", *call, "--save-information", "first.npz", "-q")
    added = heft("identify", arm, "run2.parquet", *call, "--information", "first.npz", "--json")
    whole = heft("identify", arm, "run1.parquet", "run2.parquet", *call, "--json")
    first, second = (
        np.array([row["value"] for row in json.loads(answer.out)["base_parameters"]]) for answer in (added, whole)
    )
    np.testing.assert_allclose(first, second, rtol=1e-9, atol=1e-9)


def test_information_of_another_model_is_refused(heft, refused, arm):
    heft("identify", arm, "run1.parquet", "--held-out", "0", "--save-information", "first.npz", "-q")
    said = refused("identify", arm, "run2.parquet", "--information", "first.npz", "--friction", "viscous")
    assert "other columns" in said
    assert "coulomb" in said


def test_payload_and_drive_gains(heft, arm, folder):
    truth = heavier(library.load(arm))
    load = library.parameters.from_com(1.5, [0.05, 0.02, 0.1], np.diag([0.006, 0.005, 0.004]))
    rows = truth.parameters.copy()
    rows[-1] += load
    measured(truth.with_parameters(rows), 7).write(folder / "loaded.parquet")
    answer = heft("identify", arm, "run1.parquet", "--payload", "loaded.parquet", "-o", "out", "--json")
    assert answer.status == 0, answer.err
    found = json.loads(answer.out)["payload"]
    assert abs(found["mass"] - 1.5) < 4 * found["mass_deviation"] < 0.2
    assert "Payload on hand" in (folder / "out/report.html").read_text()
    gains = np.array([2.0, 3.0, 1.5])
    for name in ("run1", "loaded"):
        log = library.read_log(f"{name}.parquet")
        currents = replace(log, effort=log.effort / gains, effort_kind="motor_current", source=None)
        currents.write(folder / f"{name}_current.parquet")
    files = ("run1_current.parquet", "--payload", "loaded_current.parquet", "--payload-mass", 1.5)
    facts = json.loads(heft("identify", arm, *files, "--json").out)
    estimated = np.array([facts["drive_gains"][name]["gain"] for name in ("waist", "elbow", "wrist")])
    np.testing.assert_allclose(estimated, gains, rtol=0.1)
    assert facts["payload"]["mass"] == pytest.approx(1.5, rel=0.01)


def test_a_loaded_log_is_compared_with_the_payload(heft, arm, folder):
    truth = heavier(library.load(arm))
    rows = truth.parameters.copy()
    rows[-1] += library.parameters.from_com(1.5, [0.05, 0.02, 0.1], np.diag([0.006, 0.005, 0.004]))
    for seed, name in ((7, "loaded"), (8, "other")):
        measured(truth.with_parameters(rows), seed).write(folder / f"{name}.parquet")
    for name in ("run1", "loaded", "other"):
        log = library.read_log(f"{name}.parquet")
        replace(log, effort=log.effort / 2, effort_kind="motor_current", source=None).write(f"{name}_A.parquet")
    answer = heft(
        "identify", arm, "run1_A.parquet", "--payload", "loaded_A.parquet", "--payload-mass", 1.5, "-o", "out"
    )
    assert "Residuals on the loaded logs" in answer.out
    # the result's gains turn currents into torques, and its payload is applied if it is attached
    with_it = json.loads(heft("validate", "out", "other_A.parquet", "--payload", "--json").out)
    without = json.loads(heft("validate", "out", "other_A.parquet", "--json").out)
    assert with_it["filtered"]["overall"]["relative_percent"] < 2
    assert not with_it["warnings"]
    assert without["filtered"]["overall"]["relative_percent"] > 5
    assert "fit better with the payload of 1.5 kg on 'hand'" in without["warnings"][0]
    assert "fit better with the payload" in " ".join(heft("validate", "out", "other_A.parquet").out.split())
    bare = json.loads(heft("validate", "out", "run1_A.parquet", "--payload", "--json").out)
    assert "was fitted to run1_A.parquet" in bare["doubts"][0]
    assert "fit better without the payload" in bare["warnings"][0]
    refusal = heft("validate", arm, "run1.parquet", "--payload")
    assert refusal.status == 2
    assert "no payload to apply" in refusal.err
    # the same gains make torques of other logs
    answer = heft("import", "other_A.parquet", "--gains", "out", "-o", "other_torques.parquet")
    assert answer.status == 0, answer.err
    torques = library.read_log("other_torques.parquet")
    assert torques.effort_kind == "joint_torque"
    found = json.loads((folder / "out/result.json").read_text())["drive_gains"]
    np.testing.assert_allclose(
        torques.effort, library.read_log("other_A.parquet").effort * [row["gain"] for row in found.values()]
    )
    for wrong, words in (
        (("other.parquet", "--gains", "out"), "no motor currents"),
        (("other_A.parquet", "--gains", arm), "not a result with drive gains"),
    ):
        refusal = heft("import", *wrong, "-o", "x.parquet")
        assert refusal.status == 2
        assert words in refusal.err


def test_a_mechanism_comes_back_as_a_mechanism(heft, folder):
    robot = library.load("zoo:double_pendulum")
    measured(robot, 1).write(folder / "run.parquet")
    assert heft("identify", "zoo:double_pendulum", "run.parquet", "-o", "out", "-q").status == 0
    again = library.load(folder / "out/identified.mech.json")
    assert again.joint_names == robot.joint_names


def test_python_takes_logs_motions_and_paths(arm):
    robot = library.load(arm)
    log = library.read_log("run1.parquet")
    one = library.identify(robot, [log])
    two = library.identify(robot, [library.clean(robot, log, one.cleaning)])
    three = library.identify(robot, "run1.parquet")
    np.testing.assert_array_equal(one.values, two.values)
    np.testing.assert_array_equal(one.values, three.values)
    assert one.validate(library.read_log("run2.parquet")).overall.relative_percent < 5
    assert one.robot.joint_names == robot.joint_names
    json.dumps(one.to_dict(), allow_nan=False)


def test_what_no_robot_can_be_is_refused_as_a_file(heft, arm, folder, monkeypatch):
    """Least squares of a short noisy run, taken for the links without asking whether they are possible."""
    assert heft("identify", arm, "run1.parquet", "-o", "out", "-q").status == 0
    (folder / "out/mine.txt").write_text("mine")

    def careless(base, fit, scales, **_):
        values = base.model.prior.copy()
        values[base.columns] += fit.values - base.reduce(values)
        moved = np.zeros(len(fit.values))
        found = base.reduce(values)
        facts = {"status": "Solved", "seconds": 0.0, "prior": "entropic", "failed": False}
        return Consistent(values=values, base=found, nearest=found, moved=moved, **facts)

    monkeypatch.setattr(pipeline, "consistent", careless)
    answer = heft("identify", arm, "run2.parquet", "-o", "out")
    assert answer.status == 1
    assert "The robot file is not written" in answer.err
    assert "body '" in answer.err
    # the old robot belongs to no result any more; what is the user's stays
    assert {path.name for path in (folder / "out").iterdir()} == {"result.json", "report.html", "mine.txt"}
    result = library.Estimate.from_dict(json.loads((folder / "out/result.json").read_text()))
    assert not all(library.parameters.is_physical(ten) for ten in result.robot.parameters)
    assert heft("validate", "out", "run3.parquet").status == 0


def test_least_squares_by_itself_is_refused_as_a_file(arm, folder):
    """A Python user who takes the least-squares values for those of a robot is told."""
    robot = library.load(arm)
    result = library.identify(robot, measured(heavier(robot), 1, samples=400), estimator="ordinary", held_out=0)
    values = robot.parameter_vector.copy()
    told = np.flatnonzero(np.isfinite(result.deviation[: len(values)]))
    values[told] = result.least_squares[told] - 3 * result.deviation[told]
    with pytest.raises(PhysicsError, match=r"hand|fore|upper"):
        robot.with_parameters(values.reshape(-1, 10)).write_urdf(folder / "least_squares.urdf")
    assert not (folder / "least_squares.urdf").exists()
    result.robot.write_urdf(folder / "possible.urdf")


@pytest.mark.parametrize("verb", ["identify", "check", "learn"])
@pytest.mark.parametrize("cutoff", ["150", "10,10000,10"])
def test_a_cutoff_above_half_the_sampling_rate_is_refused_with_both_numbers(refused, arm, verb, cutoff):
    more = ("--kind", "linear", "-o", "out") if verb == "learn" else ()
    said = refused(verb, arm, "run1.parquet", *more, "--cutoff", cutoff)
    asked = max(cutoff.split(","), key=float)
    assert f"The cut-off frequency of {float(asked):.4g} Hz is above half the sampling rate of the log, 100 Hz" in said


def test_options_take_what_their_help_says(heft, arm, folder):
    """An option with numbers does not swallow the log after it, and one with logs takes all that follow it."""
    assert heft("check", arm, "--cutoff", "10", "run1.parquet").status == 0
    assert heft("check", arm, "--cutoff", "10,12,15", "run1.parquet").status == 0
    assert heft("check", arm, "--passive", "waist,elbow", "run1.parquet", "--json").status in (0, 1)
    wrong = heft("check", arm, "run1.parquet", "--cutoff", "10,fast")
    assert (wrong.status, wrong.out) == (2, "")
    assert "--cutoff" in wrong.err
    answer = heft("identify", arm, "run1.parquet", "--payload", "run2.parquet", "run3.parquet")
    assert "Fitted: run1.parquet. Held out: its end. With payload: run2.parquet, run3.parquet." in answer.out
    both_logs = "run1.parquet", "run2.parquet"
    both = heft("identify", arm, *both_logs)
    assert "Fitted: run1.parquet. Held out: run2.parquet." in both.out
    for between in (("--friction", "viscous,coulomb,offset", *both_logs), (both_logs[0], "--trim", both_logs[1])):
        answer = heft("identify", arm, *between)
        assert (answer.status, "Fitted: run1.parquet. Held out: run2.parquet." in answer.out) == (0, True)
    for verb in ("check", "validate"):
        assert heft(verb, arm, "--cutoff", "10", *both_logs).status == 0
    assert "LOGS" in heft("check", arm, "--cutoff", "10").err
    every = heft("identify", arm, "run1.parquet", "run2.parquet", "--held-out", "0")
    assert "Fitted: run1.parquet, run2.parquet. Nothing was held out." in every.out


@pytest.mark.parametrize("joint", [0, 1, 2])
def test_a_braked_joint_does_not_spoil_the_others(arm, joint):
    """Its position is one number throughout: what filters make of its rounding is no motion, and has no sign."""
    robot = heavier(library.load(arm))
    log = measured(robot, 4, still=(joint,))
    q = np.array(log.q)
    q[:, joint] = -1.0
    log = measured_at(robot, log, q)
    motion = library.clean(robot, log)
    assert motion.velocity_threshold[joint] > 100 * np.abs(motion.qd[:, joint]).max()
    found = library.identify(library.load(arm), log)
    others = [row for row in found.fitted.joints if row.name != robot.joint_names[joint]]
    assert len(others) == 2
    assert all(row.rmse < 0.06 for row in others)
    assert found.held_out.overall.rmse < 0.06


def measured_at(robot, log, q):
    """Return a log with other positions, and the torques that hold and move the arm there."""
    motion = library.clean(robot, replace(log, q=q))
    noise = 0.05 * np.random.default_rng(7).standard_normal(q.shape)
    step = 1 / 200.0
    qd, qdd = np.gradient(q, step, axis=0), np.gradient(np.gradient(q, step, axis=0), step, axis=0)
    first = round(motion.t[0] / step)
    at = slice(first, first + motion.n)
    qd[at], qdd[at] = motion.qd, motion.qdd
    sign = np.where(np.abs(qd) > 1e-6, np.sign(qd), 0.0)
    tau = library.inverse_dynamics(robot, q, qd, qdd) + 0.5 * qd + 0.4 * sign + 0.1 + 0.2 * qdd + noise
    return replace(log, q=q, effort=tau)


def test_every_verb_about_logs_takes_gaps_and_velocities(heft, arm):
    call = ("--gap", "5", "--velocities", "positions")
    for verb in ("check", "identify", "validate"):
        assert heft(verb, arm, "run1.parquet", *call, "-q").status == 0
        assert "--velocities" in heft(verb, arm, "run1.parquet", "--velocities", "guessed").err
    for verb in ("learn", "payload"):
        assert {"--gap", "--velocities", "--gravity"} <= {*heft(verb, "--help").out.split()}


def test_a_gas_spring_is_given_by_its_geometry(heft, arm, folder):
    answer = heft("identify", arm, "run1.parquet", "--spring", "waist=0.4,0.2,1.0", "--json")
    assert answer.status == 0
    names = {row["name"] for row in json.loads(answer.out)["parameters"]}
    assert {"waist.gas_force", "waist.gas_rate"} <= names
    wrong = heft("identify", arm, "run1.parquet", "--spring", "waist=0.4,much")
    assert wrong.status == 2
    assert "joint_2=0.5,0.2,1.57" in wrong.err
    assert "no joint '*' to have a gas spring" in heft("identify", arm, "run1.parquet", "--spring", "*=0.4,0.2,1").err


def test_joints_may_have_laws_of_their_own(heft, refused, arm, folder):
    """Beside those of all others, which are the usual ones unless they are given."""

    def laws(*options: str) -> dict[str, list[str]]:
        kinds = json.loads(heft("identify", arm, "run1.parquet", *options, "--no-armature", "--json").out)["parameters"]
        found: dict[str, list[str]] = {}
        for name in (each["name"] for each in kinds if each["name"].split(".")[0] in ("waist", "elbow", "wrist")):
            joint, law = name.split(".")
            found.setdefault(joint, []).append(law)
        return found

    usual = ["viscous", "coulomb", "offset"]
    both = laws("--friction", "elbow=viscous,spring")
    assert both["elbow"] == ["viscous", "spring"]
    assert all(found == usual for joint, found in both.items() if joint != "elbow")
    given = laws("--friction", "elbow=viscous,spring", "--friction", "coulomb")
    assert given["elbow"] == ["viscous", "spring"]
    assert all(found == ["coulomb"] for joint, found in given.items() if joint != "elbow")
    assert len(both) == len(given) == 3
    identify = ("identify", arm, "run1.parquet")
    assert "no joint 'elbw'" in refused(*identify, "--friction", "elbw=viscous")
    assert "given twice: viscous and coulomb" in refused(*identify, "--friction", "viscous", "--friction", "coulomb")
    both = "--friction", "elbow=viscous", "--friction", "elbow=spring"
    assert "joint 'elbow' are given twice: viscous and spring" in refused(*identify, *both)
    both = "--spring", "elbow=0.5,0.2,1.57", "--spring", "elbow=0.5,0.3,1.57"
    assert "gives a geometry to joint 'elbow' a second time" in refused(*identify, *both)
    assert "those of 'elbow' cannot be chosen" in refused(*identify, "--friction", "elbow=auto")
    assert "those of '*' cannot be chosen" in refused(*identify, "--friction", "elbow=viscous", "--friction", "auto")
