"""What a verb is asked about: the result of an identification, or a robot."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heft.cli.given import refuse_given
from heft.cli.options import Loading, warn_of_loops

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate
    from heft.robot.model import Robot


def subject_of(name: str, loading: Loading) -> Estimate | Robot:
    """Return the result or the robot of that name."""
    from heft.estimation.estimate import Estimate

    data = result_in(name)
    if data is not None:
        refuse_given(("base", "free_mimics", "ignore_loops"), "on a result, which has its own robot")
        return _under(Estimate.from_dict(data), loading)
    return loading.load(str(Path(name) / "result.json") if Path(name).is_dir() else name)


def _under(estimate: Estimate, loading: Loading) -> Estimate:
    """Return a result under the gravity that was asked for; the rest of its robot is fixed."""
    warn_of_loops(estimate.model.robot)
    if loading.gravity is None:
        return estimate
    model = replace(estimate.model, robot=estimate.model.robot.with_gravity(loading.gravity))
    return replace(estimate, base=replace(estimate.base, model=model))


def result_in(name: str | Path) -> dict[str, Any] | None:
    """Return what a result.json holds, or the one in a folder; None if it is something else."""
    from heft.estimation.estimate import FORMAT
    from heft.files import read_bytes

    path = Path(name) / "result.json" if Path(name).is_dir() else Path(name)
    if path.suffix.lower() != ".json":
        return None
    try:
        data = json.loads(read_bytes(path))
    except ValueError:
        return None
    return data if isinstance(data, dict) and data.get("format") == FORMAT else None
