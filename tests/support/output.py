"""What a page shows beside what was printed: tolerant comparison, and what the page should show instead.

A line `...` on a page stands for any lines, and `...` in a line for any text. Numbers may be off in their last digit or
by a hundredth; whole numbers below a thousand may not. Blanks, the length of rules and the dots of a curve do not
count.
"""

from __future__ import annotations

import re
from decimal import Decimal
from difflib import SequenceMatcher

NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?")
ELLIPSIS = "..."


def differences(shown: str, printed: str) -> list[str]:
    """Return the first stretch of a page that was not printed, with what was; empty if all of it was."""
    lines, position = _lines(printed), 0
    stretches = _stretches(shown)
    for k, stretch in enumerate(stretches):
        last = k == len(stretches) - 1
        places = range(position, len(lines) - len(stretch) + 1)
        if k == 0:
            places = range(0, min(1, len(lines) - len(stretch) + 1))
        if last:
            end = len(lines) - len(stretch)
            places = range(end, end + 1) if end in places else range(0)
        found = next((p for p in places if _all_alike(stretch, lines[p : p + len(stretch)])), None)
        if found is None:
            near = _nearest(stretch, lines, position) if k else 0
            return ["the page shows", *stretch, "printed was", *lines[near : near + len(stretch) + 2]]
        position = found + len(stretch)
    return []


def refreshed(shown: str, printed: str) -> str:
    """Return what a page should show: the lines that were printed, left out where the page leaves them out."""
    lines, stretches = _lines(printed), _stretches(shown)
    if len(stretches) == 1:
        new = [_kept(old, line) for old, line in zip(stretches[0], lines, strict=False)]
        return _text([*new, *lines[len(new) :]])
    made: list[str] = []
    position = 0
    for k, stretch in enumerate(stretches):
        last = k == len(stretches) - 1
        blank = next((i for i, line in enumerate(stretch) if line), 0)  # blank lines are everywhere
        head = stretch[blank : blank + 1] if last else stretch[blank:]
        start = max(position, _nearest(head, lines, position) - blank) if k and stretch else position
        end = len(lines) if last and stretch else start + len(stretch)
        made += [ELLIPSIS] if k and (start > position or not stretch) else []
        new = [_kept(old, line) for old, line in zip(stretch, lines[start:end], strict=False)]
        made += [*new, *lines[start + len(new) : end]]
        position = end
    return _text(made)


def _text(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def _lines(printed: str) -> list[str]:
    lines = [line.rstrip() for line in printed.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _stretches(shown: str) -> list[list[str]]:
    """Return the lines between the dots."""
    stretches: list[list[str]] = [[]]
    for line in _lines(shown):
        if line == ELLIPSIS:
            stretches.append([])
        else:
            stretches[-1].append(line)
    return stretches


def _nearest(stretch: list[str], lines: list[str], position: int) -> int:
    """Return where lines most like those of a stretch begin."""

    def likeness(place: int) -> float:
        pairs = zip(stretch, lines[place : place + len(stretch)], strict=False)
        return sum(SequenceMatcher(None, a, b, autojunk=False).ratio() for a, b in pairs)

    return max(range(position, max(position, len(lines) - len(stretch)) + 1), key=likeness)


def _kept(old: str, new: str) -> str:
    """Return the old line if it says the same with text left out, else the new one."""
    return old if ELLIPSIS in old and alike(old, new) else new


def _all_alike(shown: list[str], printed: list[str]) -> bool:
    return all(alike(a, b) for a, b in zip(shown, printed, strict=True))


def alike(shown: str, printed: str) -> bool:
    """Whether a line on a page says what was printed."""
    a, b = _plain(shown), _plain(printed)
    if ELLIPSIS in a:
        return re.fullmatch(".*".join(re.escape(part) for part in a.split(ELLIPSIS)), b) is not None
    if NUMBER.sub("#", a) != NUMBER.sub("#", b):
        return False
    return all(_close(x, y) for x, y in zip(NUMBER.findall(a), NUMBER.findall(b), strict=True))


def _plain(line: str) -> str:
    """Return a line in which widths and the dots of curves do not count."""
    line = re.sub(r"[\u2800-\u28ff]+", "\u2800", line)
    return " ".join(re.sub("─+", "─", line).split())


def _close(a: str, b: str) -> bool:
    if a == b:
        return True
    x, y = float(a), float(b)
    if a.lstrip("-").isdigit() and b.lstrip("-").isdigit():
        return abs(x) >= 1000 and abs(x - y) <= 1e-3 * abs(x)
    last = min(10.0 ** int(Decimal(word).as_tuple().exponent) for word in (a, b))
    return abs(x - y) <= max(0.01 * abs(x), 1.001 * last)
