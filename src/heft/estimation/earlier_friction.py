"""The friction laws of saved information, which logs that are added to it have, too.

Laws are chosen from the logs themselves, which are gone. Another choice would be another model, whose columns cannot be
added to those that were saved. The fingerprint of the information has the columns of the drives with their numbers, so
the laws of each joint can be read from it.
"""

from __future__ import annotations

from heft.estimation.base import Base
from heft.estimation.columns import driven, joint_column
from heft.estimation.friction_trials import FrictionChoice
from heft.estimation.information import Information
from heft.friction import DEFAULT_FRICTION, all_laws

NOTE = (
    "Friction laws are not chosen with saved information: every joint has the laws that it has there. Give all logs at "
    "once to choose anew."
)


def earlier_choice(base: Base, earlier: Information) -> FrictionChoice:
    """Return the laws of every joint that saved information has columns of.

    Args:
        base: of the model with the default laws.
        earlier: the information; if it is of another robot, that is refused later.
    """
    robot, drives = base.model.robot, earlier.fingerprint.get("drive", {})
    place = {name: k for k, name in enumerate(drives)}
    laws: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, dict[str, float]] = {}
    for r, joint in driven(robot).items():
        found = list[tuple[int, str]]()
        for law in all_laws().values():
            columns = [joint_column(robot, r, term.name) for term in law.terms]
            names = [f"column '{column.name}'" for column in columns]
            if not names or not {*names} <= {*drives}:
                continue
            found.append((place[names[0]], law.name))
            for term, column, name in zip(law.terms, columns, names, strict=True):
                facts, at = drives[name] or (), 1 + 2 * len(column.gears)
                if term.number is not None and len(facts) > at and isinstance(facts[at], float):
                    numbers.setdefault(term.name, {})[joint] = facts[at]
        laws[joint] = tuple(name for _, name in sorted(found)) or DEFAULT_FRICTION
    return FrictionChoice(laws, numbers, (), NOTE)
