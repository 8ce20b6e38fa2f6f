import sys
from fractions import Fraction
from pathlib import Path

import mujoco
import numpy as np
import pytest

import heft
from heft.errors import FileError, FormatError, MissingExtraError
from heft.parameters import from_com, to_com
from heft.robot.formats.mjcf.read import read_mjcf
from heft.robot.interop import MujocoMap
from heft.robot.load import load
from heft.robot.model import WORLD

ARM = """<mujoco model="arm">
  <compiler angle="degree"/>
  <option gravity="0 0.1 -9.8"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="table" pos="0 0 0.7">
      <geom type="box" size="0.5 0.5 0.01"/>
      <body name="upper" pos="0 0 0.1" euler="90 0 0">
        <joint name="shoulder" axis="0 1 1" pos="0.1 0 0" ref="30" range="-60 90" damping="0.2" frictionloss="0.3"
               armature="0.05" actuatorfrcrange="-7 5"/>
        <inertial pos="0.1 0.2 0.3" mass="2" fullinertia="0.2 0.3 0.4 0.01 0.02 0.03"/>
        <body name="plate" pos="0 0 0.4" quat="1 1 0 0">
          <inertial pos="0 0 0" mass="0.5" diaginertia="0.01 0.02 0.03"/>
          <body name="lower" pos="0.2 0 0" axisangle="0 -1 0 45">
            <joint name="slide" type="slide" axis="1 0 0"/>
            <joint name="twist" axis="0 0 1" pos="0 0 0.05"/>
            <geom type="sphere" size="0.1" mass="3" pos="0 0.1 0"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>"""


def write(tmp_path: Path, text: str, name: str = "robot.xml") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


@pytest.fixture
def arm(tmp_path):
    return read_mjcf(write(tmp_path, ARM))


def exact(numbers):
    return tuple(number.rational for number in numbers)


def moving(inside: str, before: str = "", after: str = "") -> str:
    """A file with one body on a hinge, and what is put inside the body."""
    body = f'<body name="b"><joint name="j"/>{inside}</body>'
    return f"<mujoco>{before}<worldbody>{body}</worldbody>{after}</mujoco>"


BOX = '<geom name="g" type="box" size="0.1 0.2 0.3" mass="2"/>'


class TestTree:
    def test_bodies_and_joints_stand_in_document_order(self, arm):
        assert arm.name == "arm"
        assert arm.body_names == ["upper", "lower/slide", "lower"]
        assert arm.joint_names == ["shoulder", "slide", "twist"]
        assert [body.parent for body in arm.bodies] == [WORLD, 0, 1]
        assert [joint.kind for joint in arm.joints] == ["revolute", "prismatic", "revolute"]
        assert exact(arm.gravity) == (0, Fraction(1, 10), Fraction(-98, 10))

    def test_the_body_frame_is_at_the_anchor(self, arm):
        upper, slide, lower = arm.bodies
        np.testing.assert_allclose(upper.placement.translation, [0.1, 0, 0.8], atol=1e-15)
        np.testing.assert_allclose(upper.placement.rotation @ [0, 0, 1], [0, -1, 0], atol=1e-15)
        own, plate = upper.links
        np.testing.assert_array_equal(own.placement.translation, [-0.1, 0, 0])
        np.testing.assert_allclose(plate.placement.translation, [-0.1, 0, 0.4], atol=1e-15)
        np.testing.assert_allclose(slide.placement.translation, [-0.1 + 0.2, 0, 0.4], atol=1e-15)
        np.testing.assert_array_equal(lower.placement.translation, [0, 0, 0.05])
        np.testing.assert_array_equal(lower.links[0].placement.translation, [0, 0, -0.05])

    def test_spellings_stay_exact(self, arm):
        upper, slide, _ = arm.bodies
        turn = next(step for step in upper.placement.steps if step.rpy)
        assert turn.rpy[0].pi_multiple == Fraction(1, 2)
        assert exact(upper.joint.axis) == (0, 1, 1)
        quaternion = next(step.quat for step in slide.placement.steps if step.quat)
        assert exact(quaternion) == (1, 1, 0, 0)
        turn = next(step for step in slide.placement.steps if step.rpy)
        assert turn.rpy[1].pi_multiple == Fraction(-1, 4)

    def test_inertias_move_with_the_frame_and_jointless_bodies_are_lumped(self, arm):
        upper, slide, lower = arm.bodies
        inertia = [[0.2, 0.01, 0.02], [0.01, 0.3, 0.03], [0.02, 0.03, 0.4]]
        own, plate = upper.links
        np.testing.assert_allclose(own.parameters, from_com(2, [0.1, 0.2, 0.3], inertia), atol=1e-14)
        np.testing.assert_allclose(plate.parameters, from_com(0.5, [0, 0, 0], np.diag([0.01, 0.02, 0.03])), atol=1e-15)
        np.testing.assert_allclose(upper.parameters, own.in_body + plate.in_body)
        assert not slide.parameters.any()
        assert slide.links == ()
        mass, com, _ = to_com(lower.parameters)
        np.testing.assert_allclose([mass, *com], [3, 0, 0.1, -0.05], atol=1e-15)

    def test_bodies_on_the_world_are_the_world(self, arm):
        assert "fixed to the world, without effect: table" in arm.notes

    def test_limits_friction_armature(self, arm):
        shoulder = arm.joints[0]
        np.testing.assert_allclose([shoulder.limits.lower, shoulder.limits.upper], np.deg2rad([-90, 60]))
        assert shoulder.limits.effort == 7
        assert (shoulder.friction.viscous, shoulder.friction.coulomb) == (0.2, 0.3)
        assert shoulder.armature == 0.05
        assert any("'shoulder'" in note and "ref" in note for note in arm.notes)
        assert arm.joints[1].limits.upper == np.inf

    def test_names_are_made_where_the_file_has_none(self, tmp_path):
        text = f"""<mujoco><worldbody><body><freejoint/>{BOX}
          <body><joint/><geom size="0.1"/></body><body name="body2"><joint/><geom size="0.1"/></body>
        </body></worldbody></mujoco>"""
        robot = read_mjcf(write(tmp_path, text, "unnamed.xml"))
        assert robot.name == "unnamed"
        assert robot.body_names == ["body1", "body2_2", "body2"]
        assert robot.joint_names == ["body1_joint", "body2_2_joint", "body2_joint"]
        assert robot.base == "floating"

    def test_a_free_joint_is_posed_in_the_world(self, tmp_path):
        text = f'<mujoco><worldbody><body pos="1 2 3"><freejoint name="f"/>{BOX}</body></worldbody></mujoco>'
        robot = read_mjcf(write(tmp_path, text))
        assert robot.bodies[0].placement.steps == ()
        assert "ignored: the pose in which the file puts free joint 'f' at first" in robot.notes

    @pytest.mark.parametrize(
        "orientation",
        ['euler="10 20 30"', 'xyaxes="0 1 0 -1 0 0"', 'zaxis="1 1 1"', 'axisangle="1 2 3 40"', 'quat="1 2 3 4"'],
    )
    @pytest.mark.parametrize("settings", ['eulerseq="zyx"', 'eulerseq="XyZ"', 'angle="radian"'])
    def test_all_ways_to_turn_a_body_agree_with_mujoco(self, tmp_path, orientation, settings):
        text = f"""<mujoco><compiler {settings}/><worldbody><frame pos="0 1 0" quat="1 0 1 0">
          <body name="b" pos="1 2 3" {orientation}><joint/>{BOX}</body></frame></worldbody></mujoco>"""
        path = write(tmp_path, text)
        body = read_mjcf(path).bodies[0]
        model = mujoco.MjModel.from_xml_path(str(path))
        R = np.zeros(9)
        mujoco.mju_quat2Mat(R, model.body_quat[1])
        np.testing.assert_allclose(body.placement.rotation, R.reshape(3, 3), atol=1e-14)
        np.testing.assert_allclose(body.placement.translation, model.body_pos[1], atol=1e-14)

    def test_a_quarter_turn_without_spelling_is_exact_still(self, tmp_path):
        text = f'<mujoco><worldbody><body xyaxes="0 1 0 -1 0 0"><joint/>{BOX}</body></worldbody></mujoco>'
        (step,) = read_mjcf(write(tmp_path, text)).bodies[0].placement.steps
        assert exact(step.quat) == (1, 0, 0, 1)

    def test_nested_frames_stay_exact(self, tmp_path):
        text = f"""<mujoco><worldbody><frame pos="1 0 0"><frame quat="0 1 0 0"><body pos="0 2 0" euler="0 0 60">
          <joint/>{BOX}</body></frame></frame></worldbody></mujoco>"""
        body = read_mjcf(write(tmp_path, text)).bodies[0]
        assert [exact(step.xyz) for step in body.placement.steps] == [(1, 0, 0), (0, 0, 0), (0, 2, 0)]
        assert body.placement.steps[2].rpy[2].pi_multiple == Fraction(1, 3)
        np.testing.assert_allclose(body.placement.translation, [1, -2, 0], atol=1e-15)

    @pytest.mark.parametrize("free", ['<freejoint align="true"/>', "<freejoint/>"])
    def test_free_bodies_keep_the_frame_of_the_file(self, tmp_path, free):
        inertial = '<inertial pos="0.1 0.2 0.3" mass="2" diaginertia="1 1 1"/>'
        text = f"<mujoco><worldbody><body>{free}{inertial}</body></worldbody></mujoco>"
        robot = read_mjcf(write(tmp_path, text))
        np.testing.assert_allclose(robot.parameters[0, 1:4], [0.2, 0.4, 0.6])
        assert any(note.startswith("ignored: align") for note in robot.notes) == ("true" in free)

    def test_gravity_can_be_switched_off(self, tmp_path):
        text = moving(BOX, before='<option><flag gravity="disable"/></option>')
        assert exact(read_mjcf(write(tmp_path, text)).gravity) == (0, 0, 0)


class TestDynamics:
    ALL = """<mujoco><compiler eulerseq="zyx"/><option gravity="1 2 -9"/><worldbody>
      <body name="base" pos="1 2 3" euler="20 30 40"><freejoint/>
        <geom size=".1 .2 .3" type="box" pos=".1 .2 .3" euler="10 20 30"/>
        <body name="stand" pos="0.1 0 .2" quat="1 1 0 0"><geom size=".1"/>
          <body name="arm" pos="0 0 .3" axisangle="0 1 0 -35">
            <joint name="h1" pos="0.1 0.2 0.3" axis="1 2 3" ref="30" armature=".4"/>
            <joint name="s1" type="slide" pos="0 1 0" axis="0 1 1" ref=".5"/>
            <joint name="h2" pos="-.1 0 0" axis="0 1 0"/>
            <inertial mass="2" pos=".1 .2 .3" fullinertia="2 2 3 .1 .2 .3"/>
            <body name="ball" pos="0 .1 .1"><joint type="ball" name="b" pos="0 0 .2" armature=".1"/>
              <geom size=".1" pos="0 .1 0"/><body><joint type="slide"/><geom size=".12"/></body></body>
            <frame pos="0 0 1" xyaxes="0 1 0 -1 0 0"><body name="last">
              <joint name="f" pos=".1 .1 .1" axis="1 0 0"/>
              <inertial mass="1" pos="0 .1 .2" quat="1 2 3 4" diaginertia="1 1.2 1.3"/></body></frame>
    </body></body></body></worldbody></mujoco>"""

    def test_torques_are_those_of_mujoco(self, tmp_path):
        path = write(tmp_path, self.ALL)
        robot = read_mjcf(path)
        model = mujoco.MjModel.from_xml_path(str(path))
        data = mujoco.MjData(model)
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        to_mujoco = MujocoMap(robot, model)
        q, v, a = robot.random_state(0, 5)
        found = []
        for sample in range(5):
            data.qpos[:] = to_mujoco.q(q[sample])
            data.qvel[:] = to_mujoco.v(q[sample], v[sample])
            data.qacc[:] = to_mujoco.a(q[sample], v[sample], a[sample])
            mujoco.mj_inverse(model, data)
            found.append(to_mujoco.tau_from(q[sample], data.qfrc_inverse))
        np.testing.assert_allclose(heft.inverse_dynamics(robot, q, v, a), found, rtol=0, atol=1e-10)


class TestTies:
    CHAIN = """<mujoco><worldbody>
      <body name="a"><joint name="ja" ref="10"/><geom size=".1"/></body>
      <body name="b"><joint name="jb" ref="20"/><geom size=".1"/></body>
      <body name="c"><joint name="jc" type="slide"/><geom size=".1"/></body>
    </worldbody><equality>{}</equality></mujoco>"""

    def read(self, tmp_path, equality):
        return read_mjcf(write(tmp_path, self.CHAIN.format(equality)))

    def test_a_linear_equality_is_a_mimic_counted_from_the_references(self, tmp_path):
        robot = self.read(tmp_path, '<joint name="e" joint1="jb" joint2="ja" polycoef="0.1 -2 0 0 0"/>')
        mimic = robot.bodies[1].joint.mimic
        assert (mimic.leader, mimic.multiplier.rational, mimic.offset.rational) == ("ja", -2, Fraction(1, 10))
        assert robot.joint_names == ["ja", "jc"]
        assert "taken as rigid: equality constraint 'e' of joint 'jb', which follows joint 'ja'" in robot.notes

    def test_chains_are_followed_to_their_end(self, tmp_path):
        first = '<joint joint1="jc" joint2="jb" polycoef="0.5 3 0 0 0"/>'
        second = '<joint joint1="jb" joint2="ja" polycoef="0.1 2 0 0 0"/>'
        robot = self.read(tmp_path, first + second)
        mimic = robot.bodies[2].joint.mimic
        assert (mimic.leader, mimic.multiplier.rational, mimic.offset.rational) == ("ja", 6, Fraction(8, 10))

    @pytest.mark.parametrize(
        ("equality", "reason"),
        [
            ('<joint joint1="jb" joint2="ja" polycoef="0 1 0.5 0 0"/>', "not linear"),
            ('<joint joint1="jb" polycoef="0.2 0 0 0 0"/>', "holds a joint at rest"),
            ('<joint joint1="jb" joint2="ja" active="false"/>', "not active"),
        ],
    )
    def test_what_is_no_mimic_is_noted(self, tmp_path, equality, reason):
        robot = self.read(tmp_path, equality)
        assert robot.nv == 3
        assert any(note.startswith("ignored: equality") and reason in note for note in robot.notes)

    def test_joints_are_not_tied_twice_or_in_a_circle(self, tmp_path):
        robot = self.read(
            tmp_path,
            '<joint joint1="jb" joint2="ja"/><joint joint1="ja" joint2="jb"/><joint joint1="jb" joint2="jc"/>',
        )
        assert robot.joint_names == ["ja", "jc"]
        assert sum("already follows another" in note for note in robot.notes) == 2


class TestWhatIsLeftOut:
    def test_everything_ignored_is_noted(self, tmp_path):
        inside = """<geom name="g" size="0.1"/><site name="s"/>
          <body name="tip" gravcomp="1"><joint name="k" type="ball" stiffness="2" range="0 30"/>
          <geom size="0.1"/></body>"""
        after = """<actuator><motor name="m" joint="j"/></actuator>
          <tendon><spatial name="rope"><site site="s"/><geom geom="g"/><site site="s"/></spatial></tendon>
          <sensor><jointpos name="enc" joint="j"/></sensor>
          <equality><connect name="loop" body1="b" body2="tip" anchor="0 0 0"/><tendon tendon1="rope"/></equality>
          <contact><exclude name="no" body1="b" body2="tip"/><pair name="yes" geom1="g" geom2="g"/></contact>
          <keyframe><key name="home" qpos="0 1 0 0 0"/></keyframe>"""
        robot = read_mjcf(write(tmp_path, moving(inside, before='<option density="1.2"/>', after=after)))
        for expected in (
            "ignored: actuators (1): m",
            "ignored: tendons (1): rope",
            "ignored: sensors (1): enc",
            "ignored: keyframes (1): home",
            "ignored: contact exclusions (1): no",
            "ignored: contact pairs (1): yes",
            "ignored: equality constraints (2): loop, (unnamed)",
            "ignored: contacts (2 geoms)",
            "ignored: springs: joints k",
            "ignored: gravity compensation: bodies tip",
            "ignored: the cone that limits ball joint 'k'",
            "ignored: forces of the surrounding fluid (option density, viscosity)",
        ):
            assert expected in robot.notes

    def test_missing_meshes_and_textures_do_no_harm_beside_an_inertial(self, tmp_path):
        before = """<asset><mesh name="skin" file="no.stl"/><texture name="t" type="2d" file="no.png"/>
          <material name="paint" texture="t"/><hfield name="hill" file="no.png" size="1 1 1 1"/></asset>"""
        inside = """<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
          <geom type="mesh" mesh="skin" material="paint"/>"""
        text = moving(inside, before).replace("<worldbody>", '<worldbody><geom type="hfield" hfield="hill"/>')
        assert read_mjcf(write(tmp_path, text)).parameters[0, 0] == 1

    def test_a_weightless_mesh_may_be_missing_and_a_coloured_geom_keeps_its_mass(self, tmp_path):
        before = """<asset><mesh file="no.stl"/><texture name="t" type="2d" file="no.png"/>
          <material name="paint" texture="t"/></asset>"""
        inside = '<geom type="mesh" mesh="no" mass="0"/><geom size="0.1" mass="4" material="paint"/>'
        assert read_mjcf(write(tmp_path, moving(inside, before))).parameters[0, 0] == 4

    def test_a_mesh_that_gives_inertia_must_be_there(self, tmp_path):
        text = moving('<geom type="mesh" mesh="no"/>', '<asset><mesh file="no.stl"/></asset>')
        path = write(tmp_path, text)
        with pytest.raises(FormatError, match=r"no\.stl.*take their inertia from a mesh: b\. .*<inertial>"):
            read_mjcf(path)
        tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
        (tmp_path / "no.obj").write_text(tetrahedron)
        for name in ("robot.xml", "robot.mjcf"):
            path = write(tmp_path, text.replace("no.stl", "no.obj"), name)
            np.testing.assert_allclose(read_mjcf(path).parameters[0, 0], 1000 / 6)

    def test_includes_are_followed(self, tmp_path):
        write(tmp_path, f"<mujocoinclude>{BOX}</mujocoinclude>", "part.xml")
        robot = read_mjcf(write(tmp_path, moving('<include file="part.xml"/>')))
        np.testing.assert_allclose(robot.parameters[0, 0], 2)

    @pytest.mark.parametrize("name", ["robot.xml", "robot.mjcf"])
    def test_includes_of_includes_are_looked_for_beside_the_main_file(self, tmp_path, monkeypatch, name):
        (tmp_path / "parts").mkdir()
        (tmp_path / "elsewhere").mkdir()
        write(tmp_path, '<mujocoinclude><include file="box.xml"/></mujocoinclude>', "parts/part.xml")
        box = f"<mujocoinclude>{BOX}</mujocoinclude>"
        write(tmp_path, box, "box.xml")
        for other in ("parts/box.xml", "elsewhere/box.xml"):
            write(tmp_path, box.replace('mass="2"', 'mass="7"'), other)
        monkeypatch.chdir(tmp_path / "elsewhere")
        robot = read_mjcf(write(tmp_path, moving('<include file="parts/part.xml"/>'), name))
        np.testing.assert_allclose(robot.parameters[0, 0], 2)

    def test_warnings_of_mujoco_become_notes_and_leave_no_log(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        path = write(tmp_path, moving(BOX + '<site name="s" rgba="nan 0 0 1"/>'))
        robot = read_mjcf(path)
        assert any(note.startswith("MuJoCo warns: XML contains a 'NaN'") for note in robot.notes)
        assert [file.name for file in tmp_path.iterdir()] == ["robot.xml"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "empty"),
            ("no xml at all", "not well-formed"),
            ("<mujoco><worldbody></mujoco>", "not well-formed"),
            ('<!DOCTYPE mujoco [<!ENTITY a "b">]><mujoco/>', "document type declaration"),
            ("<robot/>", "root element"),
            (moving(BOX + "<nonsense/>"), "MuJoCo cannot read it.*nonsense"),
            (moving(""), "MuJoCo cannot compile it.*mass and inertia"),
            (moving('<geom size="0.1" mass="-1"/>'), "MuJoCo cannot"),
            ("<mujoco/>", "None of its bodies can move"),
            (moving('<inertial pos="0 inf 0" mass="1" diaginertia="1 1 1"/>'), "body_ipos"),
            (moving(BOX).replace("<joint", '<joint axis="1e300 1e300 0"'), "jnt_axis that has no direction"),
        ],
    )
    def test_the_error_names_the_file_and_the_fault(self, tmp_path, text, message):
        path = write(tmp_path, text)
        with pytest.raises(FormatError, match=message) as caught:
            read_mjcf(path)
        assert str(path) in str(caught.value)

    @pytest.mark.parametrize("name", ["robot.xml", "robot.mjcf"])
    @pytest.mark.parametrize(
        "declaration",
        [
            '<!ENTITY a "2">',
            '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">',
            '<!ENTITY a SYSTEM "file:///etc/hostname">',
        ],
    )
    @pytest.mark.parametrize("depth", [1, 2, "model"])
    def test_entities_in_included_files_are_refused(self, tmp_path, name, declaration, depth):
        """A sound geom stands there, so that nothing but the declaration can be what is refused."""
        (tmp_path / "parts").mkdir()
        root, inside = ("mujoco", f"<worldbody>{BOX}</worldbody>") if depth == "model" else ("mujocoinclude", BOX)
        part = write(tmp_path, f"<!DOCTYPE {root} [{declaration}]><{root}>{inside}</{root}>", "parts/part.xml")
        text = moving('<include file="parts/part.xml"/>')
        if depth == 2:
            write(tmp_path, '<mujocoinclude><include file="parts/part.xml"/></mujocoinclude>', "outer.xml")
            text = moving('<include file="outer.xml"/>')
        if depth == "model":
            text = moving(BOX, '<asset><model name="m" file="parts/part.xml"/></asset>')
        with pytest.raises(FormatError, match="document type declaration") as caught:
            read_mjcf(write(tmp_path, text, name))
        assert caught.value.where == f"{part}:1, <!DOCTYPE>"

    def test_files_that_include_each_other_are_refused(self, tmp_path):
        write(tmp_path, '<mujocoinclude><include file="b.xml"/></mujocoinclude>', "a.xml")
        write(tmp_path, '<mujocoinclude><include file="a.xml"/></mujocoinclude>', "b.xml")
        with pytest.raises(FormatError, match="already included"):
            read_mjcf(write(tmp_path, moving('<include file="a.xml"/>')))

    def test_an_include_that_is_missing_is_named(self, tmp_path):
        with pytest.raises(FormatError, match=r"absent\.xml"):
            read_mjcf(write(tmp_path, moving('<include file="absent.xml"/>')))

    def test_a_missing_file_is_a_file_error(self, tmp_path):
        with pytest.raises(FileError, match="File not found"):
            read_mjcf(tmp_path / "absent.xml")

    def test_without_mujoco_the_extra_is_named(self, tmp_path, monkeypatch):
        monkeypatch.setitem(sys.modules, "mujoco", None)
        with pytest.raises(MissingExtraError, match=r"heft-robotics\[mjcf\]"):
            read_mjcf(write(tmp_path, ARM))


def test_load_reads_mjcf_by_its_root_element(tmp_path):
    assert load(write(tmp_path, ARM)).name == "arm"
    assert load(write(tmp_path, ARM), base="floating").base == "floating"


SCENE = """<mujoco model="arm">
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody>
    <body name="target" mocap="true" pos="0 0 1"><geom type="sphere" size="0.02" mass="1.5"/></body>
    <body name="upper">
      <joint name="shoulder" axis="0 1 0"/>
      <geom type="box" size="0.1 0.1 0.1" mass="2" material="red"/>
      <site name="grip" pos="0 0 0.3" material="red"/>
    </body>
  </worldbody>
  {}
</mujoco>"""


def test_sites_with_a_material(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(SCENE.format(""))
    assert load(path).parameters[:, 0].tolist() == [2.0]


def test_a_weld_to_a_mocap_body_is_not_a_loop(tmp_path):
    """Environments for learning drag their robots by such welds, which are not part of the machine."""
    path = tmp_path / "arm.xml"
    path.write_text(SCENE.format('<equality><weld name="drag" body1="target" body2="upper"/></equality>'))
    robot = load(path)
    assert robot.nv == 1
    assert robot.dropped_loops == ()
    assert "ignored: equality constraints (1): drag" in robot.notes
    path.write_text(SCENE.format('<equality><weld body1="world" body2="upper"/></equality>'))
    with pytest.raises(FormatError, match="closes one loop"):
        load(path)
