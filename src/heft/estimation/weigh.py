"""`heft.payload`: what a robot carries, from loaded logs.

Three ways lead to it, all with the same result:

* joint efforts of loaded runs, beside an earlier identification or unloaded runs: `heft.estimation.payload`;
* rests at several poses, of the same logs: `heft.estimation.rests`;
* a force/torque sensor's record and the robot's kinematics: `heft.estimation.wrench_payload`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import array
from heft.arrays import Array
from heft.errors import ArgumentError, listed
from heft.estimation.base_fit import BaseFit
from heft.estimation.diagnosis import refuse_hopeless
from heft.estimation.estimate import Estimate
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.identify import identify, linear_base
from heft.estimation.options import OptionChanges, Options
from heft.estimation.payload import Payload
from heft.estimation.provenance import PayloadProvenance
from heft.estimation.rests import payload_at_rest, rests_of
from heft.estimation.runs import name_of, refuse_repeated
from heft.estimation.validate import prepared
from heft.estimation.weighing import payload_of
from heft.estimation.wrench_payload import payload_by_wrench
from heft.identifiability.analysis import identifiability
from heft.logs.cleaning_options import Cleaning
from heft.logs.content import KnownRun, first_repeated
from heft.logs.formats import format_of
from heft.logs.motion import Motion
from heft.logs.runs import Progress, RunLike, as_runs, motions_of
from heft.logs.sensor_record import SensorRecord
from heft.logs.spikes import marked
from heft.logs.unlogged import read_all, without_unlogged
from heft.logs.wrench_channels import AXES, is_wrench, wrenches_in
from heft.one_thread import on_one_thread
from heft.robot.model import Robot

Runs = RunLike | Sequence[RunLike]


@on_one_thread
def payload(
    subject: Robot | Estimate,
    loaded: Runs,
    options: Options | None = None,
    *,
    unloaded: Runs = (),
    static: bool = False,
    wrench: ArrayLike | str | Path | None = None,
    progress: Progress | None = None,
    **changes: Unpack[OptionChanges],
) -> Payload:
    """Estimate the load that a robot carries: mass, centre of mass and inertia, physically consistent, with deviations.

    Args:
        subject: an identification, whose base parameters, friction, drive gains, estimator and cleaning are used; or a
            robot as its file has it, with unloaded runs.
        loaded: runs with the payload: paths of logs, logs or motions, one or several.
        options: as for `heft.identify`, for a robot; an identification has its own.
        unloaded: runs without the payload; needed with a robot, and used in place of the stored base parameters with an
            identification.
        static: use the rests in the logs only: they determine mass and centre of mass.
        wrench: of a force/torque sensor on `payload_link`: (n, 6) fx, fy, fz, mx, my, mz [N, N m] at the samples of the
            single loaded log, or the path of a table with the columns t [s], fx, ..., mz, or of a log that has them.
            Efforts are then not used. With a robot and without unloaded runs, the wrenches that the log itself has are
            taken, unless `static` asks for efforts.
        progress: called with how many runs have been read, and how many there are.
        changes: fields of `Options` by name; with an identification `payload_link` and `cleaning`.

    Returns:
        The payload in the frame of the body that carries it; `.on(robot)` attaches it.

    Raises:
        HeftError: a log cannot be read or used, or does not determine the mass; the message says why.

    Example:
        >>> heft.payload(heft.identify(robot, "bare.csv"), "loaded.csv").mass
    """
    if not isinstance(subject, Robot | Estimate):
        raise ArgumentError(
            f"A payload is weighed with a robot or an estimate, not with {type(subject).__name__} {subject!r}.",
            remedy="Load the robot first, with heft.load, or take the result of heft.identify.",
        )
    options = _options(subject, options, changes)
    robot = subject if isinstance(subject, Robot) else subject.model.robot
    loaded, unloaded = read_all(as_runs(loaded)), read_all(as_runs(unloaded))
    robot = without_unlogged(robot, [*loaded, *unloaded])
    if static:  # rests at the ends count too
        options = replace(options, cleaning=replace(options.cleaning, trim=False))
    if wrench is None and isinstance(subject, Robot) and not unloaded and not static and len(loaded) == 1:
        wrench, options = _logged_wrench(loaded[0], options)
    if wrench is not None:
        _refuse_without_effect({"static": static, "unloaded": bool(as_runs(unloaded))}, changes)
        return _by_wrench(robot, loaded, wrench, options, progress)
    found = _by_efforts(subject, robot, loaded, unloaded, options, static, progress)
    return replace(found, warnings=(*found.warnings, *_unused_wrenches(loaded)))


def _by_efforts(
    subject: Robot | Estimate,
    robot: Robot,
    loaded: Runs,
    unloaded: Runs,
    options: Options,
    static: bool,
    progress: Progress | None,
) -> Payload:
    """Return the payload by joint efforts, beside an identification, unloaded runs or, at rest, the robot's file."""
    if isinstance(subject, Estimate):
        return _beside(subject, loaded, unloaded, options, static, progress)
    if static:
        return _static(robot, loaded, unloaded, options, progress)
    if not as_runs(unloaded):
        raise ArgumentError(
            "A robot file does not give the friction, from which a payload must be distinguished.",
            remedy="Give the result of heft identify in place of the robot, or unloaded logs as well.",
        )
    estimate = identify(robot, unloaded, replace(options, held_out=0.0), loaded=loaded, progress=progress)
    assert estimate.payload is not None
    assert estimate.runs is not None
    return _made(estimate.payload, "efforts", estimate.runs.loaded, estimate.runs.unloaded, estimate.warnings)


def _options(subject: Robot | Estimate, options: Options | None, changes: OptionChanges) -> Options:
    """Return the options; of an identification its own, of which only two may change."""
    if isinstance(subject, Robot):
        return Options.of(options, changes)
    others = sorted({*changes} - {"payload_link", "cleaning"})
    if options is not None or others:
        raise ArgumentError(
            f"A result has its own {', '.join(others) or 'options'}; no other can be used with it.",
            remedy="Leave it out, or give the robot and unloaded logs in place of the result.",
        )
    cleaning = changes.get("cleaning", Cleaning()).over(subject.cleaning)
    link = changes.get("payload_link")
    return replace(subject.options, payload_mass=None, payload_link=link, cleaning=cleaning)


def _beside(
    estimate: Estimate, loaded: Runs, unloaded: Runs, options: Options, static: bool, progress: Progress | None
) -> Payload:
    """Return the payload beside an identification."""
    robot, base, how, body = estimate.model.robot, estimate.base, options.method, options.payload_link
    raw = [motions_of(robot, runs, options.cleaning, progress, needs_effort=True) for runs in (loaded, unloaded)]
    currents = any(motion.effort_kind == "motor_current" for motion in (*raw[0], *raw[1]))
    gains = estimate.drive_gains if currents else None
    heavy, light = (prepared(robot, runs, gains=gains) for runs in raw)
    _refuse_none(heavy)
    refuse_repeated([each.known for each in light], (), [each.known for each in heavy])
    if static:
        bare = BaseFit.stored(estimate, gains)
        gained = (gains.covariance, gains.values) if gains is not None else (None, None)
        found = payload_at_rest(base, bare, rests_of(robot, heavy), estimate.values, body, *gained)
        return _made(found, "rests", heavy, (), found.warnings)
    refuse_hopeless(base, (*heavy, *light))
    bare = BaseFit.by(how, Evidence.of(base, light), gains) if light else BaseFit.stored(estimate, gains)
    values = bare.values if light else base.reduce(estimate.values)
    found = payload_of(base, bare, heavy, how, values=values, body=body, gains=gains)
    found = replace(found, faults=(*_known(estimate, heavy, gains is not None), *found.faults))
    return _made(found, "efforts", heavy, light, found.warnings)


def _known(estimate: Estimate, loaded: Sequence[Motion], gains: bool) -> Iterator[str]:
    """Say if loaded logs are those that the identification was made from, as unloaded ones or for its drive gains."""
    kinds = [("logs", "was fitted as a log without a load")]
    kinds += [("loaded", "gave the drive gains: its load is weighed by itself")] if gains else []
    for kind, what in kinds:
        known = [KnownRun.of(facts) for facts in estimate.provenance.get(kind, ())]
        for motion in loaded:
            if first_repeated([motion.known], known):
                yield f"{name_of(motion)} {what}. Weigh a load from another log."


def _static(robot: Robot, loaded: Runs, unloaded: Runs, options: Options, progress: Progress | None) -> Payload:
    """Return the payload of rests, beside rests without it, or beside the masses of the robot's file."""
    base = linear_base(robot, options, identifiability(robot).reduction)
    heavy, light = (
        prepared(robot, runs, cleaning=options.cleaning, progress=progress) if as_runs(runs) else []
        for runs in (loaded, unloaded)
    )
    _refuse_none(heavy)
    refuse_repeated([each.known for each in light], (), [each.known for each in heavy])
    notes: tuple[str, ...] = ()
    if light:
        rests = rests_of(robot, light)
        still = replace(
            light[0],
            t=np.arange(len(rests.q)) / light[0].rate,
            q=rests.q,
            qd=np.zeros_like(rests.effort),
            qdd=np.zeros_like(rests.effort),
            effort=rests.effort,
            segments=((0, len(rests.q)),),
            clipped=None,
            velocity_threshold=np.zeros(robot.nv),
            regression_filter=None,
        )
        bare = BaseFit.by(estimator("ordinary"), Evidence.of(base, [still]))
    else:
        n, sizes = len(base.columns), np.ones(len(base.columns))
        values = base.reduce(base.model.file)
        exact = np.zeros((n, n))
        sure = BaseFit(
            values=values, weight=1e6 * np.eye(n), covariance=exact, moves=np.zeros((n, robot.nv)), scales=sizes
        )
        bare, notes = sure, ("The masses of the robot's file are taken as exact.",)
    found = payload_at_rest(base, bare, rests_of(robot, heavy), base.model.file, options.payload_link)
    return _made(found, "rests", heavy, light, (*notes, *found.warnings))


def _logged_wrench(run: RunLike, options: Options) -> tuple[Array | None, Options]:
    """Return the wrenches in a log, and the options with the link that they were measured at; None if it has none.

    Raises:
        ArgumentError: it has several sensors, and no link says which to take.
    """
    sensors = dict(getattr(run, "wrenches", {}))
    if not sensors:
        return None, options
    frame = _frame_of(sensors, options.payload_link)
    return sensors[frame], replace(options, payload_link=options.payload_link or frame)


def _frame_of(sensors: Mapping[str, Array], link: str | None) -> str:
    """Return the sensor of a log that is on a link, or its only one.

    Raises:
        ArgumentError: it has several sensors, and no link says which to take.
    """
    if link is not None and link in sensors:
        return link
    if len(sensors) > 1:
        raise ArgumentError(
            f"The log has wrenches of {', '.join(sensors)}.", remedy="Name the link of the one that carries the load."
        )
    return next(iter(sensors))


def _unused_wrenches(loaded: Runs) -> Iterator[str]:
    """Say which wrenches of loaded logs are not used, because joint efforts weigh the load."""
    frames = dict.fromkeys(frame for run in as_runs(loaded) for frame in getattr(run, "wrenches", {}))
    if frames:
        yield (
            f"The wrenches of {listed(frames)} in the loaded logs are not used: the load is weighed by joint efforts. "
            "To weigh it by the sensor, give one log, and the same log as the record of the sensor (--wrench LOG)."
        )


def _by_wrench(
    robot: Robot, loaded: Runs, wrench: ArrayLike | str | Path, options: Options, progress: Progress | None
) -> Payload:
    """Return the payload of a force/torque sensor."""
    runs = as_runs(loaded)
    if len(runs) != 1:
        raise ArgumentError(
            f"A sensor's record needs exactly one log of the joints; {len(runs)} were given.", remedy="Give one log."
        )
    (motion,) = motions_of(robot, runs, options.cleaning, progress)
    if isinstance(wrench, str | Path):
        record, frame = _read(Path(wrench), options.payload_link)
        options = replace(options, payload_link=options.payload_link or frame)
    else:
        values = array("'wrench'", wrench)
        t = getattr(runs[0], "t", None)
        if t is None or values.shape != (len(t), 6):
            raise ArgumentError(
                f"'wrench' has shape {values.shape}; one row of six for each sample of the log is needed.",
                remedy="Give a Log or a Motion as the loaded run, and (n, 6) wrenches at its samples.",
            )
        record = SensorRecord(np.asarray(t, float), values)
    # what is wrong with efforts, as that there are none, is of no interest here
    warnings = [text for text in motion.warnings if "effort" not in text]
    record = SensorRecord(record.t, record.values.copy())
    warnings += marked(record.values, AXES, "The wrenches")
    motion = replace(motion, warnings=tuple(warnings))
    found = payload_by_wrench(robot, motion, record, options.payload_link)
    made = _made(found, "wrench", [motion], (), found.warnings)
    where = str(wrench) if isinstance(wrench, str | Path) else None
    return replace(made, provenance={**made.provenance, **found.provenance, "wrench": where})


def _read(path: Path, link: str | None) -> tuple[SensorRecord, str | None]:
    """Return the record in a table with the columns t, fx, ..., mz, or in a log, and where the log has it from."""
    kind, frame = format_of(path), None
    raw = kind.load(path, {}).columns
    if logged := wrenches_in({name: values for name, values in raw.items() if is_wrench(name)}):
        frame = _frame_of(logged, link)
        raw = {**raw, **dict(zip(AXES, logged[frame].T, strict=True))}
    missing = [name for name in ("t", *AXES) if name not in raw]
    if missing:
        raise ArgumentError(
            f"The table has no column '{missing[0]}'.",
            where=str(path),
            remedy="A record of wrenches has the columns t [s], fx, fy, fz [N], mx, my, mz [N m].",
        )
    order = np.argsort(raw["t"])
    return SensorRecord(raw["t"][order], np.stack([raw[name][order] for name in AXES], axis=1)), frame


def _refuse_without_effect(given: dict[str, bool], changes: OptionChanges) -> None:
    """Refuse what has no effect on the payload of a force/torque sensor."""
    others = [*(name for name, here in given.items() if here), *sorted({*changes} - {"payload_link", "cleaning"})]
    if others:
        raise ArgumentError(
            f"A force/torque sensor needs no joint efforts: '{others[0]}' has no effect with its record.",
            remedy="Leave it out, or leave out the record.",
        )


def _refuse_none(motions: Sequence[Motion]) -> None:
    if not motions:
        raise ArgumentError("There is no loaded log to weigh from.", remedy="Give at least one log with the payload.")


def _made(
    found: Payload, way: str, loaded: Sequence[Motion], unloaded: Sequence[Motion], warnings: Sequence[str]
) -> Payload:
    """Return a payload with what it was made from."""
    said = [f"{name_of(motion)}: {text}" for motion in (*loaded, *unloaded) for text in motion.warnings]
    provenance: PayloadProvenance = {
        "from": way,
        "loaded": [motion.to_dict() for motion in loaded],
        "unloaded": [motion.to_dict() for motion in unloaded],
    }
    return replace(found, warnings=tuple(dict.fromkeys((*warnings, *said))), provenance=provenance)
