"""Estimated drive gains: torque per unit of current."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.estimation.estimate import TWO_SIDED_95
from heft.report.html import fill, number
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class DriveGainsSection(Section):
    """A table; the subject has an estimate."""

    name, title = "drive-gains", "Drive gains"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table; None where no gain was estimated."""
        gains = sheet.subject.estimate.drive_gains
        if gains is None:
            return None
        rows = [
            (name, number(value), number(TWO_SIDED_95 * deviation, 2))
            for name, value, deviation in zip(gains.names, gains.values, gains.deviation, strict=True)
        ]
        return fill('{{ table(["joint", "N m/A", "± 95 %"], rows) }}', rows=rows)


SECTION = DriveGainsSection()
