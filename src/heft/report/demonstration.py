"""The last stop of `heft demo`: the estimate of a simulated arm beside the truth."""

from __future__ import annotations

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.estimation.demonstration import Demonstration
from heft.report.identification import residuals
from heft.report.tables import section, table
from heft.report.words import short

SHOWN = 14
"""Base parameters in the table: those with the smallest relative standard deviation."""

TITLE = "Identification"
WORDS = (
    "The robot file of this arm is wrong: its masses are off by up to 40 %, its centres of mass by up to 3 cm, and it "
    "has no friction. heft identifies the arm from two noisy logs; a third is held out."
)


def demonstration(found: Demonstration) -> list[RenderableType]:
    """Return the errors, and the base parameters beside their true values."""
    estimate, prior = found.estimate, found.estimate.base.reduce(found.estimate.model.file)
    sharp = np.abs(found.truth) / estimate.base_deviation
    made = table("base parameter", "robot file", "truth", "estimate", "± 95 %", "<unit")
    for k in np.sort(np.argsort(-sharp)[:SHOWN]):
        values = (short(float(x[k])) for x in (prior, found.truth, estimate.base_values))
        half = short(float(estimate.base_half_width[k]), 2)
        more = " + …" if " " in estimate.base.expression(int(k)) else ""
        made.add_row(Text(estimate.base.names[k] + more), *values, half, estimate.base.units[k])
    words = (
        f"The 95 % interval contains the true value for {found.covered} of {len(found.truth)} base parameters. "
        f"{'Every link is' if found.physical else 'NOT every link is'} physically consistent. "
        f"The relative error on the held-out log is {found.file_percent:.1f} % for the robot file and "
        f"{found.estimate_percent:.2f} % for the estimate."
    )
    return [
        residuals(estimate),
        section("Truth and estimate", made),
        Text(words, style="bold green" if found.ok else "bold red"),
    ]
