"""`heft report`: a saved result as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from heft.cli.given import making
from heft.cli.options import Json, Quiet
from heft.cli.outputs import output_file
from heft.cli.settable import WRITES
from heft.cli.terminal import progress, say, show, show_json
from heft.errors import ArgumentError, FormatError
from heft.reading.guard import reading
from heft.reading.schema import checked
from heft.report.kind import PageKind

Results = Annotated[
    list[Path],
    Parameter(
        help="Saved results: the JSON files that heft identify, identifiable, check, validate, learn, excite and "
        "payload write, or the folders that hold them. Further results of the same kind are shown next to the first."
    ),
]
PageFile = Annotated[
    Path | None, WRITES, Parameter(name=["--output", "-o"], help="Write the page to this file, NAME.html.")
]
Recording = Annotated[
    Path | None,
    WRITES,
    Parameter(
        help="Write robot, motion and efforts on one timeline for Rerun's viewer to this file, NAME.rrd; needs the "
        "extra rerun."
    ),
]


def report(
    results: Results,
    /,
    *,
    output: PageFile = None,
    rerun: Recording = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a saved result as one HTML file, with curves and shapes where its logs and its robot are still there."""
    from heft.files import write_whole
    from heft.report.page import page
    from heft.report.rerun_file import recording

    if output is None and rerun is None:
        raise ArgumentError("Nothing is to be written.", where="--output", remedy="Give -o NAME.html.")
    files = [_file_of(name) for name in results]
    place = output_file(output, ".html", *files) if output else None
    store = output_file(rerun, ".rrd", *files) if rerun else None
    notes = list[str]()
    with progress("reading logs", quiet):
        subjects = {str(file): _read(file, notes if k == 0 else []) for k, file in enumerate(files)}
    first, *others = subjects
    if len({type(subject) for subject in subjects.values()}) > 1:
        raise ArgumentError("These results are of different kinds.", remedy="Compare results of the same command.")
    beside = {name: subjects[name] for name in others}
    if place:
        write_whole(place, page(subjects[first], making=making(), others=beside, label=first).encode())
    if store:
        write_whole(store, recording(getattr(subjects[first], "estimate", None), str(files[0])))
    written = [str(path) for path in (output, rerun) if path]
    if json:
        curves = bool(getattr(subjects[first], "efforts", ()))
        show_json(
            {
                "page": str(output) if output else None,
                "rerun": str(rerun) if rerun else None,
                "results": [*map(str, files)],
                "curves": curves,
                "notes": notes,
            }
        )
    elif not quiet:
        for note in notes:
            say(note)
        show(f"Written to {' and '.join(written)}.")


def _file_of(name: Path) -> Path:
    """Return the file itself, or the saved result in a folder."""
    from heft.report.kinds import kinds

    if not name.is_dir():
        return name
    known = [kind.files for kind in kinds().values() if kind.files]
    found = [name / each for each in known if (name / each).is_file()]
    if len(found) > 1:
        what = f"This folder has {' and '.join(each.name for each in found)}."
        raise ArgumentError(what, where=str(name), remedy="Name the file that is meant.")
    return found[0] if found else name / known[0]


def _shown(kind: PageKind, data: dict[str, Any], file: Path, notes: list[str]) -> Any:
    """Return what a saved result of a kind shows."""
    where, remedy = str(file), f"Make it again with {kind.made_by}."
    if kind.entry is not None:
        entry = checked(kind.entry, data, f"saved {kind.name}", where, remedy)
        data = entry.model_dump(exclude_unset=True, by_alias=True)
    with reading(where, f"saved {kind.name}", remedy):
        return kind.read(data, file, notes)


def _read(file: Path, notes: list[str]) -> Any:
    """Return what a saved result shows."""
    from heft.files import read_bytes
    from heft.reading.text import json_value
    from heft.report.kinds import kinds

    data = json_value(read_bytes(file), str(file)) if file.suffix.lower() == ".json" else None
    for kind in kinds().values():
        if isinstance(data, dict) and kind.reads(data):
            return _shown(kind, data, file, notes)
    made_by = ", ".join(kind.made_by for kind in kinds().values())
    raise FormatError(
        "This is not a saved result.", where=str(file), remedy=f"Give a JSON file that one of these wrote: {made_by}."
    )
