"""Attributes of an MJCF file's elements that are changed in place, byte by byte."""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.robot.formats import xml


def set_numbers(
    document: xml.Document, element: xml.XmlElement, name: str, values: Array, instead_of: str = ""
) -> xml.Edit:
    """Return the edit that gives an attribute other numbers, puts it in place of another one, or adds it."""
    span = document.attribute_span(element, instead_of or name)
    if span is None:
        end = document.attributes_end(element)
        return end, end, f' {name}="{text_of(values)}"'.encode()
    if instead_of in ("", name):
        return (*span, text_of(values).encode())
    start = document.content.rindex(instead_of.encode(), element.start, span[0])
    quote = document.content[span[0] - 1 : span[0]].decode()
    return start, span[1], f"{name}={quote}{text_of(values)}".encode()


def set_text(document: xml.Document, element: xml.XmlElement, name: str, text: str) -> xml.Edit:
    """Return the edit that gives an attribute another text, or adds it."""
    span = document.attribute_span(element, name)
    if span is not None:
        return *span, xml.escaped(text).encode()
    end = document.attributes_end(element)
    return end, end, f' {name}="{xml.escaped(text)}"'.encode()


def text_of(values: Array) -> str:
    """Return numbers that read back as the same floats."""
    return " ".join(repr(float(x)) for x in np.ravel(values))


def in_degrees(root: xml.XmlElement) -> bool:
    """Return whether the file counts angles in degrees, as it does unless it says otherwise."""
    given = [each.attributes["angle"] for each in root.all("compiler") if "angle" in each.attributes]
    return not given or given[-1] != "radian"
