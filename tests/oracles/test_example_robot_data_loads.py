"""All 69 URDFs of example-robot-data, without their meshes: read, compared with Pinocchio, written back."""

import re
import sysconfig
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest

from heft.arrays import Array
from heft.errors import FormatError
from heft.parameters import from_com, from_pseudo_inertia, is_physical, to_pseudo_inertia
from heft.robot.formats.urdf.read import parse_urdf, read_urdf
from heft.robot.formats.urdf.write import urdf_content
from heft.robot.formats.xml import read as read_xml
from heft.robot.model import Robot

pin = pytest.importorskip("pinocchio", reason="Pinocchio (the package pin) is not installed")

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix" / "share" / "example-robot-data" / "robots"
BROKEN = "ur_description/urdf/ur3.urdf"
"""An unfinished xacro run: <robot> has neither a name nor a link. The only file here that Pinocchio refuses."""
MIMICS_NOBODY = "alex_description/urdf/alex_psyonic_hands.urdf"
"""Its finger joints mimic 'index_q1', and there are only 'Left_index_q1' and 'Right_index_q1'."""
MOTIONLESS = ("hector_description/robots/quadrotor_base.urdf", "iris_description/robots/iris_simple.urdf")
"""Not one joint that moves: on a fixed base, robots without bodies."""

FILES = sorted(str(path.relative_to(ROBOTS)) for path in ROBOTS.rglob("*.urdf"))
SOUND = [name for name in FILES if name != BROKEN]
pytestmark = pytest.mark.skipif(not FILES, reason=f"example-robot-data is not installed: no robots in {ROBOTS}")


@cache
def loaded(name: str, base: str, mimic: bool = False) -> Robot:
    """A robot, which cannot be changed: each is read once for all tests."""
    return read_urdf(ROBOTS / name, base, mimic)


def pinocchio_model(path: Path, base: str):
    return pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if base == "floating" else []))


def pinocchio_parameters(model, joint: str) -> Array:
    inertia = model.inertias[model.getJointId(joint)]
    return from_com(inertia.mass, inertia.lever, inertia.inertia)


def assert_same_inertia(ours: Array, theirs: Array, tolerance: float = 1e-12) -> None:
    """Equal mass, first and second moments, relative to the largest moment a mass this far out could have."""
    mass, second = abs(theirs[0]), np.abs(theirs[4:]).max()
    first = max(np.abs(theirs[1:4]).max(), np.sqrt(mass * second))
    scale = np.repeat([mass, first, second], [1, 3, 6])
    assert np.all(np.abs(ours - theirs) <= tolerance * scale), (ours, theirs)


def test_there_are_69() -> None:
    assert len(FILES) == 69


@pytest.mark.parametrize("base", ["fixed", "floating"])
@pytest.mark.parametrize("name", SOUND)
def test_bodies_are_pinocchios(name: str, base: str) -> None:
    robot = loaded(name, base)
    model = pinocchio_model(ROBOTS / name, base)
    assert {body.joint.name for body in robot.bodies} == set(model.names) - {"universe"}
    continuous = sum(joint.nq == 2 and joint.nv == 1 for joint in model.joints)  # there a cosine and a sine
    assert (robot.n_bodies, robot.nq, robot.nv) == (model.njoints - 1, model.nq - continuous, model.nv)
    mass = sum(inertia.mass for inertia in list(model.inertias)[1:])
    assert robot.parameters[:, 0].sum() == pytest.approx(mass, rel=1e-12)
    for body in robot.bodies:
        assert_same_inertia(body.parameters, pinocchio_parameters(model, body.joint.name))
        parent = model.names[model.parents[model.getJointId(body.joint.name)]]
        assert parent == ("universe" if body.parent < 0 else robot.bodies[body.parent].joint.name)
        placement = model.jointPlacements[model.getJointId(body.joint.name)]
        np.testing.assert_allclose(body.placement.rotation, placement.rotation, atol=1e-12)
        np.testing.assert_allclose(body.placement.translation, placement.translation, atol=1e-12)


@pytest.mark.parametrize("name", MOTIONLESS)
def test_robots_without_joints(name: str) -> None:
    assert read_urdf(ROBOTS / name, "fixed", mimic=True).n_bodies == 0
    assert read_urdf(ROBOTS / name, "floating", mimic=True).nv == 6


def test_the_broken_file_is_refused_as_pinocchio_refuses_it() -> None:
    with pytest.raises(FormatError, match=r"ur3\.urdf:6, <robot>: It has no <link>\. A robot needs one; if xacro"):
        read_urdf(ROBOTS / BROKEN, "fixed", mimic=False)
    with pytest.raises(ValueError, match="does not contain a valid URDF model"):
        pinocchio_model(ROBOTS / BROKEN, "fixed")


@pytest.mark.parametrize("name", SOUND)
def test_mimics_are_tied(name: str) -> None:
    tied, free = (loaded(name, "fixed", mimic) for mimic in (True, False))
    followers = [body.joint.name for body in tied.bodies if body.joint.mimic]
    assert tied.body_names == free.body_names
    assert set(free.joint_names) - set(tied.joint_names) == set(followers)
    assert tied.nv == free.nv - len(followers)
    if name == MIMICS_NOBODY:
        assert "joint 'Left_index_q2' mimics 'index_q1', which does not exist: it moves freely" in tied.notes


# -- written back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUND)
def test_nothing_changed_is_written_byte_for_byte(name: str, tmp_path) -> None:
    for base in ("fixed", "floating"):
        loaded(name, base).write_urdf(tmp_path / "same.urdf")
        assert (tmp_path / "same.urdf").read_bytes() == (ROBOTS / name).read_bytes()


def reshaped(robot: Robot) -> Robot:
    """The robot with other, possible, inertias: each body stretched and moved, or a new one if it is impossible."""
    rng = np.random.default_rng(7)
    new = []
    for body in robot.bodies:
        stretch = np.eye(4)
        stretch[:3] += rng.standard_normal((3, 4)) * [0.1, 0.1, 0.1, 0.01]
        if is_physical(body.parameters) and body.parameters[0] > 0:
            moved = from_pseudo_inertia(stretch @ to_pseudo_inertia(body.parameters) @ stretch.T)
            new.append(1.1 * moved)
        else:
            new.append(from_com(0.5, stretch[:3, 3], np.diag([0.01, 0.012, 0.015])))
    return robot.with_parameters(np.reshape(new, (-1, 10)))


@lru_cache(maxsize=2)
def apart(content: bytes) -> tuple[list[bytes], list[bytes]]:
    """What stands before, between and behind the <inertial> elements, and these with a # for each number.

    An <origin> in them, which may have been missing, is left out.
    """
    document = read_xml(content, "f")
    inertials = [element for element in document.root.descendants() if element.tag == "inertial"]
    starts = [0, *(element.end for element in inertials)]
    ends = [*(element.start for element in inertials), len(content)]
    outside = [document.content[start:end] for start, end in zip(starts, ends, strict=True)]
    texts = [document.content[element.start : element.end] for element in inertials]
    texts = [re.sub(rb"<origin[^>]*>(?:\s*</origin>)?\s*", b"", text) for text in texts]
    return outside, [re.sub(rb"(?<=[\"' ])[-+.\d][-+.\deE]*", b"#", text) for text in texts]


@pytest.mark.parametrize("base", ["fixed", "floating"])
@pytest.mark.parametrize("name", [name for name in SOUND if name not in MOTIONLESS])
def test_new_inertias_change_inertial_numbers_only_and_are_read_by_all(name: str, base: str, tmp_path) -> None:
    old = loaded(name, base)
    new = reshaped(old)
    written = urdf_content(new)
    before = (ROBOTS / name).read_bytes()
    assert written != before
    if all(any(link.parameters is not None for link in body.links) for body in old.bodies):
        assert apart(written) == apart(before)
    again = parse_urdf(written, name, base, mimic=False)
    (tmp_path / "new.urdf").write_bytes(written)
    model = pinocchio_model(tmp_path / "new.urdf", base)
    for body, wanted, read in zip(old.bodies, new.parameters, again.parameters, strict=True):
        thinness = is_physical(body.parameters).margin
        tolerance = max(1e-12, 1e-15 / thinness) if thinness > 0 else 1e-12  # sharing amplifies the thinnest direction
        assert_same_inertia(read, wanted, tolerance)
        assert_same_inertia(pinocchio_parameters(model, body.joint.name), wanted, tolerance)


def test_a_fixed_base_is_never_written() -> None:
    robot = read_urdf(ROBOTS / "ur_description/urdf/ur5_robot.urdf", "fixed", mimic=False)
    again = parse_urdf(urdf_content(reshaped(robot)), "ur5", "floating", mimic=False)
    before = read_urdf(ROBOTS / "ur_description/urdf/ur5_robot.urdf", "floating", mimic=False)
    assert again.body_names[0] == "world"
    np.testing.assert_array_equal(again.parameters[0], before.parameters[0])
    assert np.any(again.parameters[1:] != before.parameters[1:])
