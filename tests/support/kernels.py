"""The compiled kernels of a fresh clone, made once before tests run in several processes.

Otherwise each of these would compile them for itself, for a minute and a half, and others would wait beside it. Two
processes share the work; kernels that are in the cache are only loaded.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

SHARES = (
    """
from heft.dynamics.kernels import cold
cold.compile_accelerations()
cold.compile_inverse_dynamics()
""",
    """
import numpy as np
import heft
from heft.dynamics import kernels
from heft.dynamics.kernels import cold
from heft.estimation import householder, row_folding
householder.compile_fold()
cold.compile_rows()
row_folding.compile_fold_rows()
cold.compile_packed()
cold.compile_dense()
robot = heft.load("zoo:double_pendulum")
state = robot.random_state(0, 2)
kernels.placement_jacobian(robot, *state)
kernels.weighted_gradient(robot, *state, np.zeros((2, robot.nv, len(robot.parameter_names))))
""",
)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: Any) -> None:
    """Compile, in the process that starts the others; a failure is left to the tests of the kernels."""
    if getattr(session.config.option, "numprocesses", None) and not hasattr(session.config, "workerinput"):
        for process in [subprocess.Popen([sys.executable, "-c", share]) for share in SHARES]:
            process.wait()
