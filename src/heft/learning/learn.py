"""`heft.learn`: from a robot and logs to a learned model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.learning import checkpoint, virtual
from heft.learning.course import Course, News, Plan, Report
from heft.learning.data import Measured, Run, Samples, Segments, name_of, runs_of
from heft.learning.fit import Fitter
from heft.learning.learned import Learned
from heft.learning.linear import fit_linear
from heft.learning.losses import LOSSES
from heft.learning.model import BlackBox, Constants, Model, WhiteBox, constants_of
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log
from heft.logs.motion import Motion
from heft.robot.model import Robot

KINDS = ("white-box", "black-box", "linear")
MOST_SAMPLES = 20_000
"""A fit takes at most so many samples, spread evenly; more say nothing new and take longer."""
DELAYS = 13
"""Delays of 0 to 6 samples are searched, in halves."""
ROLLOUT_LM_STEPS, MOST_ROLLOUTS = 20, 50
"""Rollouts start where accelerations ended, and a step of theirs costs as many as a rollout is long."""


@dataclass(frozen=True)
class Options:
    """What to learn, and from what.

    Attributes:
        actuator: a chain for all joints, or one per joint; see `heft.learning.actuators`.
        kinematics: "known" or "learned".
        kind: "white-box", "black-box" (a network) or "linear" (regression, NEA).
        virtual: the virtual parameters, see `heft.learning.virtual`.
        loss: "accelerations", "torques" or "rollouts".
        rollout: length of the stretches of the loss "rollouts" [s].
        held_out: share of each log's end that is kept for testing, if there are no logs to test on.
        cleaning: how logs are cleaned.
    """

    actuator: str | Mapping[str, str] = "stribeck"
    kinematics: str = "known"
    kind: str = "white-box"
    virtual: str = virtual.DEFAULT
    loss: str = "accelerations"
    rollout: float = 0.5
    held_out: float = 0.2
    cleaning: Cleaning = field(default_factory=Cleaning)

    def check(self) -> None:
        """Refuse words that mean nothing.

        Raises:
            ArgumentError: naming the option.
        """
        words = {"kinematics": ("known", "learned"), "kind": KINDS, "loss": LOSSES, "virtual": virtual.NAMES}
        for name, known in words.items():
            if getattr(self, name) not in known:
                value = getattr(self, name)
                raise ArgumentError(f"'{value}' is no {name}.", remedy=did_you_mean(str(value), known))
        if not 0 < self.held_out < 1:
            raise ArgumentError(f"The share held out is {self.held_out}; it must lie between 0 and 1.")

    def model(self, robot: Robot) -> Model:
        """Return the shape that is asked for."""
        self.check()
        if self.kind == "black-box":
            return BlackBox(robot)
        if self.kind == "linear":
            return WhiteBox.of(robot, "none", "linear")
        return WhiteBox.of(robot, self.actuator, self.virtual, self.kinematics == "learned")


def learn(
    robot: Robot,
    logs: Sequence[Measured],
    *,
    test: Sequence[Measured] = (),
    options: Options | None = None,
    plan: Plan | None = None,
    report: Report | None = None,
    checkpoint_file: str | Path | None = None,
    resume: bool = False,
    **more: Any,
) -> Learned:
    """Learn a model of a robot from logs.

    Args:
        robot: the tree, its kinematics (if they are known) and a prior.
        logs: what to learn from.
        test: what to judge the model on; without it, the end of each log is held out.
        options: what to learn.
        plan: how to fit.
        report: called with `News` now and then.
        checkpoint_file: where to keep what has been done so far.
        resume: continue from that file.
        more: fields of `Options` and `Plan` by name: `actuator="viscous"`, `seed=3`.

    Raises:
        ArgumentError: an argument, or a log, does not fit.
        FormatError: the checkpoint is of something else.
    """
    what: Options = _with(options or Options(), more)
    how: Plan = _with(plan or Plan(), more)
    unknown = set(more) - {*asdict(what), *asdict(how)}
    if unknown:
        name = min(unknown)
        raise ArgumentError(f"There is no option '{name}'.", remedy=did_you_mean(name, [*asdict(what), *asdict(how)]))
    model = what.model(robot)
    logs, test = (_cleaned(robot, measured, what.cleaning) for measured in (logs, test))
    train, held = _split(robot, logs, test, what)
    constants = _constants(robot, model, train)
    delays, delay_losses = _delays(model, constants, train, how, report)
    samples = Samples.of(train, delays, model.held)
    marks = checkpoint.fingerprint(
        robot=robot.to_dict(),
        logs=[samples.u, *(array for run in train for array in (run.t, run.q, run.qd, run.qdd, run.u))],
        options=[asdict(what), asdict(how) | {"seconds": None}],
        model=[model.shape(), len(model.is_network())],
    )
    place = Path(checkpoint_file) if checkpoint_file else None
    stages = checkpoint.load(place, marks) if resume and place else []
    save = None if place is None else (lambda stages: checkpoint.save(place, stages, marks))
    late = [run.delayed(delays) for run in train]
    x, loss, facts = _fit(model, constants, samples.thinned(MOST_SAMPLES), late, what, how, stages, report, save)
    facts |= {
        "options": asdict(what),
        "plan": asdict(how),
        "loss": loss,
        "logs": [run.name for run in train],
        "samples": sum(len(run) for run in train),
        "delay_search": delay_losses,
        "warnings": [f"{name_of(m)}: {note}" for m in (*logs, *test) if isinstance(m, Motion) for note in m.warnings],
    }
    learned = Learned(model, x, constants, delays, train[0].dt, facts)
    facts["test"] = learned.validate(held).to_dict()
    facts["test"]["logs"] = [run.name for run in held]
    return learned


def _with(record: Any, values: dict[str, Any]) -> Any:
    return replace(record, **{name: value for name, value in values.items() if name in asdict(record)})


def _cleaned(robot: Robot, logs: Sequence[Measured], cleaning: Cleaning) -> list[Motion | Run]:
    """Clean logs here, and not in `runs_of`, for what was odd in them is told."""
    return [clean(robot, log, cleaning) if isinstance(log, Log) else log for log in logs]


def _split(
    robot: Robot, logs: Sequence[Measured], test: Sequence[Measured], options: Options
) -> tuple[list[Run], list[Run]]:
    if not logs:
        raise ArgumentError("There are no logs to learn from.")
    runs = [run for log in logs for run in runs_of(robot, log)]
    if test:
        return runs, [run for log in test for run in runs_of(robot, log)]
    pairs = [run.split(options.held_out) for run in runs]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def _constants(robot: Robot, model: Model, runs: list[Run]) -> Constants:
    samples = Samples.of(runs, held=model.held)
    actuators = model.actuators if isinstance(model, WhiteBox) else None
    constants = constants_of(robot, samples.qd, samples.qdd, samples.u, actuators)
    return constants | {"q": np.maximum(np.std(samples.q, axis=0), 1e-9)}


def _delays(
    model: Model, constants: Constants, runs: list[Run], plan: Plan, report: Report | None
) -> tuple[Array, list[float]]:
    """Return the delays of the commands, and the loss at each delay that was searched."""
    if not isinstance(model, WhiteBox):
        return np.zeros(model.robot.nv), []
    if not model.actuators.searches_delay:
        return model.actuators.delays(), []
    body = WhiteBox(model.robot, model.actuators.without_networks(), model.parameterisation)
    losses = []
    for k in range(DELAYS):
        data = Samples.of(runs, model.actuators.delays(k * runs[0].dt / 2), model.held).thinned(3000)
        search = Plan(method="lm", prior=plan.prior, seed=plan.seed, lm_steps=40, starts=None if plan.prior else 3)
        fit = Fitter(body, constants, "accelerations", data, search).run()
        if fit.stopped == "interrupted":
            raise KeyboardInterrupt
        losses.append(fit.loss)
        if report:
            report(News(f"delay of {k / 2:g} samples", (k + 1) / DELAYS, fit.loss, min(losses)))
    return model.actuators.delays(int(np.argmin(losses)) * runs[0].dt / 2), losses


def _fit(
    model: Model,
    constants: Constants,
    samples: Samples,
    runs: list[Run],
    options: Options,
    plan: Plan,
    done: list[Course],
    report: Report | None,
    save: Callable[[list[Course]], None] | None,
) -> tuple[Array, float, dict[str, Any]]:
    """Return the parameters, their loss and how they were found; `done` are the stages of an earlier fit."""
    if options.kind == "linear":
        assert isinstance(model, WhiteBox)
        x = fit_linear(model, samples)
        return x, Fitter(model, constants, "accelerations", samples).objective.mean_square(x), {"stopped": "done"}
    first = "accelerations" if options.loss == "rollouts" else options.loss
    segments = None
    if options.loss == "rollouts":
        segments = Segments.of(runs, max(1, round(options.rollout / runs[0].dt)), most=MOST_ROLLOUTS)
    before = done[0] if done else Course()
    fitter = Fitter(model, constants, first, samples, plan, course=before)
    fit = fitter.run(report, save and (lambda course: save([course])))
    facts: dict[str, Any] = {"stopped": fit.stopped, "seconds": fit.seconds, "steps": fit.steps}
    facts["start_losses"] = list(fit.start_losses)
    if segments is None or fit.stopped in ("interrupted", "out of time"):
        return fit.x, fit.loss, facts
    left = None if plan.seconds is None else max(0.0, plan.seconds - fit.seconds)
    small = {"lm_steps": ROLLOUT_LM_STEPS, "adam_steps": plan.adam_steps // 10, "batch": min(plan.batch, 32)}
    shorter = replace(plan, **small, seconds=left)
    course = done[1] if len(done) > 1 else Course()
    fitter = Fitter(model, constants, "rollouts", segments, shorter, course=course, origin=fit.x)
    told = report and (lambda news: report(replace(news, phase=f"rollouts, {news.phase}")))
    fit = fitter.run(told, save and (lambda course: save([before, course])))
    steps, seconds = facts["steps"] + fit.steps, facts["seconds"] + fit.seconds
    return fit.x, fit.loss, facts | {"stopped": fit.stopped, "steps": steps, "seconds": seconds}


__all__ = ["Learned", "News", "Options", "Plan", "learn", "runs_of"]
