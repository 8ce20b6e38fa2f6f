"""Thrift's compact protocol, as far as the metadata of Parquet files need it.

A struct is a dictionary of its fields by number. Values are `I32`, `I64`, bytes, lists of one type, and structs; what
is read has plain integers, and booleans too.
"""

from __future__ import annotations

from typing import Any

STOP, TRUE, FALSE, BYTE, INT16, INT32, INT64, DOUBLE, BINARY, LIST, SET, STRUCT = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12
"""Types of fields."""

Struct = dict[int, Any]


class I32(int):
    """An integer of 32 bits."""


class I64(int):
    """An integer of 64 bits."""


def encoded(value: Any) -> bytes:
    """Return the bytes of a struct or another value."""
    if isinstance(value, dict):
        out, last = bytearray(), 0
        for field in sorted(value):
            out.append((field - last) << 4 | _type(value[field]))  # fields here are never more than 15 apart
            out += encoded(value[field])
            last = field
        return bytes(out) + b"\0"
    if isinstance(value, list):
        kind = _type(value[0])
        head = bytes([len(value) << 4 | kind]) if len(value) < 15 else bytes([0xF0 | kind]) + _varint(len(value))
        return head + b"".join(map(encoded, value))
    if isinstance(value, bytes):
        return _varint(len(value)) + value
    return _varint(value << 1 if value >= 0 else (-value << 1) - 1)


def _type(value: Any) -> int:
    return next(
        k for t, k in ((dict, STRUCT), (list, LIST), (bytes, BINARY), (I32, INT32), (I64, INT64)) if type(value) is t
    )


def _varint(n: int) -> bytes:
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes([*out, n])


class Reader:
    """Reads structs from bytes; damaged ones make it raise IndexError or ValueError.

    Attributes:
        content: the bytes.
        at: where the next value begins.
    """

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content, self.at = content, at

    def struct(self) -> Struct:
        """Read a struct."""
        found: Struct = {}
        field = 0
        while (head := self._byte()) != STOP:
            field = field + (head >> 4) if head >> 4 else self._integer()
            kind = head & 0xF
            found[field] = kind == TRUE if kind in (TRUE, FALSE) else self._value(kind)
        return found

    def _value(self, kind: int) -> Any:
        if kind in (INT16, INT32, INT64):
            return self._integer()
        if kind == BINARY:
            return self._take(self._varint())
        if kind == STRUCT:
            return self.struct()
        if kind in (LIST, SET):
            head = self._byte()
            size = self._varint() if head >> 4 == 15 else head >> 4
            return [self._value(BYTE if head & 0xF in (TRUE, FALSE) else head & 0xF) for _ in range(size)]
        if kind == BYTE:
            return self._byte()
        if kind == DOUBLE:
            return self._take(8)
        raise ValueError(f"it has a field of the unknown type {kind}")

    def _byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def _take(self, n: int) -> bytes:
        if n > len(self.content) - self.at:
            raise ValueError("it ends within its metadata")
        self.at += n
        return self.content[self.at - n : self.at]

    def _integer(self) -> int:
        n = self._varint()
        return n >> 1 if n % 2 == 0 else -(n >> 1) - 1

    def _varint(self) -> int:
        n = shift = 0
        while True:
            byte = self._byte()
            n |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return n
            if shift > 63:
                raise ValueError("it has an integer of more than 64 bits")
