"""CSV: text with commas and a header; a log is written to it where metadata are not needed."""

from __future__ import annotations

import csv
import io

import numpy as np

from heft.logs.formats.text import Text
from heft.logs.log import Log


class Csv(Text):
    """Text tables whose names end in .csv."""

    name = "CSV"
    endings = (".csv",)
    writes = True

    def dump(self, log: Log) -> bytes:
        """Return a log as text; a missing number is an empty cell."""
        columns = log.columns
        rows = np.stack(list(columns.values()), axis=1)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(["" if x != x else repr(x) for x in row] for row in rows.tolist())
        return text.getvalue().encode()


FORMAT = Csv()
