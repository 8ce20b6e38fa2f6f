"""How large an input may be: a file, and what it expands to.

A file may take up to half of the machine's memory. What is compressed in it may expand to `EXPANDED` bytes or to
`FACTOR` times the size of the file, whichever is more, and never to more than half of the memory. Recorded signals are
noisy and shrink two to ten times; a few megabytes that expand to gigabytes were made to do harm, or are damaged.
"""

from __future__ import annotations

import os

from heft.errors import FileError
from heft.memory_limit import limit

EXPANDED, FACTOR = 2**30, 20
"""What any file may expand to [bytes], and how many times its own size a larger one may."""

ASSUMED_MEMORY = 8 * 2**30
"""[bytes] Where the system does not say how much there is."""


def memory() -> int:
    """Return the machine's memory, or what this process may use of it [bytes]."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        whole = ASSUMED_MEMORY
    return min(whole, limit() or whole)


def most_expanded(size: int) -> int:
    """Return how many bytes a file of this size may expand to."""
    return min(memory() // 2, max(EXPANDED, FACTOR * size))


def check_size(size: int, where: str) -> None:
    """Refuse a file that does not fit in the memory.

    Raises:
        FileError: it takes more than half of it.
    """
    if size > memory() // 2:
        raise FileError(
            f"It has {_gigabytes(size)}, and there are {_gigabytes(memory())} of memory.",
            where=where,
            remedy="Split it, or use a machine with more memory.",
        )


def check_expanded(expanded: int, size: int, where: str) -> None:
    """Refuse what expands too far.

    Args:
        expanded: the size that the file declares for its contents, or that has been reached [bytes].
        size: that of the file [bytes].
        where: the file.

    Raises:
        FileError: it is more than `most_expanded`.
    """
    if expanded > most_expanded(size):
        raise FileError(
            f"It has {_gigabytes(size)} and expands to {_gigabytes(expanded)} or more; at most "
            f"{_gigabytes(most_expanded(size))} are read.",
            where=where,
            remedy="If this is a real log, split it, or store it without compression.",
        )


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.3g} GB" if size >= 1e8 else f"{size / 1e6:.3g} MB"
