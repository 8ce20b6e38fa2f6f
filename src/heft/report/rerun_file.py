"""An identification as a recording for Rerun's viewer: robot, motion and efforts on one timeline.

Each body is a transform in the world with a line to its parent; each joint has the measured effort, that of the file,
that of the estimate, and its position.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from heft.dynamics.energy import world_poses
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, MissingExtraError
from heft.estimation.prediction import predicted
from heft.robot.model import WORLD

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate
    from heft.logs.motion import Motion

MOST_POSES = 2000
"""Instants at which the robot is drawn; efforts are recorded at every sample."""


def recording(estimate: Estimate | None, where: str) -> bytes:
    """Return the content of an .rrd file.

    Args:
        estimate: with the motions that it was made from.
        where: the result, for messages.

    Raises:
        ArgumentError: it is not an identification, or its logs are not at hand.
        MissingExtraError: Rerun is not installed.
    """
    try:
        rerun: Any = import_module("rerun")
    except ModuleNotFoundError as error:
        raise MissingExtraError(str(error.name), "rerun", "heft report --rerun") from None
    if estimate is None or estimate.runs is None:
        raise ArgumentError(
            "A recording for Rerun needs an identification and its logs.",
            where=where,
            remedy="Give a result of heft identify, with its logs where they were.",
        )
    stream = rerun.RecordingStream("heft")
    for number, motion in enumerate(estimate.runs.unloaded):
        _log(rerun, stream, estimate, motion, f"run{number + 1}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "recording.rrd"
        stream.save(str(file))
        stream.flush()
        stream.disconnect()
        return file.read_bytes()


def _log(rerun: Any, stream: Any, estimate: Estimate, motion: Motion, run: str) -> None:
    """Log one run: efforts and positions as columns, and the robot at some of its samples."""
    index = np.concatenate([np.arange(*segment) for segment in motion.segments])
    t = motion.t[index] - motion.t[index[0]]
    sets = np.array([estimate.model.file, estimate.values])
    file, own = predicted(estimate.model, sets, motion, index, estimate.presliding)
    signals = {"measured": motion.effort[index], "file": file, "estimate": own}
    times = rerun.TimeColumn("time", duration=t)
    for r, name in enumerate(motion.names):
        for kind, values in signals.items():
            _curve(rerun, stream, f"{run}/effort/{_entity(name)}/{kind}", times, values[:, r])
        if motion.q.shape[1] == len(motion.names):
            _curve(rerun, stream, f"{run}/position/{_entity(name)}", times, motion.q[index, r])
    robot = estimate.model.robot
    drawn = np.unique(np.linspace(0, len(index) - 1, MOST_POSES).astype(int))
    origins = world_poses(tree_of(robot), motion.q[index[drawn]].T)[1]
    for k, at in enumerate(drawn):
        places = [np.broadcast_to(p.T, (len(drawn), 3))[k] for p in origins]
        stream.set_time("time", duration=float(t[at]))
        ends = [[places[b.parent] if b.parent != WORLD else np.zeros(3), places[i]] for i, b in enumerate(robot.bodies)]
        lines = rerun.LineStrips3D(ends, radii=0.015, labels=robot.body_names, show_labels=False)
        stream.log(f"{run}/robot", lines)


def _curve(rerun: Any, stream: Any, entity: str, times: Any, values: np.ndarray) -> None:
    stream.send_columns(entity, indexes=[times], columns=rerun.Scalars.columns(scalars=values))


def _entity(name: str) -> str:
    """Return a name as a part of an entity's path: other signs than letters and digits are escaped."""
    return "".join(sign if sign.isalnum() or sign in "_-." else f"\\{sign}" for sign in name)
