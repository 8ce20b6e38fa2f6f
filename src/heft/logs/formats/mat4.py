"""MATLAB files of version 4: matrices one after the other, each with a header of five numbers."""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError

_NUMBERS = ("f8", "f4", "i4", "i2", "u2", "u1")
"""The types of numbers by the code P of a header M O P T, which stands as the decimal number MOPT."""


def variables(content: bytes, where: str) -> dict[str, Array]:
    """Return the full matrices of real numbers by name; texts, sparse and complex matrices are passed over.

    Raises:
        FormatError: a header is not one of version 4, or the file is shorter than it says.
    """
    found: dict[str, Array] = {}
    order = "<" if int.from_bytes(content[:4], "little") < 10_000 else ">"
    place = 0
    while place < len(content):
        if len(content) < place + 20:
            raise _damaged("It ends within the header of a matrix.", where)
        code, rows, columns, complex_, name_length = (int(x) for x in np.frombuffer(content, f"{order}i4", 5, place))
        mopt = f"{code:04}"
        if not 0 <= code < 10_000 or mopt[1] != "0" or int(mopt[2]) >= len(_NUMBERS) or mopt[3] not in "012":
            raise _damaged(f"It has a matrix of the unknown kind {code}.", where)
        if min(rows, columns, name_length) < 0 or complex_ not in (0, 1):
            raise _damaged("It has a matrix of a negative size.", where)
        kind = np.dtype(order + _NUMBERS[int(mopt[2])])
        start = place + 20 + name_length
        place = start + rows * columns * kind.itemsize * (1 + complex_)
        if place > len(content):
            raise _damaged("It is shorter than its matrices.", where)
        if mopt[3] == "0" and not complex_:
            name = content[start - name_length : start].split(b"\0")[0].decode("latin-1")
            values = np.frombuffer(content, kind, rows * columns, start)
            found[name] = np.array(values.reshape(columns, rows).T, float)
    return found


def _damaged(what: str, where: str) -> FormatError:
    return FormatError(what, where=where, remedy="It may be truncated: copy or save it again.")
