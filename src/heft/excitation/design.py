"""How a motion is asked for: everything that a design depends on beside the robot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypedDict, cast

import numpy as np
from numpy.typing import ArrayLike

from heft.errors import ArgumentError, did_you_mean
from heft.excitation.earlier import Earlier
from heft.excitation.families import Family, families
from heft.excitation.families.fourier import Fourier
from heft.excitation.families.spline import Spline
from heft.excitation.families.stops import Stops
from heft.excitation.motion_limits import PerJoint, Stated
from heft.excitation.scene import Scene
from heft.friction import DEFAULT_FRICTION
from heft.robot.states import ByName

LONGEST_WAVE = 2.0
"""[s] By default there is a harmonic for every so many seconds of a period."""


@dataclass(frozen=True, kw_only=True)
class Design:
    """How a motion is designed.

    Attributes:
        duration: [s] of the whole motion.
        family: "fourier" or "spline".
        harmonics: of a Fourier series, or pieces of a spline; None: one for every two seconds, five at least.
        periods: how often a Fourier series is repeated within the duration.
        criterion: what is optimised: "D", "A", "E", "condition" or "scaled-condition".
        limits: by kind (lower, upper, velocity, acceleration, jerk, effort), for all joints, in a list for each, or by
            joint; they replace those of the file.
        assume: whether limits that the file lacks are assumed.
        margin: the share of every range, speed, acceleration and jerk that is left free.
        torque_share: the share of the effort limits that may be used.
        mass_error: the share by which the inertia of any body may be wrong without exceeding a torque.
        joints: those that move, the others being held; () for all.
        q0: posture that the motion starts from, (nq,) or by joint, the others being at zero, or as near as their limits
            let them, and a hundredth of the range inside if they move; joints that are held stay there. None: it is
            chosen.
        noise: [N m, N] standard deviation of torques, one number, a list, or by joint; None: 1 % of the effort limits,
            or less if no joint comes near its limit.
        rate: [Hz] of the log that will be recorded.
        friction: laws, of all joints or by joint.
        armature: whether drives have a reflected inertia; None: unless rotors are modelled.
        couplings: motors that turn with several joints, with their gears by joint.
        scene: what stands around the robot, or the file that says so.
        packages: folders with the packages that package:// names in the robot's file.
        collisions: whether distances between links and from obstacles are kept.
        clearance: the least distance from obstacles [m]; None: that of the scene, or 5 cm.
        self_clearance: the least distance between links [m]; None: that of the scene, or 1 cm.
        after: what came before and counts: saved information, results or their folders, planned motions.
        payload: the link whose load alone is to be determined, the robot being known; None: the whole robot.
        static: in place of a motion, so many postures that determine most of what torques at rest depend on, visited
            in a short order; None: a motion. The duration, the family, its harmonics and periods then have no effect.
        hold: [s] how long each of these postures is held.
        sensors: which torques are measured, as in `heft.identifiability`; None: all.
        seed: of the random starts.
        starts: local searches; None: six, and with `search_seconds` six more as long as time is left.
        search_seconds: [s] time for the search, after which the best motion so far is returned; None: when it ends.
    """

    duration: float = 20.0
    family: str = "fourier"
    harmonics: int | None = None
    periods: int = 1
    criterion: str = "D"
    limits: Stated | None = None
    assume: bool = False
    margin: float = 0.05
    torque_share: float = 0.8
    mass_error: float = 0.1
    joints: Sequence[str] = ()
    q0: ByName | ArrayLike | None = None
    noise: PerJoint | None = None
    rate: float = 100.0
    friction: Iterable[str] | Mapping[str, Iterable[str]] = DEFAULT_FRICTION
    armature: bool | None = None
    couplings: Sequence[Mapping[str, float]] = ()
    scene: Scene | str | Path | None = None
    packages: Sequence[str | Path] = ()
    collisions: bool = True
    clearance: float | None = None
    self_clearance: float | None = None
    after: Sequence[Earlier] = ()
    payload: str | None = None
    static: int | None = None
    hold: float = 1.0
    sensors: str | Sequence[str] | None = None
    seed: int = 0
    starts: int | None = None
    search_seconds: float | None = None

    def curves(self) -> Family:
        """Return the family of motions.

        Raises:
            ArgumentError: there is no such family, or no such motion.
        """
        if self.static is not None:
            return Stops((self.hold,))
        known = [name for name, family in families().items() if family.searched]
        if self.family not in known:
            raise ArgumentError(
                f"There is no family of motions '{self.family}'.", remedy=did_you_mean(self.family, known)
            )
        if not 0 < self.duration < np.inf:
            raise ArgumentError(f"The duration is {self.duration:g} s.", remedy="It must be positive.")
        period = self.duration / max(self.periods, 1)
        count = max(5, round(period / LONGEST_WAVE)) if self.harmonics is None else self.harmonics
        if self.family == Fourier.name:
            return Fourier(period, count, self.periods)
        if self.periods != 1:
            raise ArgumentError("A spline is not periodic.", remedy="Leave the number of periods out.")
        return Spline(self.duration, 2 * count)

    def to_dict(self) -> DesignChanges:
        """Return its fields by name, ready for JSON."""
        facts = {name: getattr(self, name) for name in self.__dataclass_fields__}
        facts |= {
            "scene": None if self.scene is None else "scene" if isinstance(self.scene, Scene) else str(self.scene)
        }
        facts |= {"after": [str(each) for each in self.after]}
        facts |= {"packages": [str(path) for path in self.packages]}
        return cast(DesignChanges, {name: _plain(value) for name, value in facts.items()})


def _plain(value: Any) -> Any:
    """Return a value ready for JSON."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [_plain(each) for each in value]
    return value.item() if isinstance(value, np.generic) else value


class DesignChanges(TypedDict, total=False):
    """Fields of `Design` by name, each with its type, as `heft.excite` takes them."""

    duration: float
    family: str
    harmonics: int | None
    periods: int
    criterion: str
    limits: Stated | None
    assume: bool
    margin: float
    torque_share: float
    mass_error: float
    joints: Sequence[str]
    q0: ByName | ArrayLike | None
    noise: PerJoint | None
    rate: float
    friction: Iterable[str] | Mapping[str, Iterable[str]]
    armature: bool | None
    couplings: Sequence[Mapping[str, float]]
    scene: Scene | str | Path | None
    packages: Sequence[str | Path]
    collisions: bool
    clearance: float | None
    self_clearance: float | None
    after: Sequence[Earlier]
    payload: str | None
    static: int | None
    hold: float
    sensors: str | Sequence[str] | None
    seed: int
    starts: int | None
    search_seconds: float | None


def changed(design: Design | None, changes: DesignChanges) -> Design:
    """Return the options with changes by name.

    Raises:
        ArgumentError: there is no such option.
    """
    known = Design.__dataclass_fields__
    for name in changes:
        if name not in known:
            raise ArgumentError(f"There is no option '{name}'.", remedy=did_you_mean(name, known))
    return replace(design or Design(), **changes)
