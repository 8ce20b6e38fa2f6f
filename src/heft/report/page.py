"""A result as one HTML file that needs no network: first what matters, then the robot, curves and tables.

What a page has is decided in `kinds/`; the parts are in `sections/`. `document` puts them into one file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from heft.errors import ArgumentError
from heft.estimation.estimate import Estimate
from heft.report.document import document
from heft.report.kinds import kind_of
from heft.report.kinds.identification import Identified
from heft.report.section import BesideColumn, Making, Sheet, drawn
from heft.report.sections import section


def page(
    subject: Any,
    *,
    making: Making | None = None,
    others: Mapping[str, Any] | None = None,
    label: str = "this result",
) -> str:
    """Return the report of a result.

    Args:
        subject: an `Estimate`, or what one of the kinds of pages is about.
        making: how it was made.
        others: results of the same kind that stand beside it, by label.
        label: what it is called beside them.

    Raises:
        ArgumentError: there is no page of it, or another result has nothing in common with it.
    """
    subject = Identified.of(subject) if isinstance(subject, Estimate) else subject
    kind, sheet = kind_of(subject), sheet_of(subject)
    columns = [BesideColumn(name, kind.tables(each)) for name, each in {label: subject, **(others or {})}.items()]
    _refuse_strangers(columns)
    making = making or Making()
    first = [(word, text) for word, text in (("command", making.command), ("date", making.date)) if text]
    sheet = replace(sheet, beside=columns if others else (), made=(*first, *sheet.made))
    return document(sheet)


def sheet_of(subject: Any) -> Sheet:
    """Return what the page of a result is made from, and all that it draws."""
    subject = Identified.of(subject) if isinstance(subject, Estimate) else subject
    sheet = kind_of(subject).sheet(subject)
    return drawn(sheet, map(section, sheet.sections))


def _refuse_strangers(columns: list[BesideColumn]) -> None:
    """Refuse results whose last table, that of the details, has no row in common with the first result's."""
    first, *others = columns
    for other in others:
        mine, theirs = ({*[*column.tables.values()][-1]} for column in (first, other))
        if not mine & theirs:
            raise ArgumentError(
                f"'{other.label}' and '{first.label}' have no parameter in common.",
                remedy="Compare results of one robot.",
            )
