"""Let the tests of this folder import `plants` beside them; what they compile is compiled quickly."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.quickly import compiling_quickly

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="module", autouse=True)
def _quickly() -> Iterator[None]:
    with compiling_quickly():
        yield
