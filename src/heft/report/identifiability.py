"""A verdict on identifiability for the terminal: the paper's table in colour, and the combinations below it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from heft.identifiability.comparison import SensorGain
from heft.identifiability.explanation import combination
from heft.identifiability.verdict import Verdict
from heft.identifiability.verdict_table import LEGEND, SYMBOLS, headline, notes, proof, rows
from heft.report.listing import Items
from heft.report.tables import folded, more, section, table
from heft.report.words import split_sum
from heft.showing.table import MOST_ROWS

_STYLES = {"I": "bold green", "B": "green", "c": "yellow", "X": "red dim"}
MOST_NAMES = 6


def verdict_report(verdict: Verdict, every: bool = False) -> list[RenderableType]:
    """Return the count, the table of classes, how it was proved, and the base parameters; warnings come first."""
    header, lines = rows(verdict)
    made = table(header[0], *(f"<{name}" for name in header[1:11]), *header[11:])
    for line in lines:
        cells = [Text(SYMBOLS.get(x, x), style=_STYLES.get(x, "")) for x in line[1:]]
        made.add_row(Text(line[0]), *cells)
    legend = Items(LEGEND.split("   "), style="dim")
    warned, said = _notes(verdict)
    names = verdict.reduction.names if every else verdict.reduction.names[:MOST_ROWS]
    combinations = [Padding(_sum(combination(verdict, name), every), (0, 0, 0, 2), expand=False) for name in names]
    left_out = more(verdict.n_base - len(names), "base parameter")
    return [
        *warned,
        section(headline(verdict), "", *folded(made, every), "", legend, Text(proof(verdict)), *said),
        section(f"The {verdict.n_base} base parameters", *combinations, *left_out),
    ]


def _sum(text: str, every: bool) -> Text:
    """Return a base parameter as a sum; of many terms the first, unless all are asked for."""
    first, _, count = split_sum(text)
    return Text(f"{first} and {count} more terms" if count and not every else text)


def _notes(verdict: Verdict) -> tuple[list[Text], list[Text]]:
    """Return the warnings, and then what else is worth knowing."""
    said = notes(verdict)
    warned = [Text(note, style="bold yellow") for note in said if note.startswith("Warning")]
    return warned, [Text(note) for note in said if not note.startswith("Warning")]


def gains_report(before: Verdict, gains: Sequence[SensorGain], every: bool = False) -> list[RenderableType]:
    """Return what each additional sensor would make identifiable."""
    made = table("sensor", "base parameters", "gain", "<newly identifiable alone", "<newly identifiable")
    for gain in gains:
        made.add_row(
            gain.sensor, str(gain.n_base), f"+{gain.gain}", _some(gain.newly_alone), _some(gain.newly_identifiable)
        )
    title = f"Base parameters of {before.robot} with one additional sensor; without: {before.n_base}"
    warned, _ = _notes(before)
    return [*warned, section(title, "", *folded(made, every, [gain.gain for gain in gains]))]


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more
