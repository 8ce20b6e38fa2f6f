"""A process that tries inputs of one kind, one after the other: python -m fuzz.worker KIND FOLDER FIRST LAST SECONDS.

It notes in a shared file which input it tries and how many ended how, so that the one who started it can see which
input ended the process, or takes too long. Inputs that fail are kept in the folder.
"""

from __future__ import annotations

import faulthandler
import math
import mmap
import random
import struct
import sys
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from fuzz.commands import Refusal
from fuzz.kinds import KINDS, FuzzKind

from heft.errors import HeftError

COUNTS = struct.Struct("<qqqqqd")
"""Inputs begun, refused, answered and failed; kB of memory at the peak; and when the last one was begun [s]."""

MOST_KILOBYTES = 3_000_000
"""A process that has taken more has read an input that takes too much; JAX and MuJoCo alone take half a gigabyte."""


def damaged(kind: FuzzKind, good: list[bytes], index: int) -> bytes:
    """Return an input: the same for the same index, in every run."""
    rng = random.Random(f"{kind.name} {index}")
    return kind.damage(rng.choice(good), rng, good)


def outcome(kind: FuzzKind, path: Path) -> str:
    """Try one input and return "refused" or "answered", or what is wrong with the way it ended."""
    try:
        answer = kind.attempt(path)
    except Refusal:
        return "refused"
    except HeftError as error:
        return _judged(error, path)
    except Exception:
        return traceback.format_exc(limit=-6)
    return "answered" if _finite(answer) else f"an answer that is not finite: {repr(answer)[:300]}"


def _judged(error: HeftError, path: Path) -> str:
    text = str(error)
    if path.name not in text and str(path.parent) not in text:
        return f"a refusal that does not name the file: {text[:500]}"
    if not error.remedy:
        return f"a refusal without a remedy: {text[:500]}"
    if len(text) > 2500 or not text.isprintable():
        return f"a refusal of {len(text)} characters, or with odd ones: {text[:500]!r}"
    return "refused"


def _finite(answer: Any) -> bool:
    if isinstance(answer, (list, tuple)):
        return all(map(_finite, answer))
    if isinstance(answer, np.ndarray):
        return bool(np.all(np.isfinite(answer)))
    return not isinstance(answer, float) or math.isfinite(answer)


def peak() -> int:
    """Return the most memory that this process has taken [kB]."""
    try:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    except ImportError:
        return 0


def main(name: str, folder: Path, first: int, last: int, seconds: float) -> None:
    """Try inputs until the last one is done or the time is over."""
    faulthandler.enable()
    warnings.simplefilter("error")
    kind = next(kind for kind in KINDS if kind.name == name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        good = kind.seeds()
    path = folder / "files" / kind.file
    with open(folder / "counts", "r+b") as file, mmap.mmap(file.fileno(), COUNTS.size) as shared:
        _, refused, answered, failed, memory, _ = COUNTS.unpack(shared[:])
        path.write_bytes(good[0])
        found = outcome(kind, path)  # a good input is not to be refused, or nothing would be tried
        assert found == "answered", f"{name}: a good input was not accepted: {found}"
        end, index = time.monotonic() + seconds, first
        while index < last and time.monotonic() < end:
            shared[:] = COUNTS.pack(index + 1, refused, answered, failed, memory, time.time())
            path.write_bytes(content := damaged(kind, good, index))
            began = peak()
            found = outcome(kind, path)
            memory = max(memory, peak())
            if memory > MOST_KILOBYTES and memory > began:
                found = f"{memory} kB of memory after {found}"
            refused, answered = refused + (found == "refused"), answered + (found == "answered")
            if found not in ("refused", "answered"):
                failed += 1
                keep(folder, kind, index, content, found)
            index += 1
            shared[:] = COUNTS.pack(index, refused, answered, failed, memory, time.time())


def keep(folder: Path, kind: FuzzKind, index: int, content: bytes, found: str) -> None:
    """Keep an input that failed, and why."""
    place = folder / "failures" / f"{index}-{kind.file}"
    place.write_bytes(content)
    place.with_name(f"{place.name}.why").write_text(found, errors="replace")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
