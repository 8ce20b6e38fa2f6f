"""Information of another robot, or cleaned otherwise, is refused in words; so is the same log under two names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import ARM, arm_in, heavier, measured

import heft
from heft.errors import ArgumentError, FormatError
from heft.estimation.columns import model_of
from heft.estimation.fingerprint import difference
from heft.estimation.information import Information, merged

PLAIN = {"friction": "viscous,coulomb", "cleaning": heft.Cleaning(cutoff=10.0, velocity_threshold=0.05)}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strangers")
    truth = heavier(heft.load(arm_in(folder)))
    for k in range(3):
        measured(truth, k + 1, samples=800).write(folder / f"run{k}.parquet")
    return folder


@pytest.fixture(scope="module")
def robot(place):
    return heft.load(place / "arm.urdf")


@pytest.fixture(scope="module")
def earlier(place, robot):
    """The information of the first run, saved and loaded again."""
    found = heft.identify(robot, place / "run0.parquet", held_out=0.0, **PLAIN).information
    found.save(place / "first.npz")
    return Information.load(place / "first.npz")


def other(place, old: str, new: str):
    """Return the arm with a part of its file changed."""
    assert old in ARM
    path = place / "other.urdf"
    path.write_text(ARM.replace(old, new))
    return heft.load(path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('xyz="0.35 0 0"', 'xyz="0.45 0 0"', r"position \[m\] on its parent of body 'hand'.*0\.35.*there.*0\.45.*here"),
        ('<origin xyz="0.3 0 0.1"/>', '<origin xyz="0.3 0 0.1" rpy="0 0 0.1"/>', "rotation matrix .* of body 'fore'"),
        ('<axis xyz="0 1 0"/>', '<axis xyz="0 1 0.1"/>', "axis, pitch or mimic of joint 'elbow'"),
    ],
)
def test_geometry_is_compared_not_names_alone(place, earlier, old, new, said):
    stranger = other(place, old, new)
    with pytest.raises(ArgumentError, match=said):
        heft.identify(stranger, place / "run1.parquet", information=earlier, held_out=0.0, **PLAIN)


def test_gravity_is_compared(place, robot, earlier):
    with pytest.raises(ArgumentError, match="Gravity differs"):
        heft.identify(robot.with_gravity((0, 0, -1.62)), place / "run1.parquet", information=earlier, **PLAIN)


def test_masses_do_not_count_unless_friction_depends_on_them(place, robot):
    mass = other(place, '<mass value="4"/>', '<mass value="5"/>')
    prints = [model_of(each, ("viscous", "coulomb")).fingerprint for each in (robot, mass)]
    assert difference(*prints) is None
    prints = [model_of(each, ("coulomb", "load")).fingerprint for each in (robot, mass)]
    assert "inertia, on which friction" in difference(*prints)


def test_laws_and_their_numbers_are_compared(robot, place, earlier):
    with pytest.raises(ArgumentError, match="other columns"):
        heft.identify(robot, place / "run1.parquet", information=earlier, **PLAIN | {"friction": "viscous"})
    slow, fast = (
        model_of(robot, {"elbow": ("coulomb", "stribeck")}, numbers={"stribeck": {"elbow": v}}) for v in (0.1, 0.2)
    )
    assert "elbow.stribeck" in difference(slow.fingerprint, fast.fingerprint)


def test_cleaning_is_compared_and_otherwise_taken_over(place, robot, earlier):
    options = PLAIN | {"cleaning": heft.Cleaning(cutoff=8.0)}
    with pytest.raises(ArgumentError, match=r"cut-off frequency was 10\.0 there and is 8\.0 here"):
        heft.identify(robot, place / "run1.parquet", information=earlier, **options)
    found = heft.identify(robot, place / "run1.parquet", information=earlier, friction="viscous,coulomb")
    assert np.allclose(found.runs.fitted[0].cleaning.cutoff, 10.0)
    motion = heft.clean(robot, heft.read_log(place / "run1.parquet"), heft.Cleaning(cutoff=8.0))
    with pytest.raises(ArgumentError, match="cut-off frequency"):
        heft.identify(robot, motion, information=earlier, friction="viscous,coulomb")


def test_information_without_a_robot_is_refused(place, robot, earlier):
    with pytest.raises(ArgumentError, match="does not say which robot"):
        heft.identify(robot, place / "run1.parquet", information=replace(earlier, fingerprint={}), **PLAIN)


def test_an_older_file_says_so(place, earlier, monkeypatch):
    monkeypatch.setattr("heft.estimation.information.FORMAT", "heft-information/1")
    earlier.save(place / "old.npz")
    monkeypatch.undo()
    with pytest.raises(FormatError, match="earlier version"):
        Information.load(place / "old.npz")


def test_a_log_counts_once_under_any_name(place, robot, earlier):
    log = heft.read_log(place / "run0.parquet")
    replace(log, t=log.t + 100.0).write(place / "copy.csv")
    assert heft.read_log(place / "copy.csv").content == log.content
    logs = [place / name for name in ("run0.parquet", "copy.csv", "run1.parquet")]
    with pytest.raises(ArgumentError, match=r"copy\.csv has the same samples as .*run0\.parquet: they would count"):
        heft.identify(robot, logs, **PLAIN)
    with pytest.raises(ArgumentError, match=r"held-out log .*copy\.csv has the same samples"):
        heft.identify(robot, [logs[0], logs[2], logs[1]], **PLAIN)
    with pytest.raises(ArgumentError, match=r"count twice: .*run0\.parquet"):
        heft.identify(robot, logs[1], information=earlier, held_out=0.0, **PLAIN)
    with pytest.raises(ArgumentError, match="same samples"):
        heft.identify(robot, logs[2], loaded=logs[2], held_out=0.0, **PLAIN)
    with pytest.raises(ArgumentError, match="same samples"):
        heft.check(robot, logs[:2], **PLAIN)
    with pytest.raises(ArgumentError, match="count twice"):
        merged([earlier, earlier])


def test_the_two_halves_of_a_log_are_two(place, robot):
    log = heft.read_log(place / "run2.parquet")
    found = heft.identify(robot, [log.part(None, 400), log.part(400, None)], held_out=0.0, **PLAIN)
    assert len(found.runs.fitted) == 2


def test_validation_on_a_fitted_log_is_told_first(place, robot):
    found = heft.identify(robot, [place / "run0.parquet", place / "run1.parquet"], **PLAIN)
    assert "was fitted to" in found.validate(place / "run0.parquet").doubts[0]
    other = found.validate(place / "run1.parquet")
    assert other.warnings == other.doubts == ()
    again = type(found).from_dict(found.to_dict())
    assert "run0.parquet" in again.validate([place / "run2.parquet", place / "run0.parquet"]).doubts[0]


def test_a_residual_like_the_torque_is_told(place, robot):
    log = heft.read_log(place / "run0.parquet")
    noise = np.random.default_rng(0).standard_normal(log.effort.shape) * np.std(log.effort, axis=0)
    found = heft.validate(robot, replace(log, effort=3 * noise))
    assert any("comparable in size to the efforts" in text for text in found.warnings)


def test_a_comparison_of_no_samples_is_told(place, robot):
    found = heft.validate(robot, place / "run0.parquet", cleaning=heft.Cleaning(velocity_threshold=1e3))
    assert found.overall.n == 0
    assert any("No sample is compared" in text for text in found.warnings)
