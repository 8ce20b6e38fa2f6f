"""A hook of a console: nothing that is printed has a sign that a terminal acts on, and tables stay aligned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TextIO

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment

from heft.cli.signs import SAME_WIDTH, encodes
from heft.text import printable


class Visible(RenderHook):
    """Cleans all that is printed on a stream."""

    def __init__(self, stream: TextIO) -> None:
        self.narrow = [(signs, letters) for signs, letters in SAME_WIDTH if not encodes(stream, signs)]

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Return what is printed in their place."""
        return [_Cleaned(renderable, self) for renderable in renderables]

    def cleaned(self, text: str) -> str:
        """Return a piece of text as it is printed."""
        for signs, letters in self.narrow:
            text = text.replace(signs, letters)
        return printable(text, keep="\n")


@dataclass(frozen=True)
class _Cleaned:
    renderable: ConsoleRenderable
    hook: Visible

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.renderable, options):
            text, style, control = segment
            yield segment if control else Segment(self.hook.cleaned(text), style)
