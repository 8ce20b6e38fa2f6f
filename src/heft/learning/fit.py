"""Fitting: several starts of Levenberg-Marquardt, ADAM for networks, both for both; a fit can be stopped and resumed.

A `Course` is what a fit has done so far, and the course alone decides what comes next. So a checkpoint is a course on
disk, resuming continues exactly where the fit was, and an interrupt loses nothing. A signal and the end of the time are
looked for between steps, never inside of one:

1. starts race by Levenberg-Marquardt: after each of the `HEATS` the worse half waits, and in the end the best
   `FINALISTS` of all run on (without networks, viscous friction in their place). Losses only fall, so that the course
   shows which starts have waited;
2. if there are networks, they join, and ADAM moves all parameters;
3. Levenberg-Marquardt refines the physical parameters once more, while the networks are fixed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, FormatError, PhysicsError
from heft.interrupts import held
from heft.learning import adam, levenberg
from heft.learning.course import Course, FitPlan, FitResult, News, Report
from heft.learning.data import RolloutData, Samples
from heft.learning.losses import Objective
from heft.learning.model import BlackBox, Constants, DynamicsModel, WhiteBox
from heft.one_thread import on_one_thread

HEATS, FINALISTS = (10, 20, 40), 3
"""Steps after which the worse half of the starts waits; the best few of all then run to the end."""
SAVED_EVERY = 5.0
"""[s] between two checkpoints."""
POLISH = 40
"""The most steps of the last phase."""
SOLVED = 1e-24
"""A loss that only exact data and the right model can reach: other starts need not be tried."""


class Fitter:
    """One fit, from plan to parameters.

    Args:
        model: what to fit.
        constants: typical sizes, see `constants_of`.
        loss: one of `LOSSES`.
        data: samples, or rollout data for the loss "rollouts".
        plan: how to fit it.
        watch: data by which ADAM's best parameters are chosen; None takes `data`.
        course: what an earlier fit of the same model to the same data has done.
        origin: parameters of the whole model to start from, in place of the prior or of random ones.
    """

    def __init__(
        self,
        model: DynamicsModel,
        constants: Constants,
        loss: str,
        data: Samples | RolloutData,
        plan: FitPlan | None = None,
        watch: Samples | RolloutData | None = None,
        course: Course | None = None,
        origin: Array | None = None,
    ) -> None:
        self.model, self.constants, self.plan = model, constants, plan or FitPlan()
        self.plan.check()
        self.course, self.origin = course or Course(), origin
        self.objective = Objective(model, constants, loss, data)
        self.watch = self.objective if watch is None else Objective(model, constants, loss, watch)
        networks = isinstance(model, BlackBox) or model.actuators.has_networks
        self.method = "adam" if isinstance(model, BlackBox) else self.plan.method_for(networks)
        if networks and self.method == "lm":
            raise ArgumentError("Levenberg-Marquardt does not train networks.", remedy="Use hybrid or adam.")
        self.body: WhiteBox | None = None
        if isinstance(model, WhiteBox) and self.method != "adam":
            self.body = model.without_networks() if networks and origin is None else model
            self.body_objective = Objective(self.body, constants, loss, data)
        self._check_course()

    def _check_course(self) -> None:
        """Refuse a course of another model.

        Raises:
            FormatError: a state in it has too few or too many numbers.
        """
        body = self.body.size if self.body is not None else 0
        networks = self.model.is_network()
        free = int(np.count_nonzero(~networks))
        states = [*((run, body) for run in self.course.runs), (self.course.networks, len(networks))]
        for state, size in [*states, (self.course.polish, free)]:
            if state is not None and len(state.x) != size:
                what = f"This checkpoint has {len(state.x)} parameters where the model has {size}."
                raise FormatError(what, remedy="Learn without --resume.")

    # -- the phases -------------------------------------------------------------------------------

    @on_one_thread
    def run(
        self,
        report: Report | None = None,
        save: Callable[[Course], None] | None = None,
        until: float | None = None,
    ) -> FitResult:
        """Fit until done, out of time, or interrupted; the best parameters so far are returned.

        Args:
            report: called with the news.
            save: called with the course from time to time, and in the end.
            until: when the time is over, by `time.monotonic`; None takes it from the plan.

        Raises:
            PhysicsError: no start gives a finite loss.
            KeyboardInterrupt: it was interrupted before there were any parameters.
        """
        began = saved = time.monotonic()
        if until is None and self.plan.seconds is not None:
            until = began + self.plan.seconds
        with held() as asked:
            stopped = "done"
            try:
                for news in self._phases():
                    if report and news is not None:
                        report(news)
                    if save and time.monotonic() - saved > SAVED_EVERY:
                        save(self.course)
                        saved = time.monotonic()
                    if asked() or (until is not None and time.monotonic() > until):
                        stopped = "interrupted" if asked() else "out of time"
                        break
            except KeyboardInterrupt:
                stopped = "interrupted"
            return self._result(stopped, began, save)

    def _result(self, stopped: str, began: float, save: Callable[[Course], None] | None) -> FitResult:
        if stopped == "interrupted" and not self.course.runs and self.course.networks is None:
            raise KeyboardInterrupt
        x, loss = self.best()
        if not np.isfinite(loss):
            raise PhysicsError(
                "The loss is not finite at any start.",
                where=f"robot '{self.model.robot.name}'",
                remedy="Look for a body without inertia in the robot file, or start from a random initial guess.",
            )
        if save:
            save(self.course)
        runs, networks = self.course.runs, self.course.networks
        if stopped == "done" and networks is not None and networks.done == "not finite":
            stopped = "not finite"
        steps = sum(run.steps for run in runs) + (networks.steps if networks else 0)
        return FitResult(x, loss, stopped, tuple(run.loss for run in runs), steps, time.monotonic() - began)

    def _phases(self) -> Any:
        """Fit step by step: news after every step, None after every start; in between the fit may be left."""
        if self.body is not None and (self.origin is None or self.method == "lm"):
            yield from self._starts(self.body)
        if self.method in ("adam", "hybrid"):
            yield from self._networks()
        if self.method == "hybrid" and isinstance(self.model, WhiteBox):
            yield from self._polish(self.model)

    def _starts(self, body: WhiteBox) -> Any:
        plan, runs = self.plan, self.course.runs
        count = 1 if self.origin is not None else plan.starts or (1 if plan.from_prior else 6)
        for k in range(len(runs), count):
            x = self._origin(body, plan.seed + 1000 * k, plan.from_prior and k == 0)
            runs.append(levenberg.begin(self._body_functions(x)[0], x))
            yield None
        rivals = list(range(count))
        for heat, steps in enumerate(HEATS):
            for i, k in enumerate(rivals):
                done = (heat + i / len(rivals)) / len(HEATS) / 2
                yield from self._advance(k, min(steps, plan.lm_steps), "start", done, 0.5 / len(HEATS) / len(rivals))
            rivals = sorted(rivals, key=lambda k: runs[k].loss)[: -(-len(rivals) // 2)]
        for i, k in enumerate(sorted(range(count), key=lambda k: runs[k].loss)[:FINALISTS]):
            yield from self._advance(k, plan.lm_steps, "finish", 0.5 + i / FINALISTS / 2, 0.5 / FINALISTS)

    def _origin(self, model: DynamicsModel, seed: int, from_prior: bool) -> Array:
        return model.start(self.constants, seed, from_prior) if self.origin is None else self.origin

    def _body_functions(self, x: Array) -> tuple[levenberg.Residual, levenberg.WithJacobian]:
        free = np.arange(len(x))
        return self.body_objective.partial_residual(x, free), self.body_objective.partial_jacobian(x, free)

    def _advance(self, k: int, steps: int, phase: str, done: float, share: float) -> Any:
        runs = self.course.runs
        while not runs[k].done and runs[k].steps < steps and min(run.loss for run in runs) >= SOLVED:
            runs[k] = levenberg.step(*self._body_functions(runs[k].x), runs[k])
            best = min(run.loss for run in runs)
            part = runs[k].steps / max(steps, 1)
            yield News(f"{phase} {k + 1}", done + share * part, runs[k].loss, best)

    def _networks(self) -> Any:
        plan = self.plan
        if self.course.networks is None:
            x = self._origin(self.model, plan.seed, plan.from_prior)
            if self.body is not None and self.course.runs:
                x = self._joined(x)
            self.course.networks = adam.begin(self.watch, x)
            yield None
        while not self.course.networks.done:
            state = adam.step(
                self.objective, self.watch, self.course.networks, plan.adam_steps, plan.rate, plan.batch, plan.seed
            )
            self.course.networks = state
            yield News("networks", state.steps / plan.adam_steps, state.best, state.best)

    def _joined(self, x: Array) -> Array:
        """Return the initial networks with the bodies that the best start found."""
        assert self.body is not None
        assert isinstance(self.model, WhiteBox)
        best = min(self.course.runs, key=lambda run: run.loss)
        found, theta = self.body.theta(best.x), self.model.theta(x)
        return self.model.pack(
            theta | {name: found[name] for name in ("bodies", "rotors", "placements") if name in theta}
        )

    def _polish(self, model: WhiteBox) -> Any:
        assert self.course.networks is not None
        x, free = self.course.networks.best_x, np.flatnonzero(~model.is_network())
        residual, jacobian = self.objective.partial_residual(x, free), self.objective.partial_jacobian(x, free)
        if self.course.polish is None:
            self.course.polish = levenberg.begin(residual, x[free])
            yield None
        while not self.course.polish.done and self.course.polish.steps < POLISH:
            self.course.polish = levenberg.step(residual, jacobian, self.course.polish)
            yield News("polish", self.course.polish.steps / POLISH, self.course.polish.loss, self.course.polish.loss)

    def best(self) -> tuple[Array, float]:
        """Return the best parameters of the whole model so far, and their loss."""
        if self.course.networks is not None:
            x, loss = self.course.networks.best_x, self.course.networks.best
            if self.course.polish is not None and isinstance(self.model, WhiteBox):
                polished = x.copy()
                polished[~self.model.is_network()] = self.course.polish.x
                if (found := self.watch.mean_square(polished)) < loss:
                    return polished, found
            return x, loss
        if self.body is None or not self.course.runs:
            x = self._origin(self.model, self.plan.seed, self.plan.from_prior)
            return x, self.objective.mean_square(x)
        run = min(self.course.runs, key=lambda run: run.loss)
        if self.body is self.model:
            return run.x, run.loss
        x = self._joined(self.model.start(self.constants, self.plan.seed, self.plan.from_prior))
        return x, self.objective.mean_square(x)
