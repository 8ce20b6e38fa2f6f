"""JAX compiles for tests with little optimisation: they run a few times what users run thousands of times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pytest

LITTLE = {"xla_backend_optimization_level": 0}
LESS = LITTLE | {"xla_cpu_use_fusion_emitters": False}
"""Not every version of XLA knows the second option, and what it does not know is an error."""

try:
    from jax import jit
except ImportError:
    jit: Any = None


def quickly(function: Callable[..., Any], **_: Any) -> Callable[..., Any]:
    """Return a function compiled by JAX, in less than half the time that `jax.jit` takes."""
    return jit(function, compiler_options=_options())


@contextmanager
def compiling_quickly() -> Iterator[None]:
    """Compile quickly whatever heft compiles with `jax.jit`."""
    with pytest.MonkeyPatch.context() as patch:
        if jit is not None:
            patch.setattr("jax.jit", quickly)
        yield


@lru_cache
def _options() -> dict[str, Any]:
    from jax.errors import JaxRuntimeError

    try:
        jit(lambda: 0.0, compiler_options=LESS)()
    except JaxRuntimeError:
        return LITTLE
    return LESS
