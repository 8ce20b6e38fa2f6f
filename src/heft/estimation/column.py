"""One column of a model beside the inertial ones: friction, a reflected inertia, or the bias of a sensor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.estimation.armature import ARMATURE
from heft.estimation.sensor_bias import BIAS
from heft.friction import CONSERVING, DriveMotion, Law, term_named
from heft.logs.motion import Motion


@dataclass(frozen=True)
class Column:
    """One column beside the inertial ones.

    Attributes:
        name: unique in a model, such as "elbow.viscous".
        kind: the name of a friction law, or of a term of one, or "armature".
        gears: (coordinate, gear) pairs: which speeds drive it, and which torques it acts on; of a bias, the row.
        unit: of its parameter.
        number: the searched number of its law, if the law has one.
        geometry: of its law, if the law has one.
        run: for a column of how much one run differs from the mean of all, the number of that run; None for others.
    """

    name: str
    kind: str
    gears: tuple[tuple[int, float], ...]
    unit: str
    number: float = 0.0
    run: int | None = None
    geometry: tuple[float, ...] = ()

    def share(self, run: int | None) -> float:
        """Return what its signal is multiplied by in a run: one, or how that run differs from the mean of all.

        The differences of all runs add to zero: the first one is minus the sum of the others.
        """
        if self.run is None:
            return 1.0
        return 1.0 if run == self.run else -1.0 if run == 0 else 0.0

    @cached_property
    def law(self) -> Law:
        """The law that gives its signal."""
        return law_of(self.kind)

    @property
    def of_sensor(self) -> bool:
        """Whether it is of a row of a force/torque sensor, which has no joint; its signal is constant."""
        return self.kind == BIAS.name

    @property
    def joint_gears(self) -> tuple[tuple[int, float], ...]:
        """Those of its gears that are of joints."""
        return () if self.of_sensor else self.gears

    @property
    def coordinate(self) -> int:
        """The first coordinate that it acts on; the only one, unless it is a coupling."""
        return self.gears[0][0]

    @property
    def is_coupling(self) -> bool:
        """Whether it acts on several coordinates."""
        return len(self.gears) > 1

    @property
    def is_spring(self) -> bool:
        """Whether it is a spring or a counterbalance: a torque that the position gives, of no searched frequency."""
        return self.law.positional and self.law.energy == CONSERVING and not self.number

    def rate(self, rates: Array) -> Array:
        """Return s (n,) of velocities (n, nv), or ds/dt of accelerations."""
        return sum((gear * rates[:, r] for r, gear in self.gears[1:]), self.gears[0][1] * rates[:, self.gears[0][0]])

    @property
    def memory(self) -> bool:
        """Whether its signal depends on the past motion: not where its law shares a number that the joint has not."""
        return self.law.memory and self.number > 0

    def drive(
        self,
        qd: Array,
        qdd: Array,
        load: Callable[[], Array] | None = None,
        transmitted: Callable[[], Array] | None = None,
        positions: Callable[[], Array] | None = None,
    ) -> DriveMotion:
        """Return how the drive that it belongs to moves; one that joints turn, not a sensor.

        Args:
            qd: (n, nv).
            qdd: (n, nv).
            load: returns (n, nv) the sizes of the gravity torques that drives carry.
            transmitted: returns (n, nv) the sizes of the whole torques that they transmit.
            positions: returns (n, nv) the positions whose rates qd are.
        """
        position = None if positions is None else (lambda: self.rate(positions()))
        load, transmitted = (each and partial(_of_coordinate, each, self.coordinate) for each in (load, transmitted))
        return DriveMotion(self.rate(qd), None, lambda: self.rate(qdd), load, transmitted, position, self.geometry)

    def signal(
        self,
        qd: Array,
        qdd: Array,
        positions: Callable[[], Array] | None = None,
    ) -> Array:
        """Return f (n,), the state of friction with memory being sign(s), and nothing being carried.

        The arguments are those of `drive`.
        """
        if self.of_sensor:
            return np.ones(len(qd))
        return self.law.signal(self.drive(qd, qdd, positions=positions), self.number)

    def along(self, motion: Motion, state_of: Callable[[Array], Array]) -> Array:
        """Return the state (n,) along a motion; `state_of` gives it for the signed displacements of a segment."""
        state, travel = np.zeros(motion.n), self.rate(motion.qd) / motion.rate
        for start, stop in motion.segments:
            state[start:stop] = state_of(travel[start:stop])
        return state

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        gears = [[r, gear] for r, gear in self.gears]
        data = {"name": self.name, "kind": self.kind, "gears": gears, "unit": self.unit, "number": self.number}
        if self.run is not None:
            data["run"] = self.run
        return data | ({"geometry": list(self.geometry)} if self.geometry else {})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Column:
        """Read what `to_dict` gives."""
        gears = tuple((int(r), float(gear)) for r, gear in data["gears"])
        column = cls(
            data["name"],
            data["kind"],
            gears,
            data["unit"],
            data["number"],
            data.get("run"),
            tuple(data.get("geometry", ())),
        )
        column.law  # noqa: B018 (refuses unknown kinds)
        return column


def _of_coordinate(sizes: Callable[[], Array], r: int) -> Array:
    return sizes()[:, r]


def law_of(kind: str) -> Law:
    """Return the law that gives the signal of a kind of column."""
    return next((law for law in (ARMATURE, BIAS) if law.name == kind), None) or term_named(kind)
