"""The measurements of FIGAROH's and FloBaRoID's examples, in small files that are made here: read without a map."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import heft
from heft.errors import FileError, FormatError
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.maps.guess import toml
from heft.logs.maps.unmapped import read_unmapped

ROBOT = heft.load("zoo:ur10e")
JOINTS = list(ROBOT.joint_names)
T = np.arange(60) / 100
PHASE = T[:, None] + np.arange(ROBOT.nv)
Q, QD, QDD = np.sin(PHASE), np.cos(PHASE), -np.sin(PHASE)
TAU = heft.inverse_dynamics(ROBOT, Q, QD, QDD)


def csv(path: Path, columns: dict[str, np.ndarray]) -> None:
    path.parent.mkdir(exist_ok=True)
    rows = np.stack(list(columns.values()), axis=1)
    np.savetxt(path, rows, delimiter=",", header=",".join(columns), comments="", fmt="%.17g")


def numbered(**signals: tuple[np.ndarray, int]) -> dict[str, np.ndarray]:
    """Columns of signals with their first number, as in q0 and tau1."""
    return {
        f"{name}{k + first}": values[:, k] for name, (values, first) in signals.items() for k in range(values.shape[1])
    }


def of_joints(values: np.ndarray, template: str = "{}") -> dict[str, np.ndarray]:
    return {"t": T} | {template.format(name): values[:, k] for k, name in enumerate(JOINTS)}


def same(log: Log, efforts: np.ndarray) -> None:
    order = [log.joints.index(name) for name in JOINTS]
    np.testing.assert_allclose(log.q[:, order], Q, rtol=0, atol=1e-12)
    assert log.effort is not None
    np.testing.assert_allclose(log.effort[:, order], efforts, rtol=1e-12, atol=0)


def test_figaroh_with_one_table(tmp_path: Path):
    """Positions are numbered from 0 and torques from 1, as in its UR10."""
    csv(tmp_path / "train.csv", {"t": T} | numbered(q=(Q, 0), dq=(QD, 0), ddq=(QDD, 0), tau=(TAU, 1)))
    log, guess = read_unmapped(tmp_path / "train.csv", ROBOT)
    same(log, TAU)
    assert guess is not None
    assert any("'tau1' belongs to 'q0'" in note for note in guess.notes)


@pytest.mark.parametrize("robot", [ROBOT, None])
def test_figaroh_with_a_file_for_each_signal(tmp_path: Path, robot):
    """As its TIAGo: joints with names, a dash before each."""
    for word, values in (("position", Q), ("velocity", QD), ("effort", TAU)):
        csv(tmp_path / "run" / f"tiago_{word}.csv", of_joints(values, f"- {{}}_{word}"))
    log, guess = read_unmapped(tmp_path / "run", robot)
    same(log, TAU)
    assert guess is not None
    (tmp_path / "map.toml").write_text(toml(guess.map))  # what is written can be given
    same(read_log(tmp_path / "run", tmp_path / "map.toml"), TAU)


def test_figaroh_with_currents_and_commands(tmp_path: Path):
    """As its SO-101: files are named by the signal, columns by the joint; a percentage is not used."""
    files = {"q": Q, "dq": QD, "current_mA": 1000 * TAU, "q_cmd": Q + 0.01, "load_percent": TAU}
    for name, values in files.items():
        csv(tmp_path / "run" / f"{name}.csv", of_joints(values))
    log, _ = read_unmapped(tmp_path / "run", ROBOT)
    same(log, TAU)
    assert log.effort_kind == "motor_current"
    assert log.command is not None
    np.testing.assert_allclose(log.command, Q + 0.01, atol=1e-12)


def test_figaroh_without_stamps_needs_a_rate_or_a_map(tmp_path: Path):
    csv(tmp_path / "run/identification_q_simulation.csv", numbered(q=(Q, 0)))
    csv(tmp_path / "run/identification_tau_simulation.csv", numbered(tau=(TAU, 0)))
    with pytest.raises(FormatError, match="time stamps") as caught:
        read_unmapped(tmp_path / "run", ROBOT)
    assert "--rate HZ" in caught.value.remedy
    same(read_unmapped(tmp_path / "run", ROBOT, rate=100)[0], TAU)
    names = ", ".join(f'"{name}"' for name in JOINTS)
    (tmp_path / "map.toml").write_text(
        f'format = "heft-map/1"\njoints = [{names}]\n[time]\nrate = 100\n'
        '[q]\nfile = "identification_q_simulation.csv"\n[tau]\nfile = "identification_tau_simulation.csv"\n'
    )
    same(read_log(tmp_path / "run", tmp_path / "map.toml"), TAU)


def test_flobaroid(tmp_path: Path):
    """Arrays by its names; filtered ones are taken, as it does itself, and raw ones where there are no others."""
    arrays = {"positions": Q, "velocities": QD, "accelerations": QDD, "torques": TAU, "times": T, "frequency": 100.0}
    raw = {"positions_raw": Q + 0.1, "velocities_raw": QD + 0.1, "torques_raw": TAU + 0.1}
    more = {"target_positions": Q + 0.01, "target_velocities": QD, "base_velocity": np.zeros((len(T), 6))}
    np.savez(tmp_path / "measurements.npz", **arrays, **raw, **more)
    log, _ = read_unmapped(tmp_path / "measurements.npz", ROBOT)
    same(log, TAU)
    np.testing.assert_allclose(log.qd, QD)
    np.savez(tmp_path / "raw.npz", positions=Q, torques_raw=TAU, times=T)
    same(read_unmapped(tmp_path / "raw.npz", ROBOT)[0], TAU)


def test_files_that_are_not_of_one_run(tmp_path: Path):
    csv(tmp_path / "run/q.csv", of_joints(Q))
    csv(tmp_path / "run/tau.csv", of_joints(TAU) | {"t": T + 0.5})
    with pytest.raises(FormatError, match=r"stamps of tau\.csv are not those of q\.csv") as caught:
        read_unmapped(tmp_path / "run", ROBOT)
    assert "'time'" in caught.value.remedy
    csv(tmp_path / "run/tau.csv", numbered(tau=(TAU[:50], 0)))
    with pytest.raises(FormatError, match=r"tau\.csv has 50 rows"):
        read_unmapped(tmp_path / "run", ROBOT)


def test_a_column_in_two_files(tmp_path: Path):
    for name in ("a", "b"):
        csv(tmp_path / "run" / f"{name}.csv", of_joints(Q, "{}_position"))
    with pytest.raises(FormatError, match=r"is in a\.csv and in b\.csv"):
        read_unmapped(tmp_path / "run", ROBOT)


def test_a_folder_without_signals(tmp_path: Path):
    csv(tmp_path / "run/notes.csv", {"mood": T})
    with pytest.raises(FileError, match="No file in this folder has columns"):
        read_unmapped(tmp_path / "run", ROBOT)
