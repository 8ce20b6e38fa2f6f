"""CSV: a table with a header, as heft's own logs."""

from __future__ import annotations

from typing import Any

from heft.excitation.exporters.exporter import ONE_FILE, Exporter, sampled
from heft.logs.formats.csv import Csv
from heft.logs.log import Log


class CsvTable(Exporter):
    """Columns t, q.<joint>, qd.<joint>, qdd.<joint>; heft reads it as a log."""

    name, file, rate = "csv", "motion.csv", 100.0
    summary = "table with time, positions, velocities and accelerations; heft reads it as a log"

    def contents(self, curve: Any, rate: float) -> dict[str, bytes]:
        """Return the table."""
        t, q, qd, qdd, _ = sampled(curve, rate)
        return {ONE_FILE: Csv().dump(Log(t, tuple(curve.joints), q, qd, qdd))}


EXPORTER = CsvTable()
