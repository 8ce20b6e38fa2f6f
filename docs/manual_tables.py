"""Tables of the manual that are made from the code, between `<!-- table: manual_tables:NAME -->` and `<!-- end -->`.

`make docs-update` writes them into the pages; the tests fail if a page shows another table.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

SHARED = (
    "--base",
    "--free-mimics",
    "--lock",
    "--base-link",
    "--tip-link",
    "--group",
    "--package-path",
    "--xacro-arg",
    "--ignore-loops",
    "--gravity",
    "--all",
    "--json",
    "--output",
    "--quiet",
)
"""Options that most verbs have; the manual describes them once."""

EXTRAS = {
    "learn": "`heft learn`, and gradients through the dynamics (`heft.dynamics.scan`)",
    "mjcf": "reading and writing robots in MuJoCo's format (`.xml`)",
    "hdf5": "importing logs from HDF5 and MATLAB 7.3 files",
    "ros": "importing logs from rosbags and MCAP files",
    "cluster": "identifying from many logs on a dask cluster (`heft identify --scheduler`)",
    "collision": "motions that stay clear of obstacles and of the robot itself (`heft excite`)",
    "descriptions": "robots by their name in robot_descriptions, from its cache",
    "xacro": "reading robots from `.xacro` files",
    "parquet": "Parquet files of other programs, and LeRobot datasets; heft's own Parquet files need nothing; tables "
    "of results in Python (`result.to_table()`)",
    "plot": "figures of results in Python (`result.plot()`)",
    "rerun": "recordings for Rerun's viewer (`heft report --rerun`)",
    "all": "all of these",
}


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    lines = [heads, ["---"] * len(heads), *([_cell(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    """Return text as it must stand in a cell: bars and angle brackets would be read as markup."""
    return text.replace("|", r"\|").replace("<", "&lt;")


def verbs() -> str:
    """The verbs, with what each does."""
    from heft.cli import VERBS

    return markdown(
        ["verb", "what it does"], ([f"[`heft {verb}`](#heft-{verb})", text] for verb, text in VERBS.items())
    )


def options(verb: str) -> str:
    """The options that a verb has besides those that mean the same for all verbs."""
    rows = [_option(argument) for argument in arguments(verb)]
    shared = [_option(argument) for argument in arguments("identifiable") if argument.name in SHARED]
    return markdown(["option", "default", "what it does"], [row for row in rows if row not in shared])


def shared_options() -> str:
    """The options that most verbs share, as `heft identifiable` has them."""
    rows = [_option(argument)[::2] for argument in arguments("identifiable") if argument.name in SHARED]
    return markdown(["option", "what it does"], rows)


def arguments(verb: str) -> list[Any]:
    """Return the options of a verb as cyclopts has them."""
    from heft.cli.app import app

    return [argument for argument in app[verb].assemble_argument_collection() if argument.name.startswith("--")]


def _option(argument: Any) -> list[str]:
    """Return the row of an option: its names, the default, the help."""
    unwanted = () if argument.parameter.negative else argument.negatives
    names = [name for name in argument.names if name not in unwanted]
    value = _value(argument)
    cell = ", ".join(f"`{name}{value}`" if name not in argument.negatives else f"`{name}`" for name in names)
    return [cell, _default(argument), argument.parameter.help or ""]


def _value(argument: Any) -> str:
    """Return what follows the name of an option: its choices, or a word for its type."""
    choices = argument.get_choices()
    if choices:
        return " " + "|".join(choices)
    hint = str(argument.hint)
    if "bool" in hint:
        return ""
    counts = {"tuple[float, float, float]": " X Y Z", "Path": " FILE", "float": " NUMBER", "int": " N", "str": " TEXT"}
    return next(word for kind, word in counts.items() if kind in hint)


def _default(argument: Any) -> str:
    if argument.required:
        return "required"
    default = argument.field_info.default
    if isinstance(default, bool):
        return "on" if default else ""
    return "" if default is None else f"`{default}`"


def extras() -> str:
    """The extras of the package: what each installs, and what it is for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = project["optional-dependencies"].items()
    return markdown(
        ["extra", "installs", "needed for"], ([f"`{name}`", ", ".join(needs), EXTRAS[name]] for name, needs in rows)
    )


def motion_formats() -> str:
    """Return the table of formats for motions."""
    from heft.excitation.exporters import exporters

    rows = [
        [f"`{kind.name}`", f"`{kind.file}`", f"{kind.rate:g} Hz", kind.unit, kind.summary]
        for kind in exporters().values()
    ]
    return markdown(["`--to`", "file", "usual rate", "numbers", "what it is"], rows)


def layers() -> list[str]:
    """Return the layers of the package from top to bottom, as pyproject.toml has them, those that exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = project["tool"]["importlinter"]["contracts"]
    lines = [[name.strip("() ") for name in re.split("[|:]", layer)] for layer in contract["layers"]]
    there = [[name for name in line if any((ROOT / "src/heft").glob(f"{name}*"))] for line in lines]
    return [" | ".join(line) for line in there if line]


def layer_list() -> str:
    """The layers as a block, from top to bottom."""
    return "\n".join(["```text", *layers(), "```"])


def public_names() -> str:
    """Everything that `import heft` gives, with the first line of its description."""
    import heft

    names = sorted((name for name in heft.__all__ if not name.startswith("_")), key=str.lower)
    return markdown(["name", "what it is"], ([f"`heft.{name}`", _first_line(getattr(heft, name))] for name in names))


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")
