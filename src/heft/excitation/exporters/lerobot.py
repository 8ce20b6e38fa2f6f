"""LeRobot: a dataset (v3.0) of one episode whose actions are the positions of the motion."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from heft.errors import ArgumentError, MissingExtraError
from heft.excitation.exporters.exporter import CurveSamples, Exporter, sampled

TASK = "Follow the excitation motion."
DATA, EPISODES, TASKS = (
    "data/chunk-000/file-000.parquet",
    "meta/episodes/chunk-000/file-000.parquet",
    "meta/tasks.parquet",
)
COUNTERS = ("frame_index", "episode_index", "index", "task_index")


class LeRobotDataset(Exporter):
    """The folder of a dataset: its table, and what is known of it in meta/."""

    name, file, rate, folder = "lerobot", "lerobot", 30.0, True
    summary = "LeRobot dataset (v3.0) of one episode, whose actions are the positions"
    unit = "float32"
    names = (DATA, EPISODES, TASKS, "meta/info.json", "meta/stats.json")

    def check(self, joints: Sequence[str], moving: Collection[str], rate: float) -> None:
        """Refuse a rate that is not whole."""
        if rate != round(rate):
            what = f"The rate is {rate:g} Hz, and a LeRobot dataset has a whole number of frames in a second."
            raise ArgumentError(what, remedy="Give a whole number of Hz.")

    def contents(self, curve: Any, rate: float) -> dict[str, bytes]:
        """Return the files of the dataset."""
        samples = sampled(curve, rate)
        stats = _statistics(samples.q)
        return {
            DATA: _frames(samples),
            EPISODES: _episode(len(samples.t), stats),
            TASKS: _tasks(),
            "meta/info.json": json.dumps(_info(list(curve.joints), len(samples.t), int(rate)), indent=4).encode(),
            "meta/stats.json": json.dumps({"action": stats}, indent=4).encode(),
        }


def _frames(samples: CurveSamples) -> bytes:
    """Return the frames of the episode."""
    n, joints = samples.q.shape
    action: Any = _arrow().array(samples.q.astype(np.float32).ravel())
    if joints > 1:  # a feature with one number is no list
        action = _arrow().FixedSizeListArray.from_arrays(action, joints)
    counters = {name: np.zeros(n, np.int64) for name in COUNTERS}
    counters["frame_index"] = counters["index"] = np.arange(n, dtype=np.int64)
    return _parquet({"action": action, "timestamp": samples.t.astype(np.float32)} | counters)


def _episode(frames: int, stats: Mapping[str, list[float]]) -> bytes:
    """Return the table of episodes, with the one there is: where its frames are."""
    places = ("data/chunk_index", "data/file_index", "meta/episodes/chunk_index", "meta/episodes/file_index")
    facts: dict[str, Any] = {"episode_index": [0], "tasks": [[TASK]], "length": [frames], "dataset_from_index": [0]}
    facts |= {"dataset_to_index": [frames], **{place: [0] for place in places}}
    return _parquet(facts | {f"stats/action/{name}": [values] for name, values in stats.items()})


def _tasks() -> bytes:
    """Return the table of tasks, whose index pandas takes from the metadata."""
    number, text = {"pandas_type": "int64", "numpy_type": "int64"}, {"pandas_type": "unicode", "numpy_type": "object"}
    columns = [
        {"name": name, "field_name": name, "metadata": None, **kind}
        for name, kind in (("task_index", number), ("task", text))
    ]
    titles = {"name": None, "field_name": None, "metadata": {"encoding": "UTF-8"}, **text}
    facts = {"index_columns": ["task"], "column_indexes": [titles], "columns": columns, "pandas_version": "2.0.0"}
    return _parquet({"task_index": [0], "task": [TASK]}, metadata={"pandas": json.dumps(facts)})


def _parquet(columns: Mapping[str, Any], metadata: Mapping[str, str] | None = None) -> bytes:
    """Return a table as Parquet, with metadata by key."""
    table = _arrow().table(dict(columns), metadata=metadata)
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def _arrow() -> Any:
    """Return pyarrow.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        raise MissingExtraError("pyarrow", "parquet", "Writing a LeRobot dataset") from None
    return pa


def _info(joints: list[str], frames: int, fps: int) -> dict[str, Any]:
    features: dict[str, Any] = {"action": {"dtype": "float32", "shape": [len(joints)], "names": joints}}
    features["timestamp"] = {"dtype": "float32", "shape": [1], "names": None}
    features |= {name: {"dtype": "int64", "shape": [1], "names": None} for name in COUNTERS}
    return {
        "codebase_version": "v3.0",
        "robot_type": None,
        "total_episodes": 1,
        "total_frames": frames,
        "total_tasks": 1,
        "chunks_size": 1000,
        "data_files_size_in_mb": 100,
        "video_files_size_in_mb": 200,
        "fps": fps,
        "splits": {"train": "0:1"},
        "data_path": "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet",
        "video_path": None,
        "features": features,
    }


def _statistics(q: np.ndarray) -> dict[str, Any]:
    parts = {"min": q.min(axis=0), "max": q.max(axis=0), "mean": q.mean(axis=0), "std": q.std(axis=0)}
    return {name: values.tolist() for name, values in parts.items()} | {"count": [len(q)]}


EXPORTER = LeRobotDataset()
