"""A small, safe XML reader that remembers where in the file each element stands.

Robot descriptions are read for what they say and written back with a few numbers replaced, everything else
byte for byte the same. So an `XmlElement` has the range of bytes that it covers, a `Document` finds
an attribute's value among them, and `Document.edited` puts other bytes in their place.

A `XmlNode` is an element together with its name in errors; it reads attributes as text and as exact numbers.

Nothing is expanded or fetched: a document type declaration with a body or an address, where entities and their
bombs live, is refused before the parser sees it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from heft.bounds import LARGEST, MOST_DIGITS
from heft.errors import FormatError
from heft.files import read_bytes
from heft.robot import exact

XML = (".xml", ".mjcf")
"""Endings of files whose format depends on their outermost element."""

Edit = tuple[int, int, bytes]
"""Put these bytes in place of those from the first offset up to the second."""

_MOST_ELEMENTS = 1_000_000
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s++|<!--.*?-->|<\?.*?\?>)*+", re.DOTALL)
_BARE_DOCTYPE = re.compile(rb"<!DOCTYPE\s+[^\s\[>\"']+\s*>")
_START_TAG = re.compile(rb"<(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>")
_TAG_NAME = re.compile(rb"<[^\s/>]+")
_ATTRIBUTE = re.compile(rb"([^\s=/>\"']+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,6})?")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})
_IS_IT_XML = "Is this an XML file, and all of it?"
RUN_XACRO = "This is xacro source: give the file the ending .xacro, which heft expands."


@dataclass(frozen=True, eq=False, slots=True)
class XmlElement:
    """An element and the bytes it covers; the offsets are into `Document.content`.

    Attributes:
        tag: its name, with its namespace prefix if it has one.
        attributes: their values by name, references such as ``&amp;`` resolved.
        children: the elements directly inside it.
        line: of its start tag, from 1.
        start: the ``<`` of its start tag.
        tag_end: just behind the ``>`` of its start tag.
        close: the ``<`` of its end tag; for an empty element ``<a/>``, which has none, equal to `end`.
        end: just behind its last ``>``.
    """

    tag: str
    attributes: dict[str, str]
    children: tuple[XmlElement, ...] = field(repr=False)
    line: int
    start: int
    tag_end: int
    close: int
    end: int

    @property
    def is_empty_tag(self) -> bool:
        """Whether it is written ``<a/>``."""
        return self.tag_end == self.end

    def all(self, tag: str) -> Iterator[XmlElement]:
        """Its children with this tag, in order."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> XmlElement | None:
        """Its first child with this tag."""
        return next(self.all(tag), None)

    def descendants(self) -> Iterator[XmlElement]:
        """Itself and all elements inside it, in document order."""
        waiting: list[XmlElement] = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


@dataclass(frozen=True, eq=False, slots=True)
class XmlNode:
    """An element, and how an error names it.

    Attributes:
        element: the element.
        file: the file it stands in.
        label: what it is in that file, such as ``joint 'elbow', <origin>``.
    """

    element: XmlElement
    file: str
    label: str

    @property
    def where(self) -> str:
        """The file, the line and what it is."""
        return f"{self.file}:{self.element.line}, {self.label}"

    def error(self, what: str, remedy: str) -> FormatError:
        """Return the error that this element breaks a rule."""
        return FormatError(what, where=self.where, remedy=remedy)

    def child(self, tag: str) -> XmlNode | None:
        """Its first child with this tag."""
        element = self.element.first(tag)
        return None if element is None else XmlNode(element, self.file, f"{self.label}, <{tag}>")

    def needed(self, tag: str, example: str) -> XmlNode:
        """Its first child with this tag; without one, the error shows `example` as the remedy.

        Raises:
            FormatError: there is no such child.
        """
        child = self.child(tag)
        if child is None:
            raise self.error(f"It has no <{tag}>.", f"Add {example}.")
        return child

    def text(self, attribute: str) -> str | None:
        """An attribute's text, None if it is not there.

        Raises:
            FormatError: it is an expression that xacro has not evaluated.
        """
        text = self.element.attributes.get(attribute)
        if text is not None and ("${" in text or "$(" in text):
            raise self.error(f"{attribute}='{short(text)}' is not a value but an expression.", RUN_XACRO)
        return text

    def required(self, attribute: str) -> str:
        """An attribute's text.

        Raises:
            FormatError: it is missing or empty.
        """
        text = self.text(attribute)
        if not text:
            raise self.error(f"The attribute '{attribute}' is missing or empty.", f'Add {attribute}="...".')
        return text

    def vector(self, attribute: str, length: int) -> tuple[exact.Number, ...] | None:
        """An attribute's exact decimal numbers, None if it is not there.

        Raises:
            FormatError: they are not `length` many, or one is not a decimal number of sensible size.
        """
        words = self._decimals(attribute, length)
        return None if words is None else exact.vector(words, length, self.where)

    def number(self, attribute: str, default: float) -> float:
        """An attribute's one number as a float.

        Raises:
            FormatError: it is not a decimal number of sensible size.
        """
        words = self._decimals(attribute, 1)
        return default if words is None else float(words[0])

    def limit(self, attribute: str, default: float) -> float:
        """An attribute's one number as a float; one beyond `LARGEST`, such as the largest float, is infinite.

        Raises:
            FormatError: it is not a finite decimal number.
        """
        words = self._decimals(attribute, 1, math.inf)
        value = default if words is None else float(words[0])
        return value if abs(value) <= LARGEST else math.copysign(math.inf, value)

    def _decimals(self, attribute: str, length: int, largest: float = LARGEST) -> list[str] | None:
        text = self.text(attribute)
        if text is None:
            return None
        words, shown = text.split(), f"{attribute}='{short(text)}'"
        if len(words) != length:
            raise self.error(f"{shown} has {len(words)} numbers, not {length}.", "Correct the file.")
        for word in words:
            if len(word) > MOST_DIGITS:
                raise self.error(f"{shown}: A number has {len(word)} characters, more than {MOST_DIGITS}.", "Round it.")
            if not _DECIMAL.fullmatch(word) or math.isinf(float(word)):
                raise self.error(f"{shown}: '{short(word)}' is not a finite number.", "Write a decimal such as -0.25.")
            if abs(float(word)) > largest:
                raise self.error(f"{shown}: '{short(word)}' is too large.", "Correct the file.")
        return words


@dataclass(frozen=True, eq=False)
class Document:
    """A parsed file.

    Attributes:
        root: its outermost element.
        content: the file's bytes, or their UTF-8 form if the file is UTF-16, so that an ASCII character is one byte.
        codec: how to encode `content` back: "utf-16-le", "utf-16-be", or "" if it is the file's bytes already.
    """

    root: XmlElement
    content: bytes = field(repr=False)
    codec: str = ""

    def attribute_span(self, element: XmlElement, name: str) -> tuple[int, int] | None:
        """Return the byte range of an attribute's value, quotes excluded, or None if it is not there."""
        tag_name = _TAG_NAME.match(self.content, element.start)
        start = tag_name.end() if tag_name else element.start
        for match in _ATTRIBUTE.finditer(self.content, start, element.tag_end):
            if match[1] == name.encode():
                return match.span(3 if match[2] is None else 2)
        return None

    def attributes_end(self, element: XmlElement) -> int:
        """Return the offset behind the last attribute of a start tag: where another one can be inserted."""
        tag_name = _TAG_NAME.match(self.content, element.start)
        end = tag_name.end() if tag_name else element.start
        for match in _ATTRIBUTE.finditer(self.content, end, element.tag_end):
            end = match.end()
        return end

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the file's bytes with edits, which must not overlap, made; those at one offset in their order."""
        pieces, position = [], 0
        for start, end, replacement in sorted(edits, key=lambda edit: edit[0]):
            pieces += [self.content[position:start], replacement]
            position = end
        content = b"".join([*pieces, self.content[position:]])
        return content.decode("utf-8").encode(self.codec) if self.codec else content


def read(content: bytes, where: str) -> Document:
    """Parse a file's bytes.

    Args:
        content: UTF-8, UTF-16, Latin-1 or another encoding with one byte per character, as the XML declaration says.
        where: what to call the file in errors, usually its path.

    Raises:
        FormatError: it is not well-formed XML, or declares entities, or refers to another file.
    """
    text, codec = _one_byte_ascii(content, where)
    _refuse_declarations(text, where)
    _refuse_floods(text, codec, where)
    parser = expat.ParserCreate("utf-8" if codec else None)
    builder = _Builder(text, where, parser)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        what = f"It is not well-formed XML: {expat.ErrorString(error.code)}."
        raise FormatError(what, where=f"{where}:{error.lineno}", remedy=_IS_IT_XML) from None
    except (LookupError, ValueError) as error:
        what = f"Its declared encoding cannot be read: {error}."
        raise FormatError(what, where=f"{where}:1", remedy="Save it as UTF-8.") from None
    return Document(builder.root, text, codec)


def parse(content: bytes, where: str) -> XmlElement:
    """Parse a file's bytes and return the outermost element; see `read`."""
    return read(content, where).root


def escaped(text: str) -> str:
    """Return a text as it stands between the quotes of an attribute."""
    return text.translate(_ESCAPES)


def root_tag(path: Path) -> str:
    """Return the tag of a file's outermost element.

    Raises:
        FileError: the file cannot be read.
        FormatError: it is not XML.
    """
    return parse(read_bytes(path), str(path)).tag


def short(text: str) -> str:
    """Return the text, cut to what fits in a message."""
    return text if len(text) <= 60 else text[:57] + "..."


class _Builder:
    """Hears the parser's events and makes elements of them, without recursion."""

    def __init__(self, content: bytes, where: str, parser: expat.XMLParserType) -> None:
        self.content, self.where, self.parser = content, where, parser
        self.opened: list[tuple[str, dict[str, str], int, int]] = []
        self.children: list[list[XmlElement]] = [[]]

    @property
    def root(self) -> XmlElement:
        return self.children[0][0]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.opened.append((tag, attributes, self.parser.CurrentLineNumber, self.parser.CurrentByteIndex))
        self.children.append([])

    def end(self, _: str) -> None:
        tag, attributes, line, start = self.opened.pop()
        match = _START_TAG.match(self.content, start)
        tag_end = match.end() if match else start
        if self.content.endswith(b"/>", start, tag_end):
            close = end = tag_end
        else:
            close = self.parser.CurrentByteIndex
            end = self.content.index(b">", close) + 1
        children = tuple(self.children.pop())
        self.children[-1].append(XmlElement(tag, attributes, children, line, start, tag_end, close, end))


def _refuse_floods(text: bytes, codec: str, where: str) -> None:
    """Refuse too many elements, before any is made; they are counted only in a file that may have as many."""
    if text.count(b"<") <= _MOST_ELEMENTS:
        return
    parser, count = expat.ParserCreate("utf-8" if codec else None), 0

    def start(_tag: str, _attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > _MOST_ELEMENTS:
            raise FormatError(
                f"It has more than {_MOST_ELEMENTS} elements.",
                where=f"{where}:{parser.CurrentLineNumber}",
                remedy="Is this a robot description?",
            )

    parser.StartElementHandler = start
    with suppress(expat.ExpatError, LookupError, ValueError):  # they are told where the elements are made
        parser.Parse(text, True)


def _one_byte_ascii(content: bytes, where: str) -> tuple[bytes, str]:
    """Return the bytes with UTF-16 made UTF-8, and the codec that makes it UTF-16 again ("" if it was not)."""
    if not content.strip():
        raise FormatError("It is empty.", where=f"{where}:1", remedy=_IS_IT_XML)
    codec = _utf16_codec(content)
    try:
        return (content.decode(codec).encode("utf-8") if codec else content), codec
    except UnicodeError:
        what = "It starts as UTF-16 but is not valid UTF-16."
        raise FormatError(what, where=f"{where}:1", remedy=_IS_IT_XML) from None


def _utf16_codec(content: bytes) -> str:
    """Return the codec of a UTF-16 file, recognised by its mark or by the zero byte of its first character; else ""."""
    if content.startswith(b"\xff\xfe") or content[1:2] == b"\0":
        return "utf-16-le"
    if content.startswith((b"\xfe\xff", b"\0")):
        return "utf-16-be"
    return ""


def _refuse_declarations(content: bytes, where: str) -> None:
    """Refuse a DOCTYPE that says more than the root element's name, since only it can declare entities."""
    prolog = _PROLOG.match(content)
    start = prolog.end() if prolog else 0
    if content.startswith(b"<!DOCTYPE", start) and not _BARE_DOCTYPE.match(content, start):
        line = content.count(b"\n", 0, start) + 1
        raise FormatError(
            "It has a document type declaration with entities or a link to another file, which heft does not follow.",
            where=f"{where}:{line}, <!DOCTYPE>",
            remedy="Delete the declaration and write out what it stands for.",
        )
