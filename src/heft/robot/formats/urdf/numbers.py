"""Numbers of a URDF that are changed in place: attributes of its elements, byte by byte."""

from __future__ import annotations

import re

from heft.robot.formats.xml import Document, Edit, XmlElement


def set_values(document: Document, element: XmlElement, name: str, values: list[float], tolerance: float) -> list[Edit]:
    """Give an attribute these values; those within the tolerance keep the text they have."""
    text = element.attributes.get(name)
    old = [b"0"] * len(values) if text is None else text.encode("ascii").split()
    pairs = zip(old, values, strict=True)
    new = [word if abs(value - float(word)) <= tolerance else number_text(value) for word, value in pairs]
    if new == old:
        return []
    span = document.attribute_span(element, name)
    if span is None:
        end = document.attributes_end(element)
        return [(end, end, b' %s="%s"' % (name.encode("ascii"), b" ".join(new)))]
    raw = document.content[slice(*span)]
    words = iter(new)
    return [(*span, b" ".join(new) if b"&" in raw else re.sub(rb"\S+", lambda _: next(words), raw))]


def number_text(value: float) -> bytes:
    """Return a number that reads back as the same float."""
    return repr(float(value) + 0.0).encode("ascii")


def line_break(content: bytes, offset: int) -> bytes:
    """Return the line break and indentation before an offset, nothing if it is not the first on its line."""
    match = re.search(rb"(?:\r\n|\n|\r)[ \t]*\Z", content[max(offset - 1000, 0) : offset])
    return match[0] if match else b""
