"""`heft demo`: a tour of heft on built-in robots."""

from __future__ import annotations

import tempfile
from pathlib import Path

from heft.cli.options import Json, JsonFile, Quiet
from heft.cli.outputs import output_file
from heft.cli.terminal import show, show_json
from heft.reading.written import to_json


def demo(
    *,
    json: Json = False,
    output: JsonFile = None,
    quiet: Quiet = False,
) -> int:
    """Show what heft does, on built-in robots, and write a report; the exit code is 1 if a check fails."""
    from heft.cli.tour import STOPS, ending, opening
    from heft.files import write_whole

    place = output_file(output, ".json") if output else None
    text = not (json or quiet)
    facts, report = {}, None
    if text:
        show(*opening())
    for number, stop in enumerate(STOPS, start=1):
        seen = stop(quiet)
        facts[stop.__name__] = seen.facts
        if text:
            show(*seen.shown(number))
        if text and seen.page is not None:
            report = Path(tempfile.mkdtemp(prefix="heft-demo-")) / "report.html"
            write_whole(report, seen.page().encode())
    agreed = all(part["ok"] for part in facts.values())
    answer = {**facts, "ok": agreed}
    if place:
        write_whole(place, to_json(answer).encode())
    if json:
        show_json(answer)
    elif text:
        show(*ending(agreed, report))
    return 0 if agreed else 1
