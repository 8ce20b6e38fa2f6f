"""What is known before a motion is run: the information of earlier logs, results and planned motions.

All are brought to the parameters of the design by the names of the columns. What an earlier fit had and the design has
not is eliminated (a Schur complement): what it shares with the others is not counted twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError, FormatError
from heft.estimation.base import base_of
from heft.estimation.estimate import FORMAT as ESTIMATE
from heft.estimation.estimate import Estimate
from heft.estimation.information import Information
from heft.excitation.plan import FORMAT, Plan
from heft.excitation.sensing import are_sensors
from heft.excitation.targets import Target
from heft.files import read_bytes
from heft.linalg import pseudo_inverse, significant
from heft.reading.guard import reading
from heft.reading.text import json_value

Earlier = Information | Estimate | Plan | str | Path
"""Saved information (NAME.npz), a result, or a planned motion; of the latter two also the file or its folder."""

REMEDY = (
    "Give the folder or result.json of heft identify, the .npz file of its --save-information, or the folder or "
    "motion.json of heft excite."
)


def earlier_information(target: Target, after: Sequence[Earlier]) -> Array:
    """Return the information (n_base, n_base) of what came before, in units of noise and plausible sizes.

    Raises:
        ArgumentError: it is of another robot.
        FormatError: a file is neither saved information nor a result.
    """
    total = np.zeros((len(target.scales),) * 2)
    for each in after:
        known = read_earlier(each)
        if isinstance(known, Plan):
            total += _of_plan(target, known)
            continue
        names, M = _of_logs(target, known) if isinstance(known, Information) else _of_estimate(known)
        total += _carried_over(target, names, M)
    return total


def read_earlier(each: Earlier) -> Information | Estimate | Plan:
    """Return what came before, read if it is a file.

    Raises:
        FormatError: the file is neither saved information, nor a result, nor a motion, or it is damaged.
    """
    if not isinstance(each, str | Path):
        return each
    path = Path(each)
    if path.is_dir():
        planned = (path / "motion.json").exists() and not (path / "result.json").exists()
        path = path / ("motion.json" if planned else "result.json")
    if path.suffix.lower() == ".npz":
        return Information.load(path)
    where = str(path)
    data = json_value(read_bytes(path), where, REMEDY)
    kind = data.get("format") if isinstance(data, dict) else None
    if kind == ESTIMATE:
        return Estimate.from_dict(data, where)
    if kind != FORMAT:
        raise FormatError("This is neither a result, nor saved information, nor a motion.", where=where, remedy=REMEDY)
    with reading(where, "motion of heft excite", REMEDY):
        return Plan.from_dict(data)


def _of_plan(target: Target, plan: Plan) -> Array:
    joints, names = _joints(target)
    if plan.curve.joints != names:
        raise ArgumentError(
            f"The earlier motion has the joints {list(plan.curve.joints)}; the robot has {list(names)}.",
            remedy="Give motions of the same robot.",
        )
    own = np.array(plan.curve.sample(plan.curve.times(plan.rate))[:3])
    states = np.zeros((*own.shape[:2], len(target.noise)))
    states[..., joints] = own
    return target.information(states[0], states[1], states[2])[0]


def _joints(target: Target) -> tuple[Bools, tuple[str, ...]]:
    """Return which coordinates are joints, not sensors, and the names of these."""
    names = target.base.model.robot.coordinate_names
    joints = ~are_sensors(names)
    return joints, tuple(name for name, joint in zip(names, joints, strict=True) if joint)


def _of_logs(target: Target, known: Information) -> tuple[tuple[str, ...], Array]:
    joints, names = _joints(target)
    if known.coordinates != names:
        raise ArgumentError(
            f"The earlier logs have the joints {list(known.coordinates)}; the robot has {list(names)}.",
            remedy="Give information of the same robot.",
        )
    n = len(known.names)
    R = known.stacked((target.measured / target.noise)[joints])[:, :n]
    return known.names, R.T @ R


def _of_estimate(known: Estimate) -> tuple[tuple[str, ...], Array]:
    sure = np.flatnonzero(np.isfinite(known.base_half_width))
    scale = np.sqrt(np.diag(known.covariance))[sure]
    correlation = known.covariance[np.ix_(sure, sure)] / np.outer(scale, scale)
    M = pseudo_inverse(correlation) / np.outer(scale, scale)
    return tuple(known.base.names[k] for k in sure), M


def _carried_over(target: Target, names: Sequence[str], M: Array) -> Array:
    """Return information M of earlier parameters b as that of the target's parameters x, in units of their sizes.

    With x = T b, those directions of b that x does not depend on are eliminated. Of a load alone it is the other way
    round: b = P x, since the robot is known.
    """
    base, n = target.base, len(target.scales)
    at = [base.model.names.index(name) if name in base.model.names else None for name in names]
    sizes = dict(zip(base.names, target.scales, strict=True))
    known = [1 / np.sqrt(size) if size > 0 else 1.0 for size in np.diag(M)]
    unit = np.array([sizes.get(name, size) for name, size in zip(names, known, strict=True)])
    M = M * np.outer(unit, unit)
    if target.load is not None:
        whole = base_of(base.model)
        rows = {name: whole.matrix[k, base.columns] for k, name in enumerate(whole.names)}
        P = np.array([rows.get(name, np.zeros(n)) for name in names]) * target.scales / unit[:, None]
        _refuse_strangers(P)
        return P.T @ M @ P
    T = np.zeros((n, len(names)))
    for k, column in enumerate(at):
        if column is not None:
            T[:, k] = base.matrix[:, column] * unit[k] / target.scales
    _refuse_strangers(T)
    felt = np.flatnonzero(np.any(T, axis=1))
    U, sizes, V = np.linalg.svd(T[felt])
    rank = int(np.sum(significant(sizes)))
    back, free = (V[:rank].T / sizes[:rank]) @ U[:, :rank].T, V[rank:].T
    cross = back.T @ M @ free
    total = np.zeros((n, n))
    total[np.ix_(felt, felt)] = back.T @ M @ back - cross @ pseudo_inverse(free.T @ M @ free) @ cross.T
    return total


def _refuse_strangers(T: Array) -> None:
    if not np.any(T):
        raise ArgumentError(
            "The earlier results have no parameter of this robot.", remedy="Give a result of the same robot file."
        )
