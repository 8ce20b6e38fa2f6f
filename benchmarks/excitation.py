"""Excitation: condition numbers of designed motions beside published ones, and the cost of one gradient.

    python benchmarks/excitation.py [SECONDS] [gradient] [arm] [cell]

* gradient: of the criterion in all coefficients, beside JAX's and central differences in the same run.
* arm: UR10e, with velocities and accelerations limited to the largest of the runs in ../shared/data/ur10e. Published
  motions of this robot have the condition numbers 69.2 (20 s, 10 harmonics) in SI units and 8.6 (50 s, 14 harmonics)
  with columns of unit length, for 40 base parameters and 18 of friction. Those of the published logs are computed with
  the columns that heft chooses.
* cell: UR10e on a table, in ../shared/data/ur10_cell, with a floor: 24 s, 5 cm from table, wall and floor, 1 cm between
  links, speeds within the file's limits and torques within 0.8 of them. Published: 61.7 over the 36 inertial base
  parameters. Pinocchio and coal check the motion at 1 kHz by themselves: distances, speeds, torques and the condition.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pinocchio as pin
from cell_check import Cell
from scipy.signal import butter, filtfilt

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.samples_of_rows import base_rows
from heft.excitation.criteria import criteria
from heft.excitation.excite import Design, problem_for
from heft.excitation.scene import scene_of

DATA = Path(__file__).resolve().parents[2] / "shared/data"
ARM, CELL = DATA / "ur10e", DATA / "ur10_cell/ur10_robot.urdf"
RUNS = {
    "ur-20_02_10-30sec_12harm.csv": slice(635, 3510),
    "ur-20_02_12-40sec_12harm.csv": slice(None),
    "ur-20_02_19_14harm50sec.csv": slice(195, 4966),
}
CASES = {"condition": (20.0, 10, 69.2), "scaled-condition": (50.0, 14, 8.6)}
TABLE_CASE = {
    "duration": 24.0,
    "criterion": "condition",
    "friction": (),
    "armature": False,
    "margin": 0.0,
    "mass_error": 0.0,
    "torque_share": 0.8,
    "clearance": 0.05,
    "self_clearance": 0.01,
    "scene": scene_of({"format": "heft-scene/1", "plane": [{"name": "floor"}]}),
}
"""Of the cell; the floor is at z = 0."""

SETTLED = 0.95
"""The share of the way from the first motion to the last, in the criterion, whose time is printed."""


def filtered(name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, speeds and accelerations of a published run, filtered as the publication filters them."""
    b, a = butter(5, 0.15)
    rows = np.loadtxt(ARM / name, delimiter=",")[RUNS[name]]
    qd = filtfilt(b, a, rows[:, 7:13], axis=0)
    return rows[:, 1:7], qd, filtfilt(b, a, np.gradient(qd, rows[:, 0], axis=0), axis=0)


def largest_rates() -> tuple[np.ndarray, np.ndarray]:
    """The largest speeds and accelerations of the published runs, by joint."""
    runs = [filtered(name) for name in RUNS]
    return tuple(np.max([np.abs(run[k]).max(axis=0) for run in runs], axis=0) for k in (1, 2))


def published(robot: heft.Robot) -> None:
    """Print the condition numbers of the published runs, with the columns that heft chooses."""
    base = base_of(model_of(robot))
    for name in RUNS:
        A = base_rows(base.model, base.columns, *filtered(name)).reshape(-1, len(base.columns))
        raw, scaled = (criteria()[kind].shown(A.T @ A) for kind in CASES)
        print(f"published run {name}: {len(base.columns)} columns, raw {raw:.1f}, scaled {scaled:.2f}")


def told(plan: heft.Plan, published: float) -> str:
    """One design in a line."""
    first, best = plan.history[0][1], plan.history[-1][1]
    reached = next(s for s, value in plan.history if value <= first + SETTLED * (best - first))
    return (
        f"{plan.criterion} {plan.value:.2f} (published {published}) with {len(plan.predictions)} parameters "
        f"in {plan.seconds:.0f} s, {SETTLED:.0%} of the way after {reached:.0f} s"
    )


def arm(seconds: float) -> None:
    """Design motions of the arm alone."""
    robot = heft.load(ARM / "ur10e.urdf")
    published(robot)
    kinds = dict(zip(("velocity", "acceleration"), largest_rates(), strict=True))
    limits = {kind: dict(zip(robot.joint_names, values, strict=True)) for kind, values in kinds.items()}
    shared = {"limits": limits, "margin": 0.0, "torque_share": 1.0, "collisions": False, "search_seconds": seconds}
    for criterion, (duration, harmonics, number) in CASES.items():
        plan = heft.excite(robot, duration=duration, harmonics=harmonics, criterion=criterion, **shared)
        print(f"arm, {duration:g} s, {harmonics} harmonics: {told(plan, number)}", flush=True)


def cell(seconds: float) -> None:
    """Design a motion in the cell, and let Pinocchio and coal check it."""
    plan = heft.excite(heft.load(CELL), **TABLE_CASE, search_seconds=seconds)
    print(f"cell: {told(plan, 61.7)}")
    peer = Cell(CELL)
    q, qd, qdd, _ = plan.curve.sample(np.linspace(0, plan.duration, round(1000 * plan.duration) + 1))
    joints = list(plan.curve.joints)
    found = peer.check(joints, q, TABLE_CASE["clearance"], TABLE_CASE["self_clearance"])
    nearer = peer.check(joints, q[::10], TABLE_CASE["clearance"] + 0.02, TABLE_CASE["self_clearance"] + 0.02)
    torques, condition = dynamics(peer.model, joints, q[::10], qd[::10], qdd[::10])
    names = [peer.model.getJointId(name) for name in joints]
    at = [peer.model.joints[k].idx_v for k in names]
    print(
        f"by Pinocchio and coal: {found.samples} samples, {found.pairs} pairs, too near: {found.hits or 'none'} "
        f"(2 cm nearer: {len(nearer.hits)} pairs); largest speed "
        f"{np.max(np.abs(qd) / peer.model.velocityLimit[at]):.3f} and torque "
        f"{np.max(np.abs(torques) / peer.model.effortLimit[at]):.3f} of the limits; raw condition {condition:.2f}"
    )


def dynamics(
    model: pin.Model, joints: list[str], q: np.ndarray, qd: np.ndarray, qdd: np.ndarray
) -> tuple[np.ndarray, float]:
    """The torques, and the condition number of the first columns of Pinocchio's regressor that are independent."""
    data, order = model.createData(), [model.joints[model.getJointId(name)].idx_v for name in joints]
    states = [np.zeros((len(q), model.nv)) for _ in range(3)]
    for state, values in zip(states, (q, qd, qdd), strict=True):
        state[:, order] = values
    torques = np.array([pin.rnea(model, data, *row) for row in zip(*states, strict=True)])
    Y = np.concatenate([pin.computeJointTorqueRegressor(model, data, *row) for row in zip(*states, strict=True)])
    kept: list[int] = []
    for k in range(Y.shape[1]):
        some = Y[:, [*kept, k]]
        sizes = np.linalg.norm(some, axis=0)
        if sizes[-1] > 1e-6 and np.linalg.svd(some / sizes, compute_uv=False)[-1] > 1e-9:
            kept.append(k)
    return torques[:, order], float(np.linalg.cond(Y[:, kept]))


def main(arguments: list[str]) -> None:
    """Run what is asked for, or everything."""
    seconds = next((float(each) for each in arguments if each[0].isdigit()), 60.0)
    parts = [each for each in arguments if not each[0].isdigit()] or ["gradient", "arm", "cell"]
    if "gradient" in parts:
        from excitation_gradient import gradient_cost  # which needs JAX

        print(gradient_cost(problem_for(heft.load(ARM / "ur10e.urdf"), Design(collisions=False))[0]), flush=True)
    if "arm" in parts:
        arm(seconds)
    if "cell" in parts:
        cell(seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
