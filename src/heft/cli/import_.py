"""`heft import`: turn recorded files into a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heft.cli.options import Json, Output, Quiet
from heft.cli.subjects import result_in
from heft.cli.terminal import output_file, show, show_json
from heft.errors import ArgumentError
from heft.logs.formats import endings

if TYPE_CHECKING:
    from heft.estimation.drive_gains import DriveGains

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
Gains = Annotated[
    Path | None,
    Parameter(help="Turn motor currents into torques by the drive gains of this result.json, or of its folder."),
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
    gains: Gains = None,
    samples: Samples = None,
    json: Json = False,
    output: Annotated[Output, Parameter(help=f"Write the log to this file, {WRITTEN}.")] = None,
    quiet: Quiet = False,
) -> None:
    """Turn recorded files into a log; a map says which column is what."""
    from heft.logs.log_files import read_log
    from heft.report.logs import log_facts, log_summary

    ending = next((end for end in endings(written=True) if output and output.suffix.lower() == end), ".parquet")
    place = output_file(output, ending, *filter(None, [raw, map, gains])) if output else None
    first, last = _bounds(samples)
    found = gains_of_result(gains) if gains else None
    log = read_log(raw, map)
    log = found.of_log(log) if found else log
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


def gains_of_result(path: Path) -> DriveGains:
    """Return the drive gains that a result holds."""
    from heft.estimation.drive_gains import DriveGains

    data = result_in(path)
    if data is None or not data.get("drive_gains"):
        raise ArgumentError(
            "This is not a result with drive gains.",
            where=str(path),
            remedy="Make one from currents: heft identify ROBOT LOG --payload LOADED --payload-mass KG -o FOLDER.",
        )
    return DriveGains.from_dict(data["drive_gains"])


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
