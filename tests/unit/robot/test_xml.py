"""The XML reader: offsets, encodings, and everything that is no XML or wants more than to be read."""

import os
import random

import pytest

from heft.errors import FileError, FormatError
from heft.robot.formats.xml import XmlNode, parse, read, root_tag

SAMPLE = b"""<?xml version="1.0"?>
<!-- a > b -->
<robot name='r "1"' xmlns:x="u">
  <link   name = "a>b"
     x:mass='1 &lt; 2'
  />
  <joint name="j"><axis xyz="0 0 1"/></joint  >
</robot>
"""


def test_offsets_cover_exactly_the_elements() -> None:
    document = read(SAMPLE, "f")
    robot = document.root
    link, joint = robot.children
    (axis,) = joint.children
    assert SAMPLE[robot.start : robot.tag_end] == b'<robot name=\'r "1"\' xmlns:x="u">'
    assert SAMPLE[robot.close : robot.end] == b"</robot>"
    assert SAMPLE[link.start : link.end] == b"<link   name = \"a>b\"\n     x:mass='1 &lt; 2'\n  />"
    assert SAMPLE[joint.start : joint.end] == b'<joint name="j"><axis xyz="0 0 1"/></joint  >'
    assert SAMPLE[joint.close : joint.end] == b"</joint  >"
    assert SAMPLE[axis.start : axis.end] == b'<axis xyz="0 0 1"/>'
    assert [element.line for element in (robot, link, joint, axis)] == [3, 4, 7, 7]
    assert [element.is_empty_tag for element in (robot, link, joint, axis)] == [False, True, False, True]


def test_attributes_and_their_spans() -> None:
    document = read(SAMPLE, "f")
    link = document.root.children[0]
    assert link.attributes == {"name": "a>b", "x:mass": "1 < 2"}
    spans = {name: document.attribute_span(link, name) for name in ("name", "x:mass", "mass")}
    assert SAMPLE[slice(*spans["name"] or ())] == b"a>b"
    assert SAMPLE[slice(*spans["x:mass"] or ())] == b"1 &lt; 2"
    assert spans["mass"] is None
    assert SAMPLE[: document.attributes_end(link)].endswith(b"2'")
    bare = read(b"<a/>", "f")
    assert bare.attributes_end(bare.root) == 2


def test_a_value_that_looks_like_an_attribute_is_not_one() -> None:
    content = b"""<a note='xyz="1"' xyz="2"/>"""
    document = read(content, "f")
    assert content[slice(*document.attribute_span(document.root, "xyz") or ())] == b"2"


def test_edits_replace_and_insert() -> None:
    document = read(b'<a x="1"/>', "f")
    assert document.edited([(9, 9, b" z"), (6, 7, b"22"), (8, 8, b" u"), (8, 8, b" v")]) == b'<a x="22" u v/ z>'
    assert document.edited([]) == b'<a x="1"/>'


def test_children_by_tag_and_all_descendants() -> None:
    root = parse(b"<a><b n='1'/><c><d/></c><b n='2'/></a>", "f")
    assert [element.attributes["n"] for element in root.all("b")] == ["1", "2"]
    first = root.first("b")
    assert first is not None
    assert first.attributes["n"] == "1"
    assert root.first("x") is None
    assert [element.tag for element in root.descendants()] == ["a", "b", "c", "d", "b"]


@pytest.mark.parametrize(
    ("codec", "declared"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "utf-8"),
        ("latin-1", "ISO-8859-1"),
        ("cp1252", "windows-1252"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16LE"),
        ("utf-16-be", "UTF-16"),
    ],
)
def test_encodings_are_read_and_edited_in_place(codec: str, declared: str) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>\n<!-- ü --><robot name="Bär" mass="1"/>\n'
    content = text.encode(codec)
    document = read(content, "f")
    assert document.root.attributes["name"] == "Bär"
    span = document.attribute_span(document.root, "mass")
    assert span is not None
    assert document.edited([]) == content
    assert document.edited([(*span, b"2.5")]) == text.replace('"1"/', '"2.5"/').encode(codec)


def test_offsets_are_right_far_into_a_large_file() -> None:
    content = b"<r>" + b"<!-- filling, with a > in it -->\n" * 100_000 + b'<a x="here"/></r>'
    document = read(content, "f")
    (element,) = document.root.children
    assert content[slice(*document.attribute_span(element, "x") or ())] == b"here"
    assert element.line == 100_001


def test_nesting_is_limited_by_nothing() -> None:
    root = parse(b"<a>" * 50_000 + b"</a>" * 50_000, "f")
    assert sum(1 for _ in root.descendants()) == 50_000


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b" \n\t ", 1),
        (b"\x00" * 1000, 1),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1),
        (b"\xff\xfe\x00\xd8", 1),
        (b"[section]\nkey = 1\n", 1),
        (b'<robot>\n  <link name="a">\n', 3),
        (b'<robot>\n  <link name="a', 2),
        (b"<robot>\n</link>", 2),
        (b"<robot>\n<a x='1' x='2'/></robot>", 2),
        (b"<robot>\n&unknown;</robot>", 2),
        (b"<robot/>\n<robot/>", 2),
    ],
)
def test_what_is_not_xml_is_refused_with_its_line(content: bytes, line: int) -> None:
    with pytest.raises(FormatError, match=rf"^some/file\.urdf:{line}: .*Is this an XML file") as caught:
        parse(content, "some/file.urdf")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("encoding", ["no-such-encoding", "shift_jis"])
def test_an_encoding_that_cannot_be_read_is_refused(encoding: str) -> None:
    with pytest.raises(FormatError, match=r"f:1: Its declared encoding .* Save it as UTF-8"):
        parse(f'<?xml version="1.0" encoding="{encoding}"?><a/>'.encode(), "f")


def test_a_large_file_of_noise_is_refused(tmp_path) -> None:
    path = tmp_path / "noise.xml"
    path.write_bytes(random.Random(0).randbytes(20_000_000))
    with pytest.raises(FormatError, match=r"noise\.xml:1: .*Is this an XML file"):
        root_tag(path)


def test_a_flood_of_elements_is_refused() -> None:
    with pytest.raises(FormatError, match="more than 1000000 elements"):
        parse(b"<a>" * 1_000_001, "f")


def billion_laughs() -> bytes:
    entities = [b'<!ENTITY e0 "ha">']
    entities += [b'<!ENTITY e%d "%s">' % (k, b"&e%d;" % (k - 1) * 10) for k in range(1, 10)]
    return b"<!DOCTYPE robot [" + b"".join(entities) + b"]><robot name='&e9;'>&e9;</robot>"


@pytest.mark.parametrize(
    "content",
    [
        billion_laughs(),
        b'<?xml version="1.0"?>\n<!-- <robot> -->\n' + billion_laughs(),
        b"\xef\xbb\xbf" + billion_laughs(),
        billion_laughs().decode().encode("utf-16"),
        ("\n" + billion_laughs().decode()).encode("utf-16-le"),
        ("\n" + billion_laughs().decode()).encode("utf-16-be"),
        b'<!DOCTYPE robot SYSTEM "http://localhost:1/robot.dtd"><robot/>',
        b'<!DOCTYPE robot PUBLIC "-//x" "robot.dtd"><robot/>',
        b'<!DOCTYPE robot [<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]><robot/>',
        b'<!DOCTYPE robot [<!ATTLIST robot name CDATA "default">]><robot/>',
    ],
)
def test_declarations_are_refused(content: bytes) -> None:
    with pytest.raises(FormatError, match=r"<!DOCTYPE>: It has a document type declaration .* Delete"):
        parse(content, "f")


def test_an_external_entity_is_not_fetched(tmp_path) -> None:
    pipe = tmp_path / "secret"
    os.mkfifo(pipe)  # whoever opened this to read would wait for ever
    content = f'<!DOCTYPE robot [<!ENTITY secret SYSTEM "{pipe.as_uri()}">]><robot>&secret;</robot>'
    with pytest.raises(FormatError, match="DOCTYPE"):
        parse(content.encode(), "f")


def test_a_bare_doctype_says_nothing_and_passes() -> None:
    assert parse(b"<!DOCTYPE robot>\n<robot/>", "f").tag == "robot"


def test_root_tag(tmp_path) -> None:
    path = tmp_path / "model.xml"
    path.write_bytes(b"<?xml version='1.0'?><mujoco model='m'/>")
    assert root_tag(path) == "mujoco"
    with pytest.raises(FileError, match="File not found"):
        root_tag(tmp_path / "absent.xml")


class TestNode:
    @staticmethod
    def node(text: str) -> XmlNode:
        return XmlNode(parse(f"<robot>\n{text}</robot>".encode(), "f.urdf").children[0], "f.urdf", "joint 'j'")

    def test_numbers_are_exact(self) -> None:
        numbers = self.node('<a x=" 0.1 -2e-3\t+.5 "/>').vector("x", 3)
        assert numbers is not None
        assert [str(number) for number in numbers] == ["1/10", "-1/500", "1/2"]
        assert self.node("<a/>").vector("x", 3) is None
        assert self.node('<a x="-1.5"/>').number("x", 0.0) == -1.5
        assert self.node("<a/>").number("x", 7.0) == 7.0

    @pytest.mark.parametrize(
        "word", ["nan", "inf", "-Infinity", "1e999", "1e9999999", "0x10", "1/3", "pi", "1,5", "1_000", "٣", "--1"]
    )
    def test_what_is_no_finite_decimal_is_refused(self, word: str) -> None:
        with pytest.raises(FormatError, match=r"f\.urdf:2, joint 'j': x='0 .*' is not a finite number\. Write"):
            self.node(f'<a x="0 {word} 0"/>').vector("x", 3)

    @pytest.mark.parametrize("word", ["1e-999999", "0." + "0" * 5000 + "1"])
    def test_numbers_that_nobody_means_are_refused(self, word: str) -> None:
        with pytest.raises(FormatError, match=r"f\.urdf:2, joint 'j'") as caught:
            self.node(f'<a x="{word}"/>').vector("x", 1)
        assert len(str(caught.value)) < 300

    def test_a_wrong_count_of_numbers_is_refused(self) -> None:
        with pytest.raises(FormatError, match=r"f\.urdf:2, joint 'j': x='1 2' has 2 numbers, not 3"):
            self.node('<a x="1 2"/>').vector("x", 3)

    @pytest.mark.parametrize("text", ["${pi/2}", "$(arg prefix)link"])
    def test_xacro_expressions_are_refused(self, text: str) -> None:
        with pytest.raises(FormatError, match="give the file the ending"):
            self.node(f'<a x="{text}"/>').text("x")

    def test_missing_parts_are_named(self) -> None:
        with pytest.raises(FormatError, match=r"joint 'j': It has no <limit>. Add <limit/>\."):
            self.node("<a/>").needed("limit", "<limit/>")
        with pytest.raises(FormatError, match=r'The attribute \'name\' is missing or empty. Add name="..."'):
            self.node("<a name=''/>").required("name")
