"""Let the tests of this folder import the benchmarks whose claims they check."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
