"""Arguments of callers, converted to what they must be or refused by name: arrays, numbers, switches.

NumPy itself would read the text "1" as a number, and use the masked entries of a masked array.
"""

from __future__ import annotations

import math
import sys
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.errors import ArgumentError


def array(what: str, value: ArrayLike) -> Array:
    """Return an argument as an array of floats, which need not be finite.

    Args:
        what: how errors call the argument, such as "'q'".
        value: the argument; an array of floats is returned as it is, not copied.

    Raises:
        ArgumentError: it is masked, or not an array of real numbers (text that reads like a number is not one).
    """
    if any(map(_is_masked, value if isinstance(value, (list, tuple)) else (value,))):
        raise ArgumentError(
            f"{what} is a masked array, whose mask would be ignored.",
            remedy="Leave the masked samples out and pass the rest as a plain array, as x[~x.mask.any(axis=1)].data.",
        )
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "biufO" or (given.dtype.kind == "O" and any(isinstance(x, str) for x in given.flat)):
            raise TypeError
        return given.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        remedy = "Pass real numbers in a NumPy array or in lists of one length, and no text."
        raise ArgumentError(f"{what} is not an array of numbers.", remedy=remedy) from None


def _is_masked(value: object) -> bool:
    """Return whether it is a masked array; nobody has one who has not imported them, which takes its time."""
    masked = sys.modules.get("numpy.ma")
    return masked is not None and masked.isMaskedArray(value)


def finite(what: str, value: ArrayLike) -> Array:
    """Return an argument as an array of finite floats.

    Raises:
        ArgumentError: as for `array`, or a number in it is not finite.
    """
    floats = array(what, value)
    if not np.all(np.isfinite(floats)):
        raise ArgumentError(f"{what} contains a number that is not finite.", remedy="Remove those samples.")
    return floats


def number(what: str, value: object) -> float:
    """Return an argument as a float, which need not be finite.

    Raises:
        ArgumentError: it is not a real number.
    """
    found = _scalar(value)
    if not isinstance(found, Real) or isinstance(found, bool):
        raise _refused(what, value, "a number such as 0.5")
    return float(found)


def whole(what: str, value: object, least: int = 0, most: float = math.inf) -> int:
    """Return an argument as an int of at least `least` and at most `most`.

    Raises:
        ArgumentError: it is not a whole number, or is smaller or larger.
    """
    found = _scalar(value)
    if not isinstance(found, Integral) or isinstance(found, bool) or not least <= int(found) <= most:
        bounds = f"and at least {least}" if math.isinf(most) else f"from {least} to {most}"
        raise _refused(what, value, f"a whole number {bounds}")
    return int(found)


def switch(what: str, value: object) -> bool:
    """Return an argument that is either true or false.

    Raises:
        ArgumentError: it is neither; a text such as "no" would count as true.
    """
    found = _scalar(value)
    if not isinstance(found, bool):
        raise _refused(what, value, "True or False")
    return found


def _scalar(value: object) -> object:
    """Return the Python number inside a scalar of NumPy or its like."""
    if _is_masked(value) or getattr(value, "ndim", None) != 0:
        return value
    return np.asarray(value).item()


def _refused(what: str, value: object, expected: str) -> ArgumentError:
    shown = repr(value)
    return ArgumentError(
        f"{what} is {shown if len(shown) <= 60 else shown[:57] + '...'}.", remedy=f"It must be {expected}."
    )
