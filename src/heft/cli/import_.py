"""`heft import`: recorded files become a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli.options import Json, Output, Quiet
from heft.cli.terminal import output_file, show, show_json
from heft.errors import ArgumentError

Raw = Annotated[
    Path, Parameter(help="A .csv, .txt, .npz, .mat, .h5, .parquet, .mcap file, a rosbag2, or a folder of files.")
]
Samples = Annotated[
    str | None, Parameter(help="Keep samples FIRST:LAST of it alone, counted from 0, the last not included.")
]


def import_(
    raw: Raw,
    /,
    *,
    map: Annotated[Path, Parameter(help="TOML file that says which column is what, in which unit.")],
    samples: Samples = None,
    json: Json = False,
    output: Annotated[Output, Parameter(help="Write the log to this file, NAME.parquet or NAME.csv.")] = None,
    quiet: Quiet = False,
) -> None:
    """Turn recorded files into a log, by a map that says which column is what."""
    from heft.logs.importing.convert import import_log
    from heft.report.logs import log_facts, log_summary

    ending = ".csv" if output is not None and output.suffix.lower() == ".csv" else ".parquet"
    place = output_file(output, ending, raw, map) if output else None
    first, last = _bounds(samples)
    log = import_log(raw, map).part(first, last) if samples is not None else import_log(raw, map)
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
    """Return the two numbers of FIRST:LAST, None for one that is left out."""
    try:
        first, last = (int(word) if word.strip() else None for word in (samples or ":").split(":"))
    except ValueError:
        raise ArgumentError(
            f"'{samples}' is no stretch of samples.", where="--samples", remedy="Write FIRST:LAST, such as 634:3510."
        ) from None
    if (first or 0) < 0 or (last is not None and last <= (first or 0)):
        raise ArgumentError(f"There are no samples {samples}.", where="--samples", remedy="FIRST must be below LAST.")
    return first, last
