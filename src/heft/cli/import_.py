"""`heft import`: turn recorded files into a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli.options import Json, Output, Quiet
from heft.cli.terminal import output_file, show, show_json
from heft.errors import ArgumentError
from heft.logs.formats import endings

Recorded = Annotated[
    Path,
    Parameter(help=f"A file ({' '.join(endings())}), a rosbag2 folder, or a folder of files that the map names."),
]
MapFile = Annotated[
    Path | None,
    Parameter(
        help="TOML file that says which column is what, in which unit. ROS bags, and files whose columns are named as "
        "in a log, need none."
    ),
]
Samples = Annotated[
    str | None, Parameter(help="Keep only the samples FIRST:LAST, counted from 0; the last is not included.")
]

WRITTEN = " or ".join(f"NAME{ending}" for ending in endings(written=True))


def import_(
    raw: Recorded,
    /,
    *,
    map: MapFile = None,
    samples: Samples = None,
    json: Json = False,
    output: Annotated[Output, Parameter(help=f"Write the log to this file, {WRITTEN}.")] = None,
    quiet: Quiet = False,
) -> None:
    """Turn recorded files into a log; a map says which column is what."""
    from heft.logs.log_files import read_log
    from heft.report.logs import log_facts, log_summary

    ending = next((end for end in endings(written=True) if output and output.suffix.lower() == end), ".parquet")
    place = output_file(output, ending, *filter(None, [raw, map])) if output else None
    first, last = _bounds(samples)
    log = read_log(raw, map)
    log = log.part(first, last) if samples is not None else log
    if place:
        log.write(place)
    if json:
        show_json(log_facts(log) | {"output": str(output) if output else None})
    elif not quiet:
        show(
            *log_summary(log),
            *([f"Written to {output}."] if output else ["Nothing was written: give -o NAME.parquet."]),
        )


def _bounds(samples: str | None) -> tuple[int | None, int | None]:
    """Return the two numbers of FIRST:LAST, None for one that is omitted."""
    try:
        first, last = (int(word) if word.strip() else None for word in (samples or ":").split(":"))
    except ValueError:
        raise ArgumentError(
            f"'{samples}' is not a range of samples.", where="--samples", remedy="Write FIRST:LAST, such as 634:3510."
        ) from None
    if (first or 0) < 0 or (last is not None and last <= (first or 0)):
        raise ArgumentError(f"There are no samples {samples}.", where="--samples", remedy="FIRST must be below LAST.")
    return first, last
