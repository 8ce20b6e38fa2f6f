"""Force/torque sensors in an identification: an arm in MuJoCo whose tool is behind a sensor."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import heft
from heft.errors import ArgumentError
from heft.estimation.sensed import split_at
from heft.logs.sensor_record import SensorRecord
from heft.robot.splitting import joined

pytest.importorskip("mujoco")
import mujoco
from support.sensed_arm import BIAS, MJCF, recorded, sensed_arm

TURN = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
"""From the axes of the tool to those of the wrist."""


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    return sensed_arm(tmp_path_factory.mktemp("arm"))


@pytest.fixture(scope="module")
def log():
    return recorded(0)


@pytest.fixture(scope="module")
def found(arm, log):
    return heft.identify(arm, log, friction=("viscous",))


def inside(estimate) -> np.ndarray:
    """Which intervals of base parameters contain the truth, which the file is but for the biases."""
    prior = np.array(estimate.model.prior)
    for k, column in enumerate(estimate.model.extra, start=estimate.model.n_inertial):
        if column.of_sensor:
            prior[k] = BIAS[column.coordinate - estimate.model.robot.nv]
    error = np.abs(estimate.base_values - estimate.base.reduce(prior))
    return error <= estimate.base_half_width


def with_wrench(log, wrench):
    return replace(log, wrenches={"tool": wrench})


def test_what_is_beyond_the_sensor_is_determined_by_itself(arm, log, found):
    of_torques = heft.identify(arm, log, friction=("viscous",), sensors="none")
    assert len(found.base.columns) == len(of_torques.base.columns) + 10 + 6
    assert found.rank == len(found.base.columns)
    alone = dict(zip(found.names, found.base.classes, strict=True))
    assert all(alone[f"tool.{name}"] == "I" for name in heft.parameters.NAMES)
    assert alone["ft@tool.fx.bias"] == "S"
    assert not any(name.startswith("tool") for name in of_torques.names)
    assert found.warnings == found.doubts == ()


def test_the_verdict_is_that_of_the_sensors(arm, found):
    verdict = heft.identifiability(split_at(arm, ["tool"]), sensors="ft@tool")
    assert verdict.n_base == sum(name.startswith(tuple(found.model.robot.body_names)) for name in found.base.names)


def test_residuals_of_each_axis_are_its_noise(found):
    rows = {each.name: each for each in found.held_out.measured.joints}
    assert rows["ft@tool.fz"].rmse == pytest.approx(0.05, rel=0.15)
    assert rows["ft@tool.mx"].rmse == pytest.approx(0.005, rel=0.15)
    assert set(rows) == {
        *found.model.robot.coordinate_names,
        *(f"ft@tool.{a}" for a in ("fx", "fy", "fz", "mx", "my", "mz")),
    }


def test_intervals_contain_the_truth(arm, found):
    hits = [inside(found)]
    hits += [inside(heft.identify(arm, recorded(seed), friction=("viscous",))) for seed in range(1, 4)]
    assert np.mean(hits) > 0.9


@pytest.mark.parametrize("estimator", ["huber", "covariance"])
def test_other_estimators_weigh_the_rows_of_sensors(arm, log, found, estimator):
    estimate = heft.identify(arm, log, friction=("viscous",), estimator=estimator)
    apart = np.abs(estimate.base_values - found.base_values)
    assert np.all(apart <= estimate.base_half_width + found.base_half_width)


def test_a_sensor_that_reports_what_acts_on_it_is_turned(arm, log, found):
    estimate = heft.identify(arm, with_wrench(log, -log.wrenches["tool"]), friction=("viscous",))
    assert estimate.interval("tool.m")[0] < 0.8 < estimate.interval("tool.m")[1]
    assert any("signs of its wrenches are reversed" in text for text in estimate.warnings)


def test_axes_of_another_link_are_told_by_gravity(arm, log):
    turned = (log.wrenches["tool"].reshape(-1, 2, 3) @ TURN.T).reshape(-1, 6)
    estimate = heft.identify(arm, with_wrench(log, turned), friction=("viscous",))
    assert any("turned by 90 degrees from those of 'tool'" in text for text in estimate.doubts)
    assert any("as those of 'wrist' are" in text for text in estimate.doubts)
    graded = heft.check(arm, with_wrench(log, turned), friction=("viscous",))
    assert any("turned by 90 degrees from those of 'tool'" in text for text in graded.doubts)


def test_forces_in_the_axes_of_the_base_do_not_follow_gravity(arm, log):
    model = mujoco.MjModel.from_xml_string(MJCF)
    data, wrench = mujoco.MjData(model), []
    for q, w in zip(log.q, log.wrenches["tool"], strict=True):
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        wrench.append((w.reshape(2, 3) @ data.site("sensor").xmat.reshape(3, 3).T).ravel())
    log = with_wrench(log, np.array(wrench))
    for found in (heft.identify(arm, log, friction=("viscous",)), heft.check(arm, log, friction=("viscous",))):
        assert any("do not follow gravity in any axes fixed to 'tool'" in text for text in found.doubts)


def test_moments_before_forces_are_doubted_not_a_crash(arm, log):
    w = log.wrenches["tool"]
    estimate = heft.identify(arm, with_wrench(log, np.hstack([w[:, 3:], w[:, :3]])), friction=("viscous",))
    assert any("gravity" in text for text in estimate.doubts)


def test_a_sensor_with_noise_alone_is_not_doubted_by_its_axes(arm, log):
    noise = np.random.default_rng(1).standard_normal(log.wrenches["tool"].shape)
    estimate = heft.identify(arm, with_wrench(log, noise), friction=("viscous",))
    assert not any("gravity" in text for text in estimate.doubts)


def test_the_robot_has_its_own_bodies_again_and_a_file_has_each_part(arm, found):
    assert found.robot.body_names == arm.body_names
    q, qd, qdd = arm.random_state(0, 5)
    whole, parts = (heft.inverse_dynamics(robot, q, qd, qdd) for robot in (found.robot, found.in_parts))
    np.testing.assert_allclose(whole, parts, atol=1e-12)
    tool = found.in_parts.body_names.index("tool")
    assert found.in_parts.parameters[tool, 0] == pytest.approx(0.8, rel=1e-3)


def test_a_split_body_is_the_same_body(arm):
    parts = split_at(arm, ["tool"])
    assert parts.body_names == ["upper", "fore", "wrist", "tool"]
    np.testing.assert_allclose(joined(parts).parameters, arm.parameters, atol=1e-15)


def test_results_with_sensors_are_read_back(found):
    again = type(found).from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.model.sensors == ("tool",)
    np.testing.assert_array_equal(again.values, found.values)
    np.testing.assert_array_equal(again.base_half_width, found.base_half_width)


def test_validation_judges_the_sensor_where_a_log_has_it(found):
    other = recorded(7, seconds=4.0)
    with_sensor, without = found.validate(other), found.validate(replace(other, wrenches={}))
    assert with_sensor.filtered.overall.n > without.filtered.overall.n
    assert [each.name for each in without.joints] == found.model.robot.coordinate_names


def test_information_of_earlier_logs_includes_the_sensor(arm, found):
    more = heft.identify(arm, recorded(8), friction=("viscous",), information=found.information)
    assert more.half_width[more.names.index("tool.m")] < found.half_width[found.names.index("tool.m")]


def test_wrenches_alone_identify_what_is_beyond(arm, log):
    estimate = heft.identify(arm, replace(log, effort=None))
    assert estimate.rank == 16 == len(estimate.base.columns)
    assert np.mean(inside(estimate)) > 0.85


def test_check_grades_with_the_sensors(arm, log):
    more, less = heft.check(arm, log), heft.check(arm, log, sensors="none")
    assert more.structural == less.structural + 16
    assert more.grade == "good"


def test_missing_wrenches_cost_their_rows(arm, log):
    wrench = log.wrenches["tool"].copy()
    wrench[100:140] = np.nan
    wrench[::7, 2] = np.nan
    estimate = heft.identify(arm, with_wrench(log, wrench), friction=("viscous",))
    assert np.mean(inside(estimate)) > 0.85
    assert any("of the sensor at 'tool' lack a number" in text for text in estimate.warnings)


def test_an_axis_that_never_changes_is_not_measured(arm, log):
    wrench = log.wrenches["tool"].copy()
    wrench[:, 5] = 0.0
    motion = heft.clean(arm, with_wrench(log, wrench))
    assert np.isnan(motion.wrenches["tool"][:, 5]).all()
    assert any("mz never changes" in text for text in motion.warnings)


def test_nothing_is_interpolated_over_a_pause():
    t = np.concatenate([np.arange(0, 1, 0.01), np.arange(2, 3, 0.01)])
    record = SensorRecord(t, np.tile(t[:, None], 6))
    at = record.at(np.array([0.503, 1.5, 2.5, 3.5]))
    assert at[0, 0] == pytest.approx(0.503)
    assert np.isnan(at[[1, 3], 0]).all()
    assert at[2, 0] == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("frame", "asked", "words"),
    [
        ("hand", "auto", "at 'hand', but 'sensed_arm' has no such link"),
        ("tool", "hand", "no wrenches of a sensor at 'hand': they have those of tool"),
    ],
)
def test_frames_that_do_not_exist_are_refused(arm, log, frame, asked, words):
    with pytest.raises(ArgumentError, match=words):
        heft.identify(arm, replace(log, wrenches={frame: log.wrenches["tool"]}), sensors=asked)


def test_sensors_do_not_go_together_with_everything(arm, log):
    estimate = heft.identify(arm, log, friction=("viscous",), estimator="recursive")
    assert any("the estimator 'recursive': they are left out" in text for text in estimate.warnings)
    with pytest.raises(ArgumentError, match="cannot be combined with the tilt of the base"):
        heft.identify(arm, log, sensors=["tool"], base_tilt=True)
