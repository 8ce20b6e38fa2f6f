"""Which friction laws were tried at which joint, and chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.friction import trial_rows
from heft.report.html import Row, fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class FrictionTrials(Section):
    """A folded table; the subject has an estimate."""

    name, title = "friction-laws", "Choice of friction laws"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table; None where nothing was chosen."""
        trials = trial_rows(sheet.subject.estimate.friction_choice)
        rows = [Row([*each.values()], "" if each["chosen"] else "faint") for each in trials]
        return fill(TEMPLATE, rows=rows) if rows else None


TEMPLATE = """
<p class="lead">For each joint, laws are added one by one while they reduce the error on blocks of time, or
runs, that were
left out of the fit. The gain is the part of the mean square error that a set of laws removes from that of the
set chosen
before it, with its standard error. The held-out data take no part in the choice.</p>
<details><summary>{{ rows | length }} sets of laws were tried</summary>
{{ table(["joint", "<laws", "rms error [N m, N]", "gain [%]", "<chosen"], rows) }}
</details>
"""

SECTION = FrictionTrials()
