"""A table as data: typed columns with units. The terminal, notebooks and Arrow show the same one.

A long table can be folded to the rows that matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from heft.errors import MissingExtraError
from heft.text import NOTHING, counted, printable, short

if TYPE_CHECKING:
    import pyarrow

MOST_ROWS = 20
"""Rows of a table that is folded."""


def as_text(value: object) -> str:
    """Return how a cell reads: numbers with four digits, and a dash where there is nothing."""
    if value is None or (isinstance(value, float) and value != value):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return short(value) if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class TableColumn:
    """A column.

    Attributes:
        name: its title.
        values: a text, a number or a truth value for each row; None where there is nothing.
        unit: of all values; "" for none.
        text: how a value is shown.
    """

    name: str
    values: tuple[Any, ...]
    unit: str = ""
    text: Callable[[Any], str] = as_text

    @property
    def title(self) -> str:
        """The name with its unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    @property
    def is_text(self) -> bool:
        """Whether its values are texts, which stand on the left."""
        return any(isinstance(value, str) for value in self.values)


@dataclass(frozen=True)
class Table:
    """Columns of equal length below a title.

    Attributes:
        title: what the table is.
        columns: in order; the first has the names of the rows.
        weights: how much each row matters, by which a long table is folded; () if the first rows matter most.
        left_out: how many rows were folded away.
    """

    title: str
    columns: tuple[TableColumn, ...]
    weights: tuple[float, ...] = ()
    left_out: int = 0

    def __len__(self) -> int:
        return len(self.columns[0].values)

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The cells as text, a tuple for each row."""
        return list(zip(*([column.text(value) for value in column.values] for column in self.columns), strict=True))

    def folded(self, most: int = MOST_ROWS) -> Table:
        """Return the rows that matter most, at most so many and in the same order; their number if some are left out.

        Rows whose weight is negative are left out whenever the table is folded.
        """
        kept = that_matter(self.weights or (0.0,) * len(self), most)
        if len(kept) == len(self):
            return self
        columns = tuple(replace(each, values=tuple(each.values[k] for k in kept)) for each in self.columns)
        return replace(self, columns=columns, weights=(), left_out=len(self) - len(kept))

    def without(self, *names: str) -> Table:
        """Return the table without some columns."""
        return replace(self, columns=tuple(column for column in self.columns if column.name not in names))

    def to_arrow(self) -> pyarrow.Table:
        """Return the table for Arrow; units are in the metadata of its fields.

        Raises:
            MissingExtraError: pyarrow is not installed.
        """
        try:
            import pyarrow
        except ModuleNotFoundError:
            raise MissingExtraError("pyarrow", "parquet", "to_table()") from None
        arrays = [pyarrow.array(list(column.values), from_pandas=True) for column in self.columns]
        fields = [
            pyarrow.field(column.name, array.type, metadata={"unit": column.unit} if column.unit else None)
            for column, array in zip(self.columns, arrays, strict=True)
        ]
        return pyarrow.table(arrays, schema=pyarrow.schema(fields, metadata={"title": self.title}))

    def html(self) -> str:
        """Return the table as a small piece of HTML; whatever names contain is text."""
        small = self.folded()
        heads = "".join(f"<th>{_cell(column.title)}</th>" for column in small.columns)
        sides = ["left" if column.is_text else "right" for column in small.columns]
        lines = [
            "".join(f'<td style="text-align: {side}">{_cell(cell)}</td>' for side, cell in zip(sides, row, strict=True))
            for row in small.rows
        ]
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        more = f"<p>{counted(small.left_out, 'more row')}: to_table() has all.</p>" if small.left_out else ""
        caption = f'<caption style="text-align: left">{_cell(small.title)}</caption>'
        return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{more}"


class Tabular:
    """What has a table: it shows itself in notebooks, and becomes an Arrow table."""

    _table: ClassVar[Callable[..., Table]]
    """Makes the table of the instance."""

    def to_table(self) -> pyarrow.Table:
        """Return it as an Arrow table, units in the metadata of the fields; `.to_pandas()` of it needs pandas.

        Raises:
            MissingExtraError: pyarrow is not installed.
        """
        return self._table().to_arrow()

    def _repr_html_(self) -> str:
        return f"<p><code>{_cell(repr(self))}</code></p>{self._table().html()}"


def that_matter(weights: Sequence[float], most: int = MOST_ROWS) -> list[int]:
    """Return which rows matter most, in their order; those with a negative weight do not matter."""
    order = sorted((k for k, weight in enumerate(weights) if weight >= 0), key=lambda k: -weights[k])
    return sorted(order[:most])


def column(name: str, values: Iterable[Any], unit: str = "", text: Callable[[Any], str] = as_text) -> TableColumn:
    """Return a column of any sequence of values; numbers of NumPy become those of Python."""
    plain = (value.item() if hasattr(value, "item") else value for value in values)
    return TableColumn(name, tuple(plain), unit, text)


def _cell(text: str) -> str:
    return escape(printable(text))
