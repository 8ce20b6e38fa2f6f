"""LeRobot: a dataset (v2.1) of one episode whose actions are the positions of the motion."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from heft.errors import ArgumentError, MissingExtraError
from heft.excitation.exporters.exporter import CurveSamples, Exporter, sampled

TASK = "Follow the excitation motion."
DATA = "data/chunk-000/episode_000000.parquet"
COUNTERS = ("frame_index", "episode_index", "index", "task_index")


class LeRobotDataset(Exporter):
    """The folder of a dataset: its table, and what is known of it in meta/."""

    name, file, rate, folder = "lerobot", "lerobot", 30.0, True
    summary = "LeRobot dataset (v2.1) of one episode, whose actions are the positions"
    unit = "float32"
    names = (DATA, *(f"meta/{name}" for name in ("info.json", "tasks.jsonl", "episodes.jsonl", "episodes_stats.jsonl")))

    def check(self, joints: Sequence[str], moving: Collection[str], rate: float) -> None:
        """Refuse a rate that is not whole."""
        if rate != round(rate):
            what = f"The rate is {rate:g} Hz, and a LeRobot dataset has a whole number of frames in a second."
            raise ArgumentError(what, remedy="Give a whole number of Hz.")

    def contents(self, curve: Any, rate: float) -> dict[str, bytes]:
        """Return the files of the dataset."""
        samples = sampled(curve, rate)
        episode = {"episode_index": 0, "tasks": [TASK], "length": len(samples.t)}
        stats = {"episode_index": 0, "stats": {"action": _statistics(samples.q)}}
        return {
            DATA: _table(samples),
            "meta/info.json": json.dumps(_info(list(curve.joints), len(samples.t), int(rate)), indent=4).encode(),
            "meta/tasks.jsonl": _line({"task_index": 0, "task": TASK}),
            "meta/episodes.jsonl": _line(episode),
            "meta/episodes_stats.jsonl": _line(stats),
        }


def _table(samples: CurveSamples) -> bytes:
    """Return the frames of the episode as Parquet."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise MissingExtraError("pyarrow", "parquet", "Writing a LeRobot dataset") from None

    n, joints = samples.q.shape
    action = pa.FixedSizeListArray.from_arrays(pa.array(samples.q.astype(np.float32).ravel()), joints)
    counters = {name: pa.array(np.zeros(n, np.int64)) for name in COUNTERS}
    counters["frame_index"] = counters["index"] = pa.array(np.arange(n, dtype=np.int64))
    table = pa.table({"action": action, "timestamp": pa.array(samples.t.astype(np.float32))} | counters)
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def _info(joints: list[str], frames: int, fps: int) -> dict[str, Any]:
    features: dict[str, Any] = {"action": {"dtype": "float32", "shape": [len(joints)], "names": joints}}
    features["timestamp"] = {"dtype": "float32", "shape": [1], "names": None}
    features |= {name: {"dtype": "int64", "shape": [1], "names": None} for name in COUNTERS}
    return {
        "codebase_version": "v2.1",
        "robot_type": None,
        "total_episodes": 1,
        "total_frames": frames,
        "total_tasks": 1,
        "total_videos": 0,
        "total_chunks": 1,
        "chunks_size": 1000,
        "fps": fps,
        "splits": {"train": "0:1"},
        "data_path": "data/chunk-{episode_chunk:03d}/episode_{episode_index:06d}.parquet",
        "video_path": None,
        "features": features,
    }


def _statistics(q: np.ndarray) -> dict[str, Any]:
    parts = {"min": q.min(axis=0), "max": q.max(axis=0), "mean": q.mean(axis=0), "std": q.std(axis=0)}
    return {name: values.tolist() for name, values in parts.items()} | {"count": [len(q)]}


def _line(entry: dict[str, Any]) -> bytes:
    return (json.dumps(entry) + "\n").encode()


EXPORTER = LeRobotDataset()
