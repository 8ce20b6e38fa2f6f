"""A table of joint positions for the 1 kHz loop of libfranka, checked against the limits that the arm enforces.

One row in each millisecond, seven positions [rad] in each. A control loop reads the row of its tick and returns it as
`franka::JointPositions`. The arm must be at the first row when the loop starts.

The limits of the Panda are those of its public URDF and of libfranka's rate_limiting.h. Those of the FR3 are from
Franka's control parameters.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.errors import ArgumentError
from heft.excitation.exporters.exporter import (
    ONE_FILE,
    CurveSamples,
    Exporter,
    check_rests,
    in_order,
    moving_joints,
    sampled,
)

RATE = 1000.0

JOINTS = tuple(f"joint{k}" for k in range(1, 8))
"""How the names of the joints end."""


@dataclass(frozen=True)
class FrankaLimits:
    """What an arm enforces, by joint: positions [rad], velocities [rad/s], accelerations [rad/s2], jerks [rad/s3]."""

    arm: str
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    velocity: tuple[float, ...]
    acceleration: tuple[float, ...]
    jerk: tuple[float, ...]


PANDA = FrankaLimits(
    "Panda",
    (-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973),
    (2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973),
    (2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61),
    (15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0),
    (7500.0, 3750.0, 5000.0, 6250.0, 7500.0, 10000.0, 10000.0),
)

FR3 = FrankaLimits(
    "FR3",
    (-2.7437, -1.7837, -2.9007, -3.0421, -2.8065, 0.5445, -3.0159),
    (2.7437, 1.7837, 2.9007, -0.1518, 2.8065, 4.5169, 3.0159),
    (2.62, 2.62, 2.62, 2.62, 5.26, 4.18, 5.26),
    (10.0,) * 7,
    (5000.0,) * 7,
)


class FrankaTable(Exporter):
    """Rows of seven joint positions, one in each millisecond."""

    name, file, rate = "franka", "joint_positions.txt", RATE
    summary = "table of joint positions at 1 kHz for libfranka, within the limits of the arm"

    def check(self, joints: Sequence[str], moving: Collection[str], rate: float) -> None:
        """Refuse other joints than those of an arm, and other rates."""
        if rate != RATE:
            what = f"The rate is {rate:g} Hz, and libfranka's loop runs at 1000 Hz."
            raise ArgumentError(what, remedy="Leave the rate out.")
        in_order(joints, moving, JOINTS, "a Franka arm")

    def contents(self, curve: Any, rate: float) -> dict[str, bytes]:
        """Return the table."""
        check_rests(curve)
        columns = in_order(curve.joints, moving_joints(curve), JOINTS, "a Franka arm")
        samples = CurveSamples(*(part if part.ndim == 1 else part[:, columns] for part in sampled(curve, rate)))
        names = [curve.joints[k] for k in columns]
        _check_limits(samples, names, FR3 if any("fr3" in name for name in names) else PANDA)
        text = io.StringIO()
        text.write(f"# {' '.join(names)} [rad], one row per millisecond\n")
        np.savetxt(text, samples.q, fmt="%.17g")
        return {ONE_FILE: text.getvalue().encode()}


def _check_limits(samples: CurveSamples, names: list[str], limits: FrankaLimits) -> None:
    """Refuse what the arm would stop for.

    Raises:
        ArgumentError: a limit is exceeded; names the joint.
    """
    kinds = {
        "position": (samples.q, limits.lower, limits.upper, "rad"),
        "velocity": (samples.qd, -np.array(limits.velocity), limits.velocity, "rad/s"),
        "acceleration": (samples.qdd, -np.array(limits.acceleration), limits.acceleration, "rad/s2"),
        "jerk": (samples.jerk, -np.array(limits.jerk), limits.jerk, "rad/s3"),
    }
    for kind, (values, lower, upper, unit) in kinds.items():
        for k, name in enumerate(names):
            low, high = values[:, k].min(), values[:, k].max()
            if low < lower[k] or high > upper[k]:
                found = low if low < lower[k] else high
                raise ArgumentError(
                    f"The {kind} of joint '{name}' reaches {found:.4g} {unit}, and a {limits.arm} allows "
                    f"{lower[k]:g} to {upper[k]:g} {unit}.",
                    remedy="Design the motion within tighter limits.",
                )


EXPORTER = FrankaTable()
