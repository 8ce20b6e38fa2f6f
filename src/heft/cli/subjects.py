"""What a verb is asked about: the result of an identification, or a robot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heft.cli.options import Loading
from heft.robot.formats import robot_formats

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate
    from heft.robot.model import Robot


def subject_of(name: str, loading: Loading) -> Estimate | Robot:
    """Return the result or the robot of that name."""
    from heft.estimation.estimate import Estimate

    data = result_in(name)
    if data is not None:
        return Estimate.from_dict(data)
    return loading.load(str(Path(name) / "result.json") if Path(name).is_dir() else name)


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


def robot_beside(name: str, loading: Loading) -> Robot | None:
    """Return the identified robot in the folder of a result, in the format of its file; None if there is none."""
    folder = Path(name) if Path(name).is_dir() else Path(name).parent
    files = [folder / f"identified{each.suffix}" for each in robot_formats().values()]
    return next((loading.load(str(file)) for file in files if file.is_file()), None)
