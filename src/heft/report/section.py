"""A section of a page, and the sheet that it is made from.

A page is a list of sections. A section is a file in `sections/`; a kind of page, in `kinds/`, says which it has, in
which order, and gathers what they show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from heft.report.figures import Figure, Matrix
from heft.report.page_data import PageData

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Making:
    """How a page was made, as far as the numbers do not say it: the command, and when [ISO 8601]; "" if not known."""

    command: str = ""
    date: str = ""


@dataclass(frozen=True)
class BesideColumn:
    """What stands beside others where results are compared: by table, and by row, a text."""

    label: str
    tables: dict[str, dict[str, str]]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What a page is made from.

    Attributes:
        kind: what it is a report of, in a word or two.
        name: what it is about; the title.
        subject: what the sections show.
        data: what is drawn.
        sections: their names, in order.
        judged: "better", "same", "worse" or "unknown": the colour of the verdict.
        judged_words: the same in words.
        verdict: the one sentence that matters.
        doubts: why it should not be relied on.
        warnings: sentences.
        steps: what to do next, a sentence or two each.
        lead: what else comes first.
        made: how it was made, in pairs of words.
        details: long texts on that, by title.
        beside: this result and others.
    """

    kind: str
    name: str
    subject: Any
    data: PageData
    sections: tuple[str, ...]
    verdict: str
    judged: str = "unknown"
    judged_words: str = ""
    doubts: Sequence[str] = ()
    warnings: Sequence[str] = ()
    steps: Sequence[str] = ()
    lead: str = ""
    made: Sequence[tuple[str, str]] = ()
    details: Sequence[tuple[str, str]] = ()
    beside: Sequence[BesideColumn] = field(default_factory=tuple)


class Section:
    """A part of a page.

    Attributes:
        name: by which kinds of pages list it; the id of its heading.
        title: its heading.
    """

    name: ClassVar[str]
    title: ClassVar[str]

    def heading(self, sheet: Sheet) -> str:
        """Return the heading; the title, where a section does not say otherwise."""
        return self.title

    def html(self, sheet: Sheet) -> Markup | None:
        """Return what stands below the heading; None leaves the section out."""
        raise NotImplementedError

    def figures(self, sheet: Sheet) -> Iterable[Figure]:
        """Return what its script draws; the place of it is `places(self.name)`."""
        return ()

    def matrix(self, sheet: Sheet) -> Matrix | None:
        """Return the matrix that its script draws, if it has one."""
        return None


def drawn(sheet: Sheet, sections: Iterable[Section]) -> Sheet:
    """Return a sheet whose data have what the sections draw."""
    data = sheet.data
    for section in sections:
        matrix = section.matrix(sheet)
        data = replace(
            data, figures=(*data.figures, *section.figures(sheet)), matrix=data.matrix if matrix is None else matrix
        )
    return replace(sheet, data=data)
