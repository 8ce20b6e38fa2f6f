"""Real logs, imported with the maps in examples/maps: they are what their makers say, and cleaning understands them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import heft

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"the real logs are not there: {DATA}")

UR10E = DATA / "ur10e" / "ur-20_02_10-30sec_12harm.csv"
PENDULUM = DATA / "double_pendulum" / "design_A.0" / "trajectory_00.csv"
QUBE = DATA / "qube_cartpole" / "qq-su_ectrl_250Hz_5.5s__2021-05-25_17-11-26.npz"
CART = DATA / "qube_cartpole" / "qcp_chrip_3to0Hz_+3.5V_250Hz__2021-04-14_19-38-02.npz"


@cache
def imported(raw: Path, name: str) -> heft.Log:
    return heft.read_log(raw, ROOT / "examples" / "maps" / f"{name}.toml")


@cache
def cleaned(raw: Path, name: str, robot: str) -> heft.Motion:
    return heft.clean(heft.load(robot), imported(raw, name))


def compared(motion: heft.Motion) -> list[dict]:
    return next(step["compared"] for step in motion.steps if step["step"] == "recorded velocities")


def test_ur10e():
    log = imported(UR10E, "ur10e_published")
    raw = np.loadtxt(UR10E, delimiter=",")
    assert log.n == 3691
    assert log.n / log.duration == pytest.approx(94, abs=1)
    assert log.qd is not None
    assert log.effort is not None
    np.testing.assert_array_equal(log.q, raw[:, 1:7])
    np.testing.assert_allclose(log.effort[:, 2], 8.4566 * raw[:, 15], rtol=1e-15)


def test_ur10e_velocities_agree_with_the_positions():
    """The recorded velocity is the derivative to a fifth of a sample and a thousandth, so it is used."""
    motion = cleaned(UR10E, "ur10e", str(DATA / "ur10e" / "ur10e.urdf"))
    for found in compared(motion):
        assert abs(found["lag"]) < 0.2
        assert found["scale"] == pytest.approx(1, abs=2e-3)
        assert found["correlation"] > 0.9999
    assert set(motion.cleaning.velocities) == {"recorded"}


def test_ur10e_rest_leaves():
    """It rests until a short move to the start (samples 480..560), and from sample 3510 on at the latest."""
    motion = cleaned(UR10E, "ur10e", str(DATA / "ur10e" / "ur10e.urdf"))
    stamps = imported(UR10E, "ur10e").t
    assert stamps[450] < motion.t[0] < stamps[635]
    assert stamps[3400] < motion.t[-1] < stamps[3510]


def test_ur10e_cut_off_is_near_the_published_one():
    """0.15 of half the rate of 94 Hz is 7 Hz."""
    motion = cleaned(UR10E, "ur10e", str(DATA / "ur10e" / "ur10e.urdf"))
    cutoff = np.array(motion.cleaning.cutoff)
    assert np.all((cutoff > 3.5) & (cutoff < 14))


def test_tx40():
    log = imported(DATA / "tx40", "tx40")
    assert log.n == 45000
    assert log.rate == pytest.approx(5000)
    assert log.effort is not None
    motor = np.loadtxt(DATA / "tx40" / "pos_read_data.csv", delimiter=",", skiprows=1)
    torque = np.loadtxt(DATA / "tx40" / "curr_data.csv", delimiter=",", skiprows=1)
    q = log.q - np.array([0, -np.pi / 2, np.pi / 2, 0, 0, 0])
    np.testing.assert_allclose(32 * (q[:, 4] + q[:, 5]), motor[:, 5], atol=1e-9)
    np.testing.assert_allclose(-48 * q[:, 3], motor[:, 3], atol=1e-9)
    np.testing.assert_allclose(log.effort[:, 4], 45 * torque[:, 4] + 32 * torque[:, 5], atol=1e-9)
    robot = heft.load(str(DATA / "tx40" / "tx40.urdf"))
    for k, joint in enumerate(robot.joints):
        assert joint.limits.lower - 0.01 <= log.q[:, k].min()
        assert log.q[:, k].max() <= joint.limits.upper + 0.01


def test_tx40_least_squares_without_configuration():
    """Ordinary least squares with friction and coupling. The published pipeline leaves 1.08 N m, on other rows."""
    robot = heft.load(str(DATA / "tx40" / "tx40.urdf"))
    motion = cleaned(DATA / "tx40", "tx40", str(DATA / "tx40" / "tx40.urdf"))
    kept = motion.kept
    rows = []
    for part in (motion.regression_filter or pytest.fail("no filter")).tiles(*motion.segments[0], 20000):
        q, qd, qdd = motion.q[part], motion.qd[part], motion.qdd[part]
        own = np.zeros((len(q), 6, 4, 6))
        for j in range(6):
            own[:, j, :, j] = np.stack([qd[:, j], np.sign(qd[:, j]), np.ones(len(q)), qdd[:, j]], 1)
        both = np.zeros((len(q), 6, 3))
        both[:, 4, 0], both[:, 5, 0], both[:, 4, 1], both[:, 5, 1] = qdd[:, 5], qdd[:, 4], qd[:, 5], qd[:, 4]
        both[:, 4:, 2] = np.sign(qd[:, 4] + qd[:, 5])[:, None]
        Y = np.concatenate([heft.torque_regressor(robot, q, qd, qdd), own.reshape(len(q), 6, 24), both], axis=2)
        rows.append(motion.regression_filter.apply(Y))  # type: ignore[union-attr]
    used = np.abs(motion.qd[kept]) >= motion.velocity_threshold
    A, b = np.concatenate(rows)[used], motion.filtered(motion.effort)[used]
    scale = np.where(np.any(A, axis=0), np.linalg.norm(A, axis=0), 1)
    residual = b - A @ (np.linalg.lstsq(A / scale, b, rcond=1e-9)[0] / scale)
    assert len(b) > 2000
    assert np.sqrt(np.mean(residual**2)) < 1.08


def test_double_pendulum():
    log = imported(PENDULUM, "double_pendulum")
    assert log.n == 4997
    assert log.rate == pytest.approx(500, abs=0.1)
    assert np.diff(log.t).max() == pytest.approx(0.0033, abs=1e-4)
    motion = cleaned(PENDULUM, "double_pendulum", "zoo:double_pendulum")
    for found in compared(motion):
        assert found["lag"] == pytest.approx(0.5, abs=0.1)
        assert found["scale"] == pytest.approx(1, abs=5e-3)
    assert not any("late" in warning for warning in motion.warnings)
    assert any("0.5 samples (0.994 ms) late; it is shifted" in note for note in motion.notes)


@pytest.mark.parametrize(("raw", "name", "robot"), [(QUBE, "qube", "furuta"), (CART, "cartpole", "cartpole")])
def test_quanser_velocities_lag(raw: Path, name: str, robot: str):
    """The recorded velocities are filtered, 4 to 5 samples late: that is said, and those of the right scale shifted."""
    log = imported(raw, name)
    assert log.n == 1376
    assert log.rate == pytest.approx(250)
    motion = cleaned(raw, name, f"zoo:{robot}")
    for k, found in enumerate(compared(motion)):
        assert 4 < found["lag"] < 5
        assert (motion.cleaning.velocities[k] == "recorded") == (abs(found["scale"] - 1) <= 0.05)
    assert sum("samples late" in text or "ms) late" in text for text in (*motion.warnings, *motion.notes)) == 2
    assert motion.measured.all()


def test_the_other_runs_import():
    for path in (DATA / "ur10e").glob("*.csv"):
        assert heft.read_log(path, ROOT / "examples" / "maps" / "ur10e.toml").n > 3000
    for path in (DATA / "qube_cartpole").glob("*.npz"):
        name = "cartpole" if path.name.startswith("qcp") else "qube"
        assert heft.read_log(path, ROOT / "examples" / "maps" / f"{name}.toml").rate == pytest.approx(250)
