"""The options that verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

RobotName = Annotated[
    str, Parameter(help="A .urdf, an .xml (MJCF or URDF), a .json or .toml mechanism file, or zoo:NAME.")
]
Base = Annotated[
    Literal["fixed", "floating"] | None,
    Parameter(name="--base", help="Stand the robot on this base instead of the one in its file."),
]
FreeMimics = Annotated[
    bool, Parameter(name="--free-mimics", help="Give a URDF's mimic joints coordinates of their own.")
]
Json = Annotated[bool, Parameter(name="--json", help="Write one JSON object on standard output and nothing else.")]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]
JsonFile = Annotated[Output, Parameter(help="Write the JSON object to this file, NAME.json.")]
Quiet = Annotated[bool, Parameter(name=["--quiet", "-q"], help="Write no text and show no progress.")]
