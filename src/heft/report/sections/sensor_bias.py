"""The bias of a force/torque sensor that weighed a payload."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.estimation.estimate import TWO_SIDED_95
from heft.report.html import fill, number
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class SensorBias(Section):
    """A table; the subject has a payload."""

    name, title = "sensor-bias", "Bias of the sensor"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table; None where no sensor was used."""
        rows = [
            (name, number(row["value"]), number(TWO_SIDED_95 * row["deviation"], 2), "N" if name[0] == "f" else "N m")
            for name, row in (sheet.subject.payload.provenance.get("bias") or {}).items()
        ]
        return fill('{{ table(["channel", "bias", "± 95 %", "<unit"], rows) }}', rows=rows) if rows else None


SECTION = SensorBias()
