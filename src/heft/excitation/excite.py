"""`heft.excite`: the motion that determines most of a robot's parameters in the time allowed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from heft.arguments import finite
from heft.arrays import Array, Ints
from heft.errors import ArgumentError, did_you_mean, listed
from heft.estimation.spread import BLOCKS
from heft.excitation.all_joints import AllJoints
from heft.excitation.causes import Causes
from heft.excitation.criteria import criteria, criterion_named
from heft.excitation.curves import LinearCurve
from heft.excitation.design import Design, DesignChanges, changed
from heft.excitation.earlier import earlier_information, read_earlier
from heft.excitation.motion_limits import KINDS, MotionLimits, limits_of, ranged
from heft.excitation.of_some import OfSome
from heft.excitation.plan import Plan
from heft.excitation.predicting import predictions, weak_directions
from heft.excitation.problem import ConfigurationConstraint, Problem
from heft.excitation.scene import read_scene
from heft.excitation.search import DesignError, Report, search
from heft.excitation.sensing import are_sensors
from heft.excitation.static import still
from heft.excitation.surroundings import NOT_ASKED, surroundings
from heft.excitation.targets import NOISE, RESERVE, Target, target_of
from heft.excitation.torques import TorqueBound
from heft.excitation.verification import torques, violations
from heft.identifiability.instrumented import instrumented, reduction_for
from heft.identifiability.sensors import Sensors
from heft.one_thread import on_one_thread
from heft.robot.joints import joint_kind
from heft.robot.model import Robot
from heft.robot.states import configuration

MOST_POSTURES, MOST_SAMPLES = 200, 2_000_000

INSIDE = 0.01
"""A joint for which no start is given starts at zero, but at least this part of its range away from the ends: one that
starts at an end would have to move to one side only, and random motions are shrunk to nothing."""


@on_one_thread
def excite(
    robot: Robot,
    design: Design | None = None,
    *,
    configurations: Sequence[ConfigurationConstraint] = (),
    progress: Report | None = None,
    **changes: Unpack[DesignChanges],
) -> Plan:
    """Return the motion that determines most of a robot's parameters, within all limits.

    Args:
        robot: the robot; each joint that moves has one coordinate.
        design: how; the defaults are for the common case.
        configurations: constraints on postures, such as distances between bodies.
        progress: called with how many rounds are done, how many there are, and the best value so far.
        changes: fields of `Design` by name: `duration=30`, `criterion="condition"`.

    Raises:
        HeftError: limits are missing or contradictory, or no motion keeps them; the message says which.

    Example:
        >>> heft.excite(robot, duration=10.0, starts=1).log().write("motion.csv")
    """
    design = changed(design, changes)
    began = time.perf_counter()
    _check(robot, design)
    around, warnings = _around(robot, design)
    problem, target, assumptions = problem_for(robot, design, (*configurations, *around))
    _check_start(problem)
    options: Any = {"seed": design.seed, "seconds": _left(design, began), "report": progress, "starts": design.starts}
    found = search(problem, **options) if design.static is None else still(problem, design, **options)
    states = found.curve.sample(found.curve.times(design.rate))[:3]
    earlier, blocks = earlier_information(target, design.after), target.information(*states, BLOCKS)
    plain = target.exact(plain=True).information(*target.counted(*states))
    informative = earlier + blocks.sum(axis=0)
    shown = _shown(target, plain, informative)
    causes = Causes(target, earlier, states, bool(found.stopped))
    found_out = predictions(target, earlier, blocks, problem.moving, causes)
    if not any(each.excited for each in found_out):
        reasons = Counter(each.why for each in found_out).most_common(1)[0][0]
        raise DesignError(
            f"The motion of {found.curve.duration:.4g} s that was found within these limits determines no parameter "
            f"better than a guess. {reasons}",
            remedy="Give a longer duration, higher limits, more time for the search, or the noise if it is smaller.",
        )
    joints = ~are_sensors(found.curve.joints)
    limits = MotionLimits(*(getattr(problem.limits, kind)[joints] for kind in KINDS))
    return Plan(
        robot=robot.name,
        curve=LinearCurve(found.curve.family, tuple(robot.coordinate_names), found.curve.coefficients[:, joints]),
        rate=design.rate,
        torques=torques(problem, states)[0][:, : len(joints)][:, joints],
        criterion=design.criterion,
        value=shown[design.criterion],
        condition=shown["condition"],
        scaled_condition=shown["scaled-condition"],
        predictions=found_out,
        weak=weak_directions(target, informative),
        noise=target.noise[joints],
        limits=limits,
        assumptions=(*assumptions, *_of_noise(target, design), *_of_sensors(found.curve.joints, target.noise)),
        warnings=(*([found.stopped] if found.stopped else []), *warnings),
        seconds=time.perf_counter() - began,
        history=found.history,
        options=design.to_dict(),
    )


def _of_noise(target: Target, design: Design) -> list[str]:
    """Return the noise that is assumed of torques where it is not taken from their limits, in words."""
    if design.noise is not None or target.made_for >= 1:
        return []
    used = 100 * target.made_for * design.torque_share
    return [
        f"No effort comes near its limit at random states: the drives are taken to be made for {used:.2g} % of their "
        f"limits, {RESERVE:g} times what the robot needs, and the standard deviations of efforts to be {100 * NOISE:g} "
        "% of that."
    ]


def _of_sensors(coordinates: Sequence[str], noise: Array) -> list[str]:
    """Return the noise that is assumed of force/torque sensors, in words."""
    found = [f"{name} {noise[r]:.3g}" for r, name in enumerate(coordinates) if are_sensors([name])[0]]
    return [f"Standard deviations of force/torque sensors [N m, N]: {', '.join(found)}."] if found else []


def _around(robot: Robot, design: Design) -> tuple[tuple[ConfigurationConstraint, ...], tuple[str, ...]]:
    """Return the constraints on postures of a design, and warnings."""
    if not design.collisions:
        if design.scene is not None:
            raise ArgumentError("A scene is given, but no collisions are to be checked.", remedy="Leave one out.")
        return (), (NOT_ASKED,)
    scene = read_scene(design.scene) if isinstance(design.scene, str | Path) else design.scene
    return surroundings(
        ranged(robot, design.limits, assume=design.assume),
        scene,
        packages=design.packages,
        clearance=design.clearance,
        self_clearance=design.self_clearance,
    )


def _shown(target: Target, plain: Array, informative: Array) -> dict[str, float]:
    """Return the value of every criterion over the parameters that the joints can tell apart."""
    part = np.ix_(target.independent, target.independent)
    return {name: each.shown((plain if each.plain else informative)[part]) for name, each in criteria().items()}


def _left(design: Design, began: float) -> float | None:
    taken = time.perf_counter() - began
    return None if design.search_seconds is None else max(design.search_seconds - taken, 0.5)


def _check(robot: Robot, design: Design) -> None:
    """Refuse what can be refused before any work."""
    criterion_named(design.criterion)
    if not 0 < design.rate < np.inf or design.mass_error < 0:
        raise ArgumentError(
            f"A rate of {design.rate:g} Hz or a mass error of {design.mass_error:g} is not possible.",
            remedy="The rate must be positive, the mass error not negative.",
        )
    if design.starts is not None and design.starts < 1:
        raise ArgumentError(f"There are {design.starts} starts.", remedy="Ask for at least one local search.")
    if design.static is None and design.duration * design.rate > MOST_SAMPLES:
        raise ArgumentError(
            f"A log of {design.duration:g} s at {design.rate:g} Hz has more than {MOST_SAMPLES} samples.",
            remedy="Design a shorter motion and repeat it, or give a lower rate.",
        )
    if design.static is None and (fastest := design.curves().fastest) > design.rate / 2:
        raise ArgumentError(
            f"The fastest part of the motion, {fastest:.4g} Hz, does not show in a log at {design.rate:g} Hz.",
            remedy="Give fewer harmonics, a longer duration, or a higher rate.",
        )
    if design.seed < 0:
        raise ArgumentError(f"The seed is {design.seed}.", remedy="Give a whole number, 0 or more.")
    if design.after:
        refuse_condition(design)
        for each in design.after:
            read_earlier(each)
    if design.static is not None and not (1 <= design.static <= MOST_POSTURES and 0 < design.hold < np.inf):
        raise ArgumentError(
            f"{design.static} postures of {design.hold:g} s each are asked for.",
            remedy=f"Ask for 1 to {MOST_POSTURES} postures, and hold them for a positive time.",
        )
    if design.static is not None and not any(float(g) for g in robot.gravity):
        raise ArgumentError("Without gravity, nothing acts on a robot at rest.", remedy="Design a motion.")
    if design.search_seconds is not None and not design.search_seconds > 0:
        raise ArgumentError(f"There are {design.search_seconds:g} s for the search.", remedy="Give a positive time.")
    if not robot.nv:
        raise ArgumentError(f"Robot '{robot.name}' has no joint that moves.", remedy="Use another robot file.")
    _check_movable(robot)
    _start(robot, design)
    for name in design.joints:
        mimic = next((body.joint.mimic for body in robot.bodies if body.joint.name == name), None)
        if mimic:
            what, remedy = f"Joint '{name}' follows '{mimic.leader}'", f"Name '{mimic.leader}'; it moves both."
            raise ArgumentError(f"{what} and cannot move by itself.", where="'joints'", remedy=remedy)
        if name not in robot.joint_names:
            remedy = did_you_mean(name, robot.joint_names)
            raise ArgumentError(f"Robot '{robot.name}' has no joint '{name}'.", remedy=remedy)


def refuse_condition(design: Design) -> None:
    """Refuse a design after another motion whose criterion does not depend on that one.

    Raises:
        ArgumentError: it is a condition number.
    """
    if criterion_named(design.criterion).plain:
        raise ArgumentError(
            "A condition number describes one motion: earlier motions and logs do not count in it.",
            remedy="Use the criterion D, A or E.",
        )


def _carrier(robot: Robot, link: str) -> str:
    """Return the body that a link belongs to."""
    bodies = {each.name: body.name for body in robot.bodies for each in body.links}
    bodies |= {body.name: body.name for body in robot.bodies}
    if link not in bodies:
        raise ArgumentError(f"Robot '{robot.name}' has no link '{link}'.", remedy=did_you_mean(link, bodies))
    return bodies[link]


def _check_movable(robot: Robot) -> None:
    """Refuse robots with joints of several coordinates."""
    for joint in robot.joints:
        if joint.nv != 1 or joint_kind(joint.kind).nq != 1:
            remedy = "Load the robot with a fixed base." if joint.kind == "floating" else "Replace it by single joints."
            raise ArgumentError(
                f"Joint '{joint.name}' has several coordinates, for which no motion can be designed.", remedy=remedy
            )


def _postures(
    joints: AllJoints, design: Design, limits: MotionLimits, without_margins: MotionLimits
) -> tuple[Ints, Array, bool]:
    """Return the coordinates that move, the posture of all, and whether the start is given."""
    names = joints.robot.coordinate_names
    sensors = are_sensors(names)
    moving = [r for r, name in enumerate(names) if name in (design.joints or names) and not sensors[r]]
    narrow = [r for r in moving if limits.upper[r] - limits.lower[r] < 1e-6]
    if narrow:
        raise ArgumentError(
            f"Joint '{names[narrow[0]]}' cannot move within {_whose(joints, narrow[0])}.",
            remedy=f"Lock it, as in --lock {names[narrow[0]]}=0, name the joints that move, or widen its limits.",
        )
    inside = np.where(np.isin(np.arange(len(names)), moving), INSIDE * (limits.upper - limits.lower), 0.0)
    near_zero = np.clip(0.0, limits.lower + inside, limits.upper - inside)
    start = _start(joints.robot, design)
    posture = np.array([(start or {}).get(name, near_zero[r]) for r, name in enumerate(names)], float)
    for r in range(len(names)) if start is not None else ():
        of, margin = (limits, ", with margin") if r in moving else (without_margins, "")
        if not of.lower[r] <= posture[r] <= of.upper[r]:
            raise ArgumentError(
                f"The start of joint '{names[r]}', {posture[r]:g}, is beyond {_whose(joints, r)}{margin}: "
                f"{of.lower[r]:.4g} to {of.upper[r]:.4g}.",
                remedy="Start elsewhere, or take a smaller margin.",
            )
    return np.array(moving, np.int64), posture, start is not None


def _start(robot: Robot, design: Design) -> dict[str, float] | None:
    """Return the positions at which the motion starts, of the joints for which they are given."""
    if design.q0 is None or isinstance(design.q0, Mapping):
        configuration(robot, design.q0)
        return None if design.q0 is None else dict(design.q0)
    own = [name for name in robot.coordinate_names if not are_sensors([name])[0]]
    q0 = finite("'q0'", design.q0)
    if q0.shape != (len(own),):
        raise ArgumentError(f"'q0' has shape {q0.shape}.", remedy=f"It must be ({len(own)},), or by joint.")
    return dict(zip(own, q0.tolist(), strict=True))


def _whose(joints: AllJoints, r: int) -> str:
    """Return whose limits those of a coordinate are, in words."""
    followers = [f"'{name}'" for name in joints.followers_of(r)]
    return f"its limits and those of {listed(followers)}, which follow it" if followers else "its limits"


def problem_for(
    robot: Robot, design: Design, configurations: Sequence[ConfigurationConstraint] = ()
) -> tuple[Problem, Target, tuple[str, ...]]:
    """Return the problem of a design, what is to be determined, and what was assumed about the limits."""
    criterion, family = criterion_named(design.criterion), design.curves()
    sensors, own = Sensors.parse(robot, design.sensors), robot.coordinate_names
    measured_joints, static = {own[c] for c in sensors.coordinates}, design.static is not None
    plant = instrumented(robot, sensors)
    joints = ~are_sensors(plant.coordinate_names)
    if sensors.wrenches:
        configurations = [OfSome(each, np.flatnonzero(joints), plant.nv) for each in configurations]
    every = AllJoints.of(plant)
    stated = limits_of(every, design.limits, assume=design.assume)
    joint_limits = stated.with_margins(design.margin, design.torque_share)
    limits = joint_limits.of_coordinates(every)
    moving, posture, given = _postures(every, design, limits, stated.of_coordinates(every))
    target = target_of(
        plant,
        limits,
        moving,
        posture,
        friction=design.friction,
        armature=design.armature,
        couplings=design.couplings,
        noise=design.noise,
        measured=[r for r, name in enumerate(plant.coordinate_names) if not joints[r] or name in measured_joints],
        payload=None if design.payload is None else _carrier(robot, design.payload),
        static=static,
        reduction=reduction_for(robot, plant, sensors, static=static) if sensors.wrenches else None,
    )
    columns = target.columns(limits, plain=criterion.plain)
    n = len(target.independent)
    if not n:
        raise ArgumentError("No parameter can be determined by these joints.", remedy="Let more joints move.")
    problem = Problem(
        columns=columns,
        criterion=criterion,
        family=family,
        limits=limits,
        joint_limits=joint_limits,
        torques=TorqueBound(every, every.effort_limits(joint_limits.effort), design.mass_error, columns.smooth),
        moving=moving,
        posture=posture,
        from_posture=given,
        earlier=earlier_information(target, design.after)[np.ix_(target.independent, target.independent)],
        rate=design.rate,
        configurations=tuple(configurations),
    )
    return problem, target, stated.assumptions


def _check_start(problem: Problem) -> None:
    """Refuse a start posture in which the robot cannot even rest."""
    if not problem.from_posture:
        return
    coefficients = np.zeros((problem.family.size, len(problem.posture)))
    coefficients[0] = problem.posture
    names = tuple(problem.columns.base.model.robot.coordinate_names)
    broken = violations(problem, LinearCurve(problem.family, names, coefficients))
    if broken:
        raise ArgumentError(
            f"The robot cannot rest in the start posture: {broken[0]}.",
            remedy="Start elsewhere, or take smaller margins.",
        )
