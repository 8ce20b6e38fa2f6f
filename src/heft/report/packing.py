"""Arrays in the JSON of a page: small, and read by `web/src/data.js`.

Sixteen bits resolve a curve, a pose or a vertex to 1/65534 of its range, which no screen shows. From one sample to the
next such codes change little: their differences are kept, low bytes before high bytes, which compress well. Times are
kept as 32-bit floats, so that zooming does not show steps. An array that occurs several times is kept once.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

MISSING = 65535
"""The code that stands for a value that is not there."""


@dataclass(frozen=True)
class Packed:
    """An array as text.

    Attributes:
        kind: "codes" from low (0) to high (65534), 16 bits each, as differences along the first axis modulo 65536, all
            low bytes first; for the numbers themselves "f4", "u4", and "whole", which are 16 bits each; little-endian.
        shape: of the array.
        data: its bytes in base64, the last axis fastest.
        low, high: the smallest and the largest value, for codes.
    """

    kind: str
    shape: tuple[int, ...]
    data: str
    low: float = 0.0
    high: float = 0.0


def packed(values: ArrayLike) -> Packed:
    """Return values as 16-bit codes; what is not finite is missing."""
    array = np.asarray(values, float)
    finite = np.isfinite(array)
    low, high = (float(array[finite].min()), float(array[finite].max())) if finite.any() else (0.0, 0.0)
    scale = (MISSING - 1) / (high - low) if high > low else 0.0
    codes = np.where(finite, np.rint((np.where(finite, array, low) - low) * scale), MISSING)
    changes = np.diff(codes.astype(np.uint16), axis=0, prepend=np.zeros((1, *codes.shape[1:]), np.uint16))
    planes = np.stack([changes & 255, changes >> 8]).astype(np.uint8)
    return Packed("codes", codes.shape, b64encode(planes.tobytes()).decode("ascii"), low, high)


def packed_times(values: ArrayLike) -> Packed:
    """Return numbers as 32-bit floats."""
    return _as_text(values, "f4")


def packed_indices(values: ArrayLike) -> Packed:
    """Return whole numbers as they are, in as few bytes as they need."""
    return _as_text(values, "u4" if np.max(values, initial=0) > MISSING else "whole")


def pooled(value: Any, arrays: dict[str, int]) -> Any:
    """Return data of plain types in which every `Packed` has the number of its bytes in `arrays`, which grows."""
    if isinstance(value, dict):
        if {*value} == FIELDS:
            return value | {"data": arrays.setdefault(value["data"], len(arrays))}
        return {key: pooled(each, arrays) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [pooled(each, arrays) for each in value]
    return value


def _as_text(values: ArrayLike, kind: str) -> Packed:
    dtype: DTypeLike = np.dtype("<u2" if kind == "whole" else f"<{kind}")
    array = np.ascontiguousarray(values, dtype)
    return Packed(kind, array.shape, b64encode(array.tobytes()).decode("ascii"))


FIELDS = {each.name for each in fields(Packed)}
