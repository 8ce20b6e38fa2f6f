"""A base that is tilted: two angles of gravity, estimated with the rest and suggested where residuals ask for them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from support.logs import ARM, arm_in
from support.motions import DRIVES, drives, motion_of, wave
from support.small_robots import body, mechanism

import heft
from heft.errors import ArgumentError
from heft.estimation.base_tilt import BaseTilt
from heft.estimation.estimate import Estimate
from heft.estimation.tilt_rows import Gravity, TiltPass, thinned
from heft.logs.motion import Motion
from heft.robot.model import Robot

TILT = (3.0, -1.0)


@pytest.fixture(scope="module")
def arm(tmp_path_factory) -> Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


def tilted(robot: Robot, degrees: tuple[float, float] = TILT) -> Robot:
    return robot.with_gravity(Gravity.of(robot).turned(np.radians(degrees)).tolist())


def run(truth: Robot, seed: int, n: int = 1500, noise: float = 0.1) -> Motion:
    """A run whose noise persists for a few samples."""
    q, qd, qdd = wave(truth, seed, n, 100.0, 0.7)
    white = np.random.default_rng(1000 + seed).standard_normal((n + 4, truth.nv))
    errors = sum(white[k : k + n] for k in range(5)) / np.sqrt(5)
    tau = heft.inverse_dynamics(truth, q, qd, qdd) + drives(qd, qdd) + noise * errors
    return motion_of(truth, q, qd, qdd, tau, 100.0)


@pytest.fixture(scope="module")
def level(arm: Robot) -> Estimate:
    """What is found where the tilt of the base is left out."""
    return heft.identify(arm, [run(tilted(arm), 1), run(tilted(arm), 2)])


@pytest.fixture(scope="module")
def found(arm: Robot) -> Estimate:
    return heft.identify(arm, [run(tilted(arm), 1), run(tilted(arm), 2)], base_tilt=True)


def true_values(estimate: Estimate, truth: Robot) -> np.ndarray:
    return np.concatenate([truth.parameter_vector, [DRIVES[column.kind] for column in estimate.model.extra]])


def test_gravity_turns_about_the_axes_that_it_is_not_along() -> None:
    upright = Gravity(np.array([0.0, 0.0, -9.81]))
    assert upright.names == ("x", "y")
    np.testing.assert_allclose(upright.turned(np.array([np.pi / 2, 0.0])), [0, 9.81, 0], atol=1e-12)
    np.testing.assert_allclose(upright.turned(np.array([0.0, np.pi / 2])), [-9.81, 0, 0], atol=1e-12)
    assert Gravity(np.array([9.81, 0.0, 0.0])).names == ("y", "z")
    oblique, angles = Gravity(np.array([5.0, 1.0, -6.0])), np.array([0.2, -0.1])
    assert np.linalg.norm(oblique.turned(angles)) == pytest.approx(np.linalg.norm(oblique.vector))
    step = np.array([1e-6, 0.0])
    change = (oblique.turned(angles + step) - oblique.turned(angles - step)) / 2e-6
    np.testing.assert_allclose(oblique.rates(angles)[0], change, atol=1e-7)


def test_the_columns_of_a_tilt_are_the_change_of_torques(arm: Robot) -> None:
    """Against a difference of inverse dynamics under two gravities."""
    motion, gravity, step = run(arm, 1, 300, 0.0), Gravity.of(arm), 1e-4
    model = heft.estimation.columns.model_of(arm)
    tilt = TiltPass(model, range(30), [motion], arm.parameter_vector, gravity.rates(np.zeros(2)))
    degrees = float(np.degrees(step))
    sides = [
        heft.inverse_dynamics(tilted(arm, (sign * degrees, 0.0)), motion.q, motion.qd, motion.qdd) for sign in (1, -1)
    ]
    found = np.concatenate([np.array([block[-3] for block in rows.blocks]) for rows, _ in tilt.rows()], axis=1)
    np.testing.assert_allclose(found.T, (sides[0] - sides[1]) / (2 * step), atol=1e-6)


def test_a_tilt_is_found_with_everything_else(level: Estimate, found: Estimate) -> None:
    assert level.base_tilt is None
    assert found.base_tilt is not None
    for (_, degrees, half), true in zip(found.base_tilt.rows(), TILT, strict=True):
        assert abs(degrees - true) <= half < 1
    assert found.held_out is not None
    assert level.held_out is not None
    assert found.held_out.overall.relative_percent < 0.7 * level.held_out.overall.relative_percent
    np.testing.assert_allclose([float(g) for g in found.robot.gravity], found.base_tilt.gravity)
    assert np.linalg.norm(found.base_tilt.gravity) == pytest.approx(9.81)
    assert len(found.base_values) > len(level.base_values)  # the first link's first moments


def test_a_large_tilt_is_found_too(arm: Robot) -> None:
    truth = tilted(arm, (25.0, 40.0))
    found = heft.identify(arm, [run(truth, 1), run(truth, 2)], base_tilt=True).base_tilt
    assert found is not None
    np.testing.assert_allclose(np.degrees(found.angles), [25, 40], atol=0.5)


def test_intervals_contain_the_truth(arm: Robot) -> None:
    """95 % of them should, of the angles and of the base parameters; 16 seeds, noise that persists."""
    truth, angles, parameters = tilted(arm), [], []
    for seed in range(16):
        found = heft.identify(arm, run(truth, seed, noise=0.5), base_tilt=True, held_out=0)
        assert found.base_tilt is not None
        angles += [abs(x - true) <= half for (_, x, half), true in zip(found.base_tilt.rows(), TILT, strict=True)]
        off = np.abs(found.base_values - found.base.reduce(true_values(found, truth)))
        parameters.append(np.mean(off <= found.base_half_width))
    assert np.mean(angles) >= 0.84  # 32 angles: fewer than 27 hits have a probability of 1.5 % at 95 %
    assert np.mean(parameters) >= 0.93


def test_results_and_robot_files_keep_it(found: Estimate) -> None:
    again = Estimate.from_dict(json.loads(json.dumps(found.to_dict())))
    assert isinstance(again.base_tilt, BaseTilt)
    assert again.base_tilt.rows() == [pytest.approx(row) for row in found.base_tilt.rows()]
    np.testing.assert_allclose(again.base_tilt.covariance, found.base_tilt.covariance)
    assert again.options.base_tilt
    entry = found.to_dict()["base_tilt"]["angles"][0]
    assert entry["axis"] == "x"
    assert entry["interval"][0] < entry["degrees"] < entry["interval"][1]
    assert any("cannot hold gravity" in warning and "--gravity 0." in warning for warning in found.warnings)
    assert heft.Robot.from_dict(found.robot.to_dict()).gravity == found.robot.gravity


@pytest.mark.parametrize("option", ['<option gravity="0 0 -9.81" timestep="0.001"/>', "", '<option timestep="0.001"/>'])
def test_mjcf_gets_the_gravity(tmp_path: Path, option: str) -> None:
    path, other = tmp_path / "arm.xml", tmp_path / "other.xml"
    path.write_text(
        f"""<mujoco>{option}<worldbody><body name="a"><joint name="j" axis="0 1 0"/>
        <inertial mass="1" pos="0 0 0.1" diaginertia="0.1 0.1 0.1"/></body></worldbody></mujoco>"""
    )
    robot = heft.load(path)
    robot.write_mjcf(other)
    assert other.read_bytes() == path.read_bytes()
    robot.with_gravity([0.5, 0.25, -9.75]).write_mjcf(other)
    assert [float(g) for g in heft.load(other).gravity] == [0.5, 0.25, -9.75]
    assert ('timestep="0.001"' in other.read_text()) == bool(option)


JOINT = {"type": "revolute", "axis": [0, 0, 1]}
INERTIA = {"mass": 2, "com": [0.1, 0.02, 0.05], "about_com": [0.01, 0.02, 0.02]}


@pytest.mark.parametrize(
    "bodies",
    [
        [body("a", None, JOINT, inertia=INERTIA)],
        [
            body("a", None, {"type": "revolute", "axis": [0, 1, 0]}, inertia=INERTIA),
            body("b", "a", {"type": "revolute", "axis": [0, 1, 0]}, placement={"xyz": ["1/2", 0, 0]}, inertia=INERTIA),
        ],
        [
            body("a", None, {"type": "prismatic", "axis": [1, 0, 0]}, inertia=INERTIA),
            body("b", "a", {"type": "prismatic", "axis": [0, 1, 0]}, inertia=INERTIA),
        ],
    ],
    ids=["one vertical joint", "a plane", "a gantry"],
)
def test_what_no_log_can_tell_is_refused(bodies: list[dict[str, object]]) -> None:
    robot = mechanism(*bodies)
    with pytest.raises(ArgumentError, match="do not determine the tilt of its base"):
        heft.identify(robot, run(tilted(robot), 1, 400), base_tilt=True)


def test_where_nothing_can_be_tilted_it_is_refused(arm: Robot) -> None:
    weightless = arm.with_gravity([0, 0, 0])
    with pytest.raises(ArgumentError, match="no gravity to be tilted"):
        heft.identify(weightless, run(weightless, 1, 400), base_tilt=True)
    free = mechanism(body("a", None, {"type": "floating"}, inertia=INERTIA), base="floating")
    q, qd, qdd = free.random_state(1, 400)
    motion = motion_of(free, q, qd, qdd, heft.inverse_dynamics(free, q, qd, qdd))
    with pytest.raises(ArgumentError, match="The base floats"):
        heft.identify(free, motion, base_tilt=True)
    earlier = heft.identify(arm, run(arm, 1)).information
    with pytest.raises(ArgumentError, match="tilt of the base is estimated from the logs"):
        heft.identify(arm, run(arm, 2), information=earlier, base_tilt=True)


def test_a_motion_that_does_not_tell_is_refused(arm: Robot) -> None:
    """Two joints rest, so that little is left that only a tilt explains."""
    truth = tilted(arm)
    q, qd, qdd = wave(truth, 1, 800, 100.0, 0.3)
    for array, value in ((q, 0.3), (qd, 0.0), (qdd, 0.0)):
        array[:, [0, 1]] = value
    tau = heft.inverse_dynamics(truth, q, qd, qdd) + drives(qd, qdd)
    tau += 0.5 * np.random.default_rng(3).standard_normal(tau.shape)
    with pytest.raises(ArgumentError, match="The logs do not determine the tilt"):
        heft.identify(arm, motion_of(truth, q, qd, qdd, tau, 100.0), base_tilt=True)


SUGGESTION = "look as if the base were tilted"


def test_a_tilt_is_suggested(level: Estimate, found: Estimate) -> None:
    """It explains most of the residuals, so that an estimate without it is not to be relied on."""
    [said] = [w for w in level.doubts if SUGGESTION in w]
    assert "--base-tilt" in said
    assert "about its x axis" in said
    assert not any(SUGGESTION in text for text in (*found.doubts, *found.warnings))


@pytest.mark.parametrize("degrees", [(0.0, 0.0), (0.2, 0.2)])
@pytest.mark.parametrize("friction", ["viscous,coulomb,offset", "viscous", "none"])
def test_nothing_is_suggested_where_the_base_is_level(arm: Robot, degrees: tuple[float, float], friction: str) -> None:
    """Not even where the model lacks something else, such as friction."""
    truth = tilted(arm, degrees)
    for seed in (1, 2, 3):
        found = heft.identify(arm, [run(truth, seed), run(truth, seed + 10)], friction=friction)
        assert not any(SUGGESTION in text for text in (*found.doubts, *found.warnings))


def test_nothing_is_suggested_where_nothing_weighs(arm: Robot) -> None:
    weightless = arm.with_gravity([0, 0, 0])
    found = heft.identify(weightless, run(weightless, 1))
    assert not any(SUGGESTION in text for text in (*found.doubts, *found.warnings))


def test_long_logs_are_thinned_evenly(arm: Robot) -> None:
    motion = run(arm, 1, 1000)
    assert thinned([motion], 1000) == [motion]
    [short] = thinned([motion], 200)
    lengths = [stop - start for start, stop in short.segments]
    assert sum(lengths) <= 200
    assert len(lengths) == 20
    assert short.segments[-1][0] > 900


def test_the_command_line(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from heft.cli import main

    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(ARM)
    robot = heft.load("arm.urdf")
    for seed in (1, 2):
        motion = run(tilted(robot), seed)
        heft.Log(motion.t, tuple(robot.joint_names), motion.q, effort=motion.effort).write(f"run{seed}.parquet")
    assert main(["identify", "arm.urdf", "run1.parquet", "run2.parquet", "--base-tilt", "-o", "out"]) == 0
    shown = " ".join(capfd.readouterr().out.split())
    assert "Tilt of the base" in shown
    assert "Gravity in the frame of the base" in shown
    assert "Tilt of the base" in Path("out/report.html").read_text()
    result = json.loads(Path("out/result.json").read_text())
    assert result["base_tilt"]["angles"][0]["degrees"] == pytest.approx(3.0, abs=0.3)
    gravity = [str(g) for g in result["base_tilt"]["gravity"]]
    assert main(["validate", "out", "run2.parquet", "--json"]) == 0
    with_result = json.loads(capfd.readouterr().out)["overall"]["relative_percent"]
    assert main(["validate", "out", "run2.parquet", "--json", "--gravity", *gravity]) == 0
    assert json.loads(capfd.readouterr().out)["overall"]["relative_percent"] == pytest.approx(with_result)


@pytest.mark.parametrize("seed", range(4))
def test_a_pendulum_without_noise_is_identified(seed: int) -> None:
    """A tilt about its axis is a turn of its centre of mass, and nothing in the efforts divides the two."""
    inertia = {"mass": 1, "com": [0.1, 0, 0], "about_com": [0.01, 0.02, 0.02]}
    robot = mechanism(body("bob", None, {"type": "revolute", "axis": [0, 1, 0]}, inertia=inertia))
    q, qd, qdd = wave(robot, seed, 2000, 200.0)
    log = heft.Log(np.arange(2000) / 200, tuple(robot.joint_names), q, effort=heft.inverse_dynamics(robot, q, qd, qdd))
    estimate = heft.identify(robot, log, held_out=0)
    assert not any("tilt" in text for text in (*estimate.doubts, *estimate.warnings))
