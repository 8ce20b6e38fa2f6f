"""`heft import`: turn recorded files into a log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heft.cli.asking import asking
from heft.cli.given import refuse_given
from heft.cli.options import VIEWING, All, Json, Output, Quiet, ViewingOptions, refuse_idle_all, words_of
from heft.cli.outputs import output_file
from heft.cli.settable import PLAIN, REDIRECTS
from heft.cli.subjects import file_of, result_in
from heft.cli.terminal import show, show_json
from heft.errors import ArgumentError, FileError, HeftError
from heft.files import read_bytes, write_whole
from heft.interrupts import uninterrupted
from heft.logs.formats import endings

if TYPE_CHECKING:
    from heft.estimation.drive_gains import DriveGains

Recorded = Annotated[
    Path,
    Parameter(
        help=f"A file ({' '.join(endings())}), the folder of a rosbag2 or a LeRobot dataset, or a folder with a file "
        "for each signal."
    ),
]
MapFile = Annotated[
    Path | None,
    PLAIN,
    Parameter(
        help="TOML file that gives the meaning and unit of each column. ROS bags, LeRobot datasets and files whose "
        "columns have telling names need none."
    ),
]
Whose = Annotated[
    str | None,
    REDIRECTS,
    Parameter(
        help="The robot of the log: without a map, columns are matched with its joints, and units with its limits."
    ),
]
Topic = Annotated[
    str | None, PLAIN, Parameter(help="The topic of the joint states, where a ROS bag has several for the same joints.")
]
Rate = Annotated[
    float | None,
    Parameter(help="Sampling rate [Hz] of a file without time stamps, if the map does not give it."),
]
Joints = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        converter=words_of,
        help="Without a map: the joints of the columns of positions, in the order of the columns, separated by commas, "
        "where the names of the columns do not say it.",
    ),
]
Gains = Annotated[
    Path | None,
    PLAIN,
    Parameter(help="Turn motor currents into torques by the drive gains of this result.json, or of its folder."),
]
Samples = Annotated[
    str | None, PLAIN, Parameter(help="Keep only the samples FIRST:LAST, counted from 0; the last is not included.")
]

GUESSED = ("Guessed from the names of the columns. Correct it where it is wrong, and give it with heft import --map.",)
"""The first lines of a map that was guessed."""

WRITTEN = " or ".join(f"NAME{ending}" for ending in endings(written=True))


def import_(
    raw: Recorded,
    /,
    *,
    map: MapFile = None,
    robot: Whose = None,
    joints: Joints = None,
    rate: Rate = None,
    topic: Topic = None,
    gains: Gains = None,
    samples: Samples = None,
    loading: ViewingOptions = VIEWING,
    json: Json = False,
    output: Annotated[Output, Parameter(help=f"Write the log to this file, {WRITTEN}.")] = None,
    quiet: Quiet = False,
    every: All = False,
) -> None:
    """Convert recorded files into a log; a map gives the meaning of each column, or their names do."""
    from heft.logs.log_files import read_log
    from heft.logs.maps.guess import toml
    from heft.logs.maps.unmapped import read_unmapped
    from heft.report.logs import log_facts, log_summary

    refuse_idle_all(json, quiet)
    if robot is None:
        refuse_given([each.name for each in fields(loading)], "without a robot", "Give the robot, too: --robot ROBOT.")
    if map is not None:
        refuse_given("robot", "with a map, which names the joints")
        refuse_given("joints", "with a map, which names the joints")
        refuse_given("topic", "with a map, whose [file] table names the topic")

    ending = next((end for end in endings(written=True) if output and output.suffix.lower() == end), ".parquet")
    place = output_file(output, ending, *filter(None, [raw, map, gains])) if output else None
    first, last = _bounds(samples)
    found = gains_of_result(gains) if gains else None
    guess = None
    if map is None:
        settings = {"topic": topic} if topic is not None else None
        choose = None if quiet else asking()
        whose = loading.load(robot) if robot else None
        log, guess = read_unmapped(raw, whose, settings, choose, order=joints, rate=rate)
    else:
        log = read_log(raw, map, rate)
    log = found.of_log(log) if found else log
    log = log.part(first, last) if samples is not None else log
    drawn = place.with_suffix(".map.toml") if place and guess else None
    if place:
        with uninterrupted(), _drawn(drawn, toml(guess.map, GUESSED).encode() if guess else b"", raw):
            log.write(place)
    if json:
        map_facts = {"map": guess.map, "notes": list(guess.notes)} if guess else {"map": None, "notes": []}
        show_json(log_facts(log) | map_facts | {"output": str(output) if output else None})
    elif not quiet:
        show(
            *(guess.notes if guess else ()),
            *log_summary(log, every),
            *([f"The columns were guessed from their names; the map is in {drawn.name}."] if drawn else []),
            *([f"Written to {output}."] if output else ["Nothing was written: give -o NAME.parquet."]),
        )


@contextmanager
def _drawn(place: Path | None, content: bytes, raw: Path) -> Iterator[None]:
    """Write a guessed map beside the log that is written in this block; if that fails, the map goes again.

    Raises:
        FileError: there is another map, or it cannot be written.
    """
    if place is None or (place.is_file() and read_bytes(place, ours=True) == content):
        yield
        return
    if place.exists():
        raise FileError(
            "This map exists; it may have been corrected, so it is not guessed again.",
            where=str(place),
            remedy=f"Use it, with heft import {raw} --map {place}, or remove it.",
        )
    write_whole(output_file(place, ".toml", raw), content)
    try:
        yield
    except HeftError:
        with suppress(OSError):
            place.unlink()
        raise


def gains_of_result(path: Path) -> DriveGains:
    """Return the drive gains that a result holds."""
    from heft.estimation.estimate import Estimate

    data = result_in(path)
    gains = None if data is None else Estimate.from_dict(data, str(file_of(path, "result.json"))).drive_gains
    if gains is None:
        raise ArgumentError(
            "This is not a result with drive gains.",
            where=str(path),
            remedy="Make one from currents: heft identify ROBOT LOG --payload LOADED --payload-mass KG -o FOLDER.",
        )
    return gains


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
