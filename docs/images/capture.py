"""Draw the terminal picture of README: python docs/images/capture.py."""

import io
import re
from dataclasses import replace
from pathlib import Path

from rich.console import Console

import heft
from heft.report.tables import inspection

FOLDER = Path(__file__).parent


def picture(command: str, name: str, *renderables: object) -> None:
    """Write the output of a command as SVG, in the monospace font of the reader."""
    console = Console(record=True, width=96, file=io.StringIO(), force_terminal=True)
    console.print(*renderables, sep="\n")
    svg = console.export_svg(title=command)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code, monospace", "monospace")
    (FOLDER / name).write_text(svg)


if __name__ == "__main__":
    robot = heft.load("zoo:cheetah3_leg")
    picture("heft inspect zoo:cheetah3_leg", "inspect.svg", *inspection(replace(robot, notes=())))
