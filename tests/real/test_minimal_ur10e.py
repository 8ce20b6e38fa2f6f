"""A real UR10e: joint by joint beside all torques at once, both judged on a run that neither has seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import butter, filtfilt
from support.links import links_only

import heft
from heft import minimal
from heft.estimation.from_logs import judged
from heft.logs.importing.convert import import_log

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT.parent / "shared" / "data" / "ur10e"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no logs in {FOLDER}")
GAINS = np.array([10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232])
"""[N m/A], published."""

LEAST_SQUARES = np.array([12.9, 5.2, 5.7, 12.8, 15.9, 56.2])
"""[%] of ordinary least squares on the same run, computed elsewhere: with four reflected inertias that are not here."""


def run(name: str, samples: slice, *, filtered: bool = True) -> tuple[np.ndarray, ...]:
    """q, qd, qdd, tau of a log, filtered as its authors do; the torque, if one likes, as it was measured."""
    data = np.loadtxt(FOLDER / name, delimiter=",")
    b, a = butter(5, 0.15)
    qd = filtfilt(b, a, data[:, 7:13], axis=0)
    qdd = filtfilt(b, a, np.gradient(qd, data[:, 0], axis=0), axis=0)
    current = filtfilt(*butter(5, 0.2), data[:, 13:19], axis=0) if filtered else data[:, 13:19]
    return data[samples, 1:7], qd[samples], qdd[samples], (current * GAINS)[samples]


def test_recursive_and_batch_on_a_held_out_run():
    mlc = minimal.combinations(links_only(heft.load(str(FOLDER / "ur10e.urdf"))))
    factors = minimal.fold(mlc, [run("ur-20_02_10-30sec_12harm.csv", slice(635, 3510))], friction=True)
    recursive = minimal.identify(factors)
    assert all(fit.excited for fit in recursive.joints)
    q, qd, qdd, tau = run("ur-20_01_17-ptp_10_points.csv", slice(700, 4200), filtered=False)
    losses = np.stack([qd, np.sign(qd), np.ones_like(qd)], axis=2)
    together = minimal.identify_together(factors)
    errors = {}
    for name, found in (("recursive", recursive), ("together", together)):
        dynamic = minimal.inverse_dynamics(mlc, q, qd, qdd, values=found.values)
        left = tau - dynamic - np.einsum("nij,ij->ni", losses, found.friction)
        errors[name] = 100 * np.linalg.norm(left, axis=0) / np.linalg.norm(tau, axis=0)
    print({name: np.round(e, 1).tolist() for name, e in errors.items()})
    assert np.all(errors["together"] < 1.1 * LEAST_SQUARES)
    assert np.all(errors["recursive"] < 1.15 * LEAST_SQUARES)


def moving(name: str, first: int, last: int) -> heft.Log:
    """Return the same samples of a run as a log, so that heft cleans them."""
    log = import_log(FOLDER / name, ROOT / "examples/maps/ur10e.toml")
    return replace(log, **{key: getattr(log, key)[first:last] for key in ("t", "q", "qd", "effort")}, source=None)


def test_the_estimator_of_the_command_line_with_reflected_inertias():
    robot = heft.load(str(FOLDER / "ur10e.urdf"))
    run = heft.clean(robot, moving("ur-20_02_10-30sec_12harm.csv", 634, 3510))
    judge = heft.clean(robot, moving("ur-20_01_17-ptp_10_points.csv", 699, 4200))
    results = {name: heft.identify(robot, run, estimator=name, hold_out=False) for name in ("recursive", "weighted")}
    assert [len(joint.names) for joint in results["recursive"].joints] == [4, 10, 11, 11, 11, 11]
    assert all(joint.excited and joint.condition < 100 for joint in results["recursive"].joints)
    judgements = {name: judged(result, [judge], every=True) for name, result in results.items()}
    errors = {name: np.array([j.relative_percent for j in found.joints]) for name, found in judgements.items()}
    print({name: np.round(e, 1).tolist() for name, e in errors.items()})
    assert np.all(errors["recursive"] < 1.15 * errors["weighted"])
    assert judgements["recursive"].overall.relative_percent < 1.05 * judgements["weighted"].overall.relative_percent
