"""`heft.identify`: from logs to an estimate.

The stages, in their order; each is made once, and none calls back into an earlier one:

    runs (-> drive gains) -> base (-> base tilt) -> evidence -> fit -> consistent -> intervals (-> payload) -> estimate

With loaded runs of known mass, drive gains turn motor currents into torques first. A payload is estimated together with
the robot's own parameters, on the same base.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Unpack

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.base import Base, base_of
from heft.estimation.base_fit import BaseFit
from heft.estimation.base_tilt import find_tilt
from heft.estimation.cluster import on_cluster
from heft.estimation.columns import model_of
from heft.estimation.comparison import Comparison
from heft.estimation.consistent import consistent
from heft.estimation.contact_points import Contacts
from heft.estimation.contacts import radii_of
from heft.estimation.counterbalance import apart_from_gravity, sprung
from heft.estimation.diagnosis import diagnose, refuse_hopeless
from heft.estimation.doubts import doubts
from heft.estimation.drive_gains import DriveGains
from heft.estimation.earlier_friction import earlier_choice
from heft.estimation.estimate import Estimate
from heft.estimation.estimators import estimators
from heft.estimation.evidence import Evidence
from heft.estimation.findings.far_total_mass import far_total_mass
from heft.estimation.findings.pushes import without_pushes
from heft.estimation.friction_auto import chosen_friction, default_choice
from heft.estimation.friction_per_log import per_log
from heft.estimation.friction_search import search_numbers
from heft.estimation.friction_trials import FrictionChoice
from heft.estimation.inconsistency import inconsistency
from heft.estimation.information import Information
from heft.estimation.kept_rows import keeping_rows
from heft.estimation.least_squares import Fit
from heft.estimation.noise_bias import noise_bias
from heft.estimation.options import OptionChanges, Options
from heft.estimation.own_load import with_own_load
from heft.estimation.payload import Payload
from heft.estimation.presliding import distances
from heft.estimation.provenance import Provenance
from heft.estimation.residuals import validation
from heft.estimation.runs import Runs
from heft.estimation.sensed import oriented, sensed
from heft.estimation.uncertainty import intervals
from heft.estimation.weighing import gains_of, payload_of
from heft.friction import AUTO, DEFAULT_FRICTION, load_dependent, searched, without_searched
from heft.identifiability.analysis import identifiability
from heft.identifiability.reduction import BaseReduction
from heft.logs.held import Held, Here
from heft.logs.motion import Motion
from heft.logs.runs import Progress, RunLike
from heft.one_thread import on_one_thread
from heft.robot.model import Robot

if TYPE_CHECKING:
    from distributed import Client


@on_one_thread
@keeping_rows()
def identify(
    robot: Robot,
    runs: RunLike | Sequence[RunLike],
    options: Options | None = None,
    *,
    loaded: RunLike | Sequence[RunLike] = (),
    information: Information | None = None,
    scheduler: str | Client | None = None,
    progress: Progress | None = None,
    **changes: Unpack[OptionChanges],
) -> Estimate:
    """Estimate all parameters of a robot from logs, physically consistent and each with its interval.

    Args:
        robot: as its file has it: the prior.
        runs: paths of logs, logs or motions, one or several. Of several, the last is held out; of a single one, its
            end.
        options: how; the defaults are for the common case.
        loaded: runs of the same robot with an unknown payload, which is estimated too.
        information: of earlier logs, over the same columns, to be added.
        scheduler: of dask.distributed, whose workers read the runs that are fitted, which must be files; the held-out
            one is read here. The estimate is the same as without it.
        progress: called with how many runs have been read, and how many there are.
        changes: fields of `Options` by name: `friction=("viscous", "coulomb")`, `estimator="huber"`.

    Returns:
        The estimate: `.robot`, `.validate(runs)`, `.to_dict()`.

    Raises:
        HeftError: a log cannot be read or used; the message says why.

    Example:
        >>> heft.identify(robot, ["first.csv", "second.csv"]).robot.write_urdf("identified.urdf")
    """
    options = Options.of(options, changes)
    check_together(options, loaded, information, scheduler)
    with on_cluster(scheduler) as cluster:
        logs = Runs.read(robot, runs, options, loaded=loaded, earlier=information, cluster=cluster, progress=progress)
        return _identified(robot, logs, options, information)


def _identified(robot: Robot, logs: Runs, options: Options, information: Information | None) -> Estimate:
    """Return the estimate from logs that are read."""
    how = options.method
    robot, options = logs.robot, options if logs.torques else options.without_drives()
    reduction = identifiability(robot).reduction
    base = linear_base(robot, options, reduction)
    recorded, gains = logs, gains_of(base, logs, options)
    logs = logs.in_torques(gains) if gains else logs
    refuse_hopeless(base, logs.every, torques=logs.torques)
    choice = _choice(base, logs, options, information)
    if choice is None:
        base = searched_base(base, logs.whole, options, reduction)
    else:
        base = chosen_base(base, choice, options, reduction)
    base = with_own_load(touching(base, logs, options), logs.whole)
    if gains:  # again, with the friction that was found
        gains = gains_of(base, recorded, options)
        logs = recorded.in_torques(gains) if gains else recorded
    tilted = find_tilt(base, logs.whole.fetched()) if options.base_tilt else None
    base = tilted.base if tilted else base
    of_torques, base = base, sensed(base, logs.sensors, torques=logs.torques)
    sensors = oriented(base, logs.fitted)
    logs = logs.turned(sensors.turned)
    if options.friction_per_log:
        base, logs = per_log(base, len(logs.whole)), logs.numbered

    def fitted(runs: Runs) -> tuple[Evidence, Fit]:
        evidence = Evidence.of(base, runs.whole, information)
        return evidence, how.fit(evidence)

    logs, evidence, fit, pushed = without_pushes(base, logs, fitted)
    result = apart_from_gravity(
        base, fit, lambda each, near: consistent(base, each, evidence.scales, reference=near, **options.beliefs)
    )
    spread = how.spread(evidence, fit.equilibrated if options.touching else fit)
    looked_at = replace(evidence, held=Here(logs.fitted))
    bias = None if base.model.contacts else noise_bias(looked_at, fit, how)
    scatter = spread.covariance + (0.0 if bias is None else bias.spread)
    if not sprung(base):  # data and physics alone decide what is consistent
        scatter = scatter + inconsistency(fit, result, scatter, spread.freedom)
    bare = BaseFit.of(evidence, fit, scatter, gains)
    gains = gains and replace(gains, moves=bare.moves)
    tilt, widened = tilted.spread(logs.whole.fetched(), fit) if tilted else (None, 0.0)
    spread = replace(spread, covariance=bare.with_gains(gains) + widened)
    each = intervals(base, fit, spread, evidence.scales)
    load = _load(base, bare, logs, options, base.reduce(result.values), gains) if logs.loaded else None
    compared = Comparison.of(base, fit, result.values, evidence.information, logs.held_out, spread.noise)
    diagnosis = diagnose(
        evidence=looked_at,
        of_torques=of_torques,
        runs=logs,
        fit=fit,
        result=result,
        spread=spread,
        bias=bias,
        compared=compared,
        chosen=choice.note if choice else "",
    )
    return Estimate(
        base=base,
        values=result.values,
        base_values=fit.values,
        covariance=spread.covariance,
        noise_covariance=spread.noise,
        independent=fit.covariance,
        base_freedom=spread.freedom,
        determined=fit.determined,
        deviation=each.deviation,
        noise=each.noise,
        freedom=each.freedom,
        source=each.source,
        rank=fit.rank,
        condition=fit.condition,
        fitted=compared.estimate.fitted,
        held_out=validation(base.model, result.values, logs.held_out) if logs.held_out else None,
        warnings=(
            *sensors.notes,
            *pushed.warnings,
            *diagnosis.findings,
            *far_total_mass(base.model.robot, result.values, options.knowledge.total_mass),
            *(load.warnings if load else ()),
            *logs.warnings,
        ),
        options=options,
        cleaning=logs.cleaning,
        provenance=_provenance(robot, evidence.information, logs),
        friction_choice=choice,
        presliding={} if options.touching else distances(base.model, result.values, logs.fitted),
        joints=fit.joints,
        payload=load,
        drive_gains=gains,
        comparison=compared,
        doubts=(
            *sensors.doubts,
            *(diagnosis.doubts or pushed.doubts),
            *doubts(fit, compared),
            *(load.doubts if load else ()),
        ),
        base_tilt=tilt,
        information=evidence.information,
        runs=replace(logs, longer=None),
    )


def touching(base: Base, logs: Runs, options: Options) -> Base:
    """Return the base parameters of a model whose rows are without unknown contact forces, if there are any.

    Raises:
        ArgumentError: there is no such link, or what is asked for does not go together with contacts.
    """
    if not options.touching:
        return base
    if options.ballistic and base.model.robot.base != "floating":
        raise ArgumentError(
            f"The base of '{base.model.robot.name}' is fixed: it cannot fly.",
            remedy="Load the robot with --base floating, and log the pose of its base.",
        )
    second_pass = (*_those(searched, options.laws), *_those(load_dependent, options.laws))
    if logs.loaded or options.base_tilt or options.method.needs_robot or second_pass:
        raise ArgumentError(
            "Unknown contact forces cannot be combined with logs of a payload, the tilt of the base, "
            "friction whose numbers are searched or that grows with the load, or estimators that need a robot; the "
            f"estimator is '{options.estimator}'.",
            remedy="Leave one of them out.",
        )
    contacts = Contacts(radii_of(base.model.robot, options.contacts), options.ballistic)
    return replace(base, model=replace(base.model, contacts=contacts))


def linear_base(robot: Robot, options: Options, reduction: BaseReduction) -> Base:
    """Return the base parameters of the model without the friction whose numbers are searched in the logs."""
    model = model_of(robot, _linear(options.laws), options.armature, options.couplings, springs=options.springs)
    return base_of(model, reduction)


def searched_base(base: Base, motions: Held[Motion], options: Options, reduction: BaseReduction) -> Base:
    """Return the base parameters of the whole model; numbers that friction is not linear in are searched for it."""
    searching = tuple(_those(searched, options.laws))
    numbers = search_numbers(base, motions.fetched(), options.laws) if searching else {}
    if not numbers:
        return base
    model = model_of(base.model.robot, options.laws, options.armature, options.couplings, numbers, options.springs)
    return base_of(model, reduction)


def chosen_base(base: Base, choice: FrictionChoice, options: Options, reduction: BaseReduction) -> Base:
    """Return the base parameters of the model with the friction laws that were chosen."""
    if all(set(laws) == set(DEFAULT_FRICTION) for laws in choice.laws.values()):
        return base
    model = model_of(
        base.model.robot, choice.laws, options.armature, options.couplings, choice.numbers, options.springs
    )
    return base_of(replace(model, slow_rows=False), reduction)


def _choice(base: Base, logs: Runs, options: Options, earlier: Information | None) -> FrictionChoice | None:
    """Return the friction laws that are chosen by cross-validation, where this is asked for."""
    if options.friction != AUTO:
        return None
    if options.touching:
        return default_choice(base, f"With contacts every joint has {', '.join(DEFAULT_FRICTION)}; name others.")
    if earlier is not None:
        return earlier_choice(base, earlier)
    return chosen_friction(base, logs.fitted)


def _linear(laws: Sequence[str] | Mapping[str, Sequence[str]]) -> Any:
    """Return friction laws, of all joints or by joint, without those whose numbers are searched."""
    if isinstance(laws, Mapping):
        return {joint: without_searched(names) for joint, names in laws.items()}
    return without_searched(laws)


def _those(
    of: Callable[[Sequence[str]], tuple[str, ...]], laws: Sequence[str] | Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return some of the laws, of any joint; `of` chooses among those of one joint."""
    if isinstance(laws, Mapping):
        return tuple(name for names in laws.values() for name in of(names))
    return of(laws)


def check_together(options: Options, loaded: Any, information: Information | None, scheduler: Any) -> None:
    """Refuse options that do not go together."""
    given = isinstance(loaded, RunLike) or bool(loaded)
    if options.payload_mass is not None and not given:
        raise ArgumentError("The mass of a payload is given, but no loaded run.", remedy="Give runs with the payload.")
    if options.payload_link is not None and not given:
        raise ArgumentError("The link of a payload is given, but no loaded run.", remedy="Give runs with the payload.")
    if given and scheduler is not None:
        raise ArgumentError(
            "A cluster does not read runs with a payload.", remedy="Leave the scheduler out, or the loaded runs."
        )
    if information is None and scheduler is None:
        return
    if options.base_tilt:
        raise ArgumentError(
            "The tilt of the base is estimated from the logs; saved information or a cluster does not suffice for it.",
            remedy="Leave the base tilt out, or give all logs at once.",
        )
    if options.friction_per_log:
        raise ArgumentError(
            "Saved information and a cluster do not tell logs apart, which friction for each log needs.",
            remedy="Give all logs at once, or leave out friction for each log.",
        )
    if options.method.needs_second_pass:
        one_pass = [f"'{name}'" for name, each in estimators().items() if not each.needs_second_pass]
        raise ArgumentError(
            f"The estimator '{options.estimator}' needs a second pass over the logs, which is not possible with saved "
            "information or a cluster.",
            remedy=f"Use {', '.join(one_pass)}.",
        )
    for kind in _those(searched, options.laws):
        raise ArgumentError(
            f"'{kind}' friction has a nonlinear parameter that is searched in the logs; saved information or a cluster "
            "does not suffice for it.",
            remedy="Leave it out of the friction, or give all logs at once.",
        )
    for kind in _those(load_dependent, options.laws):
        raise ArgumentError(
            f"'{kind}' friction depends on the masses of the robot, which all logs together determine; saved "
            "information or a cluster does not suffice for it.",
            remedy="Leave it out of the friction, or give all logs at once.",
        )


def _load(base: Base, bare: BaseFit, runs: Runs, options: Options, values: Array, gains: DriveGains | None) -> Payload:
    how, body, mass = options.method, options.payload_link, options.payload_mass
    return payload_of(base, bare, runs.loaded, how, values=values, body=body, mass=mass, gains=gains)


def _provenance(robot: Robot, information: Information, runs: Runs) -> Provenance:
    """Return what an estimate was made from, ready for JSON: robot, logs with their hashes, versions."""
    file = robot.source
    return {
        "robot": {
            "name": robot.name,
            "path": str(file.path) if file and file.path else None,
            "sha256": hashlib.sha256(file.content).hexdigest() if file else None,
        },
        "logs": [*information.sources],
        "held_out": [motion.to_dict() for motion in runs.held_out],
        "loaded": [motion.to_dict() for motion in runs.loaded],
        "versions": {**_versions()},
    }


@cache
def _versions() -> dict[str, str]:
    """Return the versions of heft, of what it computes with, and of Python; they are read from files."""
    packages = {"heft": "heft-robotics", "numpy": "numpy", "scipy": "scipy", "clarabel": "clarabel"}
    return {name: version(package) for name, package in packages.items()} | {"python": platform.python_version()}
