"""Generated code as functions: C through the system's compiler, Python through exec."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from heft.export.generate import GeneratedCode

CC = shutil.which("cc")
FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-ffp-contract=off", "-shared", "-fPIC"]
needs_cc = pytest.mark.skipif(CC is None, reason="there is no C compiler 'cc' on the path")


def compiled(code: GeneratedCode, folder: Path) -> Callable[..., np.ndarray]:
    """Compile C, every warning an error; return call(what, shape, *samples)."""
    source, library = folder / "code.c", folder / "code.so"
    source.write_text(code.text, encoding="utf-8")
    subprocess.run([str(CC), *FLAGS, "-o", str(library), str(source), "-lm"], check=True, capture_output=True)
    functions = ctypes.CDLL(str(library))

    def call(what: str, shape: tuple[int, ...], *samples: np.ndarray) -> np.ndarray:
        # Filled with nan, so that an entry that is not written is noticed.
        results = np.full((len(samples[0]), *shape), np.nan)
        rows = [np.ascontiguousarray(s, dtype=np.float64) for s in samples]
        function = functions[code.functions[what]]
        for k in range(len(results)):
            arrays = [*(r[k] for r in rows), results[k]]
            function(*(a.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for a in arrays))
        return results

    return call


def executed(code: GeneratedCode) -> Callable[..., np.ndarray]:
    """Execute Python; return call(what, shape, *samples)."""
    namespace: dict = {}
    exec(code.text, namespace)

    def call(what: str, shape: tuple[int, ...], *samples: np.ndarray) -> np.ndarray:
        function = namespace[code.functions[what]]
        return np.array([function(*(list(x) for x in row)) for row in zip(*samples, strict=True)]).reshape(-1, *shape)

    return call
