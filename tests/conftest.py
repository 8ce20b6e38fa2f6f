"""Settings for all tests: what hypothesis draws is the same in every run, and no example has a deadline.

What JAX compiles is kept in `.pytest_cache`: most of the time of the tests that learn is compiling, and many of them
compile the same.

To look for new counterexamples: make test ARGS="tests/laws --hypothesis-profile default".
"""

import os
from pathlib import Path

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")

os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(Path(__file__).parents[1] / ".pytest_cache" / "jax"))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
