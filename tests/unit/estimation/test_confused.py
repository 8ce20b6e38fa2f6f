"""Flipped signs of several joints, and units of efforts."""

import re
import warnings
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from support.example_robots import PATHS
from support.logs import RATE, arm_in, heavier, measured
from support.motions import drives, motion_of, noisy_run, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.findings.confused import confused, under
from heft.estimation.findings.effort_scales import effort_scales
from heft.estimation.findings.sample_factors import SampleFactors
from heft.estimation.findings.sampled import sampled
from heft.estimation.findings.units import units
from heft.estimation.tilt_rows import Gravity

UR10E = heft.load("zoo:ur10e")
BASE = base_of(model_of(UR10E))
RUN = noisy_run(UR10E, 3, n=2000)
NAMES = UR10E.joint_names


def flipped(run, joints, what="effort"):
    arrays = {"q": run.q.copy(), "qd": run.qd.copy(), "qdd": run.qdd.copy(), "effort": run.effort.copy()}
    for name, x in arrays.items():
        if ("effort" in what) if name == "effort" else ("position" in what):
            x[:, list(joints)] *= -1
    return replace(run, **arrays)


def named(base, run):
    """Return the joints that are named, and the sentence."""
    sentences = [*confused(base, sampled([run]), suspicious=True)]
    return {name for text in sentences for name in re.findall(r"'(\w+)'", text)}, " ".join(sentences)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_any_set_of_flipped_efforts_is_found(count):
    for joints in [*combinations(range(6), count)][::3]:
        found, sentence = named(BASE, flipped(RUN, joints))
        assert found == {NAMES[r] for r in joints}
        assert "efforts of joints" in sentence
        assert "seem to have their signs flipped" in sentence


def test_all_flipped_efforts_are_found():
    assert "All efforts seem to have the opposite sign" in named(BASE, flipped(RUN, range(6)))[1]


@pytest.mark.parametrize("joints", [(1, 2), (0, 3), (2, 4)])
def test_pairs_of_flipped_positions_are_found(joints):
    found, sentence = named(BASE, flipped(RUN, joints, "position"))
    assert found == {NAMES[r] for r in joints}
    assert "positions of joints" in sentence


def test_joints_of_a_long_arm_are_found_by_their_friction():
    robot = heft.load("zoo:planar_n(9)")
    base, run = base_of(model_of(robot)), noisy_run(robot, 3, n=2000)
    assert named(base, flipped(run, (1, 4, 7)))[0] == {robot.joint_names[r] for r in (1, 4, 7)}


@pytest.mark.parametrize("joint", [0, 4])
def test_a_mirrored_joint_that_costs_little_is_found_without_a_hint(joint):
    """Position and effort of a joint about an axis that others are mirrored about: the joints nearly fit together."""
    turned = flipped(RUN, [joint], "position and effort")
    turned = replace(turned, effort=turned.effort + 0.002 * np.std(RUN.effort, axis=0) * noise_like(RUN.effort))
    (sentence,) = confused(BASE, sampled([turned]), suspicious=False)
    assert sentence.startswith("Position and effort of joint")
    assert f"'{NAMES[joint]}'" in sentence


def noise_like(x):
    return np.random.default_rng(7).standard_normal(x.shape)


def mounted(gravity):
    """Return a run of the robot under another gravity than its file has."""
    return replace(noisy_run(UR10E.with_gravity(gravity), 3, n=2000), names=RUN.names)


@pytest.mark.parametrize(
    ("gravity", "option"),
    [((9.81, 0, 0), "9.81 0 0"), ((0, 0, 9.81), "0 0 9.81"), ((0, -6.937, -6.937), "0 -6.94 -6.94")],
)
def test_a_robot_on_a_wall_or_ceiling_is_not_called_flipped(gravity, option):
    (sentence,) = confused(BASE, sampled([mounted(gravity)]), suspicious=False)
    assert f"mounted differently from its file, with gravity as in --gravity {option}: undoing" in sentence
    assert "flipped" not in sentence


def test_a_log_of_another_mounting_is_a_doubt_about_what_it_judges(tmp_path):
    """An estimate and a robot file are compared with it; faults are told by a fit to the log itself."""
    robot = heft.load(arm_in(tmp_path))
    logs = [measured(each, k) for k, each in enumerate((robot, robot, robot.with_gravity((9.81, 0, 0))))]
    estimate = heft.identify(robot, logs[0], held_out=0.0, friction="viscous,coulomb,offset")
    for subject in (estimate, robot):
        assert heft.validate(subject, logs[1]).doubts == ()
        (doubt,) = heft.validate(subject, logs[2]).doubts
        assert "mounted differently from its file, with gravity as in --gravity 9.81 0 0" in doubt
    flipped_log = replace(logs[1], effort=logs[1].effort * np.array([1.0, -1.0, 1.0]))
    assert (
        "The effort of joint 'elbow' seems to have its sign flipped" in heft.validate(estimate, flipped_log).doubts[0]
    )


def leaning(robot, degrees, seed=3, pace=1.0):
    """Return a run of a tilted robot, whose drives hardly rub."""
    tilted = robot.with_gravity(Gravity.of(robot).turned(np.radians(degrees)).tolist())
    q, qd, qdd = wave(robot, seed, 2000, RATE)
    qd, qdd = pace * qd, pace**2 * qdd
    tau = heft.inverse_dynamics(tilted, q, qd, qdd) + 0.1 * drives(qd, qdd)
    return motion_of(robot, q, qd, qdd, tau + 0.005 * noise_like(q), RATE)


@pytest.fixture(scope="module")
def jaco():
    return heft.load(PATHS["kinova_description/robots/kinova.urdf"], base="fixed").part(group="j2s6s200_joint_*")


def test_columns_that_are_rounding_errors_explain_no_tilt(jaco):
    """The file of the Jaco rounds pi: a link of 1e13 kg m would give its vertical joint a torque of gravity."""
    base, sample = base_of(model_of(jaco)), sampled([leaning(jaco, (6.0, 0.0), pace=0.25)])
    upside_down = under(base, (0, 0, 9.81))
    assert SampleFactors.of(upside_down, sample).misfit() > 0.98 * SampleFactors.of(base, sample).misfit()
    every = SampleFactors.of_columns(upside_down.model, np.arange(len(base.model.names)), sample)
    assert every.misfit() < 0.7 * SampleFactors.of(base, sample).misfit()


def test_a_tilt_of_a_few_degrees_is_no_swap(jaco):
    run = leaning(jaco, (6.0, 0.0), seed=1, pace=0.25)
    assert not [*confused(base_of(model_of(jaco)), sampled([run]), suspicious=True)]


@pytest.mark.parametrize("degrees", [(25.0, 0.0), (15.0, -20.0)])
def test_a_tilt_that_explains_more_than_a_mounting_is_left_to_its_own_finding(tmp_path, degrees):
    """A mounting at 45 degrees explains most of the residual, too."""
    robot = heft.load(arm_in(tmp_path))
    run = leaning(robot, degrees)
    assert not [*confused(base_of(model_of(robot)), sampled([run]), suspicious=True)]
    found = heft.identify(robot, run, held_out=0.0)
    assert "as if the base were tilted, by about" in found.doubts[0]


@pytest.mark.parametrize("gravity", [(9.81, 0, 0), (0, -9.81, 0)])
def test_a_file_on_a_wall_of_a_robot_on_the_floor_is_a_doubt(tmp_path, gravity):
    """Its first joint turns about the vertical, with almost no effort where the file would have it hold the arm."""
    robot = heft.load(arm_in(tmp_path))
    q, qd, qdd = wave(robot, 1, 6000, RATE, 0.2)
    tau = heft.inverse_dynamics(heavier(robot), q, qd, qdd) + 0.01 * noise_like(q)
    log = heft.Log(np.arange(len(q)) / RATE, tuple(robot.joint_names), q, effort=tau)
    found = heft.identify(robot.with_gravity(gravity), log, held_out=0.0, friction="viscous,coulomb,offset")
    assert "mounted differently from its file, with gravity as in --gravity 0 0 -9.81" in found.doubts[0]


def test_gravity_that_acts_though_the_model_has_none_is_named():
    weightless = base_of(model_of(UR10E.with_gravity((0, 0, 0))))
    (sentence,) = confused(weightless, sampled([RUN]), suspicious=True)
    assert sentence.startswith("The model has no gravity, but it seems to act as in --gravity 0 0 -9.81: undoing")


def test_a_robot_in_space_is_not_told_to_have_gravity():
    robot = UR10E.with_gravity((0, 0, 0))
    assert not [*confused(base_of(model_of(robot)), sampled([noisy_run(robot, 3, n=2000)]), suspicious=True)]


def test_a_swap_with_a_joint_that_has_little_effort_is_not_taken_for_terms_that_cancel(tmp_path):
    robot = heft.load(arm_in(tmp_path))
    truth = heavier(robot)
    logs = [measured(truth, seed) for seed in (1, 2)]
    light = [replace(log, effort=log.effort * [1, 1, 0.2]) for log in logs]  # a wrist with a gear of little friction
    swapped = [replace(log, effort=log.effort[:, [0, 2, 1]]) for log in light]
    found = heft.identify(robot, swapped, held_out=0.0, friction="viscous,coulomb,offset")
    assert "efforts of joints 'elbow' and 'wrist' seem to be swapped" in found.doubts[0]
    assert not any("almost no effort" in text for text in found.warnings)


TWINS = """<robot name="twins">
  <link name="foot"/>
  <link name="column"><inertial><mass value="3"/>
    <inertia ixx="0.05" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.04"/></inertial></link>
  <link name="left_arm"><inertial><origin xyz="0.2 0.05 0.1"/><mass value="2"/>
    <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial></link>
  <link name="right_arm"><inertial><origin xyz="0.15 0.02 0.2"/><mass value="1.5"/>
    <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial></link>
  <joint name="turn" type="continuous"><parent link="foot"/><child link="column"/><axis xyz="0 0 1"/></joint>
  <joint name="left" type="continuous"><parent link="column"/><child link="left_arm"/>
    <origin xyz="0.4 0 0"/><axis xyz="0 1 0"/></joint>
  <joint name="right" type="continuous"><parent link="column"/><child link="right_arm"/>
    <origin xyz="-0.4 0 0" rpy="0 0 3.141592653589793"/><axis xyz="0 1 0"/></joint>
</robot>
"""


@pytest.mark.parametrize("what", ["efforts", "positions"])
def test_of_mirrored_arms_either_may_be_swapped(tmp_path, what):
    """Turned by half a turn, the robot is the same with its arms exchanged: no torque shows which channels are."""
    path = tmp_path / "twins.urdf"
    path.write_text(TWINS)
    robot = heft.load(path)
    run, order = noisy_run(robot, 3, n=2000), [0, 2, 1]
    channels = ("effort",) if what == "efforts" else ("q", "qd", "qdd")
    swapped = replace(run, **{name: getattr(run, name)[:, order] for name in channels})
    (sentence,) = confused(base_of(model_of(robot)), sampled([swapped]), suspicious=True)
    assert "efforts of joints 'left' and 'right' seem to be swapped" in sentence
    assert "positions of joints 'left' and 'right' seem to be swapped" in sentence
    assert ", or the " in sentence


def test_a_good_log_has_no_flips():
    assert named(BASE, RUN) == (set(), "")


@pytest.mark.parametrize("factor", [-0.1, -1e-3, 1e-3, 1e-9, 0.3, -5.0, 1e12])
def test_a_unit_factor_is_never_negative(factor):
    sample = sampled([replace(RUN, effort=factor * RUN.effort)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sentences = [*units(BASE, sample)]
    assert not any(re.search(r"about -", text) for text in sentences)
    assert bool(sentences) == (factor < 0 or not 0.05 < factor < 20)


def test_efforts_that_do_not_resemble_the_prediction_say_nothing_of_units():
    noise = 1e-3 * np.random.default_rng(0).standard_normal(RUN.effort.shape)
    assert [*units(BASE, sampled([replace(RUN, effort=noise)]))] == []


def slower(name, factor):
    """Return base parameters, and a sample whose stamps are so many times too far apart."""
    robot = heft.load(name)
    run = noisy_run(robot, 3, n=2000, noise=0.0)
    return base_of(model_of(robot)), sampled([replace(run, qd=run.qd / factor, qdd=run.qdd / factor**2)])


def test_stamps_that_are_too_far_apart_are_not_another_unit():
    """Torques of inertia then seem to be 400 times the file's in most joints, but the heavy ones have their gravity."""
    assert [*units(*slower("zoo:puma560", 20))] == []


def test_without_gravity_stamps_and_units_are_both_named():
    (sentence,) = units(*slower("zoo:scara", 20))
    assert "in another unit than N m" in sentence
    assert re.search(r"Or the time stamps are [23]\d times too far apart: no torque of gravity tells", sentence)
    assert "stamps" not in " ".join(units(BASE, sampled([replace(RUN, effort=1000 * RUN.effort)])))


@pytest.mark.parametrize(
    ("factor", "words"), [(1000.0, "1e+03 times (N mm?)"), (0.01, "0.01 times"), (50.0, "50 times")]
)
def test_the_effort_of_one_joint_in_a_far_unit_is_named(factor, words):
    scale = np.where(np.arange(6) == 2, factor, 1.0)
    (sentence,) = effort_scales(BASE, sampled([replace(RUN, effort=scale * RUN.effort)]))
    assert f"{words} for '{NAMES[2]}'" in sentence
