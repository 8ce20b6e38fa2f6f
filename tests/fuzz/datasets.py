"""LeRobot datasets as inputs: a folder is a ZIP of its files; damaged are its metadata, its tables and its files."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from fuzz import mutations
from fuzz.mutations import Random

T = np.arange(12) / 30
INFO, TABLE = "meta/info.json", "data/chunk-000/file-000.parquet"
DAY = "2024-01-01"


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as the bytes of a ZIP."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def files_in(content: bytes) -> dict[str, bytes]:
    """Return the files of a ZIP."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def unpacked(path: Path) -> Path:
    """Write the files of a ZIP into a folder beside it, which is made anew, and return the folder."""
    folder = path.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files_in(path.read_bytes()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def written(columns: Mapping[str, Any]) -> bytes:
    """Return a table as Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), out)
    return out.getvalue()


def datasets() -> list[bytes]:
    """Good datasets: of version 3 with efforts and two episodes in a file, of version 2 with a file for each."""
    names = ["waist.pos", "elbow.pos"]
    made = []
    for version in ("v3.0", "v2.1"):
        numbers = {"observation.state": 4, "observation.effort": 2, "action": 2}
        labels = {"observation.state": [*names, "waist.vel", "elbow.vel"], "observation.effort": None, "action": names}
        features: dict[str, Any] = {
            name: {"dtype": "float32", "shape": [k], "names": labels[name]} for name, k in numbers.items()
        }
        features |= {name: {"dtype": "int64", "shape": [1], "names": None} for name in ("frame_index", "episode_index")}
        info = {"codebase_version": version, "fps": 30, "total_episodes": 2, "features": features}
        parts = [
            {name: np.outer(T + episode, np.ones(k)).tolist() for name, k in numbers.items()}
            | {"frame_index": np.arange(len(T)), "episode_index": np.full(len(T), episode), "timestamp": T}
            for episode in (0, 1)
        ]
        if version == "v3.0":
            tables = {TABLE: written({name: [*parts[0][name], *parts[1][name]] for name in parts[0]})}
        else:
            tables = {f"data/chunk-000/episode_{k:06d}.parquet": written(part) for k, part in enumerate(parts)}
        episodes = written({"episode_index": [0, 1], "length": [len(T)] * 2, "tasks": [["wave"]] * 2})
        made.append(packed({INFO: json.dumps(info).encode(), "meta/episodes/file-000.parquet": episodes, **tables}))
    return made


def dataset_changed(content: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """Return a dataset with one or two of its files changed, exchanged, missing or in another place."""
    files = files_in(content)
    for _ in range(rng.choice((1, 1, 2))):
        if files:
            _change(files, rng, others)
    return packed(files)


def _change(files: dict[str, bytes], rng: Random, others: Sequence[bytes]) -> None:
    name = rng.choice([INFO, *files]) if INFO in files else rng.choice([*files])
    kind = rng.random()
    if kind < 0.08:
        del files[name]
    elif kind < 0.16:
        files[rng.choice(("data/copy.parquet", "data/0/a.parquet", INFO, "meta/b.json"))] = files[name]
    elif kind < 0.22:
        other = files_in(rng.choice([*others]))
        files[name] = other[rng.choice([*other])]
    elif name.endswith(".json"):
        files[name] = _tried(mutations.json_changed, files[name], rng)
    elif kind < 0.5:
        files[name] = mutations.bytes_changed(files[name], rng)
    else:
        files[name] = _tried(_table_changed, files[name], rng)


def _tried(change: Callable[..., bytes], content: bytes, rng: Random) -> bytes:
    """Return content with a change of its structure, or of its bytes where an earlier change has broken it."""
    try:
        return change(content, rng)
    except Exception:
        return mutations.bytes_changed(content, rng)


def _table_changed(content: bytes, rng: Random) -> bytes:
    """Return a table with a column that is missing, renamed, repeated, of another data type, or has odd numbers."""
    import pyarrow.parquet as pq

    columns: dict[str, Any] = pq.read_table(io.BytesIO(content)).to_pydict()
    name = rng.choice([*columns])
    values = columns[name]
    n, width = len(values), len(values[0]) if values and isinstance(values[0], list) else 0
    odd = rng.choice((np.nan, np.inf, -1e308, 1e18, -1.0, 0.5, 0.0))
    made: list[Any] = [
        None,
        values[::-1],
        [odd] * n,
        [[odd] * width] * n,
        [[odd] * max(width - 1, 1)] * n,
        [*values[:-1], None],
        [[1.0] * (k % 3) for k in range(n)],
        [[[1.0]]] * n,
        ["words"] * n,
        [None] * n,
        [b"\xff"] * n,
        [{"bytes": b"", "path": "x"}] * n,
        np.full(n, DAY, "datetime64[ns]"),
        np.full(n, 2**62),
        [True, False] * (n // 2) + [True] * (n % 2),
    ]
    chosen = rng.choice(made)
    if chosen is None:
        del columns[name]
    elif rng.random() < 0.2:
        columns[rng.choice(mutations.TEXTS[3:] if rng.random() < 0.5 else ("t", "observation.x", "action.y"))] = chosen
    else:
        columns[name] = chosen
    if rng.random() < 0.1:
        columns = {name: values[:0] for name, values in columns.items()}
    return written(columns)
