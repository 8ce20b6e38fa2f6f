"""JSON files of a recorder: a list of samples with the same keys, alone or as the longest list of an object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from heft.errors import FormatError
from heft.logs.formats import OneFile, RawArrays
from heft.reading.text import json_value


class Json(OneFile):
    """Samples with named numbers: [{"t": 0.0, "position": 0.1}, ...]."""

    name = "JSON"
    endings = (".json",)

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        """Return the numbers that at least half of the samples have, NaN in the others; all else is passed over."""
        samples = _samples(json_value(content, where))
        counts = Counter(key for sample in samples for key in sample if np.isfinite(_number(sample, key)))
        keys = [key for key, count in counts.items() if 2 * count >= len(samples)]
        if not keys:
            raise FormatError(
                "It has no list of samples with numbers.",
                where=where,
                remedy='Write samples as [{"t": 0.0, "q.joint1": 0.1}, ...], or the signals as CSV.',
            )
        table = np.array([[_number(sample, key) for key in keys] for sample in samples])
        return RawArrays(where, {"": table}, {key: ("", k) for k, key in enumerate(keys)})


def _samples(data: Any) -> list[dict[str, Any]]:
    """Return the longest list of objects in a document: itself, or a value of its object."""
    lists = [data] if isinstance(data, list) else [*data.values()] if isinstance(data, dict) else []
    rows = [[row for row in each if isinstance(row, dict)] for each in lists if isinstance(each, list)]
    return max(rows, key=len, default=[])


def _number(sample: Mapping[str, Any], key: str) -> float:
    """Return a number of a sample, NaN if it is something else."""
    value = sample.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else np.nan


FORMAT = Json()
