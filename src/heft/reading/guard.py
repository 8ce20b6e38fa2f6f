"""One wrapper around every reader: whatever a damaged file makes it raise becomes an error that names the file.

Readers use many libraries, each of which has its own exceptions for damaged files, and some raise whatever Python
raises when an assumption fails. The original exception stays attached as the cause.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import shorten

from heft.errors import FormatError, HeftError, MissingExtraError, ShortMemoryError
from heft.memory_limit import is_shortage

LONGEST = 160
"""Characters of a library's message that are shown."""


@contextmanager
def reading(where: str, kind: str, remedy: str = "It may be truncated: copy or record it again.") -> Iterator[None]:
    """Read a file inside this: errors name it, and warnings of libraries about its contents are not shown.

    An interruption from the keyboard passes through, as does an error of a missing dependency.

    Args:
        where: the file.
        kind: what the file should be, such as "CSV file".
        remedy: what to do about a damaged one.

    Raises:
        FormatError: the reader raised something that is not heft's, or recursed too deeply.
        ShortMemoryError: memory ran out; the file may well be sound.
        HeftError: what the reader raised, with the file's name.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except MissingExtraError:
        raise
    except HeftError as error:
        if where in error.where:
            raise
        place = where if error.where in ("", "log") else f"{where}: {error.where}"
        raise type(error)(error.what, where=place, remedy=error.remedy) from error
    except RecursionError as error:
        raise FormatError(f"It is nested too deeply for a {kind}.", where=where, remedy=remedy) from error
    except Exception as error:  # whatever a library raises
        if is_shortage(error):
            what, remedy = "There is not enough memory to read it.", "Split it, or close other programs."
            raise ShortMemoryError(what, where=where, remedy=remedy) from error
        raise FormatError(f"This is not a whole {kind}: {reason_of(error)}.", where=where, remedy=remedy) from error


def reason_of(error: Exception) -> str:
    """Return the first sentence of an exception, without characters that a terminal could obey."""
    lines = str(error).splitlines() or [""]
    text = "".join(c if c.isprintable() else "?" for c in lines[0].split(". ")[0])
    return shorten(text, LONGEST, placeholder="...").rstrip(".:") or type(error).__name__
