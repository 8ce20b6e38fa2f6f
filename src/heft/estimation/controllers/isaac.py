"""Isaac Sim and USD: the numbers of drives as a table, joint by joint."""

from __future__ import annotations

from heft.estimation.controllers.words import DriveWords
from heft.robot.joint import Joint
from heft.robot.model import Robot


class Isaac(DriveWords):
    """A CSV file; angles are in radians, as in Isaac Lab. USD's own attributes of drives count in degrees."""

    name, file = "isaac", "actuators.csv"
    summary = "armature, friction and springs of the joints for Isaac Sim, CSV, in SI units and radians"

    def text(self, robot: Robot) -> str:
        """Return a row for each joint with one coordinate.

        `armature` and `friction` (Coulomb) [N m or N] are Isaac Lab's; `viscous_friction` [N m s/rad or N s/m] is its
        damping without a drive; `stiffness` is that of a spring, not of a controller; `offset` has no place there.
        """
        heads = ("joint", "armature", "friction", "viscous_friction", "stiffness", "offset", "effort_limit")
        lines = [",".join(heads), *(_row(joint) for joint in robot.joints if joint.nv == 1)]
        return "\n".join(lines) + "\n"


def _row(joint: Joint) -> str:
    friction = joint.friction
    numbers = (
        joint.armature,
        friction.coulomb,
        friction.viscous,
        joint.stiffness,
        friction.offset,
        joint.limits.effort,
    )
    return ",".join([_cell(joint.name), *(repr(float(x)) for x in numbers)])


def _cell(text: str) -> str:
    """Return a text as a cell of CSV."""
    quoted = text.replace('"', '""')
    return f'"{quoted}"' if any(c in text for c in ',"\n') else text


WORDS = Isaac()
