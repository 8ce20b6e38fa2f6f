"""`heft.payload`: beside a result, beside unloaded logs, at rest, and by a force/torque sensor."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.logs import ARM
from support.motions import drives, motion_of, noisy_run, wave

import heft
from heft.dynamics.energy import world_poses
from heft.dynamics.newton_euler import force_regressor, forward_pass
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError
from heft.estimation.contact_points import link_of
from heft.estimation.weigh import payload
from heft.parameters import from_com, transform
from heft.spatial import motion_to_child

ROBOT = heft.load("zoo:ur10e")
MASS, COM, INERTIA = 2.8, np.array([0.02, -0.03, 0.09]), np.diag([0.03, 0.035, 0.02])
LOAD = from_com(MASS, COM, INERTIA)
HEAVY = ROBOT.with_parameters(ROBOT.parameters + np.eye(6)[:, [5]] * LOAD)
GAINS = np.array([10.0, 10.7, 8.5, 9.0, 9.5, 10.1])


@pytest.fixture(scope="module")
def result():
    """The robot without the payload, identified."""
    return heft.identify(ROBOT, noisy_run(ROBOT, 1))


def in_amperes(motion):
    return replace(motion, effort=motion.effort / GAINS, effort_kind="motor_current")


def good(found, most=0.1):
    """Assert that a payload is the true one within its deviations."""
    assert found.body == "wrist3"
    assert abs(found.mass - MASS) < 4 * found.mass_deviation < most
    assert np.all(np.abs(found.com - COM) < 4 * found.com_deviation)
    assert heft.parameters.is_physical(found.parameters)


def test_payload_beside_a_result_or_unloaded_runs(result):
    stored = heft.Estimate.from_dict(result.to_dict())
    loaded = noisy_run(HEAVY, 2)
    alone = payload(stored, loaded)
    for found in (alone, payload(stored, loaded, unloaded=noisy_run(ROBOT, 3))):
        good(found)
        assert found.provenance["from"] == "efforts"
    beside = payload(ROBOT, loaded, unloaded=noisy_run(ROBOT, 1))
    good(beside)
    assert_allclose(alone.mass, beside.mass, atol=2 * beside.mass_deviation)
    assert_allclose(beside.on(ROBOT).parameters[5] - ROBOT.parameters[5], beside.parameters)


def test_error_of_the_gains_is_in_the_mass():
    runs = in_amperes(noisy_run(ROBOT, 1, noise=3.0)), in_amperes(noisy_run(HEAVY, 2, noise=3.0))
    result = heft.identify(ROBOT, runs[0], loaded=runs[1], payload_mass=MASS)
    stored = heft.Estimate.from_dict(result.to_dict())
    other = ROBOT.with_parameters(ROBOT.parameters + np.eye(6)[:, [5]] * 2 * LOAD)
    quiet = noisy_run(other, 7, n=20000, noise=0.01)
    found = payload(stored, in_amperes(quiet))
    # all gains a percent larger: the mass too, whatever the noise
    gains = result.drive_gains
    scale = np.sqrt(gains.values @ np.linalg.pinv(gains.covariance) @ gains.values)
    assert found.mass_deviation > 0.5 * found.mass / scale
    assert abs(found.mass - 2 * MASS) < 4 * found.mass_deviation


def test_an_arm_without_a_load_says_so_first(result):
    found = payload(result, noisy_run(ROBOT, 4))
    assert found.doubts[0].startswith("No load can be distinguished from zero: if there is one, it is lighter than")
    assert not payload(result, noisy_run(HEAVY, 4)).doubts


def test_logs_that_the_identification_was_made_from_do_not_weigh_a_load(result):
    known = payload(result, noisy_run(ROBOT, 1))
    assert known.doubts[0].endswith("was fitted as a log without a load. Weigh a load from another log.")
    pair = in_amperes(noisy_run(ROBOT, 1)), in_amperes(noisy_run(HEAVY, 2))
    scaled = heft.identify(ROBOT, pair[0], loaded=pair[1], payload_mass=MASS)
    stored = heft.Estimate.from_dict(scaled.to_dict())
    assert "gave the drive gains: its load is weighed by itself." in payload(stored, pair[1]).doubts[0]
    assert not payload(stored, in_amperes(noisy_run(HEAVY, 6))).doubts


def test_options_of_a_result_are_its_own(result):
    with pytest.raises(ArgumentError, match="a robot or an estimate, not with str"):
        payload("arm.urdf", noisy_run(HEAVY, 2))
    with pytest.raises(ArgumentError, match="its own friction"):
        payload(result, noisy_run(HEAVY, 2), friction="viscous")
    with pytest.raises(ArgumentError, match="unloaded logs"):
        payload(ROBOT, noisy_run(HEAVY, 2))
    with pytest.raises(ArgumentError, match="no loaded log"):
        payload(result, [])


POSES = np.random.default_rng(4).uniform(-1.5, 1.5, (8, 6))


def resting(robot, poses, sides=(1, -1), dry=0.4, rate=100.0):
    """Return a run that stops at poses for 1.5 s, each approached from the given sides; dry friction holds there."""
    rng, q, held, now = np.random.default_rng(1), [], [], poses[0] - 0.2
    for pose in poses:
        for side in sides:
            for goal, seconds in ((pose - side * 0.1, 2.0), (pose, 1.0), (pose, 1.5)):
                s = (1 - np.cos(np.pi * np.arange(int(seconds * rate)) / (seconds * rate)))[:, None] / 2
                q.append(now + s * (goal - now))
                held.append(np.tile(side * rng.uniform(0.2, 1.0, 6) * dry, (len(s), 1)))
                now = goal
    q, held = np.concatenate(q), np.concatenate(held)
    qd = np.gradient(q, 1 / rate, axis=0)
    tau = heft.gravity_forces(robot, q) + np.where(np.abs(qd) > 1e-9, np.sign(qd) * dry, held)
    tau += 0.02 * rng.standard_normal(tau.shape)
    return motion_of(robot, q, qd, np.zeros_like(q), tau, rate=rate)


def test_rests_give_mass_and_centre_of_mass(result):
    found = payload(result, resting(HEAVY, POSES), static=True)
    good(found, most=0.4)
    assert np.all(np.isinf(found.inertia_deviation))
    assert not found.warnings
    # approached from one side, friction adds to the load, and the interval says so
    one = payload(result, resting(HEAVY, POSES, sides=(1,)), static=True)
    good(one, most=0.8)
    assert one.mass_deviation > found.mass_deviation
    assert "same side" in one.warnings[0]
    again = heft.Payload.from_dict(one.to_dict())
    assert_allclose(again.covariance, one.covariance)


def test_rests_beside_rests_or_the_masses_of_the_file():
    for unloaded in ((), resting(ROBOT, POSES)):
        found = payload(ROBOT, resting(HEAVY, POSES), unloaded=unloaded, static=True)
        good(found, most=0.4)
    motion = resting(HEAVY, POSES)
    log = heft.Log(motion.t, tuple(ROBOT.joint_names), motion.q, effort=motion.effort)
    good(payload(ROBOT, log, static=True), most=0.4)
    with pytest.raises(ArgumentError, match="have 2 rests"):
        payload(ROBOT, resting(HEAVY, POSES[:1]), static=True)


def sensed(robot, seed, sign=1.0, noise=0.05, start=0.0):
    """Return a log of the joints, and what a sensor at the flange reports of the load: force on it, and bias."""
    q, qd, qdd = wave(robot, seed, 3000, 100.0)
    motion = forward_pass(tree_of(robot), q.T, qd.T, qdd.T)
    both = np.einsum("cpn,p->nc", force_regressor(motion.v[-1], motion.a[-1]), LOAD)[:, [3, 4, 5, 0, 1, 2]]
    bias = np.array([4.0, -3.0, 10.0, 0.2, -0.1, 0.3])
    rng = np.random.default_rng(seed)
    t = start + np.arange(len(q)) / 100.0
    log = heft.Log(t, tuple(robot.joint_names), q + 1e-6 * rng.standard_normal(q.shape))
    return log, sign * both + bias + noise * rng.standard_normal(both.shape) * [1, 1, 1, 0.1, 0.1, 0.1], bias


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_force_torque_sensor_alone(sign, tmp_path):
    log, wrench, bias = sensed(ROBOT, 3, sign, start=1000.0)
    found = payload(ROBOT, log, wrench=wrench)
    good(found, most=0.02)
    assert np.all(np.abs(found.inertia - INERTIA) < 4 * found.inertia_deviation)
    assert bool(found.warnings) == (sign < 0)
    shown = found.provenance["bias"]
    assert np.all([abs(row["value"] - b) < 4 * row["deviation"] for row, b in zip(shown.values(), bias, strict=True)])
    logged = replace(log, wrenches={ROBOT.body_names[-1]: wrench})
    assert payload(ROBOT, logged).mass == found.mass
    with pytest.raises(ArgumentError, match="has wrenches of"):
        payload(ROBOT, replace(logged, wrenches={"a": wrench, "b": wrench}))
    table = np.column_stack([log.t, wrench])
    np.savetxt(tmp_path / "ft.csv", table, delimiter=",", header="t,fx,fy,fz,mx,my,mz", comments="")
    assert payload(ROBOT, log, wrench=tmp_path / "ft.csv").mass == pytest.approx(found.mass, rel=1e-6)
    np.savetxt(tmp_path / "bad.csv", table, delimiter=",", header="t,fx,fy,fz,tx,ty,tz", comments="")
    with pytest.raises(ArgumentError, match="no column 'mx'"):
        payload(ROBOT, log, wrench=tmp_path / "bad.csv")
    with pytest.raises(ArgumentError, match="'static' has no effect"):
        payload(ROBOT, log, wrench=wrench, static=True)
    with pytest.raises(ArgumentError, match="'friction' has no effect"):
        payload(ROBOT, log, wrench=wrench, friction="viscous")
    with pytest.raises(ArgumentError, match="covers 0 samples"):
        payload(ROBOT, replace(log, t=log.t + 500), wrench=tmp_path / "ft.csv")


def test_wrenches_in_a_log_are_named_where_efforts_weigh_the_load_and_taken_on_request(tmp_path):
    logs = []
    for seed, robot in ((4, ROBOT), (3, HEAVY)):
        log, wrench, _ = sensed(ROBOT, seed)
        q, qd, qdd = wave(robot, seed, 3000, 100.0)
        tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
        noise = 0.1 * np.random.default_rng(seed).standard_normal(tau.shape)
        logs.append(replace(log, effort=tau + noise, wrenches={"wrist3": wrench}))
    bare, loaded = logs
    bare = replace(bare, wrenches={})
    loaded.write(tmp_path / "loaded.parquet")
    result = heft.identify(ROBOT, bare, friction="viscous,coulomb,offset")
    for found in (payload(result, loaded), payload(ROBOT, loaded, unloaded=bare, friction="viscous,coulomb,offset")):
        assert found.provenance["from"] == "efforts"
        (said,) = [text for text in found.warnings if "wrenches of wrist3 in the loaded logs are not used" in text]
        assert "--wrench LOG" in said
    assert not any("are not used" in text for text in payload(result, replace(loaded, wrenches={})).warnings)
    for subject in (result, ROBOT):
        found = payload(subject, tmp_path / "loaded.parquet", wrench=tmp_path / "loaded.parquet")
        assert found.provenance["from"] == "wrench"
        assert found.provenance["sensor"] == "wrist3"
        good(found)
        assert not any("are not used" in text for text in found.warnings)


@pytest.mark.parametrize("late", [0, 5])
def test_a_robot_that_was_identified_with_its_sensor_weighs_by_efforts(late):
    """Only joints have efforts that may be late, and the sensor that is in the model has none in the loaded log."""
    logs = []
    for seed, robot in ((4, ROBOT), (3, HEAVY)):
        log, wrench, _ = sensed(ROBOT, seed)
        q, qd, qdd = wave(robot, seed, 3000, 100.0)
        tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
        noise = 0.1 * np.random.default_rng(seed).standard_normal(tau.shape)
        logs.append(replace(log, effort=tau + noise, wrenches={"wrist3": wrench}))
    bare, loaded = logs
    result = heft.identify(ROBOT, bare, friction="viscous,coulomb,offset", held_out=0)
    assert result.model.sensors == ("wrist3",)
    effort = np.roll(loaded.effort, late, axis=0)
    found = payload(result, replace(loaded, effort=effort, wrenches={}))
    said = [text for text in found.doubts if text.startswith("In the loaded runs: The efforts are 50")]
    assert len(said) == bool(late)


def test_rests_are_used_although_the_log_has_wrenches():
    motion = resting(HEAVY, POSES)
    wrenches = {"wrist3": np.random.default_rng(1).standard_normal((len(motion.q), 6))}
    log = heft.Log(motion.t, tuple(ROBOT.joint_names), motion.q, effort=motion.effort, wrenches=wrenches)
    found = payload(ROBOT, log, static=True)
    good(found, most=0.4)
    assert any("are not used" in text for text in found.warnings)


def test_a_sensor_on_a_link_that_is_fixed_to_a_body(tmp_path):
    fixed = '<joint name="mount" type="fixed"><parent link="hand"/><child link="flange"/>'
    fixed += '<origin xyz="0.05 0 0.1" rpy="0.3 -0.7 1.1"/></joint><link name="flange"/></robot>'
    text = ARM.replace("</robot>", fixed)
    (tmp_path / "arm.urdf").write_text(text)
    robot = heft.load(tmp_path / "arm.urdf")
    log, *_ = sensed(robot, 5)
    # the same readings at the flange are those of a load that sits elsewhere in the hand's frame
    _, frame = link_of(robot, "flange")
    R, p = frame.placement.rotation, frame.placement.translation
    at_hand = transform(LOAD, R, p)
    q, qd, qdd = wave(robot, 5, 3000, 100.0)
    motion = forward_pass(tree_of(robot), q.T, qd.T, qdd.T)
    v, a = (motion_to_child(R[..., None], p[:, None], x[-1]) for x in (motion.v, motion.a))
    wrench = np.einsum("cpn,p->nc", force_regressor(v, a), LOAD)[:, [3, 4, 5, 0, 1, 2]]
    wrench = wrench + 0.01 * np.random.default_rng(1).standard_normal(wrench.shape)
    found = payload(robot, log, wrench=wrench, payload_link="flange")
    assert found.body == "hand"
    assert not found.warnings
    assert not found.doubts
    wrong = payload(robot, log, wrench=wrench, payload_link="hand")
    assert "turned by" in wrong.doubts[0]
    assert "--link flange" in wrong.doubts[0]
    assert_allclose(found.parameters, at_hand, atol=0.01)
    with pytest.raises(ArgumentError, match="no link 'flang'"):
        payload(robot, log, wrench=wrench, payload_link="flang")


@pytest.mark.parametrize("seconds", [0.02, -0.02])
def test_a_record_of_a_sensor_on_another_clock_is_a_doubt(seconds):
    log, wrench, _ = sensed(ROBOT, 3)
    assert not payload(ROBOT, log, wrench=wrench).doubts
    late = np.stack([np.interp(log.t - seconds, log.t, axis) for axis in wrench.T], axis=1)
    (doubt,) = payload(ROBOT, log, wrench=late).doubts
    assert doubt.startswith("The sensor's record is 20.0 ± ")
    assert ("Subtract 0.02 s from" if seconds > 0 else "Add 0.02 s to") in doubt


def test_spikes_of_a_sensor_are_left_out_and_saturated_forces_are_named():
    log, wrench, _ = sensed(ROBOT, 3)
    sound = payload(ROBOT, log, wrench=wrench)
    spoilt = wrench.copy()
    spoilt[len(spoilt) // 2, 2] += 500.0
    found = payload(ROBOT, log, wrench=spoilt)
    assert any("1 at 'fz'" in text for text in found.warnings)
    assert found.mass == pytest.approx(sound.mass, rel=1e-3)
    low, high = np.quantile(wrench[:, :3], (0.3, 0.7), axis=0)
    clipped = np.hstack([np.clip(wrench[:, :3], low, high), wrench[:, 3:]])
    assert any("of the forces unexplained" in text for text in payload(ROBOT, log, wrench=clipped).warnings)
    assert not any("unexplained" in text for text in sound.warnings)


def test_a_stretch_of_the_motion_without_wrenches_is_named():
    log, wrench, _ = sensed(ROBOT, 3)
    gone = wrench.copy()
    gone[1000:1750] = np.nan
    found = payload(ROBOT, log, wrench=gone)
    (share,) = (text.partition(" %")[0] for text in found.warnings if "of the motion has no wrenches" in text)
    assert 25 <= int(share) < 30  # the filter reaches over the ends of the stretch
    assert found.mass == pytest.approx(payload(ROBOT, log, wrench=wrench).mass, rel=0.02)


def test_wrenches_in_the_axes_of_the_base_are_named():
    log, wrench, bias = sensed(ROBOT, 3)
    q, *_ = wave(ROBOT, 3, 3000, 100.0)
    R = world_poses(tree_of(ROBOT), q.T)[0][-1]
    both = np.concatenate([np.einsum("ijn,nj->ni", R, part) for part in np.split(wrench - bias, 2, axis=1)], axis=1)
    try:
        words = " ".join(payload(ROBOT, log, wrench=both + bias).doubts)
    except ArgumentError as error:
        words = str(error)
    assert "axes of the base" in words


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("noise", "drift"), [(0.01, 0.0), (1.0, 0.0), (0.01, 0.005)], ids=["quiet", "noisy", "drift"])
def test_a_sensor_without_a_load_is_not_said_to_have_other_axes(noise, drift, seed):
    log, _, bias = sensed(ROBOT, 3)
    white, walk = np.random.default_rng(seed).standard_normal((2, log.n, 6)) * [1, 1, 1, 0.1, 0.1, 0.1]
    found = payload(ROBOT, log, wrench=bias + noise * white + drift * np.cumsum(walk, axis=0))
    (doubt,) = found.doubts
    assert doubt.startswith("No load can be distinguished from zero: the motion explains ")


def test_a_load_behind_much_noise_is_none_that_is_doubted():
    log, wrench, _ = sensed(ROBOT, 3, noise=3.0)
    assert not payload(ROBOT, log, wrench=wrench).doubts


def test_moments_in_newton_millimetres_are_named():
    log, wrench, _ = sensed(ROBOT, 3)
    assert not payload(ROBOT, log, wrench=wrench).doubts
    doubt = payload(ROBOT, log, wrench=wrench * [1, 1, 1, 1000, 1000, 1000]).doubts[0]
    assert doubt.startswith("Forces and moments contradict each other")
    assert "Moments in N mm would do so." in doubt
