"""Draw the terminal picture of README: python docs/images/capture.py writes inspect.svg."""

import io
import re
from dataclasses import replace
from pathlib import Path

from rich.console import Console

import heft
from heft.report.tables import inspection


def svg(robot: str = "zoo:cheetah3_leg") -> str:
    """Return what `heft inspect` shows of a robot, in the monospace font of the reader."""
    console = Console(record=True, width=96, file=io.StringIO(), force_terminal=True)
    console.print(*inspection(replace(heft.load(robot), notes=())), sep="\n")
    drawn = console.export_svg(title=f"heft inspect {robot}")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL).replace("Fira Code, monospace", "monospace")


if __name__ == "__main__":
    Path(__file__).with_name("inspect.svg").write_text(svg(), encoding="utf-8")
