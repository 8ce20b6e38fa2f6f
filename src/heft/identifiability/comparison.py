"""What another sensor would buy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from heft.identifiability.analysis import identifiability
from heft.identifiability.sensors import Sensors
from heft.identifiability.verdict import ALONE, NEVER
from heft.robot.model import WORLD, Robot


@dataclass(frozen=True)
class SensorGain:
    """What one sensor adds to those that are there.

    Attributes:
        sensor: as `Sensors.parse` reads it.
        n_base: how many combinations are identifiable with it.
        gain: how many more than without.
        newly_alone: parameters that become identifiable alone.
        newly_seen: parameters that were not identifiable at all and now are, alone or in combination.
    """

    sensor: str
    n_base: int
    gain: int
    newly_alone: tuple[str, ...]
    newly_seen: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return asdict(self)


def compare_sensors(robot: Robot, sensors: str | Sequence[str] | None = None, **options: Any) -> list[SensorGain]:
    """List what each sensor that is not there yet would add, the most useful first.

    Args:
        robot: the robot.
        sensors: those that are there, see `Sensors.parse`.
        options: as for `identifiability`.
    """
    words = sensors.split(",") if isinstance(sensors, str) else list(sensors or ())
    options = {"method": "exact", **options}
    there = Sensors.parse(robot, words)
    before = identifiability(robot, sensors=words or None, **options)
    had = before.classes
    gains = []
    for candidate in _candidates(robot, there):
        verdict = identifiability(robot, sensors=[*words, candidate], **options)
        now = verdict.classes
        alone = tuple(name for name in now if now[name] == ALONE and had[name] != ALONE)
        seen = tuple(name for name in now if now[name] != NEVER and had[name] == NEVER)
        gains.append(SensorGain(candidate, verdict.n_base, verdict.n_base - before.n_base, alone, seen))
    return sorted(gains, key=lambda gain: -gain.gain)


def _candidates(robot: Robot, there: Sensors) -> list[str]:
    """Return the torques that are not measured, and a force/torque sensor at every place without one."""
    missing = [
        name for name, place in robot.v_index.items() if not {*range(place.start, place.stop)} <= {*there.coordinates}
    ]
    mounted = {link for link, _ in there.wrenches}
    places = [WORLD, *range(robot.n_bodies)]
    floating = {i for i, body in enumerate(robot.bodies) if body.joint.kind == "floating"}
    free = [i for i in places if i not in mounted and i not in floating and not (i == WORLD and floating)]
    names = [f"ft@{'base' if i == WORLD else robot.body_names[i]}" for i in free]
    return missing + list(dict.fromkeys(names))  # a link may be called base; that name is taken
