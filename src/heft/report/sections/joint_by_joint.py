"""What each joint determined in its turn, for estimators that go from the tip to the base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill, number
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup


class JointByJoint(Section):
    """A table; the subject has an estimate."""

    name, title = "joint-by-joint", "Joint by joint, from the tip to the base"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the table; None for other estimators."""
        rows = [
            (fit.joint, len(fit.names), number(fit.condition, 3), "yes" if fit.determined else "no", number(fit.rms))
            for fit in reversed(sheet.subject.estimate.joints)
        ]
        head = ("joint", "unknowns", "condition", "determined", "rms residual [N m, N]")
        return fill("{{ table(head, rows) }}", head=head, rows=rows) if rows else None


SECTION = JointByJoint()
