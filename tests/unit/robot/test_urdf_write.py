"""Writing URDF back: nothing changes but inertial numbers, and those say what the robot says."""

import numpy as np
import pytest

from heft.errors import ArgumentError, FileError, PhysicsError
from heft.parameters import from_com, is_physical, to_com, transform
from heft.robot.floating_base import with_base
from heft.robot.formats.urdf.read import parse_urdf, read_urdf
from heft.robot.formats.urdf.write import urdf_content
from heft.robot.joint import Joint
from heft.robot.model import WORLD, Body, Robot

ARM = b"""\
<?xml version="1.0" encoding="UTF-8"?>
<!-- an arm & its tool -->
<robot name="arm &amp; tool">
  <link name="base"><inertial><mass value="9"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <link name="arm">
    <visual><geometry><mesh filename="package://nowhere/a&amp;b.stl"/></geometry></visual>
    <inertial>
      <!-- mass value="7" -->
      <origin rpy="0 0 0" xyz="0.10  0 1e-2"/>
      <mass value="2.50"/>   <!-- measured -->
      <inertia ixx="0.030" ixy="0" ixz="0" iyy="0.040" iyz="0" izz="0.050"/>
    </inertial>
  </link>
  <joint name="j" type="revolute">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" velocity="1" effort="1"/>
  </joint>
</robot>
"""


def read(content: bytes, base: str = "fixed") -> Robot:
    return parse_urdf(content, "arm.urdf", base, True)


def scaled(robot: Robot, factor: float) -> Robot:
    return robot.with_parameters(factor * robot.parameters)


def assert_says(content: bytes, robot: Robot) -> None:
    """The written file, read again, has the robot's parameters."""
    again = read(content, robot.base)
    for written, wanted in zip(again.parameters, robot.parameters, strict=True):
        for kind in (slice(0, 1), slice(1, 4), slice(4, 10)):
            scale = np.abs(wanted[kind]).max()
            np.testing.assert_allclose(written[kind], wanted[kind], rtol=0, atol=1e-12 * scale)


def with_inertial(inertial: str) -> bytes:
    """The arm, its <inertial> replaced."""
    start, end = ARM.index(b"<inertial>\n"), ARM.index(b"</inertial>\n") + len(b"</inertial>")
    return ARM[:start] + inertial.encode() + ARM[end:]


# -- what stays -----------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["fixed", "floating"])
def test_unchanged_parameters_leave_every_byte(base: str) -> None:
    robot = read(ARM, base)
    assert urdf_content(robot) == ARM
    assert urdf_content(robot.with_parameters(robot.parameters)) == ARM
    assert urdf_content(robot.with_parameters(robot.parameters * (1 + 4e-16))) == ARM


def test_only_the_mass_is_rewritten_where_only_the_mass_is_new() -> None:
    robot = read(ARM)
    _, com, inertia = to_com(robot.parameters[0])
    heavier = robot.with_parameters([from_com(3.25, com, inertia)])
    assert urdf_content(heavier) == ARM.replace(b'"2.50"', b'"3.25"')


def test_numbers_that_stay_keep_their_spelling_beside_those_that_change() -> None:
    robot = read(ARM)
    mass, com, inertia = to_com(robot.parameters[0])
    moved = robot.with_parameters([from_com(mass, com + np.array([0, 0.25, 0]), inertia)])
    assert urdf_content(moved) == ARM.replace(b'"0.10  0 1e-2"', b'"0.10  0.25 1e-2"')
    inertia = inertia + np.array([[0, 0, 0], [0, 0, 0.0078125], [0, 0.0078125, 0]])
    turned = robot.with_parameters([from_com(mass, com, inertia)])
    assert urdf_content(turned) == ARM.replace(b'iyz="0"', b'iyz="0.0078125"')


def test_a_floating_base_changes_its_root_and_a_fixed_one_does_not() -> None:
    floating = read(ARM, "floating")
    content = urdf_content(scaled(floating, 2.0))
    assert b'<mass value="18.0"/><inertia ixx="2.0" iyy="2.0" izz="2.0"/>' in content
    assert_says(content, scaled(floating, 2.0))
    assert b'<mass value="9"/><inertia ixx="1" iyy="1" izz="1"/>' in urdf_content(scaled(read(ARM), 2.0))


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("quote", [b'"', b"'"])
def test_line_ends_and_quotes_stay(newline: bytes, quote: bytes) -> None:
    content = ARM.replace(b"\n", newline).replace(b'"', quote)
    robot = scaled(read(content), 3.0)
    written = urdf_content(robot)
    assert written.count(newline) == ARM.count(b"\n")
    assert_says(written, robot)
    differing = [old for old, new in zip(content.splitlines(), written.splitlines(), strict=True) if old != new]
    assert all(b"<mass" in line or b"<inertia " in line for line in differing)
    assert len(differing) == 2


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-be", "latin-1"])
def test_encodings_stay(codec: str) -> None:
    declared = {"utf-8-sig": "UTF-8", "utf-16-be": "utf-16"}.get(codec, codec)
    text = ARM.decode().replace("an arm", "ein Ärmchen").replace("UTF-8", declared)
    robot = read(text.encode(codec))
    assert urdf_content(robot) == text.encode(codec)
    mass, com, inertia = to_com(robot.parameters[0])
    heavier = robot.with_parameters([from_com(2 * mass, com, inertia)])
    assert urdf_content(heavier) == text.replace('"2.50"', '"5.0"').encode(codec)


def test_odd_spellings_of_attributes() -> None:
    content = with_inertial(
        """<inertial>
      <origin xyz = ' 0.1\t0
        0.01 ' rpy='0 0 0' />
      <mass
        value='&#50;.5' note="value='1'"></mass>
      <inertia ixx="0.03" iyy="0.04" izz="0.05" x:ixx="5" xmlns:x="u"/>
    </inertial>"""
    )
    robot = read(content)
    moved = robot.with_parameters([from_com(5.0, [0.1, 0.5, 0.01], np.diag([0.03, 0.04, 0.05]))])
    expected = content.replace(b"0.1\t0\n", b"0.1\t0.5\n").replace(b"&#50;.5", b"5.0")
    assert urdf_content(moved) == expected


# -- what is inserted -----------------------------------------------------------------------------


def test_missing_moments_are_inserted_only_if_needed() -> None:
    content = with_inertial('<inertial><mass value="2.5"/><inertia izz="0.5" ixx="0.25" iyy="0.375" /></inertial>')
    robot = read(content)
    assert urdf_content(scaled(robot, 2.0)) == content.replace(b'"2.5"', b'"5.0"').replace(
        b'izz="0.5" ixx="0.25" iyy="0.375" />', b'izz="1.0" ixx="0.5" iyy="0.75" />'
    )
    inertia = np.array([[0.25, 0.001, 0], [0.001, 0.375, 0.002], [0, 0.002, 0.5]])
    written = urdf_content(robot.with_parameters([from_com(2.5, [0, 0, 0], inertia)]))
    assert written == content.replace(b'iyy="0.375" />', b'iyy="0.375" ixy="0.001" iyz="0.002" />')


def test_a_missing_origin_is_inserted_only_if_needed() -> None:
    content = with_inertial(
        '<inertial>\r\n\t<mass value="2.5"/>\r\n\t<inertia ixx="0.03" iyy="0.04" izz="0.05"/>\r\n</inertial>'
    )
    robot = read(content)
    moved = robot.with_parameters([from_com(2.5, [0.5, 0, -0.25], np.diag([0.03, 0.04, 0.05]))])
    written = urdf_content(moved)
    assert written == content.replace(b"<mass", b'<origin xyz="0.5 0.0 -0.25" rpy="0 0 0"/>\r\n\t<mass', 2).replace(
        b'<origin xyz="0.5 0.0 -0.25" rpy="0 0 0"/>\r\n\t<mass value="9"', b'<mass value="9"'
    )
    assert_says(written, moved)


def test_a_missing_xyz_is_inserted() -> None:
    content = ARM.replace(b'<origin rpy="0 0 0" xyz="0.10  0 1e-2"/>', b'<origin rpy="0 0 0"/>')
    robot = read(content)
    moved = robot.with_parameters([from_com(2.5, [0, 0.5, 0], np.diag([0.03, 0.04, 0.05]))])
    assert urdf_content(moved) == content.replace(b'<origin rpy="0 0 0"/>', b'<origin rpy="0 0 0" xyz="0 0.5 0"/>')


NEW = from_com(1.5, [0.5, 0, 0], np.diag([0.25, 0.25, 0.125]))
TAGS = [
    b'<origin xyz="0.5 0.0 0.0" rpy="0 0 0"/>',
    b'<mass value="1.5"/>',
    b'<inertia ixx="0.25" ixy="0.0" ixz="0.0" iyy="0.25" iyz="0.0" izz="0.125"/>',
]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            b'  <link name="arm"/>\n',
            b'  <link name="arm">\n    <inertial>\n      %s\n      %s\n      %s\n    </inertial>\n  </link>\n',
        ),
        (
            b'\r\n<link name="arm"></link>\r\n',
            b'\r\n<link name="arm">\r\n  <inertial>\r\n    %s\r\n    %s\r\n    %s\r\n  </inertial>\r\n</link>\r\n',
        ),
        (
            b'\t<link name="arm">\n\t\t<!-- a picture -->\n\t\t<visual/>\n\t</link>\n',
            b'\t<link name="arm">\n\t\t<inertial>\n\t\t\t%s\n\t\t\t%s\n\t\t\t%s\n\t\t</inertial>'
            b"\n\t\t<!-- a picture -->\n\t\t<visual/>\n\t</link>\n",
        ),
        (
            b'  <link name="arm"><visual/></link>\n',
            b'  <link name="arm"><inertial>%s%s%s</inertial><visual/></link>\n',
        ),
    ],
)
def test_a_missing_inertial_is_inserted_like_its_surroundings(before: bytes, after: bytes) -> None:
    start, end = ARM.index(b'  <link name="arm">'), ARM.index(b"  <joint")
    content = ARM[:start] + before + ARM[end:]
    robot = read(content)
    assert urdf_content(robot) == content
    heavy = robot.with_parameters([NEW])
    written = urdf_content(heavy)
    assert written == ARM[:start] + after % tuple(TAGS) + ARM[end:]
    assert_says(written, heavy)


# -- frames and lumped bodies ---------------------------------------------------------------------


def test_the_inertial_frame_keeps_its_rpy() -> None:
    content = ARM.replace(b'rpy="0 0 0" xyz', b'rpy="0.3 -1.2 2.5" xyz')
    robot = read(content)
    rng = np.random.default_rng(1)
    for _ in range(5):
        R = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        new = robot.with_parameters([from_com(2, rng.standard_normal(3), R @ np.diag([0.2, 0.3, 0.4]) @ R.T)])
        written = urdf_content(new)
        assert b'rpy="0.3 -1.2 2.5"' in written
        assert_says(written, new)


LUMPED = (
    ARM.replace(
        b"</robot>",
        b"""\
  <link name="frame"/>
  <link name="tool">
    <inertial>
      <origin xyz="0 0 0.05" rpy="0 0.4 0"/>
      <mass value="0.5"/>
      <inertia ixx="0.003" ixy="0.0001" ixz="0" iyy="0.004" iyz="0" izz="0.005"/>
    </inertial>
  </link>
  <joint name="f1" type="fixed"><parent link="arm"/><child link="frame"/><origin xyz="0.3 0 0" rpy="0 1.2 0.5"/></joint>
  <joint name="f2" type="fixed"><parent link="frame"/><child link="tool"/><origin xyz="0 0.1 0.2"/></joint>
</robot>""",
    )
    + b"<!-- the end -->\n"
)


def test_a_lumped_bodys_links_share_its_new_inertia() -> None:
    robot = read(LUMPED)
    assert [link.name for link in robot.bodies[0].links] == ["arm", "frame", "tool"]
    new = robot.with_parameters([1.1 * transform(robot.parameters[0], np.eye(3), [0.01, -0.02, 0.03])])
    written = urdf_content(new)
    assert_says(written, new)
    assert b'<link name="frame"/>' in written
    for link in read(written).bodies[0].links:
        assert link.parameters is None or (is_physical(link.parameters).margin > 0 and link.parameters[0] > 0)


def test_a_body_that_only_grew_heavier_makes_each_link_heavier() -> None:
    robot = read(LUMPED)
    written = urdf_content(scaled(robot, 2.0))
    changed = [old for old, new in zip(LUMPED.splitlines(), written.splitlines(), strict=True) if old != new]
    assert [line.split()[0] for line in changed] == [b"<mass", b"<inertia"] * 2
    masses = [link.parameters[0] for link in read(written).bodies[0].links if link.parameters is not None]
    np.testing.assert_allclose(masses, [5.0, 1.0], rtol=1e-14)


def test_a_link_without_mass_keeps_its_place() -> None:
    empty = LUMPED.replace(b'<mass value="0.5"/>', b'<mass value="0"/>').replace(
        b'ixx="0.003" ixy="0.0001" ixz="0" iyy="0.004" iyz="0" izz="0.005"',
        b'ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"',
    )
    robot = read(empty)
    new = scaled(robot, 1.5)
    written = urdf_content(new)
    assert_says(written, new)
    assert written[written.index(b'<link name="frame"') :] == empty[empty.index(b'<link name="frame"') :]


# -- what is refused ------------------------------------------------------------------------------


def test_an_impossible_body_is_refused_and_nothing_is_written(tmp_path) -> None:
    path = tmp_path / "out.urdf"
    path.write_bytes(b"what was there")
    robot = read(ARM)
    with pytest.raises(
        PhysicsError, match="The inertia of body 'arm' is not physically consistent: the mass is negative"
    ):
        robot.with_parameters(-robot.parameters).write_urdf(path)
    with pytest.raises(ArgumentError, match=r"arm\.m is not a finite number"):
        robot.with_parameters(np.nan * robot.parameters).write_urdf(path)
    assert path.read_bytes() == b"what was there"
    assert [p.name for p in tmp_path.iterdir()] == ["out.urdf"]


def test_an_impossible_body_that_did_not_change_is_left_alone() -> None:
    content = ARM.replace(b'value="9"', b'value="-9"').replace(b'"2.50"', b'"-2.50"')
    robot = read(content, "floating")
    assert urdf_content(robot) == content
    parameters = robot.parameters.copy()
    parameters[1] *= -1
    with pytest.raises(PhysicsError, match="body 'arm'"):
        urdf_content(robot.with_parameters(parameters))


def test_robots_from_elsewhere_are_refused(tmp_path) -> None:
    made = Robot("made", (Body("b", WORLD, Joint("j", "revolute")),))
    with pytest.raises(ArgumentError, match=r"'made' was not read from URDF.*to_dict"):
        made.write_urdf(tmp_path / "x.urdf")
    floated = with_base(read(ARM.replace(b'"base"', b'"ground"')), "floating")
    assert b'"2.50"' in urdf_content(floated)
    with pytest.raises(ArgumentError, match="Body 'base' has no link"):
        urdf_content(floated.with_parameters(np.tile(NEW, (2, 1))))


def test_files(tmp_path) -> None:
    path = tmp_path / "out.urdf"
    robot = read(ARM)
    robot.write_urdf(path)
    assert path.read_bytes() == ARM
    scaled(robot, 2.0).write_urdf(str(path))
    assert_says(path.read_bytes(), scaled(robot, 2.0))
    with pytest.raises(FileError, match="cannot be written"):
        robot.write_urdf(tmp_path / "absent" / "out.urdf")


def test_the_input_is_never_changed_and_permissions_are_kept(tmp_path) -> None:
    path, other = tmp_path / "arm.urdf", tmp_path / "other.urdf"
    path.write_bytes(ARM)
    other.write_text("something private")
    other.chmod(0o600)
    robot = read_urdf(path, "fixed", mimic=True)
    heavier = robot.with_parameters(2 * robot.parameters)
    link = tmp_path / "link.urdf"
    link.symlink_to(path)
    for same in (path, link):
        with pytest.raises(FileError, match="never changes an input file"):
            heavier.write_urdf(same)
    assert path.read_bytes() == ARM
    heavier.write_urdf(other)
    assert other.stat().st_mode & 0o777 == 0o600
