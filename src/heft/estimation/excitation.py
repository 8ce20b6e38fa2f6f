"""How good is this motion? What the data excite, what stays weak, what that means for torques, and what would help.

A motion is graded by what the parameters are for: how uncertain the torques are that they predict. It is good if no
joint's torque is uncertain by more than 10 % of its size on other motions within the limits, which is less than what
friction models usually miss; fair up to 30 %, about as much as the masses of a rough file are wrong; else poor.

The structural rank is the number of base parameters: what the best motion could determine. The excited rank is how
many directions this one excites: determines better than a guess, to within the plausible sizes of the parameters. A
base parameter is excited well where its standard deviation is at most a third of its plausible size, weakly where it is
at most that size, else not at all. For each that is not
excited well, every joint in turn is moved at random while the others stay as they were logged: the joint that adds most
information along the weak direction is the one to move. Where no motion would help, because the effort of a joint was
not measured, that joint is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.excitation_table import torque_table
from heft.estimation.least_squares import Fit
from heft.estimation.runs import Runs
from heft.estimation.samples_of_rows import base_rows
from heft.estimation.torque_uncertainty import TorqueUncertainty, torque_uncertainty
from heft.logs.motion import Motion
from heft.showing.table import Tabular

WEAK = 1 / 3
GOOD, FAIR = 10.0, 30.0
"""[%] Up to which uncertainty of the most uncertain joint's torque a motion is good, and fair."""

TRIALS, SEED = 200, 4
NOT_KNOWN = TorqueUncertainty("overall", float("inf"), float("inf"))


@dataclass(frozen=True)
class Weak:
    """A base parameter that the motion hardly excites.

    Attributes:
        name: the base parameter.
        expression: the combination that it is.
        deviation: its standard deviation in units of the size that it could well have; infinite if not determined.
        joints: the coordinates whose motion would help, the best first.
        unmeasured: if no motion helps, the coordinates whose effort, had it been measured, would.
        torque_percent: what its uncertainty contributes to predicted torques, in percent of all of them.
    """

    name: str
    expression: str
    deviation: float
    joints: tuple[str, ...]
    unmeasured: tuple[str, ...] = ()
    torque_percent: float = 0.0

    @property
    def excited(self) -> bool:
        """Whether the data determine it better than a guess."""
        return self.deviation <= 1


@dataclass(frozen=True, repr=False)
class Excitation(Tabular):
    """What a motion excites.

    Attributes:
        structural: how many base parameters there are.
        excited: how many directions the motion determines better than a guess.
        condition: of the regression with columns of unit length.
        weak: the base parameters that stay weak or are not excited at all, the weakest first.
        samples: how many were used of the coordinate with most.
        robot: its name.
        logs: the files that are graded.
        notes: by log, what cleaning found worth a note.
        torques: how uncertain predicted torques are, for each coordinate.
        overall: the same for all together.
        doubts: faults of the logs, for which nothing should be identified from them.
        runs: the motions that were graded; not part of the JSON.
    """

    structural: int
    excited: int
    condition: float
    weak: tuple[Weak, ...]
    samples: int
    robot: str = ""
    logs: tuple[str, ...] = ()
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    torques: tuple[TorqueUncertainty, ...] = ()
    overall: TorqueUncertainty = NOT_KNOWN
    doubts: tuple[str, ...] = ()
    runs: Runs | None = field(default=None, compare=False, repr=False)
    _table = torque_table

    def __repr__(self) -> str:
        well, weakly, none = self.counts
        return (
            f"<Excitation of '{self.robot}': {self.grade}; of {self.structural} base parameters, {well} are excited "
            f"well, {weakly} weakly and {none} not at all>"
        )

    @property
    def worst(self) -> TorqueUncertainty:
        """The coordinate whose torque is most uncertain, on the logged motion or elsewhere."""
        return max(self.torques, key=lambda each: max(each.logged, each.elsewhere), default=self.overall)

    @property
    def grade(self) -> str:
        """One of good, fair and poor, by the most uncertain torque."""
        most = max(self.worst.logged, self.worst.elsewhere)
        return "good" if most <= GOOD else "fair" if most <= FAIR else "poor"

    @property
    def reason(self) -> str:
        """Why the motion is not good, in a sentence; "" if it is."""
        if self.grade == "good" or not self.torques:
            return ""
        logged = self.worst.logged >= self.worst.elsewhere
        most, where = max(self.worst.logged, self.worst.elsewhere), "this motion" if logged else "other motions"
        size = f"by {most:.0f} % of its rms value" if np.isfinite(most) else "without bound"
        return f"The predicted torque of '{self.worst.name}' on {where} stays uncertain {size}."

    @property
    def enough(self) -> bool:
        """Whether the motion is good or fair, and nothing speaks against its logs."""
        return self.grade != "poor" and not self.doubts

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many base parameters are excited well, weakly, and not at all."""
        weakly = sum(weak.excited for weak in self.weak)
        return self.structural - len(self.weak), weakly, len(self.weak) - weakly

    @property
    def helpful(self) -> tuple[str, ...]:
        """The coordinates whose motion would help most, by what weak parameters mean for torques; the best first."""
        gains: dict[str, float] = {}
        for weak in self.weak:
            for name in weak.joints[:1]:
                gains[name] = gains.get(name, 0.0) + weak.torque_percent
        return tuple(sorted(gains, key=lambda name: -gains[name]))[:3]

    @property
    def advice(self) -> str:
        """What to do next, in a sentence."""
        names = ", ".join(f"'{name}'" for name in self.helpful)
        blind = sorted({name for weak in self.weak for name in weak.unmeasured})
        wish = f"move {names} more: faster, wider, or with the other joints elsewhere" if names else ""
        if blind:
            wish += f"{' and ' if wish else ''}measure the effort of {', '.join(blind)}"
        if self.doubts:
            return "Correct the logs before you identify the robot."
        if self.grade == "good":
            return f"Next: heft identify.{f' For the weak parameters, {wish}.' if wish else ''}"
        if self.grade == "fair":
            return f"The robot can be identified from these logs.{f' For better torques, {wish}.' if wish else ''}"
        return f"Record another motion before you identify the robot{f', and {wish}' if wish else ''}."

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; infinite is null."""
        weak = [
            {
                "name": w.name,
                "expression": w.expression,
                "deviation": w.deviation if np.isfinite(w.deviation) else None,
                "joints": list(w.joints),
                "unmeasured": list(w.unmeasured),
                "excited": w.excited,
                "torque_percent": w.torque_percent,
            }
            for w in self.weak
        ]
        return {
            "structural_rank": self.structural,
            "excited_rank": self.excited,
            "condition": self.condition if np.isfinite(self.condition) else None,
            "grade": self.grade,
            "enough": self.enough,
            "counts": dict(zip(("well", "weakly", "not_excited"), self.counts, strict=True)),
            "torque_uncertainty_percent": [asdict(each) for each in (*self.torques, self.overall)],
            "advice": self.advice,
            "samples": self.samples,
            "weak": weak,
            "robot": self.robot,
            "logs": list(self.logs),
            "doubts": list(self.doubts),
            "notes": {log: list(each) for log, each in self.notes.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Excitation:
        """Read what `to_dict` gives."""

        def number(value: float | None) -> float:
            return float("inf") if value is None else float(value)

        *torques, overall = (
            TorqueUncertainty(each["name"], number(each["logged"]), number(each["elsewhere"]))
            for each in data["torque_uncertainty_percent"]
        )
        weak = (
            Weak(
                each["name"],
                each["expression"],
                number(each["deviation"]),
                tuple(each["joints"]),
                tuple(each["unmeasured"]),
                number(each["torque_percent"]),
            )
            for each in data["weak"]
        )
        return cls(
            structural=data["structural_rank"],
            excited=data["excited_rank"],
            condition=number(data["condition"]),
            weak=tuple(weak),
            samples=data["samples"],
            robot=data["robot"],
            logs=tuple(data["logs"]),
            notes={log: tuple(each) for log, each in data["notes"].items()},
            torques=tuple(torques),
            overall=overall,
            doubts=tuple(data.get("doubts", ())),
        )


def excitation(evidence: Evidence) -> Excitation:
    """Return what the motions of the evidence excite of its base parameters."""
    base, motions, how = evidence.base, evidence.motions, Weighted()
    fit = how.fit(evidence)
    covariance = how.spread(evidence, fit).noise
    uncertain = torque_uncertainty(base, fit, covariance, motions)
    blind = np.linalg.norm(fit.undetermined, axis=1)
    deviation = np.where(fit.determined, np.sqrt(np.maximum(np.diag(covariance), 0.0)) / fit.scales, np.inf)
    # the worst first; among those that are not excited, the one that lies most in the blind directions
    order = sorted(np.flatnonzero(deviation > WEAK).tolist(), key=lambda k: (-deviation[k], -blind[k]))
    gains, efforts = _gains(base, motions, fit, order) if len(order) else np.zeros((2, 0, 0))
    names = base.model.robot.coordinate_names
    weak = []
    for k, gain, effort in zip(order, gains, efforts, strict=True):
        joints = _best(gain, names)
        unmeasured = () if joints else _best(effort, base.model.rows)
        share = float(uncertain.shares[k])
        weak.append(Weak(base.names[k], base.expression(int(k)), float(deviation[k]), joints, unmeasured, share))
    return Excitation(
        structural=len(fit.values),
        excited=fit.rank,
        condition=fit.condition,
        weak=tuple(weak),
        samples=int(fit.counts.max(initial=0)),
        torques=uncertain.joints,
        overall=uncertain.overall,
    )


def _best(gain: Array, names: Sequence[str]) -> tuple[str, ...]:
    """Return the coordinates that help most, the best first, three at most."""
    best = np.argsort(-gain)
    return tuple(names[int(r)] for r in best if gain[r] > 0.1 * gain[best[0]] and gain[r] > 0)[:3]


def _gains(base: Base, motions: Sequence[Motion], fit: Fit, weak: Sequence[int]) -> tuple[Array, Array]:
    """Return (weak, nv) the information on what is weak that each coordinate's motion would add, and its effort would.

    The first is the gain when a joint moves at random and the others as logged or, where none gains, how much that
    motion would add to the log. The second is for efforts that were not measured.
    """
    robot = base.model.robot
    motion = max(motions, key=lambda m: m.n)
    at = np.linspace(0, motion.n - 1, TRIALS).astype(int)
    directions = np.array([_direction(fit, k) for k in weak]).T
    logged = [np.array(x[at]) for x in (motion.q, motion.qd, motion.qdd)]
    random = robot.random_state(SEED, TRIALS)

    def seen(q: Array, qd: Array, qdd: Array) -> Array:
        """Return (weak, nv) the information of each coordinate's effort along the directions."""
        rows = base_rows(base.model, base.columns, q, qd, qdd)
        return np.sum((rows @ directions) ** 2, axis=0).T

    squares, before, added = fit.weights**2, seen(*logged), np.zeros((len(weak), robot.nv))
    for joint in robot.joints:
        i, r = robot.q_index[joint.name], robot.v_index[joint.name]
        moved = [x.copy() for x in logged]
        for one, other, columns in zip(moved, random, (i, r, r), strict=True):
            one[:, columns] = other[:, columns]
        added[:, r] = (seen(*moved) @ squares)[:, None]
    more = np.maximum(added - (before @ squares)[:, None], 0.0)
    return np.where(more.any(axis=1, keepdims=True), more, added), np.where(fit.counts > 0, 0.0, seen(*random))


def _direction(fit: Fit, k: int) -> Array:
    """Return the direction in which base parameter k is least certain."""
    if not fit.determined[k]:
        return fit.scales * (fit.undetermined @ fit.undetermined[k])
    return fit.covariance[:, k] / np.sqrt(fit.covariance[k, k])
