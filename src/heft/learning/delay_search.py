"""The delays of the commands: how late each joint acts on what it was told.

All joints are fitted with each delay of a grid. Then each takes the delay at which its own torques fit best, if all
together then fit better than with one delay.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.learning.course import FitPlan, FitResult, News, Report
from heft.learning.data import Samples
from heft.learning.fit import Fitter
from heft.learning.losses import Objective
from heft.learning.model import Constants, DynamicsModel, WhiteBox
from heft.learning.recording import Recording

DELAYS = 13
"""Delays of 0 to 6 samples (of the slowest log) are searched, in steps of half a sample."""


def delays_of(
    model: DynamicsModel,
    constants: Constants,
    runs: list[Recording],
    plan: FitPlan,
    report: Report | None,
    until: float | None,
) -> tuple[Array, list[float], Array | None]:
    """Return the delays of the commands (nv,) [s], the loss at each delay that was searched, and the best parameters.

    A signal and the end of the time end the search after the first delay.
    """
    if not isinstance(model, WhiteBox):
        return np.zeros(model.robot.nv), [], None
    if not model.actuators.searches_delay:
        return model.actuators.delays(), [], None
    body = WhiteBox(model.robot, model.actuators.without_networks(), model.parameterisation)
    starts = None if plan.from_prior else 3
    search = FitPlan(method="lm", initial_guess=plan.initial_guess, seed=plan.seed, lm_steps=40, starts=starts)
    dt, losses, of_joints, fits = max(run.dt for run in runs), list[float](), list[Array](), list[Array]()

    def fitted(delays: Array) -> FitResult:
        data = Samples.of(runs, delays, model.held).thinned(3000)
        fit = Fitter(body, constants, "accelerations", data, search).run(until=until)
        error = Objective(body, constants, "torques", data).residual_at(fit.x).reshape(data.qdd.shape)
        of_joints.append(np.sum(error**2, axis=0))
        fits.append(fit.x)
        return fit

    for k in range(DELAYS):
        fit = fitted(model.actuators.delays(k * dt / 2))
        losses.append(fit.loss)
        if report:
            report(News(f"delay of {k / 2:g} samples", (k + 1) / DELAYS, fit.loss, min(losses)))
        if fit.stopped in ("interrupted", "out of time"):
            break
    best = int(np.argmin(losses))
    delays, found = model.actuators.delays(best * dt / 2), fits[best]
    # each joint at the delay at which its own torques fit best: another fit tells whether they fit together
    own = np.argmin(of_joints, axis=0)
    differ = len({*own[model.actuators.delays(1.0) != model.actuators.delays(0.0)]}) > 1
    apart = model.actuators.delays(own * dt / 2)
    if len(losses) == DELAYS and differ and fitted(apart).loss < min(losses):
        delays, found = apart, fits[-1]
    return delays, losses, found
