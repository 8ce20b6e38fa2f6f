"""The friction laws as a table for the manual, and the numbers of a robot description that hold them."""

from __future__ import annotations

from dataclasses import fields

from heft.friction.law import Law
from heft.friction.registry import all_laws
from heft.robot.joint import Friction, Joint

ATTRIBUTES = {"viscous": ("damping", "damping"), "coulomb": ("friction", "frictionloss")}
"""The attributes of URDF's <dynamics> and of MJCF's <joint> that hold friction; other laws have none."""


def described_as(term: Law) -> tuple[str, ...]:
    """Return the numbers of a joint's friction in a robot description to which a term adds; () if there are none."""
    written = term.write(Joint("joint", "revolute"), 1.0).friction
    return tuple(field.name for field in fields(Friction) if getattr(written, field.name))


def manual_table() -> str:
    """Return the table of laws and their terms that stands in the manual, in Markdown."""
    heads = ("friction", "column", "signal", "unit", "sign", "searched", "energy", "robot description")
    rows = [heads, ("---",) * len(heads)]
    for law in all_laws().values():
        for term in law.terms:
            rows.append(
                (
                    f"`{law.name}`",
                    f"`{term.name}`",
                    f"`{term.formula}`",
                    f"{term.unit(rotational=True)}; {term.unit(rotational=False)}",
                    "not negative" if term.nonnegative else "free",
                    term.number.name if term.number else "",
                    term.energy,
                    " and ".join(described_as(term)) or "none",
                )
            )
    cells = ([cell.replace("|", r"\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
