"""Exact numbers as robot files give them: rationals and rational multiples of pi.

Identifiability is a question of exact ranks, so "1/3", "-981/100", "0.333" and "2/3*pi" are kept
exactly, beside the float that the dynamics use. A decimal may be a rounded number: 1.5708 is probably pi/2. Integers,
fractions and multiples of pi are meant literally.
"""

from __future__ import annotations

import math
import numbers
import re
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache

from heft.bounds import LARGEST, MOST_DIGITS
from heft.errors import FormatError
from heft.text import shown

_FRACTION = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:\s*/\s*[0-9]+)?"
_PI_MULTIPLE = re.compile(rf"^\s*(?:(?P<factor>{_FRACTION})\s*\*\s*)?(?P<sign>[+-]?)pi(?:\s*/\s*(?P<over>[0-9]+))?\s*$")
_RATIONAL = re.compile(rf"^\s*(?P<value>{_FRACTION})\s*$")
_DECIMAL = re.compile(r"^[^/]*[.eE][^/]*$")
_LARGEST_EXPONENT = 400
_MORE_DIGITS = 10**MOST_DIGITS


@dataclass(frozen=True)
class Number:
    """The exact number ``rational + pi_multiple * pi``.

    Attributes:
        rational: the part without pi.
        pi_multiple: the factor of pi.
        decimal: whether it was written as a decimal, or came as a float, and so may be rounded.
    """

    rational: Fraction = Fraction(0)
    pi_multiple: Fraction = Fraction(0)
    decimal: bool = field(default=False, compare=False)

    @classmethod
    def parse(cls, value: Exactable, where: str = "") -> Number:
        """Read a number or one of the exact strings "1/3", "1e-3", "2/3*pi", "-pi/2".

        A float is read as its shortest decimal: 0.1 is 1/10.

        Raises:
            FormatError: not a number, not finite, larger than `heft.bounds.LARGEST`, or with too many digits.
        """
        try:
            return _text_read(value) if isinstance(value, str) else _checked(value, _read(value))
        except FormatError as error:
            raise FormatError(error.what, where=where, remedy=error.remedy) from None

    @property
    def complaint(self) -> str:
        """Why the number is out of bounds, as the end of a sentence; "" if it is not."""
        size = abs(float(self))
        if not size <= LARGEST:
            return f"is larger than {LARGEST:g}, which no number of a robot is"
        if size == 0 and (self.rational or self.pi_multiple):
            return "is too small for a float"
        a, b = self.rational, self.pi_multiple
        if max(abs(a.numerator), a.denominator, abs(b.numerator), b.denominator) >= _MORE_DIGITS:
            return f"has more than {MOST_DIGITS} digits as a fraction"
        return ""

    def __float__(self) -> float:
        return self._nearest

    def __hash__(self) -> int:
        return hash(self._nearest)  # the hash of a fraction takes a division modulo a prime

    @cached_property
    def _nearest(self) -> float:
        try:
            return float(self.rational) + float(self.pi_multiple) * math.pi
        except OverflowError:
            return math.inf

    def __str__(self) -> str:
        """The string that `parse` reads back."""
        if self.pi_multiple == 0:
            return str(self.rational)
        if self.rational != 0:
            what = "A sum of a rational and a multiple of pi cannot be written in a mechanism file."
            raise FormatError(what, remedy="Use the decimal nearest to it.")
        return f"{self.pi_multiple}*pi"

    def __neg__(self) -> Number:
        return Number(-self.rational, -self.pi_multiple, self.decimal)

    def to_json(self) -> int | str:
        """An int if the number is whole, otherwise the exact string: a decimal stays one, a fraction too."""
        whole = self.pi_multiple == 0 and self.rational.denominator == 1
        if whole:
            return int(self.rational)
        return _decimal(self.rational) if self.decimal and not self.pi_multiple else str(self)


Exactable = Number | str | int | float | Fraction
"""What `Number.parse` reads."""

ZERO, ONE = Number(), Number(Fraction(1))


def _read(value: Exactable) -> Number:
    """Read what is not a text."""
    if isinstance(value, Number):
        return value
    if isinstance(value, (int, Fraction, numbers.Integral)) and not isinstance(value, bool):
        return Number(Fraction(value))
    if isinstance(value, (float, numbers.Real)) and not isinstance(value, bool) and math.isfinite(value):
        return Number(Fraction(repr(float(value))), decimal=True)
    raise _not_a_number(value)


@lru_cache(maxsize=4096)
def _text_read(text: str) -> Number:
    """Read a text; the numbers of a robot file are few, and most stand in it many times."""
    if len(text) > MOST_DIGITS:
        what = f"{_shown(text)} has {len(text)} characters, more than the {MOST_DIGITS} that a number may have."
        raise FormatError(what, remedy="Round it.")
    if match := _RATIONAL.match(text):
        return _checked(text, Number(_fraction(match["value"]), decimal=bool(_DECIMAL.search(text))))
    if match := _PI_MULTIPLE.match(text):
        factor = _fraction(match["factor"]) if match["factor"] else Fraction(1)
        sign = -1 if match["sign"] == "-" else 1
        over = Fraction(match["over"] or 1)
        if over == 0:
            raise _not_a_number(text)
        return _checked(text, Number(pi_multiple=sign * factor / over))
    raise _not_a_number(text)


def _checked(value: Exactable, number: Number) -> Number:
    """Return the number that a value was read as, unless it is out of bounds."""
    if complaint := number.complaint:
        raise FormatError(f"{_shown(value)} {complaint}.", remedy="Check the exponent and the unit.")
    return number


def _fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    _, _, exponent = numerator.lower().partition("e")
    if len(exponent) > 6 or (exponent and abs(int(exponent)) > _LARGEST_EXPONENT):
        what = f"{_shown(text.strip())} is too large or too small."
        raise FormatError(what, remedy="Check the exponent and the unit.")
    above = Fraction(Decimal(numerator.strip()))
    if not denominator:
        return above
    try:
        return above / Fraction(denominator.strip())
    except (ValueError, ZeroDivisionError):
        raise _not_a_number(text) from None


def _decimal(value: Fraction) -> str:
    """Return a number that was written as a decimal as one again."""
    short = repr(float(value))
    if Fraction(short) == value:
        return short.removesuffix(".0")
    places = next(k for k in range(2 * _LARGEST_EXPONENT) if 10**k % value.denominator == 0)
    return f"{value.numerator * 10**places // value.denominator}e-{places}"


def _shown(value: object) -> str:
    """Return a value as a message quotes it; of a number with many digits, which Python prints slowly, the size."""
    if isinstance(value, Number):
        value = float(value)
    if isinstance(value, (int, Fraction)) and value and not 1e-15 < abs(value) < 10**40:
        digits = math.log10(abs(value.numerator)) - math.log10(value.denominator)
        return f"about {'-' if value < 0 else ''}1e{digits:.0f}"
    return shown(value, 40)


def _not_a_number(value: object) -> FormatError:
    return FormatError(
        f"{_shown(value)} is not a finite number.",
        remedy='Write a decimal, a fraction such as "1/3", or a multiple of pi such as "2/3*pi".',
    )


def vector(values: object, length: int, where: str = "") -> tuple[Number, ...]:
    """Read `length` exact numbers from a sequence or a white-space separated string."""
    items = values.split() if isinstance(values, str) else values
    if not isinstance(items, (list, tuple)) or len(items) != length:
        raise FormatError(
            f"{length} numbers are expected here; found {shown(values)}.",
            where=where,
            remedy="Separate them by spaces.",
        )
    return tuple(Number.parse(item, where) for item in items)
