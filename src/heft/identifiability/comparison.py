"""What each additional sensor would make identifiable."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from heft.identifiability.answer import terms_of_rows
from heft.identifiability.exact_fields import UnluckyPrimeError
from heft.identifiability.geometry import prime_field
from heft.identifiability.question import Question, ask, table_names
from heft.identifiability.sampled import wrenches
from heft.identifiability.sensors import Sensors
from heft.identifiability.snapping import DEFAULT_SNAP
from heft.identifiability.verdict import ALONE, BASE, NOT_IDENTIFIABLE, classify
from heft.robot.model import WORLD, Robot


@dataclass(frozen=True)
class SensorGain:
    """What one sensor adds to the present ones.

    Attributes:
        sensor: as `Sensors.parse` reads it.
        n_base: how many combinations are identifiable with it.
        gain: how many more than without it.
        newly_alone: parameters that become identifiable alone.
        newly_seen: parameters that become identifiable, alone or in combination, and were not before.
    """

    sensor: str
    n_base: int
    gain: int
    newly_alone: tuple[str, ...]
    newly_seen: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return asdict(self)


def compare_sensors(
    robot: Robot,
    sensors: str | Sequence[str] | None = None,
    gravity: Sequence[float | str] | bool | None = None,
    static: bool = False,
    rotors: bool = True,
    snap: float = DEFAULT_SNAP,
) -> list[SensorGain]:
    """List what each additional sensor would make identifiable, the most useful first.

    The rows that the present sensors measure at random states are reduced once; each candidate's are then added.

    Args:
        robot: the robot.
        sensors: the present ones, see `Sensors.parse`.
        gravity: as for `identifiability`; so are static, rotors and snap.
        static: whether only torques at rest are measured.
        rotors: whether rotors have parameters of their own.
        snap: [rad].
    """
    asked = ask(robot, gravity, static, rotors, snap, sensors)
    words = [f"{word}" for word in (sensors.split(",") if isinstance(sensors, str) else sensors or ())]
    candidates = {name: Sensors.parse(asked.robot, [*words, name]) for name in _candidates(robot, asked.sensors)}
    names = table_names(asked.robot, rotors)
    samples = 2 * (len(names) // max(1, asked.sensors.rows)) + 40
    while True:
        with suppress(UnluckyPrimeError):
            if (found := _classes(asked, candidates, samples)) is not None:
                break
        samples *= 2
    before, after = found
    gains = []
    for name, now in after.items():
        alone = tuple(p for p, had, has in zip(names, before, now, strict=False) if has == ALONE != had)
        seen = tuple(p for p, had, has in zip(names, before, now, strict=False) if had == NOT_IDENTIFIABLE != has)
        gains.append(SensorGain(name, _count(now), _count(now) - _count(before), alone, seen))
    return sorted(gains, key=lambda gain: -gain.gain)


def _count(classes: str) -> int:
    return sum(letter in (ALONE, BASE) for letter in classes)


def _classes(asked: Question, candidates: dict[str, Sensors], samples: int) -> tuple[str, dict[str, str]] | None:
    """Return the class letters without and with each candidate; None if that needs more samples or another prime."""
    answers = []
    for seed in (samples, samples + 1):
        field = prime_field(asked.clusters, seed)
        links = {link for one in (asked.sensors, *candidates.values()) for link, _ in one.wrenches}
        forces = wrenches(field, asked.robot, asked.clusters, asked.gravity, asked.static, samples, links=sorted(links))
        there, pivots = field.echelon(asked.sensors.seen(forces))
        after = {}
        for name, sensors in candidates.items():
            seen = sensors.added_to(asked.sensors).seen(forces)
            rows, more = field.echelon(np.vstack([there, seen]))
            if len(more) - len(pivots) >= len(seen):
                return None
            after[name] = classify(terms_of_rows(field, rows, more), seen.shape[1])
        answers.append((classify(terms_of_rows(field, there, pivots), there.shape[1]), after))
    return answers[0] if answers[0] == answers[1] else None


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
    return missing + list(dict.fromkeys(names))  # a link may itself be called base
