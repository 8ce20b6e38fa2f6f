"""What was found of position servos: values, intervals, how well they predict, and a robot that carries them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.robot.joint import Friction
from heft.robot.model import Robot

FORMAT = "heft-servos/1"

UNITS = {
    "stiffness": ("N m/rad", "N/m"),
    "damping": ("N m s/rad", "N s/m"),
    "armature": ("kg m2", "kg"),
    "coulomb": ("N m", "N"),
    "delay": ("s", "s"),
    "offset": ("rad", "m"),
    "limit": ("N m", "N"),
    "backlash": ("rad", "m"),
}
"""Of revolute and of prismatic joints."""

SCALE = 0.5
"""A stiffness whose 95 % interval is wider than this share of it says that nothing fixes the scale of torques."""


@dataclass(frozen=True, eq=False)
class ServoEstimate:
    """Position servos of a robot.

    Attributes:
        robot: the robot whose links were taken as right, without drives.
        names: (k,) of the parameters of a servo.
        values: (k, nv).
        half_width: (k, nv) half of the 95 % intervals; infinite where the logs do not determine a parameter.
        fitted_rms, held_out_rms: (nv,) rms difference between simulated and measured positions [rad, m], over windows
            of two seconds; None if nothing was held out.
        lag_rms: (nv,) rms difference between commands and measured positions, to compare with.
        samples: how many were fitted, and how many judged.
        sources: of the logs.
        warnings: sentences about what may be wrong.
    """

    robot: Robot
    names: tuple[str, ...]
    values: Array
    half_width: Array
    fitted_rms: Array
    held_out_rms: Array | None
    lag_rms: Array
    samples: tuple[int, int]
    sources: tuple[str, ...]
    warnings: tuple[str, ...]

    def of(self, name: str) -> Array:
        """Return (nv,) the values of one parameter."""
        return self.values[self.names.index(name)]

    @property
    def doubts(self) -> tuple[str, ...]:
        """Sentences about why the answer may not be trusted."""
        found = []
        k = self.names.index("stiffness")
        loose = [
            self.robot.coordinate_names[r]
            for r in range(self.robot.nv)
            if not self.half_width[k, r] < SCALE * self.values[k, r]
        ]
        if loose:
            found.append(
                f"The torques of {', '.join(loose)} have no scale: the weight and inertia of the links beyond hardly "
                "show in the logs. Ratios of the parameters of a joint are determined, their sizes are not."
            )
        if self.held_out_rms is not None:
            worse = [
                self.robot.coordinate_names[r] for r in range(self.robot.nv) if self.held_out_rms[r] > self.lag_rms[r]
            ]
            if worse:
                found.append(
                    f"On held-out samples the simulated {', '.join(worse)} {'is' if len(worse) == 1 else 'are'} "
                    "farther from the measured positions than the commands are."
                )
        return tuple(found)

    @property
    def identified(self) -> Robot:
        """The robot with the armature and the Coulomb friction that were found; damping is the servo's."""
        found = {
            name: (self.of("armature")[r], self.of("coulomb")[r]) for r, name in enumerate(self.robot.coordinate_names)
        }
        bodies = [
            replace(
                body,
                joint=replace(
                    body.joint,
                    armature=float(found[body.joint.name][0]),
                    friction=Friction(coulomb=float(found[body.joint.name][1])),
                ),
            )
            if body.joint.name in found
            else body
            for body in self.robot.bodies
        ]
        return replace(self.robot, bodies=tuple(bodies))

    def units(self, r: int) -> dict[str, str]:
        """Return the unit of each parameter at a coordinate."""
        kind = {joint.name: joint.kind for joint in self.robot.joints}[self.robot.coordinate_names[r]]
        return {name: UNITS[name][kind == "prismatic"] for name in self.names}

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        joints = {}
        for r, joint in enumerate(self.robot.coordinate_names):
            units = self.units(r)
            joints[joint] = {
                name: {
                    "value": float(self.values[k, r]) if np.isfinite(self.values[k, r]) else None,
                    "half_width": float(self.half_width[k, r]) if np.isfinite(self.half_width[k, r]) else None,
                    "unit": units[name],
                }
                for k, name in enumerate(self.names)
            }
            joints[joint]["rms"] = {
                "fitted": float(self.fitted_rms[r]),
                "held_out": None if self.held_out_rms is None else float(self.held_out_rms[r]),
                "command": float(self.lag_rms[r]),
            }
        return {
            "format": FORMAT,
            "robot": self.robot.name,
            "sources": list(self.sources),
            "samples": {"fitted": self.samples[0], "held_out": self.samples[1]},
            "servos": joints,
            "doubts": list(self.doubts),
            "warnings": list(self.warnings),
        }

    def mjcf(self) -> str:
        """Return the servos as MuJoCo's position actuators; delay and backlash have no place there."""
        lines = ["<mujoco>", "  <actuator>"]
        limits = self.of("limit") if "limit" in self.names else np.full(self.robot.nv, np.inf)
        for r, (joint, limit) in enumerate(zip(self.robot.coordinate_names, limits, strict=True)):
            reach = f' forcelimited="true" forcerange="-{limit:.9g} {limit:.9g}"' if np.isfinite(limit) else ""
            name = joint.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
            lines.append(
                f'    <position name="{name}_servo" joint="{name}" kp="{self.of("stiffness")[r]:.9g}" '
                f'kv="{self.of("damping")[r]:.9g}"{reach}/>'
            )
        return "\n".join([*lines, "  </actuator>", "</mujoco>", ""])
