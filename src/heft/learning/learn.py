"""`heft.learn`: from a robot and runs to a learned model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.learning import checkpoint, virtual
from heft.learning.course import Course, FitPlan, News, Report
from heft.learning.data import RolloutData, Samples
from heft.learning.fit import Fitter
from heft.learning.learned import APART, HORIZON, Learned
from heft.learning.linear import fit_linear
from heft.learning.losses import LOSSES
from heft.learning.model import BlackBox, Constants, DynamicsModel, WhiteBox, constants_of
from heft.learning.recording import SAME_STEP, Recording, as_list, at_one_step, recordings_of
from heft.learning.unused import changed, refuse_unused, unused
from heft.logs.cleaning_options import Cleaning
from heft.logs.journal import once
from heft.logs.runs import RunLike
from heft.robot.loops import loop_warning
from heft.robot.model import Robot

KINDS = ("white-box", "black-box", "linear")
MOST_SAMPLES = 20_000
"""The most samples of a fit, spread evenly; more samples add little information and take longer."""
DELAYS = 13
"""Delays of 0 to 6 samples (of the slowest log) are searched, in steps of half a sample."""
ROLLOUT_LM_STEPS, MOST_ROLLOUTS = 20, 50
"""Rollouts start where accelerations ended, and each of their steps costs as many as a rollout is long."""


@dataclass(frozen=True)
class LearningOptions:
    """What to learn, and from what.

    Attributes:
        actuator: a chain for all joints, or one for each joint; see `heft.learning.actuators`.
        kinematics: "known" or "learned".
        kind: "white-box" (rigid bodies), "black-box" (a network) or "linear" (regression, NEA).
        virtual: the virtual parameters of the bodies, see `heft.learning.virtual`.
        loss: "accelerations", "torques" or "rollouts".
        rollout: length of the stretches of the loss "rollouts" [s].
        held_out: fraction of each log, at its end, that is held out for testing if no logs to test on are given.
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
        """Refuse unknown words and fractions outside their range.

        Raises:
            ArgumentError: names the option.
        """
        words = {"kinematics": ("known", "learned"), "kind": KINDS, "loss": LOSSES, "virtual": virtual.NAMES}
        for name, known in words.items():
            if getattr(self, name) not in known:
                value = getattr(self, name)
                raise ArgumentError(f"{name}='{value}' is unknown.", remedy=did_you_mean(str(value), known))
        if not 0 < self.held_out < 1:
            remedy = "The fraction of each log that is held out must lie between 0 and 1."
            raise ArgumentError(f"held_out={self.held_out} is out of range.", remedy=remedy)
        if (self.kind, self.loss) == ("black-box", "torques"):
            raise ArgumentError("The black box has no torques.", remedy='Use the loss "accelerations".')

    def model(self, robot: Robot) -> DynamicsModel:
        """Return the model that is asked for, without its parameters."""
        self.check()
        if self.kind == "black-box":
            return BlackBox(robot)
        if self.kind == "linear":
            return WhiteBox.of(robot, "none", "linear")
        return WhiteBox.of(robot, self.actuator, self.virtual, self.kinematics == "learned")


def learn(
    robot: Robot,
    runs: RunLike | Recording | Iterable[RunLike | Recording],
    *,
    test: RunLike | Recording | Iterable[RunLike | Recording] = (),
    options: LearningOptions | None = None,
    plan: FitPlan | None = None,
    report: Report | None = None,
    checkpoint_file: str | Path | None = None,
    resume: bool = False,
    **more: Any,
) -> Learned:
    """Learn a model of a robot from runs.

    Args:
        robot: the tree, its kinematics (if they are known) and a prior.
        runs: what to learn from: the path of a log file, a `Log`, a `Motion`, or a list of them.
        test: runs to judge the model on; without them, the end of each run is held out.
        options: what to learn.
        plan: how to fit.
        report: called with `News` from time to time.
        checkpoint_file: where to keep the state of the fit.
        resume: continue from that file.
        more: fields of `LearningOptions` and `FitPlan` by name: `actuator="viscous"`, `seed=3`.

    Raises:
        ArgumentError: an argument does not fit.
        FileError: a file cannot be read.
        FormatError: a log cannot be used, or the checkpoint belongs to another fit.
    """
    what: LearningOptions = _with(options or LearningOptions(), more)
    how: FitPlan = _with(plan or FitPlan(), more)
    unknown = set(more) - {*asdict(what), *asdict(how)}
    if unknown:
        name = min(unknown)
        raise ArgumentError(f"There is no option '{name}'.", remedy=did_you_mean(name, [*asdict(what), *asdict(how)]))
    model = what.model(robot)
    tests = as_list(test)
    refuse_unused(sorted({*more, *changed(what, how)}), unused(what, how, model, tested=bool(tests)))
    train, held, tested = _split(robot, runs, tests, what)
    _effort_kind((*train, *held))
    RolloutData.tests(robot, held, HORIZON, APART)  # what cannot be judged is refused before it is fitted
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
    late = at_one_step(robot, [run.delayed(delays) for run in train])
    x, loss, facts = _fit(model, constants, samples.thinned(MOST_SAMPLES), late, what, how, stages, report, save)
    facts |= {
        "options": asdict(what),
        "plan": asdict(how),
        "loss": loss,
        "logs": _names(train),
        "held_out": None if tested else what.held_out,
        "effort_kind": _effort_kind((*train, *held)),
        "samples": sum(len(run) for run in train),
        "delay_search": delay_losses,
        "notes": _notes((*train, *held)),
        "warnings": [*filter(None, [loop_warning(robot.dropped_loops)]), *_warnings(train, held, tested)],
    }
    learned = Learned(model, x, constants, delays, max(run.dt for run in train), facts)
    facts["test"] = {"logs": _names(held)} | learned.judge(held).to_dict()
    return learned


def _names(runs: Sequence[Recording]) -> list[str]:
    return list(dict.fromkeys(run.name for run in runs))


def _effort_kind(runs: Sequence[Recording]) -> str | None:
    """Return the one kind of all efforts.

    Raises:
        ArgumentError: there are several.
    """
    kinds = {run.effort_kind: run.name for run in runs if run.effort_kind is not None}
    if len(kinds) > 1:
        (one, here), (other, there) = list(kinds.items())[:2]
        raise ArgumentError(
            f"The efforts of {here} are of the kind {one}, those of {there} of the kind {other}.",
            remedy="Give logs of one kind, or convert them with heft import.",
        )
    return next(iter(kinds), None)


def _notes(runs: Sequence[Recording]) -> list[str]:
    """Return a sentence if the logs have several rates."""
    slow, fast = max(run.dt for run in runs), min(run.dt for run in runs)
    if fast >= (1 - SAME_STEP) * slow:
        return []
    return [
        f"The logs have rates from {1 / slow:.4g} to {1 / fast:.4g} Hz. Samples are fitted as they were recorded; for "
        "predictions over time, faster logs are resampled to the slowest."
    ]


def _warnings(train: Sequence[Recording], held: Sequence[Recording], tested: bool) -> list[str]:
    """Return what cleaning warned of, and which test logs were learned from as well."""
    found = [(run.name, warning) for run in (*train, *held) for warning in run.warnings]
    seen = {run.q.tobytes() for run in train if tested}
    found += [
        (run.name, "The model was also fitted to this motion, so that the test says nothing about new data.")
        for run in held
        if run.q.tobytes() in seen
    ]
    return once(dict.fromkeys(found))


def _with(record: Any, values: dict[str, Any]) -> Any:
    return replace(record, **{name: value for name, value in values.items() if name in asdict(record)})


def _split(
    robot: Robot, runs: Any, test: Any, options: LearningOptions
) -> tuple[list[Recording], list[Recording], bool]:
    """Return what to learn from, what is held out, and whether that was given."""
    train, held = (recordings_of(robot, given, options.cleaning) for given in (runs, test))
    if not train:
        raise ArgumentError("There are no logs to learn from.", remedy="Give at least one run.")
    if held:
        return train, held, True
    pairs = [run.split(options.held_out) for run in train]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs], False


def _constants(robot: Robot, model: DynamicsModel, runs: list[Recording]) -> Constants:
    samples = Samples.of(runs, held=model.held)
    actuators = model.actuators if isinstance(model, WhiteBox) else None
    constants = constants_of(robot, samples.qd, samples.qdd, samples.u, actuators)
    return constants | {"q": np.maximum(np.std(samples.q, axis=0), 1e-9)}


def _delays(
    model: DynamicsModel, constants: Constants, runs: list[Recording], plan: FitPlan, report: Report | None
) -> tuple[Array, list[float]]:
    """Return the delays of the commands (nv,) [s], and the loss at each delay that was searched."""
    if not isinstance(model, WhiteBox):
        return np.zeros(model.robot.nv), []
    if not model.actuators.searches_delay:
        return model.actuators.delays(), []
    body = WhiteBox(model.robot, model.actuators.without_networks(), model.parameterisation)
    losses, dt = [], max(run.dt for run in runs)
    for k in range(DELAYS):
        data = Samples.of(runs, model.actuators.delays(k * dt / 2), model.held).thinned(3000)
        starts = None if plan.from_prior else 3
        search = FitPlan(method="lm", initial_guess=plan.initial_guess, seed=plan.seed, lm_steps=40, starts=starts)
        fit = Fitter(body, constants, "accelerations", data, search).run()
        if fit.stopped == "interrupted":
            raise KeyboardInterrupt
        losses.append(fit.loss)
        if report:
            report(News(f"delay of {k / 2:g} samples", (k + 1) / DELAYS, fit.loss, min(losses)))
    return model.actuators.delays(int(np.argmin(losses)) * dt / 2), losses


def _fit(
    model: DynamicsModel,
    constants: Constants,
    samples: Samples,
    runs: list[Recording],
    options: LearningOptions,
    plan: FitPlan,
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
        segments = RolloutData.of(runs, max(1, round(options.rollout / runs[0].dt)), most=MOST_ROLLOUTS)
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
    relayed = report and (lambda news: report(replace(news, phase=f"rollouts, {news.phase}")))
    fit = fitter.run(relayed, save and (lambda course: save([before, course])))
    steps, seconds = facts["steps"] + fit.steps, facts["seconds"] + fit.seconds
    return fit.x, fit.loss, facts | {"stopped": fit.stopped, "steps": steps, "seconds": seconds}
