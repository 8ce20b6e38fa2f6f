"""How commands are filtered when accelerations are fitted: errors of the base parameters of simulated swing-ups.

    python benchmarks/commands.py

The accelerations of a log are low-pass filtered, and a command is held from sample to sample. A model with viscous
friction, like the simulated plant, is fitted to two runs of 6 s with commands as they are, low-pass filtered, held,
and both.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from base_error import base_error
from diffnea_data import HELD, measured, robot_of, swing_ups

from heft.learning.data import Samples
from heft.learning.fit import FitPlan, Fitter
from heft.learning.learned import Learned
from heft.learning.model import WhiteBox, constants_of

WAYS = ("as recorded at the samples", "low-pass filtered", "held", "held and low-pass filtered")


def base_errors(plant: str) -> list[float]:
    """Return the error of the base parameters, in units of their plausible sizes, by each of the `WAYS`."""
    robot = robot_of(plant, True)
    runs = [part for run in swing_ups(plant, True, (0, 1), 6.0) for part in measured(plant, run)]
    plain = [replace(run, cutoff=None) for run in runs]
    model, errors = WhiteBox.of(robot, "viscous"), []
    for logs, held in ((plain, None), (runs, None), (plain, HELD), (runs, HELD)):
        data = Samples.of(logs, held=held)
        constants = constants_of(robot, data.qd, data.qdd, data.u)
        x = Fitter(model, constants, "accelerations", data, FitPlan(lm_steps=60)).run().x
        learned = Learned(model, x, constants, np.zeros(2), runs[0].dt)
        errors.append(base_error(learned.verdict.reduction, robot, learned.robot))
    return errors


def main() -> None:
    """Print the table."""
    print("| commands | Furuta | cart-pole |\n| --- | ---: | ---: |")
    for way, *errors in zip(WAYS, base_errors("furuta"), base_errors("cartpole"), strict=True):
        print(f"| {way} | {' | '.join(f'{100 * error:.2g} %' for error in errors)} |")


if __name__ == "__main__":
    main()
