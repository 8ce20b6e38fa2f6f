"""Reading URDF: what becomes of links and joints, what is refused and how, and what is noted."""

import math
from fractions import Fraction

import numpy as np
import pytest

from heft.errors import FileError, FormatError
from heft.parameters import from_com
from heft.robot.exact import Number
from heft.robot.formats.urdf.read import parse_urdf, read_urdf
from heft.robot.load import load
from heft.robot.model import WORLD, Robot
from heft.robot.placement import Transform

INERTIAL = '<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'


def link(name: str, inside: str = INERTIAL) -> str:
    return f'<link name="{name}">{inside}</link>\n'


def joint(name: str, parent: str, child: str, inside: str = "", kind: str = "revolute") -> str:
    limit = "" if "<limit" in inside else '<limit lower="-1" upper="2" velocity="3" effort="4"/>'
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}{limit if kind == "revolute" else ""}</joint>\n'


def urdf(*parts: str, base: str = "fixed", mimic: bool = True) -> Robot:
    content = '<robot name="r">\n' + "".join(parts) + "</robot>"
    return parse_urdf(content.encode(), "r.urdf", base, mimic)


def arm(inside: str = "", kind: str = "revolute", **options) -> Robot:
    """A base and one link on a joint."""
    return urdf(link("base"), link("arm"), joint("j", "base", "arm", inside, kind), **options)


def message(*parts: str, **options) -> str:
    with pytest.raises(FormatError) as caught:
        urdf(*parts, **options)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith("r.urdf:")
    assert caught.value.remedy
    return text


# -- joints ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "becomes", "nq", "nv"),
    [
        ("revolute", "revolute", 1, 1),
        ("continuous", "revolute", 1, 1),
        ("prismatic", "prismatic", 1, 1),
        ("planar", "planar", 3, 3),
        ("floating", "floating", 7, 6),
    ],
)
def test_joint_types(kind: str, becomes: str, nq: int, nv: int) -> None:
    robot = arm(kind=kind)
    assert robot.bodies[0].joint.kind == becomes
    assert (robot.nq, robot.nv, robot.body_names, robot.bodies[0].parent) == (nq, nv, ["arm"], WORLD)


def test_axis_is_exact_and_by_default_x() -> None:
    assert [str(x) for x in arm().bodies[0].joint.axis] == ["1", "0", "0"]
    assert [str(x) for x in arm("<axis/>").bodies[0].joint.axis] == ["1", "0", "0"]
    axis = arm('<axis xyz="0 0.7071 -7071e-4"/>', "planar").bodies[0].joint.axis
    assert [x.rational for x in axis] == [0, Fraction(7071, 10000), Fraction(-7071, 10000)]


def test_a_zero_axis_matters_only_where_there_is_an_axis() -> None:
    parts = link("base"), link("arm")
    text = message(*parts, joint("j", "base", "arm", '\n<axis xyz="0 0 0.0"/>'))
    assert text == "r.urdf:5, joint 'j', <axis>: The axis has zero length. Give it a direction, such as xyz=\"0 0 1\"."
    assert "zero length" in message(*parts, joint("j", "base", "arm", '<axis xyz="0 1e-200 0"/>'))
    for kind in ("floating", "fixed"):
        urdf(*parts, joint("j", "base", "arm", '<axis xyz="0 0 0"/>', kind))


def test_limits_and_friction() -> None:
    dynamics = '<dynamics damping="0.5" friction="0.25"/>'
    read = arm(f'<limit lower="-0.5" upper="1.5" velocity="0" effort="0"/>{dynamics}').bodies[0].joint
    assert (read.limits.lower, read.limits.upper, read.limits.velocity, read.limits.effort) == (-0.5, 1.5, 0, 0)
    assert (read.friction.viscous, read.friction.coulomb, read.friction.offset) == (0.5, 0.25, 0)


def test_the_largest_float_is_no_limit_to_quarrel_with() -> None:
    limits = arm('<limit lower="-1.7976931348623157e308" upper="1e16"/>').bodies[0].joint.limits
    assert (limits.lower, limits.upper) == (-math.inf, 1e16)


def test_a_continuous_joint_keeps_its_rates_only() -> None:
    robot = arm('<limit lower="-1" upper="1" velocity="2" effort="3"/>', "continuous")
    limits = robot.bodies[0].joint.limits
    assert (limits.lower, limits.upper, limits.velocity, limits.effort) == (-math.inf, math.inf, 2, 3)
    assert "ignored 1 <limit> to the position of continuous joints: j" in robot.notes


@pytest.mark.parametrize("limit", ['<limit velocity="1" effort="1"/>', '<limit lower="0" upper="0.0"/>'])
def test_limits_of_nought_to_nought_are_no_limits(limit: str) -> None:
    robot = arm(limit)
    assert robot.bodies[0].joint.limits.lower == -math.inf
    assert "no position limits, or 0 to 0, so taken as unlimited (1): j" in robot.notes


def test_odd_limits_and_friction_are_noted() -> None:
    odd = '<limit lower="2" upper="1" velocity="-1" effort="-2"/><dynamics damping="-3" friction="-4"/>'
    notes = arm(odd).notes
    assert "joint 'j': its lower limit 2 is above its upper limit 1" in notes
    for line in ("velocity limit is negative: -1", "effort limit is negative: -2"):
        assert f"joint 'j': its {line}" in notes
    for line in ("viscous friction is negative: -3", "Coulomb friction is negative: -4"):
        assert f"joint 'j': its {line}" in notes
    locked = arm('<limit lower="0.5" upper="0.5"/>').notes
    assert "joint 'j': its limits do not let it move: both are 0.5" in locked


# -- bodies ---------------------------------------------------------------------------------------


def test_origins_are_exact() -> None:
    robot = arm('<origin xyz="0.1 -1e-3 0.333" rpy="1.5708 0 -3.14159"/>')
    (step,) = robot.bodies[0].placement.steps
    assert [x.rational for x in step.xyz] == [Fraction(1, 10), Fraction(-1, 1000), Fraction(333, 1000)]
    assert step.rpy is not None
    assert [x.rational for x in step.rpy] == [Fraction(15708, 10000), 0, Fraction(-314159, 100000)]
    (shifted,) = arm('<origin xyz="1 2 3"/>').bodies[0].placement.steps
    assert shifted == Transform(tuple(Number.parse(x) for x in (1, 2, 3)))
    assert arm('<origin xyz="0 0 0" rpy="0.0 0 0"/>').bodies[0].placement.steps == ()


def lumped(base: str) -> Robot:
    """Arm 1 carries a flange, the flange a camera; arm 2 hangs on the flange."""
    return urdf(
        link("base"),
        link("arm1"),
        link("flange", ""),
        link("camera"),
        link("arm2"),
        joint("j1", "base", "arm1", '<origin xyz="0 0 1"/>'),
        joint("f1", "arm1", "flange", '<origin xyz="0.1 0 0" rpy="0 0 1.5"/>', "fixed"),
        joint("f2", "flange", "camera", '<origin xyz="0 0.2 0"/>', "fixed"),
        joint("j2", "flange", "arm2", '<origin xyz="0 0 0.3"/>'),
        base=base,
    )


def test_fixed_links_are_lumped_with_their_exact_placements() -> None:
    robot = lumped("fixed")
    arm1, arm2 = robot.bodies
    assert (robot.body_names, arm1.parent, arm2.parent) == (["arm1", "arm2"], WORLD, 0)
    assert [part.name for part in arm1.links] == ["arm1", "flange", "camera"]
    assert [len(part.placement.steps) for part in arm1.links] == [0, 1, 2]
    assert [[str(x) for x in step.xyz] for step in arm2.placement.steps] == [["1/10", "0", "0"], ["0", "0", "3/10"]]
    np.testing.assert_allclose(arm2.placement.translation, [0.1, 0, 0.3])
    camera = np.array([0.1 - 0.2 * math.sin(1.5), 0.2 * math.cos(1.5), 0])
    expected = from_com(2, [0, 0, 0], np.eye(3)) + from_com(2, camera, np.eye(3))
    np.testing.assert_allclose(arm1.parameters, expected, rtol=1e-15, atol=1e-16)
    assert arm1.links[1].parameters is None


def test_bases() -> None:
    fixed, floating = lumped("fixed"), lumped("floating")
    assert (fixed.base, fixed.nq, fixed.nv) == ("fixed", 2, 2)
    assert "the base is fixed: the inertia of base has no effect" in fixed.notes
    assert (floating.base, floating.nq, floating.nv) == ("floating", 9, 8)
    assert floating.body_names == ["base", "arm1", "arm2"]
    assert [body.parent for body in floating.bodies] == [WORLD, 0, 1]
    assert (floating.bodies[0].joint.name, floating.bodies[0].joint.kind) == ("root_joint", "floating")
    assert not any("base is fixed" in note for note in floating.notes)


def test_a_base_that_floats_in_the_file_is_not_floated_twice() -> None:
    for base in ("fixed", "floating"):
        robot = urdf(link("world", ""), link("trunk"), joint("free", "world", "trunk", kind="floating"), base=base)
        assert (robot.base, robot.joint_names, robot.nv) == ("floating", ["free"], 6)


def test_the_floating_joints_name_must_be_free() -> None:
    parts = link("base"), link("arm"), joint("root_joint", "base", "arm")
    assert urdf(*parts).joint_names == ["root_joint"]
    text = message(*parts, base="floating")
    assert text.startswith("r.urdf:4, joint 'root_joint': A floating base needs this name")
    assert 'load with base="fixed"' in text


def test_a_lone_link() -> None:
    assert urdf(link("block")).n_bodies == 0
    robot = urdf(link("block"), base="floating")
    assert (robot.body_names, robot.nv, robot.parameters[0, 0]) == (["block"], 6, 2)


def test_bodies_keep_document_order_with_parents_first() -> None:
    links = [link(name) for name in ("a", "b", "c", "d", "e", "root")]
    joints = [
        joint("to_e", "d", "e"),
        joint("to_b", "root", "b"),
        joint("to_d", "c", "d", kind="fixed"),
        joint("to_a", "root", "a"),
        joint("to_c", "b", "c"),
    ]
    robot = urdf(*links, *joints)
    assert robot.joint_names == ["to_b", "to_a", "to_c", "to_e"]
    assert [body.parent for body in robot.bodies] == [WORLD, WORLD, 0, 2]


def test_a_long_chain_needs_no_recursion() -> None:
    n = 1500
    links = [link(f"l{k}", "") for k in range(n + 1)]
    robot = urdf(*links, *(joint(f"j{k}", f"l{k}", f"l{k + 1}") for k in reversed(range(n))))
    assert robot.joint_names == [f"j{k}" for k in range(n)]


# -- inertia --------------------------------------------------------------------------------------


def test_inertia_is_turned_from_its_origin() -> None:
    moments = '<inertia ixx="1" ixy="0.1" ixz="0.2" iyy="2" iyz="0.3" izz="2.5"/>'
    inertial = f'<inertial><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><mass value="4"/>{moments}</inertial>'
    robot = urdf(link("base"), link("arm", inertial), joint("j", "base", "arm"))
    turned = np.array([[2, -0.1, -0.3], [-0.1, 1, 0.2], [-0.3, 0.2, 2.5]])
    np.testing.assert_allclose(robot.parameters[0], from_com(4, [1, 2, 3], turned), rtol=1e-14)
    assert robot.bodies[0].links[0].parameters is not None


def test_missing_moments_are_nought() -> None:
    robot = urdf(
        link("base"), link("arm", '<inertial><mass value="0"/><inertia/></inertial>'), joint("j", "base", "arm")
    )
    assert not np.any(robot.parameters)
    assert not any("inertia that" in note for note in robot.notes)


def test_a_moving_link_without_inertia_is_noted() -> None:
    robot = urdf(
        link("base", ""),
        link("arm", ""),
        link("frame", ""),
        joint("j", "base", "arm"),
        joint("f", "arm", "frame", kind="fixed"),
    )
    assert "no <inertial> on moving links (1): arm" in robot.notes
    assert not np.any(robot.parameters)


@pytest.mark.parametrize(
    ("mass", "ixx", "reason"),
    [("-1", "1", "the mass is negative"), ("1", "3", "triangle"), ("1", "-1", "negative"), ("0", "1", "mass is zero")],
)
def test_impossible_inertia_is_loaded_and_noted(mass: str, ixx: str, reason: str) -> None:
    inertial = f'<inertial><mass value="{mass}"/><inertia ixx="{ixx}" iyy="1" izz="1"/></inertial>'
    robot = urdf(link("base"), link("arm", inertial), joint("j", "base", "arm"))
    (note,) = [
        note for note in robot.notes if note.startswith("the inertia of link 'arm' is not physically consistent")
    ]
    assert reason in note
    assert robot.parameters[0, 0] == float(mass)


# -- mimic ----------------------------------------------------------------------------------------


def mimics(*followers: tuple[str, str], mimic: bool = True) -> Robot:
    names = ["lead", *(name for name, _ in followers)]
    links = [link("base"), *(link(f"l_{name}") for name in names)]
    joints = [joint("lead", "base", "l_lead")]
    joints += [joint(name, "base", f"l_{name}", inside) for name, inside in followers]
    return urdf(*links, *joints, mimic=mimic)


def test_mimic_chains_are_composed_exactly() -> None:
    robot = mimics(
        ("a", '<mimic joint="b" multiplier="0.3" offset="0.1"/>'),
        ("b", '<mimic joint="lead" multiplier="-2" offset="7"/>'),
    )
    a, b = (robot.bodies[k].joint.mimic for k in (1, 2))
    assert a is not None
    assert b is not None
    assert (a.leader, a.multiplier.rational, a.offset.rational) == ("lead", Fraction(-6, 10), Fraction(22, 10))
    assert (b.leader, b.multiplier.rational, b.offset.rational) == ("lead", -2, 7)
    assert (robot.nv, robot.joint_names) == (1, ["lead"])


def test_mimic_can_be_freed() -> None:
    robot = mimics(("a", '<mimic joint="nobody"/>'), mimic=False)
    assert robot.joint_names == ["lead", "a"]
    assert "ignored 1 <mimic>, so that each joint has its own coordinate: a" in robot.notes


def test_mimic_of_what_cannot_lead_is_refused() -> None:
    parts = link("base"), link("l1"), link("l2"), link("l3")
    lead = joint("lead", "base", "l1")

    def follower(inside: str, kind: str = "revolute") -> str:
        return joint("follower", "base", "l2", inside, kind)

    for kind in ("fixed", "planar"):
        text = message(*parts[:3], joint("lead", "base", "l1", kind=kind), follower('<mimic joint="lead"/>'))
        assert f"It mimics 'lead', a {kind} joint, which has no single coordinate to follow." in text
    text = message(*parts[:3], lead, follower('<mimic joint="lead"/>', "floating"))
    assert "joint 'follower': A floating joint cannot <mimic> another. Delete" in text
    text = message(*parts[:3], lead, follower('<mimic joint="follower"/>'))
    assert "The mimic joints form a cycle: follower -> follower." in text
    other = joint("other", "base", "l3", '<mimic joint="follower"/>')
    text = message(*parts, lead, follower('<mimic joint="other"/>'), other)
    assert "The mimic joints form a cycle: follower -> other -> follower." in text


def test_mimic_of_nobody_leaves_the_joint_free() -> None:
    follower = joint("follower", "base", "l2", '<mimic joint="led"/>')
    robot = urdf(link("base"), link("l1"), link("l2"), joint("lead", "base", "l1"), follower)
    assert robot.joint_names == ["lead", "follower"]
    assert "joint 'follower' mimics 'led', which does not exist: it moves freely" in robot.notes


def test_a_fixed_joint_may_carry_an_idle_mimic() -> None:
    robot = arm('<mimic joint="nobody"/><limit lower="0" upper="1"/>', "fixed")
    assert "ignored 1 <mimic> of fixed joints: j" in robot.notes
    assert "ignored 1 <limit> of fixed joints: j" in robot.notes


# -- structure ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("<mujoco/>", "x:1, <robot>: The root element is <mujoco>; a URDF has <robot>. This is MJCF"),
        ("<sdf/>", "This is SDF: convert it to URDF."),
        ("<html/>", "The root element is <html>; a URDF has <robot>. Is this a URDF?"),
        ("<robot/>", "x:1, <robot>: It has no <link>. A robot needs one"),
        ("<robot><link/></robot>", "x:1, <link>: The attribute 'name' is missing or empty."),
        (
            "<robot>\n<xacro:include filename='a'/></robot>",
            "x:2, <xacro:include>: It is not expanded. This is xacro source",
        ),
        ("<robot><link name='${prefix}base'/></robot>", "name='${prefix}base' is not a value but an expression."),
    ],
)
def test_what_is_no_urdf(content: str, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_urdf(content.encode(), "x", "fixed", True)
    assert found in str(caught.value)


def test_names_are_unique() -> None:
    text = message(link("a"), link("b"), link("a"))
    assert text == "r.urdf:4, link 'a': Line 2 has a link of the same name. Rename one of them: names must be unique."
    parts = link("a"), link("b"), link("c")
    text = message(*parts, joint("j", "a", "b"), joint("j", "b", "c"))
    assert "r.urdf:6, joint 'j': Line 5 has a joint of the same name." in text


def test_joints_name_their_links() -> None:
    parts = link("base"), link("forearm")
    text = message(*parts, '<joint name="j" type="fixed"><child link="forearm"/></joint>')
    assert "r.urdf:4, joint 'j': It has no <parent>. Add <parent link=\"...\"/>." in text
    text = message(*parts, '<joint name="j" type="fixed"><parent link="base"/></joint>')
    assert "joint 'j': It has no <child>." in text
    text = message(*parts, joint("j", "base", "forarm"))
    assert "r.urdf:4, joint 'j', <child>: There is no link 'forarm'. Did you mean 'forearm'?" in text
    text = message(*parts, '<joint name="j" type="fixed"><parent/><child link="forearm"/></joint>')
    assert "joint 'j', <parent>: The attribute 'link' is missing or empty." in text


@pytest.mark.parametrize(("kind", "advice"), [("revolut", "Did you mean 'revolute'?"), ("ball", "Known: ")])
def test_unknown_joint_types(kind: str, advice: str) -> None:
    text = message(link("base"), link("arm"), joint("j", "base", "arm", kind=kind))
    assert f"r.urdf:4, joint 'j': '{kind}' is not a URDF joint type. {advice}" in text
    assert "The attribute 'type' is missing" in message(link("base"), '<joint name="j"/>')


def test_the_links_are_one_tree() -> None:
    parts = [link(name) for name in "abcd"]
    text = message(*parts[:3], joint("j1", "a", "c"), joint("j2", "b", "c"))
    assert "r.urdf:6, joint 'j2': Link 'c' hangs on joint 'j1' already. A URDF is a tree" in text
    text = message(*parts, joint("j1", "a", "b"), joint("j2", "c", "d"))
    assert "r.urdf:1, <robot>: It is in 2 pieces, with the roots a, c. Join the pieces" in text
    text = message(*parts[:2], joint("j1", "a", "b"), joint("j2", "b", "a"))
    assert "r.urdf:4, joint 'j1': The links form a loop: a -> b -> a. A URDF is a tree" in text
    text = message(*parts, joint("j1", "b", "c"), joint("j2", "c", "d"), joint("j3", "d", "b"))
    assert "r.urdf:6, joint 'j1': The links form a loop: b -> c -> d -> b." in text
    text = message(*parts[:2], joint("j1", "b", "b"))
    assert "joint 'j1': The links form a loop: b -> b." in text


@pytest.mark.parametrize(
    ("inside", "where"),
    [
        ('<origin xyz="0 nan 0"/>', "joint 'j', <origin>: xyz='0 nan 0': 'nan' is not a finite number."),
        ('<origin rpy="0 0 inf"/>', "joint 'j', <origin>: rpy='0 0 inf': 'inf' is not a finite number."),
        ('<origin xyz="${x} 0 0"/>', "joint 'j', <origin>: xyz='${x} 0 0' is not a value but an expression."),
        ('<origin xyz="0 -1e101 0"/>', "joint 'j', <origin>: xyz='0 -1e101 0': '-1e101' is too large."),
        ('<axis xyz="0 1"/>', "joint 'j', <axis>: xyz='0 1' has 2 numbers, not 3."),
        ('<limit lower="-inf" upper="1"/>', "joint 'j', <limit>: lower='-inf': '-inf' is not a finite number."),
        ('<limit effort="NaN"/>', "joint 'j', <limit>: effort='NaN'"),
        ('<dynamics damping="x"/>', "joint 'j', <dynamics>: damping='x'"),
        ('<mimic joint="k" multiplier="1e400"/>', "joint 'j', <mimic>: multiplier='1e400'"),
    ],
)
def test_numbers_in_joints_are_checked(inside: str, where: str) -> None:
    assert f"r.urdf:4, {where}" in message(link("base"), link("arm"), joint("j", "base", "arm", inside))


@pytest.mark.parametrize(
    ("inside", "where"),
    [
        ('<mass value="nan"/><inertia/>', "link 'arm', <inertial>, <mass>: value='nan': 'nan' is not a finite number."),
        ('<mass value="1"/><inertia ixz="inf"/>', "link 'arm', <inertial>, <inertia>: ixz='inf'"),
        ('<origin xyz="1 1"/><mass value="1"/><inertia/>', "link 'arm', <inertial>, <origin>: xyz='1 1' has 2 numbers"),
        ("<mass>1</mass><inertia/>", "link 'arm', <inertial>, <mass>: The attribute 'value' is missing or empty."),
        (
            '<origin xyz="1e99 0 0"/><mass value="1e99"/><inertia/>',
            "link 'arm', <inertial>: Its numbers are too large",
        ),
        (
            '<mass value="1"/><inertia ixx="1e308" ixy="-1e308"/>',
            "link 'arm', <inertial>, <inertia>: ixx='1e308'",
        ),
        ("<inertia/>", "link 'arm', <inertial>: It has no <mass>."),
        ('<mass value="1"/>', "link 'arm', <inertial>: It has no <inertia>."),
    ],
)
def test_numbers_in_links_are_checked(inside: str, where: str) -> None:
    parts = link("base"), link("arm", f"<inertial>{inside}</inertial>"), joint("j", "base", "arm")
    assert f"r.urdf:3, {where}" in message(*parts)


# -- notes, files ---------------------------------------------------------------------------------


def test_what_is_ignored_is_noted_in_groups() -> None:
    reduction = "<actuator name='m'><mechanicalReduction>50</mechanicalReduction></actuator>"
    robot = urdf(
        link("base", "<visual/><collision/><visual/>"),
        link("arm", INERTIAL * 2 + "<contact/>"),
        joint("j", "base", "arm", "<safety_controller/><calibration/>"),
        *(f'<transmission name="t{k}">{reduction}</transmission>' for k in range(7)),
        '<gazebo reference="arm"/><gazebo/><ros2_control name="c"/><material name="red"/><sensor name="s"/>',
    )
    ignored = [note for note in robot.notes if note.startswith("ignored")]
    assert ignored == [
        "ignored 3 <visual> or <collision>: base",
        "ignored 1 second <inertial>: arm",
        "ignored 1 <contact>: arm",
        "ignored 1 <safety_controller>: j",
        "ignored 1 <calibration>: j",
        "ignored 7 <transmission> (a mechanicalReduction is not used as a rotor): t0, t1, t2, t3, t4 and 2 more",
        "ignored 2 <gazebo>: arm, (no name)",
        "ignored 1 <ros2_control>: c",
        "ignored 1 <material>: red",
        "ignored 1 <sensor>: s",
    ]


def test_misspelt_attributes_and_missing_moments_are_noted() -> None:
    half = '<inertial><mass value="2"/><inertia ixx="1" Iyy="1" izz="1"/></inertial>'
    robot = urdf(link("base"), link("arm", half), joint("j", "base", "arm", '<origin xzy="0 0 1"/>'))
    assert "ignored 1 attribute 'xzy' of <origin> (Did you mean 'xyz'?): j" in robot.notes
    assert "ignored 1 attribute 'Iyy' of <inertia> (Did you mean 'iyy'?): arm" in robot.notes
    assert "link 'arm': <inertia> has no iyy, taken as 0" in robot.notes


def test_the_name_and_the_source() -> None:
    robot = parse_urdf(b"<robot><link name='a'/></robot>", "x", "fixed", True)
    assert robot.name == "robot"
    assert "<robot> has no name" in robot.notes
    assert robot.source is not None
    assert (robot.source.format, robot.source.content, robot.source.path) == (
        "urdf",
        b"<robot><link name='a'/></robot>",
        None,
    )


def test_files(tmp_path) -> None:
    content = '<robot name="r">' + link("base") + link("arm") + joint("j", "base", "arm") + "</robot>"
    for name in ("r.urdf", "r.URDF", "r.xml"):
        path = tmp_path / name
        path.write_text(content)
        robot = load(path)
        assert (robot.name, robot.joint_names, robot.base) == ("r", ["j"], "fixed")
        assert robot.source is not None
        assert robot.source.path == path
        assert load(path, "floating").base == "floating"
    with pytest.raises(FileError, match="File not found"):
        read_urdf(tmp_path / "absent.urdf", "fixed", True)
    with pytest.raises(FileError, match="cannot be read"):
        read_urdf(tmp_path, "fixed", True)
    (tmp_path / "noise.urdf").write_bytes(b"\x00\x01\x02" * 1000)
    with pytest.raises(FormatError, match=r"noise\.urdf:1: .*Is this an XML file"):
        read_urdf(tmp_path / "noise.urdf", "fixed", True)
