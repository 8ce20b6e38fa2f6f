"""`heft.learn`: from a robot and runs to a learned model."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from heft import interrupts
from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.learning import checkpoint, virtual
from heft.learning.course import Course, FitPlan, FitPlanChanges, History, Report
from heft.learning.data import RolloutData, Samples
from heft.learning.delay_search import DELAYS, delays_of
from heft.learning.fit import Fitter
from heft.learning.learned import APART, HORIZON, Learned
from heft.learning.linear import fit_linear
from heft.learning.losses import LOSSES
from heft.learning.model import BlackBox, Constants, DynamicsModel, WhiteBox, constants_of, open_scale, servo_sizes
from heft.learning.recording import SAME_STEP, Recording, as_list, at_one_step, recorded, recordings_of
from heft.learning.unused import changed, refuse_unused, unused
from heft.logs.cleaning_options import Cleaning
from heft.logs.content import KnownRun, first_repeated, shared_words
from heft.logs.cutoff import refined, torque_rows
from heft.logs.journal import once
from heft.logs.runs import RunLike
from heft.logs.unlogged import held_joints, read_all, without_unlogged
from heft.one_thread import on_one_thread
from heft.robot.loops import loop_warning
from heft.robot.model import Robot

KINDS = ("white-box", "black-box", "linear")
MOST_SAMPLES = 20_000
"""The most samples of a fit, spread evenly; more samples add little information and take longer."""
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
        words = {"kinematics": ("known", "learned"), "kind": KINDS, "loss": LOSSES, "virtual": virtual.CHOICES}
        for name, known in words.items():
            if getattr(self, name) not in known:
                value = getattr(self, name)
                raise ArgumentError(f"{name}='{value}' is unknown.", remedy=did_you_mean(str(value), known))
        if not 0 < self.held_out < 1:
            remedy = "The fraction of each log that is held out must lie between 0 and 1."
            raise ArgumentError(f"held_out={self.held_out} is out of range.", remedy=remedy)
        if not 0 < self.rollout < float("inf"):
            raise ArgumentError(f"rollout={self.rollout} is out of range.", remedy="Give a length above 0 s.")
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


class LearningChanges(FitPlanChanges, total=False):
    """Fields of `LearningOptions` and of `FitPlan` by name, each with its type, as `heft.learn` takes them."""

    actuator: str | Mapping[str, str]
    kinematics: str
    kind: str
    virtual: str
    loss: str
    rollout: float
    held_out: float
    cleaning: Cleaning


@on_one_thread
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
    **changes: Unpack[LearningChanges],
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
        changes: fields of `LearningOptions` and `FitPlan` by name: `actuator="viscous"`, `seed=3`.

    Raises:
        ArgumentError: an argument does not fit.
        FileError: a file cannot be read.
        FormatError: a log cannot be used, or the checkpoint belongs to another fit.
        KeyboardInterrupt: it was interrupted before there was a model; later on, the best model so far is returned,
            without a test, and a second Ctrl-C raises this.

    Example:
        >>> heft.learn(robot, "run.csv", actuator="viscous").forward(q, qd, tau)
    """
    began = time.monotonic()
    what: LearningOptions = _with(options or LearningOptions(), changes)
    how: FitPlan = _with(plan or FitPlan(), changes)
    unknown = set(changes) - {*asdict(what), *asdict(how)}
    if unknown:
        name = min(unknown)
        raise ArgumentError(f"There is no option '{name}'.", remedy=did_you_mean(name, [*asdict(what), *asdict(how)]))
    how.check()
    given = as_list(test)
    refuse_unused(sorted({*changes, *changed(what, how)}), unused(what, how, what.model(robot), tested=bool(given)))
    file, runs, tests = robot, read_all(as_list(runs)), read_all(given)
    robot = without_unlogged(file, [*runs, *tests])
    model = what.model(robot)
    how.check()
    until = None if how.seconds is None else began + how.seconds
    train, held, tested, cleaning = _split(robot, runs, tests, what, model)
    _refuse_repeated(train, held if tested else ())
    _effort_kind((*train, *held))
    RolloutData.tests(robot, held, HORIZON, APART)  # what cannot be judged is refused before it is fitted
    place = Path(checkpoint_file) if checkpoint_file else None
    with interrupts.held():
        return _learned(file, robot, model, what, how, train, held, tested, cleaning, report, place, resume, until)


def _learned(
    file: Robot,
    robot: Robot,
    model: DynamicsModel,
    what: LearningOptions,
    how: FitPlan,
    train: list[Recording],
    held: list[Recording],
    tested: bool,
    cleaning: Cleaning,
    report: Report | None,
    place: Path | None,
    resume: bool,
    until: float | None,
) -> Learned:
    """Return the model that is learned from recordings; a signal waits for the end of a step."""
    history = History(report)
    report = history.note
    constants = _constants(robot, model, train)
    delays, delay_losses, found = delays_of(model, constants, train, how, report, until)
    cut = 0 < len(delay_losses) < DELAYS
    if cut and resume:
        _refuse_to_resume(until)
    samples = Samples.of(train, delays, model.held)
    marks = checkpoint.fingerprint(
        robot=robot.to_dict(),
        logs=[samples.u, *(array for run in train for array in (run.t, run.q, run.qd, run.qdd, run.u))],
        options=[asdict(what), asdict(how) | {"seconds": None}],
        model=[model.shape(), len(model.is_network())],
    )
    stages = checkpoint.load(place, marks) if resume and place else []
    if cut and place is not None:  # another search could find another delay, and a fit with it could not go on
        checkpoint.discard(place)
    save = None if place is None or cut else (lambda stages: checkpoint.save(place, stages, marks))
    late = at_one_step(robot, [run.delayed(delays) for run in train])
    thin = samples.thinned(MOST_SAMPLES)
    if cut and isinstance(model, WhiteBox) and found is not None and len(found) == model.size:
        x, loss = found, Fitter(model, constants, "accelerations", thin).objective.mean_square(found)
        facts: dict[str, Any] = {"stopped": "out of time" if _is_over(until) else "interrupted"}
    else:
        x, loss, facts = _fit(model, constants, thin, late, what, how, stages, report, save, until)
    facts |= {
        "options": asdict(what),
        "plan": asdict(how),
        "cleaning": cleaning.to_dict(),
        "loss": loss,
        "logs": _names(train),
        "runs": [run.known for run in train if run.known],
        "held_out": None if tested else what.held_out,
        "effort_kind": _effort_kind((*train, *held)),
        "samples": sum(len(run) for run in train),
        "delay_search": delay_losses,
        "notes": _notes((*train, *held)),
        "warnings": [
            *filter(None, [loop_warning(robot.dropped_loops)]),
            *held_joints(file, robot),
            *filter(None, [open_scale(model)]),
            *_warnings((*train, *held)),
        ],
    }
    if cut:
        facts["warnings"].append(f"The search for the delay ended after {len(delay_losses)} of {DELAYS} values.")
    facts["history"] = history.thinned()
    learned = Learned(model, x, constants, delays, max(run.dt for run in train), facts, tuple(held))
    facts["test"] = {"logs": _names(held)}
    if facts["stopped"] != "interrupted":
        facts["test"] |= learned.judge(held).to_dict()
    return learned


def _is_over(until: float | None) -> bool:
    return not interrupts.arrived() and until is not None and time.monotonic() > until


def _refuse_to_resume(until: float | None) -> None:
    """Say that the search of the delay, which a resumed fit repeats, was not finished."""
    if not _is_over(until):
        raise KeyboardInterrupt
    remedy = "Give more seconds, or no limit. The checkpoint is unchanged."
    raise ArgumentError("Time ran out before the delay of the checkpoint was found again.", remedy=remedy)


def _names(runs: Sequence[Recording]) -> list[str]:
    return list(dict.fromkeys(run.name for run in runs))


def _refuse_repeated(train: Sequence[Recording], tested: Sequence[Recording]) -> None:
    """Refuse to learn from the same samples twice, and to test on what was learned from.

    Raises:
        ArgumentError: names both logs.
    """
    known = [KnownRun.of(run.known) for run in train]
    pair = first_repeated(known)
    if pair is not None:
        raise ArgumentError(f"{shared_words(*pair)}: they would count twice.", remedy="Give each log once.")
    seen = {run.q.tobytes(): run.name for run in train}  # arrays that are of no log have no marks
    for run in tested:
        pair = first_repeated([KnownRun.of(run.known)], known)
        if pair is None and run.q.tobytes() not in seen:
            continue
        words = shared_words(*pair) if pair else f"{run.name} has the same samples as {seen[run.q.tobytes()]}"
        raise ArgumentError(
            f"The test log {words}, which is learned from: the test would say nothing about new data.",
            remedy="Test on another log; without --test the ends of all logs are held out.",
        )


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


def _warnings(runs: Sequence[Recording]) -> list[str]:
    """Return what cleaning warned of."""
    return once(dict.fromkeys((run.name, warning) for run in runs for warning in run.warnings))


def _with(record: Any, changes: LearningChanges) -> Any:
    return replace(record, **{name: value for name, value in changes.items() if name in asdict(record)})


def _split(
    robot: Robot, runs: Any, test: Any, options: LearningOptions, model: DynamicsModel
) -> tuple[list[Recording], list[Recording], bool, Cleaning]:
    """Return what to learn from, what is held out, whether that was given, and how logs are cleaned.

    The logs to learn from choose the cut-off frequencies, as those that `heft.identify` fits do; those to test on have
    no say. Where the placements of the bodies are learned, or commands are positions, no linear model predicts efforts,
    and the spectra choose.
    """
    linear = options.kinematics == "known" and not np.any(model.servos)
    refine = partial(refined, robot, partial(torque_rows, robot), options.cleaning.velocities == "auto")
    train, cleaning = recorded(robot, runs, options.cleaning, refine if linear else None, model.servos)
    if not train:
        raise ArgumentError("There are no logs to learn from.", remedy="Give at least one run.")
    held = recordings_of(robot, test, cleaning, model.servos)
    if held:
        return train, held, True, cleaning
    pairs = [run.split(options.held_out) for run in train]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs], False, cleaning


def _constants(robot: Robot, model: DynamicsModel, runs: list[Recording]) -> Constants:
    samples = Samples.of(runs, held=model.held)
    actuators = model.actuators if isinstance(model, WhiteBox) else None
    constants = constants_of(robot, samples.qd, samples.qdd, samples.u, actuators)
    constants = servo_sizes(robot, model.servos, constants, samples.q, samples.qd, samples.qdd, samples.u)
    return constants | {"q": np.maximum(np.std(samples.q, axis=0), 1e-9)}


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
    until: float | None,
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
    fit = fitter.run(report, save and (lambda course: save([course])), until)
    facts: dict[str, Any] = {"stopped": fit.stopped, "seconds": fit.seconds, "steps": fit.steps}
    facts["start_losses"] = list(fit.start_losses)
    if segments is None or fit.stopped in ("interrupted", "out of time"):
        return fit.x, fit.loss, facts
    small = {"lm_steps": ROLLOUT_LM_STEPS, "adam_steps": plan.adam_steps // 10, "batch": min(plan.batch, 32)}
    shorter = replace(plan, **small)
    course = done[1] if len(done) > 1 else Course()
    fitter = Fitter(model, constants, "rollouts", segments, shorter, course=course, origin=fit.x)
    relayed = report and (lambda news: report(replace(news, phase=f"rollouts, {news.phase}")))
    fit = fitter.run(relayed, save and (lambda course: save([before, course])), until)
    steps, seconds = facts["steps"] + fit.steps, facts["seconds"] + fit.seconds
    return fit.x, fit.loss, facts | {"stopped": fit.stopped, "steps": steps, "seconds": seconds}
