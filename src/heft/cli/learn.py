"""`heft learn`: learn a model that predicts motion, from a robot and logs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from heft.cli import INTERRUPTED
from heft.cli.given import making, refuse_given
from heft.cli.log_options import TIDY, TidyOptions, some_paths
from heft.cli.options import LOADING, All, Json, LoadingOptions, Quiet, RobotName, refuse_idle_all
from heft.cli.outputs import output_folder
from heft.cli.settable import PLAIN, WRITES
from heft.cli.terminal import compiling_said, console, say, say_compiling, show, show_json
from heft.errors import ArgumentError, FileError, MissingExtraError
from heft.interrupts import Terminated, held
from heft.learning import CHECKPOINT

if TYPE_CHECKING:
    from rich.console import RenderableType

    from heft.learning.course import News, Report
    from heft.learning.learned import Learned

Folder = Annotated[
    Path,
    WRITES,
    Parameter(
        name=["--output", "-o"],
        help="Folder for model.json, report.html and, where inertias can be written, learned.urdf.",
    ),
]
Chains = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(help="A chain such as delay+motor(0.042,8.4)+stribeck for all joints, or joint=CHAIN for each."),
]


def learn(
    robot: RobotName,
    /,
    *logs: Annotated[Path, Parameter(help="Logs to learn from; see heft import for other files.")],
    output: Folder,
    test: Annotated[
        list[Path] | None,
        PLAIN,
        Parameter(
            consume_multiple=True,
            validator=some_paths,
            help="Logs to test on, instead of the held-out ends of the others; takes every path that follows.",
        ),
    ] = None,
    actuator: Chains = None,
    kinematics: Annotated[
        Literal["known", "learned"], Parameter(help="Placements of the bodies in their parents.", show_default=True)
    ] = "known",
    kind: Annotated[
        Literal["white-box", "black-box", "linear"],
        Parameter(help="Rigid bodies, a network, or linear regression.", show_default=True),
    ] = "white-box",
    virtual: Annotated[
        str, PLAIN, Parameter(help="Virtual parameters of the bodies.", show_default=True)
    ] = "covariance",
    loss: Annotated[
        Literal["accelerations", "torques", "rollouts"],
        Parameter(help="The quantity whose prediction error is minimised.", show_default=True),
    ] = "accelerations",
    method: Annotated[
        Literal["auto", "lm", "adam", "hybrid"], Parameter(help="Optimiser.", show_default=True)
    ] = "auto",
    initial_guess: Annotated[
        Literal["prior", "random"],
        Parameter(help="Start from the parameters in the robot file, or from random ones.", show_default=True),
    ] = "prior",
    starts: Annotated[int | None, Parameter(help="Number of starts.")] = None,
    tidy: TidyOptions = TIDY,
    rollout: Annotated[float, Parameter(help="Length of a rollout [s], for --loss rollouts.", show_default=True)] = 0.5,
    held_out: Annotated[
        float, Parameter(help="Fraction of each log, at its end, that is held out for testing.", show_default=True)
    ] = 0.2,
    seed: Annotated[int, Parameter(help="Seed of everything random.", show_default=True)] = 0,
    seconds: Annotated[
        float | None, Parameter(help="Stop after this time [s], compiling included, and keep the best model.")
    ] = None,
    resume: Annotated[bool, Parameter(help="Continue the fit whose checkpoint is in the folder.")] = False,
    loading: LoadingOptions = LOADING,
    json: Json = False,
    quiet: Quiet = False,
    every: All = False,
) -> int:
    """Learn a model of a robot from logs: rigid bodies, friction and actuators that predict its motion."""
    try:
        from heft.learning.course import FitPlan
        from heft.learning.learn import LearningOptions
        from heft.learning.learn import learn as learned_from
        from heft.learning.learned import FILES
        from heft.learning.unused import REMEDY, unused
        from heft.logs.log_files import read_log
        from heft.report.logs import what_was_read
    except ModuleNotFoundError as error:
        raise MissingExtraError(str(error.name), "learn", "heft learn") from None

    refuse_idle_all(json, quiet)
    if kind == "linear":
        refuse_given("resume", "on linear regression, which is never unfinished")
    place = output_folder(output, FILES[:-1], Path(robot), *logs, *(test or ()))
    if resume and not (place / CHECKPOINT).is_file():
        raise FileError("There is no checkpoint to resume from.", where=str(output), remedy="Learn without --resume.")
    if kind == "black-box" and loading.gravity is not None:
        raise ArgumentError("A network has no gravity to set.", where="--gravity", remedy="Leave --gravity out.")
    loaded = loading.load(robot, logs=logs)
    options = LearningOptions(
        actuator=_chains(actuator or ["stribeck"]),
        kinematics=kinematics,
        kind=kind,
        virtual=virtual,
        loss=loss,
        rollout=rollout,
        held_out=held_out,
        cleaning=tidy.cleaning(),
    )
    plan = FitPlan(method=method, initial_guess=initial_guess, starts=starts, seed=seed, seconds=seconds)
    for name, why in unused(options, plan, options.model(loaded), tested=bool(test)).items():
        refuse_given(name, why, REMEDY)
    plan.check()
    with held():  # until the model is written and what was kept is said
        try:
            with _progress(f"learning {loaded.name}", quiet) as report:
                read, tested = ([read_log(path) for path in paths] for paths in (logs, test or ()))
                model = learned_from(
                    loaded,
                    read,
                    test=tested,
                    options=options,
                    plan=plan,
                    report=report,
                    checkpoint_file=place / CHECKPOINT,
                    resume=resume,
                )
        except (KeyboardInterrupt, Terminated):
            kept = f"The checkpoint in {output} is unchanged." if resume else "Nothing was written."
            say(f"Interrupted before there was a model. {kept}")
            return INTERRUPTED
        lines = partial(what_was_read, [*read, *tested], loaded, every)
        return _written(model, place, output, json, quiet, lines, every)


def _written(
    model: Learned,
    place: Path,
    output: Path,
    json: bool,
    quiet: bool,
    read: Callable[[], list[RenderableType]],
    every: bool,
) -> int:
    """Write the model, show it, and return the exit code."""
    from heft.report.kinds.learning import Taught
    from heft.report.learning import learning_facts, summary
    from heft.report.page import page

    stopped = model.facts["stopped"]
    resumable = (place / CHECKPOINT).is_file() and stopped in ("interrupted", "out of time")
    facts, pages = {}, {}
    if stopped != "interrupted":
        facts = learning_facts(model)
        pages["report.html"] = page(Taught.of(model, facts), making=making()).encode()
    files = model.write(place, finished=not resumable, more=pages)
    ending = f"Written to {output}."
    if stopped in ("interrupted", "out of time"):
        ending = f"The best model so far is in {output}{'; --resume continues' if resumable else ''}."
    if stopped == "interrupted":
        say(f"Interrupted. {ending}")
        return INTERRUPTED
    facts |= {"output": str(output)} | files
    if json:
        show_json(facts)
    elif not quiet:
        show(*summary(model, facts, read(), every), ending)
    return 0


def _chains(texts: list[str]) -> str | dict[str, str]:
    """Return one chain for all joints, or one for each that is named."""
    if len(texts) == 1 and "=" not in texts[0]:
        return texts[0]
    pairs = [text.split("=", 1) for text in texts]
    for pair in pairs:
        if len(pair) != 2:
            remedy = "Write joint=CHAIN, such as shoulder=viscous."
            raise ArgumentError(f"'{pair[0]}' does not name a joint.", where="--actuator", remedy=remedy)
    return {pair[0]: pair[1] for pair in pairs}


@contextmanager
def _progress(doing: str, quiet: bool) -> Iterator[Report | None]:
    """Show the phase, the loss, the best loss and the time left on standard error, if it is a terminal."""
    import sys

    if quiet:
        yield None
        return
    if not sys.stderr.isatty():
        say_compiling("Compiling the model, which takes some seconds for every fit.")
        with compiling_said():
            yield None
        return
    from rich import progress as bars

    columns: list[Any] = [bars.SpinnerColumn(), bars.TextColumn("{task.description}"), bars.BarColumn()]
    columns += [
        bars.TextColumn("{task.fields[news]}"),
        bars.TimeElapsedColumn(),
        bars.TextColumn("{task.fields[left]}"),
    ]
    with bars.Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task(doing, total=1.0, news="compiling", left="")
        began: dict[str, float] = {}

        def report(news: News) -> None:
            since = time.monotonic() - began.setdefault(news.phase, time.monotonic())
            left = f"{since * (1 - news.done) / news.done:.0f} s left" if news.done > 0.05 and since > 1 else ""
            words = f"{news.phase}: loss {news.loss:.3g}, best {news.best:.3g}"
            bar.update(task, completed=news.done, news=words, left=left)

        yield report
