"""All output of the command line: standard output, standard error, files and progress bars."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from heft.cli.signs import encodes, prepare
from heft.compiled import while_compiling
from heft.interrupts import stop_if_asked
from heft.reading.written import to_json
from heft.text import printable, shortened

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDTH = 100
"""Columns if standard output is not a terminal and COLUMNS is not set."""

SILENT = "HEFT_SILENT_COMPILING"
"""If this variable of the environment is set, nothing is said about compiling."""

COMPILING = "Compiling the kernels. This is done once after installation and takes up to a minute."

Report = Callable[[int, int], None]
"""Called with how much is done and how much there is in total."""

LONGEST_MESSAGE = 2000
"""Characters of a message on standard error: a few lines."""


def console(file: TextIO | None = None) -> Console:
    """Return a console on standard output, or on another file; see `heft.cli.signs` for what it does to signs."""
    from rich.console import Console

    from heft.cli.visible import Visible

    class Piped(Console):
        """A console that leaves a broken pipe to `heft.cli.main`."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    stream = sys.stdout if file is None else file
    prepare(stream)
    columns = os.environ.get("COLUMNS", "")
    none = columns.isdecimal() and int(columns) == 0  # in which nothing would be shown
    width = WIDTH if none or not (columns or stream.isatty()) else None
    made = Piped(file=stream, width=width, highlight=False, emoji=False, markup=False)
    made.push_render_hook(Visible(stream))
    return made


def say(message: str) -> None:
    """Write a message as one line to standard error, signs that a terminal would act on escaped.

    Where standard error is closed or cannot be written, nobody is told; the exit code remains.
    """
    if sys.stderr is None or sys.stderr.closed:  # print would take standard output
        return
    prepare(sys.stderr)
    try:
        print("heft:", printable(shortened(" ".join(message.split()), LONGEST_MESSAGE)), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Discard what a standard stream still holds, so that the interpreter can exit without an error."""
    with suppress(OSError, ValueError):  # a stream of a caller in Python has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


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
    """Write text to standard output without breaking lines; only what a terminal would act on is escaped."""
    prepare(sys.stdout)
    sys.stdout.write(printable(text, keep="\n\t") + "\n")


def show_json(facts: dict[str, Any]) -> None:
    """Write one JSON object to standard output; what its encoding lacks is escaped as JSON does."""
    text = to_json(facts)
    sys.stdout.write(text if encodes(sys.stdout, text) else to_json(facts, ascii_only=True))


def say_compiling(words: str) -> None:
    """Say on standard error that something is compiled, unless HEFT_SILENT_COMPILING is set."""
    if not os.environ.get(SILENT):
        say(words)


@contextmanager
def compiling_said() -> Iterator[None]:
    """Say on standard error, once, if kernels are compiled in this block."""
    said: list[bool] = []

    def tell(started: bool) -> None:
        if started and not said:
            said.append(True)
            say_compiling(COMPILING)

    with while_compiling(tell):
        yield


@contextmanager
def progress(doing: str, quiet: bool = False) -> Iterator[Report]:
    """Show the progress of the work on standard error if it is a terminal, and in any case that kernels compile.

    Until the first report the kernels are loading. A report is also a place where a signal stops the work that
    compiled code has swallowed.

    Args:
        doing: what the work is.
        quiet: show nothing.
    """
    if quiet:
        yield lambda done, total: stop_if_asked()
        return
    if not sys.stderr.isatty():
        with compiling_said():
            yield lambda done, total: stop_if_asked()
        return
    from rich import progress as bars
    from rich.text import Text

    class Phase(bars.ProgressColumn):
        """The current phase of the work."""

        def render(self, task: bars.Task) -> Text:
            if compiling:
                return Text("compiling the kernels (once)")
            return Text(doing if task.total is not None else "loading the kernels")

    compiling: list[bool] = []  # not empty while they are

    def tell(started: bool) -> None:
        compiling[:] = [True] if started else []

    columns = (bars.SpinnerColumn("line"), Phase(), bars.BarColumn(), bars.TimeElapsedColumn())
    with while_compiling(tell), bars.Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(done: int, total: int) -> None:
            stop_if_asked()
            bar.update(task, completed=done, total=max(total, 1))

        yield report


@contextmanager
def best_so_far(doing: str, quiet: bool = False) -> Iterator[Callable[[int, int, float], None]]:
    """Show the progress of a search and its best value on standard error, if it is a terminal; see `progress`."""
    if quiet:
        yield lambda done, total, value: stop_if_asked()
        return
    if not sys.stderr.isatty():
        with compiling_said():
            yield lambda done, total, value: stop_if_asked()
        return
    from rich import progress as bars

    columns = (
        bars.SpinnerColumn(),
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.TimeElapsedColumn(),
    )
    words = [doing]

    def compile_told(started: bool) -> None:
        bar.update(task, description="compiling the kernels (once)" if started else words[0])

    with while_compiling(compile_told), bars.Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task(doing, total=None)

        def tell(done: int, total: int, value: float) -> None:
            stop_if_asked()
            best = f", best {value:.4g}" if math.isfinite(value) else ""
            words[0] = f"{doing}{best}"
            bar.update(task, completed=done, total=max(total, 1), description=words[0])

        yield tell
