"""Accuracy and speed of convergence on noise-free data: three tables.

    python benchmarks/convergence.py                    all of them, about twenty minutes on one core
    python benchmarks/convergence.py accuracy --check   one of them; exit code 1 if a claim is not reached

* accuracy: every white-box model that contains the truth, on both plants of the DiffNEA paper;
* time: Levenberg-Marquardt compared with ADAM, until the squared error of accelerations on new samples is below 1e-6;
* starts: how many of ten random starts converge to the truth (1e-20), for each kind of virtual parameters.

Data are uniform samples of the plants without friction. Times are processor time on one thread, without compilation.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = os.environ["NUMBA_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from diffnea_data import robot_of, uniform

from heft.learning.fit import FitPlan, Fitter
from heft.learning.linear import fit_linear
from heft.learning.losses import Objective
from heft.learning.model import WhiteBox, constants_of
from heft.learning.virtual import DEFAULT

PLANTS = ("cartpole", "furuta")
SEEDS, SAMPLES = 5, 500
KNOWN, UNKNOWN = 1e-20, 1e-6
"""The claims: squared errors on new samples with known and unknown kinematics."""
SOONER = 10
ADAM = {"rate": 1e-2, "adam_steps": 15_000}
PARAMETERS = ("covariance", "triangle", "paper", "log-cholesky")
STARTS = 10


@lru_cache(maxsize=64)
def model_of(plant: str, actuator: str, unknown: bool, parameters: str = DEFAULT) -> WhiteBox:
    """Return a model, one object each, so that it is compiled once."""
    return WhiteBox.of(robot_of(plant), actuator, parameters, kinematics=unknown)


class Case:
    """A model with data to learn from and new samples to be judged on."""

    def __init__(self, model: WhiteBox, plant: str, seed: int) -> None:
        self.model, self.train, test = model, uniform(plant, SAMPLES, seed), uniform(plant, SAMPLES, 1000 + seed)
        self.constants = constants_of(model.robot, self.train.qd, self.train.qdd, self.train.u, model.actuators)
        sizes = self.constants | {"qdd": np.std(test.qdd, axis=0)}
        self.error: Callable[[Any], float] = Objective(model, sizes, "accelerations", test).mean_square

    def fitter(self, **plan: Any) -> Fitter:
        """Return a fit that has not begun."""
        return Fitter(self.model, self.constants, "accelerations", self.train, FitPlan(**plan))

    def time_to(self, limit: float, **plan: Any) -> tuple[bool, float, float]:
        """Return whether the error on new samples falls below a limit, after what processor time, and the last error.

        Looking at that error takes no time. A fit that does not get there has all of its time.
        """
        fitter, began, away, reached = self.fitter(**plan), time.process_time(), 0.0, False

        def look(news: Any) -> None:
            nonlocal away, reached
            paused = time.process_time()
            reached = news.best < 10 * limit and self.error(fitter.best()[0]) < limit
            away += time.process_time() - paused
            if reached:
                raise KeyboardInterrupt  # which a fit takes as the wish to end it

        fit = fitter.run(look)
        return reached, time.process_time() - began - away, self.error(fit.x)


def table(titles: str, words: int, lines: list[list[str]]) -> str:
    """Return a markdown table whose first columns are words and whose others are numbers."""
    heads = titles.split(", ")
    rule = ["---"] * words + ["---:"] * (len(heads) - words)
    return "".join(f"| {' | '.join(line)} |\n" for line in [heads, rule, *lines])


def accuracy() -> tuple[str, bool]:
    """Fit every model that contains the truth; whether all claims are reached."""
    shapes = [("known", "none (linear regression)", "")]
    shapes += product(("known", "unknown"), ("none", "viscous", "stribeck"), ("prior", "random"))
    lines, reached = [], True
    for kinematics, actuator, start in shapes:
        line, limit = [kinematics, actuator, start], KNOWN if kinematics == "known" else UNKNOWN
        for plant in PLANTS:
            errors = []
            for seed in range(SEEDS):
                if start:
                    case = Case(model_of(plant, actuator, kinematics == "unknown"), plant, seed)
                    x = case.fitter(seed=seed, initial_guess=start).run().x
                else:
                    case = Case(model_of(plant, "none", False, "linear"), plant, seed)
                    x = fit_linear(case.model, case.train)
                errors.append(case.error(x))
            below = sum(error < limit for error in errors)
            reached &= below >= (SEEDS if kinematics == "known" else SEEDS - 1)
            line += [f"{np.median(errors):.0e}", f"{max(errors):.0e}", f"{below} of {SEEDS}"]
        lines.append([*line, f"{limit:.0e}"])
        print(*line, file=sys.stderr, flush=True)
    heads = ", ".join(f"{plant}: median, largest, seeds" for plant in PLANTS)
    return table(f"kinematics, actuator, start, {heads}, below", 3, lines), reached


def times() -> tuple[str, bool]:
    """Race Levenberg-Marquardt against ADAM from random starts; whether it is faster by the factor of the claim."""
    lines, reached = [], True
    for plant, unknown in product(PLANTS, (False, True)):
        model = model_of(plant, "none", unknown)
        warm = Case(model, plant, 99)
        warm.fitter(seed=99, initial_guess="random", starts=1, lm_steps=2).run()
        warm.fitter(seed=99, initial_guess="random", method="adam", adam_steps=100).run()
        newton, adam = [], []
        for seed in range(SEEDS):
            case = Case(model, plant, seed)
            newton.append(case.time_to(UNKNOWN, seed=seed, initial_guess="random"))
            adam.append(case.time_to(UNKNOWN, seed=seed, initial_guess="random", method="adam", **ADAM))
            print(plant, unknown, seed, newton[-1], adam[-1], file=sys.stderr, flush=True)
        line, medians = [plant, "unknown" if unknown else "known"], []
        for runs in (newton, adam):
            medians.append(float(np.median([seconds for _, seconds, _ in runs])))
            line += [f"{medians[-1]:.2f}", f"{sum(there for there, *_ in runs)} of {SEEDS}"]
        reached &= medians[1] >= SOONER * medians[0] and all(there for there, *_ in newton)
        lines.append([*line, f"{max(error for *_, error in adam):.0e}", f"{medians[1] / medians[0]:.0f}"])
    titles = "plant, kinematics, LM [s], reached, ADAM [s], reached, ADAM's worst, ratio"
    return table(titles, 2, lines), reached


def starts() -> tuple[str, bool]:
    """Count the random starts that converge to the truth, kinematics known; whether the default is as good as any."""
    counts = {}
    for parameters, plant in product(PARAMETERS, PLANTS):
        errors = []
        for seed in range(STARTS):
            case = Case(model_of(plant, "none", False, parameters), plant, seed)
            errors.append(case.error(case.fitter(seed=seed, initial_guess="random", starts=1).run().x))
        counts[parameters, plant] = sum(error < KNOWN for error in errors)
        print(parameters, plant, counts[parameters, plant], file=sys.stderr, flush=True)
    totals = {name: sum(counts[name, plant] for plant in PLANTS) for name in PARAMETERS}
    lines = [[name, *(str(counts[name, plant]) for plant in PLANTS)] for name in PARAMETERS]
    return table(f"virtual parameters, {', '.join(PLANTS)}", 1, lines), totals[DEFAULT] == max(totals.values())


PARTS = {"accuracy": accuracy, "time": times, "starts": starts}


def main() -> int:
    """Print the tables; with --check, 1 if a claim is not reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], default=[], help="default: all")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a claim is not reached")
    parser.add_argument("--compiled", help="a folder to keep compiled functions in")
    arguments = parser.parse_args()
    if arguments.compiled:
        import jax

        jax.config.update("jax_compilation_cache_dir", arguments.compiled)
    good = True
    for part in arguments.parts or PARTS:
        text, reached = PARTS[part]()
        good &= reached
        print(f"## {part}: {'reached' if reached else 'NOT reached'}\n\n{text}", flush=True)
    return 0 if good or not arguments.check else 1


if __name__ == "__main__":
    sys.exit(main())
