"""MATLAB files of versions 5 to 7: a tree of elements, each with a tag that says its type and its number of bytes.

A variable is an element of the type MATRIX, compressed as a rule. Its parts are elements too: flags with the class of
the array, dimensions, name, and then numbers, or the fields of a struct, or the cells of a cell array. Every size is
checked against the element that contains it, so that a damaged file cannot lead a reader astray.

Source: MathWorks, MAT-File Format.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.sizes import check_expanded, most_expanded

HEADER = 128
"""[bytes] Text, version and the order of bytes."""

DEEPEST = 32
"""Structs in structs."""

_STORED = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
"""The types of elements that hold numbers."""

_INT32, _MATRIX, _COMPRESSED = 5, 14, 15
_CELL, _STRUCT, _NUMERIC = 1, 2, range(6, 16)
"""The classes of arrays that are read: cells, structs, and numbers from double to uint64."""

_COMPLEX = 0x08


@dataclass(frozen=True)
class Part:
    """An element: its type, and the bytes in it."""

    type: int
    data: memoryview


def variables(content: bytes, where: str) -> dict[str, Array]:
    """Return the arrays of real numbers by name, at most two-dimensional; a field of a struct is "struct.field".

    Texts, sparse and complex arrays, objects, and structs and cells of several elements are passed over.

    Raises:
        FormatError: the file is damaged.
        FileError: it expands too far.
    """
    mark = content[126:128]
    if mark not in (b"IM", b"MI"):
        raise FormatError(
            "This is not a whole MATLAB file.", where=where, remedy="Save it again with MATLAB's save -v7."
        )
    reader = _Reader("<" if mark == b"IM" else ">", where, most_expanded(len(content)))
    found: dict[str, Array] = {}
    expanded = 0
    for part in reader.parts(memoryview(content)[HEADER:], aligned=False):
        if part.type == _COMPRESSED:
            inside = reader.inflated(part.data)
            expanded += len(inside)
            check_expanded(expanded, len(content), where)
            part = next(reader.parts(inside), part)
        if part.type == _MATRIX:
            found.update(reader.arrays(part.data, "", 0))
    return found


@dataclass(frozen=True)
class _Reader:
    """Reads elements in one order of bytes."""

    order: str
    where: str
    most: int

    def damaged(self, what: str) -> FormatError:
        return FormatError(what, where=self.where, remedy="It may be truncated: copy or save it again.")

    def inflated(self, data: memoryview) -> memoryview:
        """Return what is compressed."""
        engine = zlib.decompressobj()
        inside = engine.decompress(data, self.most + 1)
        if not engine.eof and len(inside) <= self.most:
            raise self.damaged("A compressed variable breaks off.")
        return memoryview(inside)

    def parts(self, data: memoryview, aligned: bool = True) -> Iterator[Part]:
        """Yield the elements that follow each other; inside a matrix they begin at multiples of eight bytes."""
        place = 0
        while len(data) - place >= 8:
            first, size = (int(x) for x in np.frombuffer(data, f"{self.order}u4", 2, place))
            if first >> 16:  # a small element: size and type in four bytes, up to four bytes of data
                kind, size, start = first & 0xFFFF, first >> 16, place + 4
                if size > 4:
                    raise self.damaged("An element has a wrong size.")
                place += 8
            else:
                kind, start = first, place + 8
                place = start + size + (-size % 8 if aligned else 0)
            if start + size > len(data):
                raise self.damaged("It is shorter than its elements.")
            yield Part(kind, data[start : start + size])

    def arrays(self, data: memoryview, name: str, depth: int) -> Iterator[tuple[str, Array]]:
        """Yield the arrays in a matrix; `name` is that of the field that it is, "" for a variable."""
        if depth > DEEPEST:
            raise self.damaged(f"Its structs are nested more than {DEEPEST} levels deep.")
        parts = self.parts(data)
        if (flags := next(parts, None)) is None:  # an empty field
            return
        if len(flags.data) < 8:
            raise self.damaged("A variable has no class.")
        word = int(np.frombuffer(flags.data, f"{self.order}u4", 1)[0])
        kind, is_complex = word & 0xFF, bool((word >> 8) & _COMPLEX)
        if kind not in (_CELL, _STRUCT, *_NUMERIC):
            return
        shape = tuple(int(x) for x in self.numbers(next(parts, None), (_INT32,)))
        if len(shape) < 2 or min(shape) < 0:
            raise self.damaged("A variable has wrong dimensions.")
        own = self.text(next(parts, None))
        name = name or own
        if kind in _NUMERIC:
            yield from self.number_array(next(parts, None), name, shape, is_complex)
        elif math.prod(shape) == 1:
            fields = [""] if kind == _CELL else self.fields(next(parts, None), next(parts, None))
            for field, part in zip(fields, parts, strict=False):
                if part.type == _MATRIX:
                    yield from self.arrays(part.data, f"{name}.{field}" if field else name, depth + 1)

    def number_array(
        self, part: Part | None, name: str, shape: tuple[int, ...], is_complex: bool
    ) -> Iterator[tuple[str, Array]]:
        """Yield an array of real numbers if it has at most two dimensions, beside those of length one."""
        values = self.numbers(part, tuple(_STORED))
        if values.size != math.prod(shape):
            raise self.damaged(f"The variable '{name[:60]}' has {values.size} numbers for the shape {shape[:4]}.")
        long = [n for n in shape if n != 1] if len(shape) > 2 else list(shape)
        if not is_complex and len(long) <= 2:
            upright = long if len(long) == 2 else [math.prod(long), 1]
            yield name, np.array(values.reshape(upright[::-1]).T, float)

    def numbers(self, part: Part | None, types: tuple[int, ...]) -> Array:
        """Return the numbers of an element of one of some types."""
        if part is None or part.type not in types:
            raise self.damaged("A variable is not complete.")
        kind = np.dtype(self.order + _STORED[part.type])
        return np.frombuffer(part.data, kind, len(part.data) // kind.itemsize)

    def text(self, part: Part | None) -> str:
        """Return a name."""
        if part is None:
            raise self.damaged("A variable is not complete.")
        return bytes(part.data).split(b"\0")[0].decode("latin-1")

    def fields(self, length: Part | None, names: Part | None) -> list[str]:
        """Return the names of a struct's fields, all of which take the same number of bytes."""
        numbers = self.numbers(length, (_INT32,))
        if names is None or numbers.size != 1 or int(numbers[0]) <= 0:
            raise self.damaged("A struct has no names of fields.")
        step = int(numbers[0])
        starts = range(0, len(names.data), step)
        return [bytes(names.data[k : k + step]).split(b"\0")[0].decode("latin-1") for k in starts]
