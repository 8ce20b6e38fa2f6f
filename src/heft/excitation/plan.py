"""A designed motion: the curve, what it will determine and how well, and how it stands to its limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import finite
from heft.arrays import Array
from heft.errors import ArgumentError
from heft.excitation.curves import LinearCurve
from heft.excitation.families.stops import Stops
from heft.excitation.motion_limits import KINDS, MotionLimits
from heft.excitation.plan_views import figures, prediction_table
from heft.logs.log import Log
from heft.showing.shown import Shown

if TYPE_CHECKING:
    from heft.excitation.design import DesignChanges

FORMAT = "heft-motion/1"

ROUNDING = 1e-9
"""By which share of the duration a time may be later than its end."""


@dataclass(frozen=True)
class PredictedInterval:
    """How well a base parameter will be determined.

    Attributes:
        name: of the base parameter.
        expression: the combination that it is.
        unit: of the parameter.
        prior: its value by the robot's description.
        half_width: of its 95 % interval under the assumed noise; infinite if it is not determined.
        deviation: its standard deviation in units of its plausible size.
        why: for one that is not excited, the reason in words; else "".
    """

    name: str
    expression: str
    unit: str
    prior: float
    half_width: float
    deviation: float
    why: str = ""

    @property
    def excited(self) -> bool:
        """Whether the motion determines it better than a guess."""
        return self.deviation <= 1

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; infinite is null."""
        return {
            "name": self.name,
            "expression": self.expression,
            "unit": self.unit,
            "prior": self.prior,
            "half_width": self.half_width if np.isfinite(self.half_width) else None,
            "deviation": self.deviation if np.isfinite(self.deviation) else None,
            "excited": self.excited,
            "why": self.why,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PredictedInterval:
        """Read what `to_dict` gives."""
        half, deviation = (np.inf if data[key] is None else float(data[key]) for key in ("half_width", "deviation"))
        return cls(data["name"], data["expression"], data["unit"], float(data["prior"]), half, deviation, data["why"])


@dataclass(frozen=True)
class WeakDirection:
    """A combination of base parameters that the motion determines least.

    Attributes:
        terms: the names of its largest parts, with their sizes beside the largest one, in units of plausible sizes.
        deviation: the standard deviation along it in the same unit.
    """

    terms: tuple[tuple[str, float], ...]
    deviation: float

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"terms": [list(term) for term in self.terms], "deviation": self.deviation}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> WeakDirection:
        """Read what `to_dict` gives."""
        return cls(tuple((name, float(size)) for name, size in data["terms"]), float(data["deviation"]))


class PeakSizes(TypedDict):
    """The range of a coordinate in a motion [rad, m], and the largest size of each rate and of its effort."""

    name: str
    lower: float
    upper: float
    velocity: float
    acceleration: float
    jerk: float
    effort: float


@dataclass(frozen=True, eq=False)
class Plan(Shown):
    """A motion to run, and what it will determine.

    Attributes:
        robot: its name.
        curve: the motion.
        rate: [Hz] of the log that the predictions are for.
        torques: (n, nv) that the robot's description predicts at that rate.
        criterion: the name of what was optimised.
        value: the number that people quote for it.
        condition: of the stacked regressor in SI units.
        scaled_condition: the same with columns of unit length.
        predictions: of every base parameter, links first.
        weak: the combinations of them that it determines least, the weakest first.
        noise: [N m, N] assumed standard deviation of every torque.
        limits: that the motion keeps, margins taken off.
        assumptions: in sentences.
        warnings: in sentences.
        seconds: how long the search took.
        history: (seconds, criterion) whenever it improved.
        options: how it was asked for, ready for JSON: the fields of `Design` by name.
    """

    robot: str
    curve: LinearCurve
    rate: float
    torques: Array
    criterion: str
    value: float
    condition: float
    scaled_condition: float
    predictions: tuple[PredictedInterval, ...]
    weak: tuple[WeakDirection, ...]
    noise: Array
    limits: MotionLimits
    assumptions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0
    history: tuple[tuple[float, float], ...] = ()
    options: DesignChanges = field(default_factory=lambda: {})
    _table, _figures = prediction_table, figures

    @property
    def unexcited(self) -> tuple[PredictedInterval, ...]:
        """The base parameters that the motion does not excite."""
        return tuple(each for each in self.predictions if not each.excited)

    @property
    def enough(self) -> bool:
        """Whether every base parameter is excited."""
        return not self.unexcited

    @property
    def duration(self) -> float:
        """[s]."""
        return self.curve.duration

    def sample(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """Return positions, velocities and accelerations of the joints, in the order of `curve.joints`.

        Args:
            t: times [s] from 0 to the duration, (n,) or one number.

        Returns:
            q [rad, m], qd and qdd, (n, nv) each; (nv,) for one number.

        Raises:
            ArgumentError: a time is before the start or after the end.
        """
        times = finite("'t'", t)
        if times.ndim > 1:
            raise ArgumentError(f"'t' has shape {times.shape}.", remedy="Give one time, or a list of times.")
        outside = times[(times < 0) | (times > self.duration * (1 + ROUNDING))]
        if outside.size:
            raise ArgumentError(
                f"The motion takes {self.duration:g} s, and a time is {outside.flat[0]:g} s.",
                remedy=f"Give times from 0 to {self.duration:g} s.",
            )
        q, qd, qdd, _ = self.curve.sample(np.minimum(times, self.duration))
        return (q, qd, qdd) if times.ndim else (q[0], qd[0], qdd[0])

    @property
    def stops(self) -> tuple[tuple[float, float, Array], ...]:
        """The postures (nv,) that are held, each with the times [s] from and until which; none of other motions."""
        family = self.curve.family
        if not isinstance(family, Stops):
            return ()
        from_times = np.concatenate([[0.0], family.starts + np.array(family.ways)])
        postures = np.cumsum(self.curve.coefficients, axis=0)
        held = zip(from_times.tolist(), family.holds, postures, strict=True)
        return tuple((start, start + hold, q) for start, hold, q in held if hold > 0)

    def log(self) -> Log:
        """Return the motion as a log at its rate, with the torques that the robot's description predicts."""
        t = self.curve.times(self.rate)
        q, qd, qdd, _ = self.curve.sample(t)
        facts = {"motion": FORMAT, "criterion": self.criterion, "predicted_torques": True}
        return Log(t, self.curve.joints, q, qd, qdd, self.torques, metadata=facts)

    def peaks(self) -> list[PeakSizes]:
        """Return, for every coordinate, the range of the motion and the largest size of each rate."""
        t = self.curve.times(max(self.rate, 1000.0))
        q, qd, qdd, jerk = self.curve.sample(t)
        velocity, acceleration, jerks, effort = (np.abs(x).max(axis=0).tolist() for x in (qd, qdd, jerk, self.torques))
        return [
            PeakSizes(
                name=name,
                lower=float(q[:, r].min()),
                upper=float(q[:, r].max()),
                velocity=velocity[r],
                acceleration=acceleration[r],
                jerk=jerks[r],
                effort=effort[r],
            )
            for r, name in enumerate(self.curve.joints)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; what is infinite is null."""
        return {
            "format": FORMAT,
            "robot": self.robot,
            "duration": self.duration,
            "curve": self.curve.to_dict(),
            "rate": self.rate,
            "criterion": {"name": self.criterion, "value": _finite(self.value)},
            "condition": _finite(self.condition),
            "scaled_condition": _finite(self.scaled_condition),
            "enough": self.enough,
            "predictions": [each.to_dict() for each in self.predictions],
            "weak_directions": [each.to_dict() for each in self.weak],
            "noise": self.noise.tolist(),
            "limits": {kind: [_finite(x) for x in getattr(self.limits, kind)] for kind in KINDS},
            "peaks": self.peaks(),
            "assumptions": list(self.assumptions),
            "warnings": list(self.warnings),
            "seconds": self.seconds,
            "history": [list(entry) for entry in self.history],
            "options": {**self.options},
            "torques": self.torques.tolist(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """Read what `to_dict` gives."""
        lower, upper, velocity, acceleration, jerk, effort = (
            _numbers(data["limits"][kind], -np.inf if kind == "lower" else np.inf) for kind in KINDS
        )
        criterion = data["criterion"]
        return cls(
            robot=data["robot"],
            curve=LinearCurve.from_dict(data["curve"]),
            rate=float(data["rate"]),
            torques=np.array(data["torques"], float),
            criterion=criterion["name"],
            value=_numbers([criterion["value"]], np.inf)[0],
            condition=_numbers([data["condition"]], np.inf)[0],
            scaled_condition=_numbers([data["scaled_condition"]], np.inf)[0],
            predictions=tuple(PredictedInterval.from_dict(each) for each in data["predictions"]),
            weak=tuple(WeakDirection.from_dict(each) for each in data["weak_directions"]),
            noise=np.array(data["noise"], float),
            limits=MotionLimits(lower, upper, velocity, acceleration, jerk, effort),
            assumptions=tuple(data["assumptions"]),
            warnings=tuple(data["warnings"]),
            seconds=float(data["seconds"]),
            history=tuple((float(s), float(v)) for s, v in data["history"]),
            options=data["options"],
        )

    def __repr__(self) -> str:
        excited = len(self.predictions) - len(self.unexcited)
        return (
            f"<Plan of '{self.robot}': {self.duration:g} s, {excited} of {len(self.predictions)} base parameters "
            f"excited, condition {self.condition:.4g} (columns of unit length: {self.scaled_condition:.4g})>"
        )


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _numbers(values: Sequence[float | None], missing: float) -> Array:
    return np.array([missing if value is None else value for value in values], float)
