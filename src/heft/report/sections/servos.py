"""Position servos: their parameters with intervals, and how far simulated positions are from measured ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill, number, unit
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

WORDS = {"coulomb": "Coulomb friction"}


class ServosSection(Section):
    """Two tables; the subject has joints and errors."""

    name, title = "servos", "Servos"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the tables."""
        rows = [
            (
                joint,
                WORDS.get(name, name),
                number(each["value"] if each["half_width"] is not None else None),
                number(each["half_width"], 2),
                unit(each["unit"]),
            )
            for joint, servo in sheet.subject.joints.items()
            for name, each in servo.items()
        ]
        errors = [
            (joint, *(number(each[key], 3) for key in ("fitted", "held_out", "command")))
            for joint, each in sheet.subject.errors.items()
        ]
        return fill(TEMPLATE, rows=rows, errors=errors)


TEMPLATE = """
<p class="lead">The links are those of the robot file. A dash marks what these logs do not determine.</p>
{{ table(["<joint", "<parameter", "value", "± 95 %", "<unit"], rows) }}
<h3>Differences from measured positions [rad, m]</h3>
<p class="lead">Of the simulated positions, on fitted and held-out samples, and of the commands.</p>
{{ table(["<joint", "fitted rms", "held-out rms", "command rms"], errors) }}
"""

SECTION = ServosSection()
