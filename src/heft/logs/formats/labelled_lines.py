"""Text in which every value has a label in front of it, as programs and drivers print it: `Position: 0.1 0.2`.

Labels end in a colon or an equals sign. They stand in lines of their own, several in a line, or below each other as
`rostopic echo` prints messages. A label without a value names what follows it: the rest of its line, as `motor 1:`, or
the lines that are indented below it. Numbers in front of the first label of a line are its time. A sample is what comes
between two occurrences of its first label, of those that come about as often as most labels do: some come several times
in a sample, and others only now and then. The table has a row for each sample, and a column for each number of a label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from statistics import median_low

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError, listed
from heft.logs.formats.cells import number

LABEL = re.compile(
    r"(?<![\w.])(?<!\w/)(?!(?:nan|inf|DEBUG|INFO|WARN|WARNING|ERROR)\b)"  # where a label may begin, ...
    r"(?!(?:m?rad|deg|degrees|rpm|m?Nm|mA)(?:/s2?)?\s+[A-Za-z])"  # but not with the unit of the number in front of it
    r"[A-Za-z_][\w ./-]{0,80}(?:[\[(][A-Za-z°][\w/ ^*]{0,20}[\])])?\s{0,20}[:=](?!/)"
)
VALUED = re.compile(rf"({LABEL.pattern})\s*(?:$|[-+\[(\d.])")
DATE = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?")
ITEM, RULE = re.compile(r"\s*-\s+(?=\S)"), re.compile(r"\s*(?:-{3,}|={3,}|\.{3})\s*$")
BETWEEN, BRACKETS = re.compile(r"[\s,;|]+"), str.maketrans("", "", "[](){}'\"")
NAMES = ("name", "names", "joint_names", "joints")
"""The labels of the names of joints."""

TIME = "time"
LONGEST_UNIT = 20
"""Characters of a unit behind numbers."""
LOOKED_AT, BLOCK = 2000, 20_000
"""The lines from which the labels of a sample are found, and the samples that are made an array of at a time."""


@dataclass(frozen=True)
class Entry:
    """What stands behind a label.

    Attributes:
        line: its number in the file.
        name: the label, with those that it is below.
        numbers: behind it; none if these are words.
        words: behind it, where they are not numbers.
    """

    line: int
    name: str
    numbers: list[float]
    words: list[str]


def is_labelled(lines: Sequence[str]) -> bool:
    """Return whether lines from the beginning of a file have labels, at least two of them, that come again."""
    labels = Counter(found[1] for line in lines for found in VALUED.finditer(line))
    plain = [line for line in lines if not (LABEL.search(line) or ITEM.match(line) or RULE.match(line))]
    numeric = all(_entry(0, "", line).numbers for line in plain)
    return len(labels) > 1 and max(labels.values()) > 1 and numeric and 4 * len(plain) <= 3 * len(lines)


def table(numbered: Iterable[tuple[int, str]], where: str) -> tuple[Array, list[str]]:
    """Return the samples of labelled lines as a table, and the names of its columns.

    Args:
        numbered: the lines, with their numbers.
        where: the file, for errors.

    Raises:
        FormatError: a label has more or fewer numbers than in the first sample.
    """
    lines = iter(numbered)
    first = list(entries(islice(lines, LOOKED_AT)))
    counts = Counter(entry.name for entry in first if entry.numbers)
    fewest = min((count for count in counts.values() if count > 1), default=1)
    usual = median_low([count for count in counts.values() if count > 1] or [1])
    anchor = next((name for name, count in counts.items() if usual < 3 * count and 2 * count < 3 * usual), "")
    widths: dict[str, int] = {}
    for entry in first:
        if entry.numbers and 2 * counts[entry.name] >= fewest:
            widths.setdefault(entry.name, len(entry.numbers))
    if not widths:
        raise FormatError("No label has numbers behind it.", where=where, remedy="Record it again.")
    joints: dict[str, list[str]] = {}
    for entry in first:
        if _last(entry.name) in NAMES:
            joints.setdefault(_scope(entry.name), entry.words)
    samples = (_row(sample, widths, joints, where) for sample in _samples(chain(first, entries(lines)), anchor))
    blocks: list[Array] = []
    while block := list(islice(samples, BLOCK)):
        blocks.append(np.array(block))
    names = [column for name, width in widths.items() for column in _columns(name, width, joints)]
    return np.concatenate(blocks), names


def _row(sample: Sequence[Entry], widths: dict[str, int], joints: dict[str, list[str]], where: str) -> list[float]:
    """Return the numbers of a sample in the order of the columns, NaN where there are none; of two, the first count.

    Raises:
        FormatError: a label has more or fewer numbers than in the first sample, or names other joints.
    """
    found: dict[str, list[float]] = {}
    order: dict[str, list[int]] = {}
    for entry in sample:
        place = f"{where}:{entry.line}"
        known = joints.get(_scope(entry.name), [])
        if _last(entry.name) in NAMES and entry.words != known:
            if sorted(entry.words) != sorted(known):
                what = f"It names {listed(entry.words)} here, and {listed(known)} at first."
                raise FormatError(what, where=place, remedy="Record the messages of each publisher by themselves.")
            order[_scope(entry.name)] = [entry.words.index(joint) for joint in known]
        if entry.name not in widths or not entry.numbers or entry.name in found:
            continue
        if len(entry.numbers) != widths[entry.name]:
            what = f"'{entry.name}' has {len(entry.numbers)} numbers here and {widths[entry.name]} at first."
            remedy = "The file may be truncated, or this line damaged: leave the sample out."
            raise FormatError(what, where=place, remedy=remedy)
        own = order.get(_scope(entry.name), [])
        same = len(own) == len(entry.numbers)
        found[entry.name] = [entry.numbers[k] for k in own] if same else entry.numbers
    return [x for name, width in widths.items() for x in found.get(name, [np.nan] * width)]


def entries(numbered: Iterable[tuple[int, str]]) -> Iterator[Entry]:
    """Yield what stands behind each label, with the items that follow in lines of their own."""
    above: list[tuple[int, str]] = []  # labels without a value, with how far they are indented
    items: list[str] = []
    place = 0

    def collected() -> Iterator[Entry]:
        if items and above:
            yield _entry(place, "/".join(name for _, name in above), " ".join(items))
        items.clear()

    for k, line in numbered:
        found = list(LABEL.finditer(line))
        if RULE.match(line):
            yield from collected()
            above.clear()
        elif not found and (above or items):
            items.append(ITEM.sub("", line))
        elif not found:
            yield from _stamp(k, line)
        else:
            yield from collected()
            indent = len(line) - len(line.lstrip())
            while above and above[-1][0] >= indent:
                above.pop()
            yield from _stamp(k, line[: found[0].start()])
            scope = [name for _, name in above]
            for label, following in zip(found, [*found[1:], None], strict=True):
                name = " ".join(label[0].rstrip(":= \t").split())
                value = line[label.end() : following.start() if following else None]
                if value.strip():
                    yield _entry(k, "/".join([*scope, name]), value)
                elif following:
                    scope.append(name)
                else:
                    above.append((indent, name))
        place = k
    yield from collected()


def _stamp(line: int, text: str) -> Iterator[Entry]:
    """Yield the time in front of a label: a date, or the last number."""
    date = DATE.search(text)
    words = [date[0]] if date else BETWEEN.split(text.translate(BRACKETS).strip(" \t\n,;|:"))
    found = [x for word in words if word and (x := number(word.rstrip(":"), ".")) is not None]
    if found:
        yield Entry(line, TIME, found[-1:], [])


def _entry(line: int, name: str, value: str) -> Entry:
    """Return what stands behind a label; a unit behind its numbers becomes part of its name."""
    text = value.translate(BRACKETS).strip(" \t\r\n,;|")
    whole = number(text, ".") if text else None  # a date has a space in it
    words = BETWEEN.split(text)
    found = [whole] if whole is not None else [number(word, ".") if word else None for word in words]
    if len(found) > 1 and found[-1] is None and None not in found[:-1] and len(words[-1]) <= LONGEST_UNIT:
        name, found = f"{name} [{words[-1]}]", found[:-1]
    numbers = [x for x in found if x is not None]
    return Entry(line, name, numbers, []) if len(numbers) == len(found) else Entry(line, name, [], words)


def _samples(found: Iterable[Entry], anchor: str) -> Iterator[list[Entry]]:
    """Yield the entries of each sample: one begins with the line in which the anchor stands."""
    sample: list[Entry] = []
    for entry in found:
        if entry.name == anchor and entry.numbers and any(each.name == anchor for each in sample):
            at = next((k for k, each in enumerate(sample) if each.line == entry.line), len(sample))
            yield sample[:at]
            sample = sample[at:]
        sample.append(entry)
    if sample:
        yield sample


def _columns(name: str, width: int, joints: dict[str, list[str]]) -> list[str]:
    """Return the names of the columns of a label: by the joints that are named beside it, or by numbers from 0."""
    known = joints.get(_scope(name), [])
    if width > 1 and len(known) == width:
        return [f"{name}/{joint}" for joint in known]
    return [f"{name}[{k}]" for k in range(width)] if width > 1 else [name]


def _scope(name: str) -> str:
    return name.rpartition("/")[0]


def _last(name: str) -> str:
    return name.rpartition("/")[2].lower()
