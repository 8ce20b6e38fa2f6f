"""`heft excite`: the motion worth running."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli import INTERRUPTED
from heft.cli.design_options import MOTION, AsOptions
from heft.cli.given import making, refuse_given
from heft.cli.motion_formats import To, all_files, wanted, written_for
from heft.cli.options import LOADING, All, Json, LoadingOptions, Quiet, RobotName, refuse_idle_all
from heft.cli.outputs import output_folder
from heft.cli.settable import WRITES
from heft.cli.terminal import best_so_far, say, show, show_json
from heft.errors import ArgumentError
from heft.folders import write_folder
from heft.interrupts import arrived, held
from heft.reading.written import to_json

FILES = ("motion.json", "motion.parquet", "report.html")
MOST_RUNS = 20

Folder = Annotated[
    Path | None,
    WRITES,
    Parameter(name=["--output", "-o"], help="Write motion.parquet, motion.json and report.html here."),
]


def excite(
    robot: RobotName,
    /,
    *,
    output: Folder = None,
    motion: AsOptions = MOTION,
    runs: Annotated[
        int, Parameter(help="Number of motions; each takes those before it into account.", show_default=True)
    ] = 1,
    to: To = None,
    preview: Annotated[bool, Parameter(help="Draw the motion in the terminal.")] = False,
    loading: LoadingOptions = LOADING,
    json: Json = False,
    quiet: Quiet = False,
    every: All = False,
) -> int:
    """Design the motion that determines most of a robot's parameters; exit code 1 if it cannot excite all of them."""
    import heft
    from heft.excitation.excite import refuse_condition
    from heft.excitation.plan import Plan
    from heft.logs.formats.parquet import Parquet
    from heft.report import excitation as report
    from heft.report.kinds.excitation import Designed
    from heft.report.page import page
    from heft.report.saved import source_of

    refuse_idle_all(json, quiet)
    if not 1 <= runs <= MOST_RUNS:
        raise ArgumentError(f"{runs} motions are asked for.", where="--runs", remedy=f"Ask for 1 to {MOST_RUNS}.")
    formats = wanted(to)
    if not output:
        refuse_given("to", "without --output", "Give the folder to write to: -o DIR.")
    own = [_numbered(name, k) for k in range(MOST_RUNS) for name in (*FILES, *all_files())]
    place = output_folder(output, own, Path(robot)) if output else None
    design, loaded, plans = motion.design(), loading.load(robot), list[Plan]()
    if runs > 1:
        refuse_condition(design)
    for each in formats:
        each.check(loaded.coordinate_names, design.joints or loaded.coordinate_names)
    try:
        for k in range(runs):
            doing = "designing a motion" if runs == 1 else f"designing motion {k + 1} of {runs}"
            with best_so_far(doing, quiet) as tell:
                plans.append(heft.excite(loaded, design, progress=tell, after=(*design.after, *plans)))
            if arrived():
                break
    except KeyboardInterrupt:
        if not plans:
            say("Interrupted before a motion was found that keeps every limit. Nothing is written.")
            return INTERRUPTED
    with held() if arrived() else nullcontext():  # what was found before Ctrl-C is written and shown
        facts = [plan.to_dict() | {"robot_file": source_of(loaded, robot)} for plan in plans]
        contents, refusal = dict[str, bytes](), None
        for k, plan in enumerate(plans):
            more, refused = written_for(plan.curve, formats)
            refusal = refusal or refused
            files = more | {
                "motion.json": to_json(facts[k]).encode(),
                "motion.parquet": Parquet().dump(plan.log()),
                "report.html": page(Designed(plan, loaded), making=making()).encode(),
            }
            contents |= {_numbered(name, k): content for name, content in files.items()}
        if place:
            write_folder(place, contents, own)
        if json:
            show_json(facts[0] if runs == 1 else {"runs": facts})
        elif not quiet:
            for plan in plans:
                show(*report.summary(plan, every), *([report.preview(plan)] if preview else []))
            names = dict.fromkeys([*FILES, *(each.exporter.file for each in formats if not refusal)])
            if place:
                numbered = ", ".join(_numbered(name, k) for k in range(len(plans)) for name in names)
                show(f"Written to {output}: {numbered}.")
        if arrived():
            say(_kept(len(plans), runs, output))
    if refusal:
        raise refusal
    return 0 if plans[-1].enough else 1


def _kept(count: int, runs: int, output: Path | None) -> str:
    """Return what was kept when Ctrl-C ended the search."""
    what = "The best motion so far is" if runs == 1 else f"{count} of {runs} motions were found; they are"
    return f"Interrupted. {what} {f'in {output}' if output else 'shown above, and not written without --output'}."


def _numbered(name: str, k: int) -> str:
    """Return the name of a file of run k: motion.json, then motion-2.json, ...; of a folder, that of the folder."""
    first, slash, rest = name.partition("/")
    stem, dot, ending = first.partition(".")
    return name if k == 0 else f"{stem}-{k + 1}{dot}{ending}{slash}{rest}"
