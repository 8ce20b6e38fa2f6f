"""A seeded part of all faults while files are written; `python tests/fuzz/faults.py` tries all of them.

`--fuzz-seconds` says how long to go on; by default only a few are tried, the same in every run.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("faults are tried in forked processes", allow_module_level=True)

sys.path.insert(0, str(Path(__file__).parent))
import faults
from fuzz.fault_cases import WITHOUT

import heft
from heft.report import page

FEW = 30
CASES = [("identify",), (WITHOUT,), ("inspect", "import, map")]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory) -> faults.Workshop:
    return faults.Workshop(tmp_path_factory.mktemp("workshop"))


@pytest.mark.parametrize("names", CASES, ids=str)
def test_whatever_happens_the_output_is_all_old_or_all_new(workshop, names, pytestconfig):
    seconds, tried = pytestconfig.getoption("--fuzz-seconds") or 0.0, 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fork of a process with threads
        plan = [*workshop.all_faults([faults.CASES[name] for name in names])]
        random.Random(0).shuffle(plan)
        end = time.monotonic() + seconds / len(CASES)
        for fault in plan:
            outcome = workshop.fault(*fault)
            assert outcome.wrong == "", outcome.line()
            tried += 1
            if tried >= FEW and time.monotonic() > end:
                break
    assert tried >= FEW


def test_what_is_frozen_for_a_child_is_not_frozen_here(workshop):
    """A later test in this process identifies its own robot, and draws its own report."""
    verbs = heft.identify, heft.payload, page.page
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fork of a process with threads
        workshop.prepare(faults.CASES["identify"])
    assert (heft.identify, heft.payload, page.page) == verbs
