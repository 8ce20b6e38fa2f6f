"""`heft export`: a robot's dynamics as code without dependencies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from heft.cli.given import refuse_given
from heft.cli.options import LOADING, Json, LoadingOptions, Output, Quiet, RobotName
from heft.cli.outputs import output_file
from heft.cli.settable import PLAIN, WRITES
from heft.cli.terminal import show, show_json

if TYPE_CHECKING:
    from heft.export.generate import GeneratedCode

ENDINGS = {"c": ".c", "python": ".py"}

What = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        help="Functions to generate, separated by commas: inverse-dynamics (default), regressor, mass-matrix, gravity, "
        "bias, coriolis-matrix, slotine-li-regressor, friction, forward-dynamics."
    ),
]
Code = Annotated[
    Output,
    Parameter(help="Write the code to this file, NAME.c or NAME.py; - is standard output.", allow_leading_hyphen=True),
]
Header = Annotated[bool, WRITES, Parameter(help="Also write the prototypes for C and C++, to NAME.h next to the code.")]
Precision = Annotated[Literal["double", "float"], Parameter(help="Precision of the numbers in C.", show_default=True)]
Lang = Annotated[Literal["c", "python"], Parameter(help="Programming language of the code.", show_default=True)]


def export(
    robot: RobotName,
    /,
    *,
    what: What = None,
    lang: Lang = "c",
    precision: Precision = "double",
    header: Header = False,
    loading: LoadingOptions = LOADING,
    json: Json = False,
    output: Code = None,
    quiet: Quiet = False,
) -> None:
    """Generate straight-line code for a robot's dynamics, with its operation counts."""
    from heft.export.generate import generate_code
    from heft.files import write_whole

    if output is None or str(output) == "-":
        refuse_given("quiet", "where the code itself goes to standard output", "Leave it out, or write to a file.")
    if json and str(output) == "-":
        refuse_given("output", "with --json, whose object contains the code", "Leave one of them out.")
    to_file = output if output is not None and str(output) != "-" else None
    place = output_file(to_file, ENDINGS[lang], Path(robot)) if to_file else None
    if lang != "c":
        refuse_given(("header", "precision"), "on code in Python")
    if not to_file:
        refuse_given("header", "without a file for the code", "Give the file with -o.")
    declared = output_file(to_file.with_suffix(".h"), ".h", Path(robot)) if to_file and header else None
    wanted = [word.strip() for words in what or ["inverse-dynamics"] for word in words.split(",")]
    code = generate_code(loading.load(robot), wanted, lang, precision)
    if place:
        write_whole(place, code.text.encode())
    if declared:
        write_whole(declared, code.header.encode())
    if json:
        facts = code.to_dict() | {"output": str(to_file) if to_file else None}
        show_json(facts | {"code": None, "header": None} if to_file else facts)
    elif not to_file:
        print(code.text, end="")
    elif not quiet:
        files = [to_file, *([to_file.with_suffix(".h")] if declared else [])]
        show(*_summary(code), f"Written to {' and '.join(map(str, files))}.")


def _summary(code: GeneratedCode) -> list[str]:
    """Return a line for each function."""
    return [f"{code.functions[what]}: {counts}" for what, counts in code.counts.items()]
