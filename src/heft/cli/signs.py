"""What a stream shows of signs that its encoding lacks, and of those that a terminal would act on.

A terminal that only knows ASCII gets the letters of the JSON output in place of stars and circles, and "+-" for the
plus-minus sign. Letters of other alphabets become escapes, from which the name can be read.
"""

from __future__ import annotations

import codecs
import io
from typing import TextIO

STAND_INS = {
    **{"★": "I", "●": "B", "○": "c", "✕": "X", "✗": "x", "•": "*", "·": "."},
    **{"±": "+-", "∞": "inf", "≈": "~", "×": "x", "²": "2", "π": "pi", "τ": "tau", "\u0302": "^"},
    **{"↓": "|", "–": "-", "…": "...", "─": "-", "│": "|", "█": "#", "━": "-", "╸": "-", "╺": "-"},
    **dict(zip("▁▂▃▄▅▆▇", "_.-~=+*", strict=True)),
}
"""What is shown in place of a sign that the encoding lacks."""

SAME_WIDTH = (("± ", "+-"), ("  ∞", "inf"))
"""Stand-ins that keep the columns of a table where they are, as far as there is room."""

HANDLER = "heft-stand-ins"


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    escaped = (STAND_INS.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in signs)
    return "".join(escaped), error.end


codecs.register_error(HANDLER, _stand_in)


def prepare(stream: TextIO | None) -> None:
    """Let a stream write stand-ins for what its encoding lacks, instead of failing or writing question marks."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=HANDLER)


def encodes(stream: TextIO, text: str) -> bool:
    """Return whether a stream can write a text as it is."""
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
