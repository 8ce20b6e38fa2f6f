"""All output of the command line: standard output, standard error, files and progress bars."""

from __future__ import annotations

import io
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from heft.errors import FileError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDTH = 100
"""Columns if standard output is not a terminal and COLUMNS is not set."""

SLOW = 3.0
"""[s] If loading the kernels takes longer than this, they are being compiled."""

Report = Callable[[int, int], None]
"""Called with how much is done and how much there is in total."""


def console(file: TextIO | None = None) -> Console:
    """Return a console on standard output, or on another file; signs that its encoding lacks become question marks."""
    from rich.console import Console

    class Piped(Console):
        """A console that leaves a broken pipe to `heft.cli.main`."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    stream = sys.stdout if file is None else file
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    width = None if stream.isatty() or "COLUMNS" in os.environ else WIDTH
    return Piped(file=stream, width=width, highlight=False, emoji=False, markup=False)


def say(message: str) -> None:
    """Write a message as one line to standard error, signs that a terminal would act on escaped."""
    line = " ".join(message.split())
    print("heft:", "".join(c if c.isprintable() else repr(c)[1:-1] for c in line), file=sys.stderr)


def show(*renderables: RenderableType) -> None:
    """Write text and tables to standard output, one below the other."""
    console().print(*renderables, sep="\n")


def answer(
    facts: dict[str, Any], shown: Callable[[], Iterable[RenderableType]], place: Path | None, as_json: bool, quiet: bool
) -> None:
    """Give the answer of a verb: to a file if there is one, and to standard output as JSON, as text or not at all.

    Args:
        facts: the JSON object.
        shown: makes the text; called only if it is shown.
        place: the file to write the object to.
        as_json: write the object to standard output.
        quiet: write no text.
    """
    if place:
        from heft.files import write_whole

        write_whole(place, to_json(facts).encode())
    if as_json:
        show_json(facts)
    elif not quiet:
        show(*shown())


def show_text(text: str) -> None:
    """Write text to standard output as it is, without breaking lines."""
    sys.stdout.write(text + "\n")


def show_json(facts: dict[str, Any]) -> None:
    """Write one JSON object to standard output."""
    sys.stdout.write(to_json(facts))


def to_json(facts: dict[str, Any]) -> str:
    """Return facts as JSON text, an innermost list on one line; numbers that are not finite become null."""
    return _json(facts, "\n") + "\n"


def _json(value: Any, newline: str) -> str:
    inner = newline + "  "
    if isinstance(value, dict) and value:
        items = (f"{_json(str(key), inner)}: {_json(item, inner)}" for key, item in value.items())
        return "{" + inner + f",{inner}".join(items) + newline + "}"
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        return "[" + inner + f",{inner}".join(_json(item, inner) for item in value) + newline + "]"
    if isinstance(value, list):
        return "[" + ", ".join(_json(item, inner) for item in value) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def output_file(path: Path, ending: str, *inputs: Path) -> Path:
    """Return the file to write to, checked before any work is done.

    Args:
        path: as the user gave it; a link is followed.
        ending: the ending that its name must have, such as ".csv".
        inputs: files that are read, and must not be overwritten.

    Raises:
        FileError: nothing can be written there.
    """
    if path.suffix.lower() != ending:
        raise FileError(
            f"The name of the file must end in {ending}.", where=str(path), remedy=f"Write -o {path.stem}{ending}."
        )
    place = path.resolve()
    if not place.parent.is_dir():
        raise FileError(f"There is no folder '{path.parent}'.", where=str(path), remedy="Create it first.")
    if place.exists() and not place.is_file():
        raise FileError("This exists already and is not a file.", where=str(path), remedy="Choose another name.")
    if not os.access(place.parent, os.W_OK):
        raise FileError(
            f"The folder '{path.parent}' is not writable.",
            where=str(path),
            remedy="Choose another folder, or change its permissions.",
        )
    if any(place.exists() and given.exists() and place.samefile(given) for given in inputs):
        raise FileError(
            "This is an input file, which is never changed.", where=str(path), remedy="Choose another name."
        )
    return place


@contextmanager
def progress(doing: str, quiet: bool = False) -> Iterator[Report]:
    """Show the progress of the work on standard error, if it is a terminal.

    Until the first report the kernels are loading, or compiling after a fresh installation.

    Args:
        doing: what the work is.
        quiet: show nothing.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich import progress as bars
    from rich.text import Text

    class Phase(bars.ProgressColumn):
        """The current phase of the work."""

        def render(self, task: bars.Task) -> Text:
            if task.total is not None:
                return Text(doing)
            slow = (task.elapsed or 0.0) > SLOW
            return Text("compiling the kernels (once)" if slow else "loading the kernels")

    columns = (bars.SpinnerColumn(), Phase(), bars.BarColumn(), bars.TimeElapsedColumn())
    with bars.Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=max(total, 1))
