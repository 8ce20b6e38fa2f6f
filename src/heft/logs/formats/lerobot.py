"""LeRobot datasets, versions 2 and 3: a folder with `meta/info.json` and Parquet files of episodes below `data`.

Version 2 has a file for each episode, version 3 several episodes in a file. The features of a dataset have names for
their numbers, and it has one frame rate. All episodes make one log, with a pause between one and the next. What the
numbers are is found by name: `observation.state` are positions, `action` what was asked for; numbers that are named
`elbow.effort` or `elbow.vel` there, beside `elbow.pos`, are those signals of the joint. A dataset does not say in which
unit they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.files import read_bytes
from heft.logs.formats import Format, RawArrays
from heft.logs.formats.parquet import Parquet
from heft.reading.schema import Checked, Line, checked
from heft.reading.text import json_value
from heft.text import is_name

INFO = "meta/info.json"
COUNTS = ("episode_index", "frame_index")
PAUSE = 1.0
"""[s] Between episodes; nobody recorded how long it was."""

POSITION, OTHERS = "pos", ("vel", "velocity", "acc", "effort", "torque", "current")
"""How the names of numbers end after the joint's, in features that have several signals."""

MIXED = ("observation.state", "action")
"""The features that may have several signals; others have the one that they are called after."""

REMEDY = "Give the folder of a LeRobot dataset, as its recorder wrote it."


class Feature(Checked):
    """One signal: how many numbers it has, and what they are called."""

    shape: list[int] | tuple[int, ...] = ()
    names: list[Line] | dict[str, list[Line]] | Any = None

    @property
    def labels(self) -> list[str]:
        """The names of its numbers; none if the dataset has none, or texts that cannot be names."""
        names = self.names
        if isinstance(names, dict) and all(type(place) is int for place in names.values()):
            names = sorted(names, key=names.__getitem__)
        elif isinstance(names, dict):
            names = next(iter(names.values()), [])
        names = [str(name) for name in names] if isinstance(names, list) else []
        return names if all(map(is_name, names)) else []


class Info(Checked):
    """What is read of `meta/info.json`."""

    codebase_version: Line
    fps: float | int
    features: dict[Line, Feature]


class LeRobot(Format):
    """Datasets of episodes: positions of joints and commands, at an even rate."""

    name = "LeRobot"
    endings: ClassVar = ()
    extra = "parquet"

    def can_read(self, path: Path) -> bool:
        """Return whether this is the folder of a dataset."""
        return path.is_dir() and (path / INFO).is_file()

    def load(self, path: Path, settings: Mapping[str, Any]) -> RawArrays:
        """Return an array for each feature with a number for each joint, and `timestamp`."""
        where = str(path / INFO)
        info = checked(Info, json_value(read_bytes(path / INFO), where, REMEDY), "LeRobot dataset", where, REMEDY)
        if not 0 < info.fps < 1e6:
            raise FormatError(f"Its frame rate is {info.fps:g} Hz.", where=where, remedy="Correct 'fps'.")
        files = sorted((path / "data").rglob("*.parquet"))
        if not files:
            raise FormatError("It has no episodes: no Parquet file below 'data'.", where=str(path), remedy=REMEDY)
        parts = [Parquet().raw(file, {}) for file in files]
        kept = [name for name in parts[0].arrays if name in info.features or name in COUNTS]
        arrays = {name: _joined(name, parts) for name in kept}
        for needed in COUNTS:
            if needed not in arrays:
                raise FormatError(f"It has no column '{needed}'.", where=str(files[0]), remedy=REMEDY)
        time = _stamps(arrays["episode_index"][:, 0], arrays["frame_index"][:, 0], float(info.fps))
        signals = {name: values for name, values in arrays.items() if name.startswith(("observation.", "action"))}
        names: dict[str, tuple[str, int]] = {}
        for name in sorted(signals, key=MIXED.__contains__):  # a feature with one signal is called by its own name
            for k, label in enumerate(_labels(name, info.features[name], signals[name], where)):
                column = _column(name, label)
                names[column if column not in names else f"{name}.{label}"] = (name, k)
        digests = {file: digest for part in parts for file, digest in part.digests.items()}
        return RawArrays(str(path), {**signals, "timestamp": time[:, None]}, names, digests=digests)


def _joined(name: str, parts: list[RawArrays]) -> Array:
    """Return a feature over all episodes.

    Raises:
        FormatError: an episode lacks it, or has another number of joints.
    """
    first = parts[0].arrays[name]
    for part in parts:
        if name not in part.arrays or part.arrays[name].shape[1] != first.shape[1]:
            found = f"{part.arrays[name].shape[1]} numbers" if name in part.arrays else "none"
            raise FormatError(
                f"'{name}' has {first.shape[1]} numbers in the first episodes and {found} here.",
                where=part.where,
                remedy="Import the episodes of each robot as a dataset of their own.",
            )
    return np.concatenate([part.arrays[name] for part in parts])


def _labels(name: str, feature: Feature, values: Array, where: str) -> list[str]:
    """Return the names of a feature's numbers.

    Raises:
        FormatError: there are more or fewer names than numbers.
    """
    if feature.labels and len(feature.labels) != values.shape[1]:
        raise FormatError(
            f"'{name}' has {len(feature.labels)} names for {values.shape[1]} numbers.", where=where, remedy=REMEDY
        )
    return feature.labels


def _column(feature: str, label: str) -> str:
    """Return what a number is called: observation.state.elbow, observation.effort.elbow, action.elbow."""
    joint, _, signal = label.rpartition(".")
    if not joint or signal not in (POSITION, *OTHERS):
        joint, signal = label, POSITION
    group, _, own = feature.partition(".")
    if feature in MIXED:
        own = own if signal == POSITION else signal
    return ".".join(filter(None, [group, own.removeprefix("joint_"), joint]))


def _stamps(episode: Array, frame: Array, rate: float) -> Array:
    """Return stamps [s] that go on from one episode to the next: those of a dataset begin at zero in each."""
    t = frame / rate
    edges = [*np.flatnonzero(np.diff(episode) != 0) + 1, len(t)]
    for start, stop in pairwise(edges):
        t[start:stop] += t[start - 1] + PAUSE - t[start]
    return t


FORMAT = LeRobot()
