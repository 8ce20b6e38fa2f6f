import difflib
import re
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from heft.errors import ArgumentError, FileError, FormatError, PhysicsError
from heft.parameters import from_com, from_log_cholesky, to_com
from heft.robot.formats.mjcf.read import read_mjcf
from heft.robot.formats.mjcf.write import mjcf_content
from heft.robot.placement import rotation_from_rpy

ARM = """<?xml version="1.0"?>
<!-- an arm; its comments > and order stay -->
<mujoco model="arm">
  <compiler   angle='degree'/>
  <default><geom rgba="1 0 0 1"/></default>
  <worldbody>
    <body name="upper"  pos="0 0 0.1">
      <joint name="shoulder" axis="0 1 0" pos="0.1 0 0"/>   <!-- the <inertial mass="9"/> of old -->
      <inertial pos = "0.1 0.2 0.3" mass='2'
                fullinertia="0.2 0.3 0.4 0.01 0.02 0.03"/>
      <body name="plate" pos="0 0 0.4" quat="1 1 0 0">
        <inertial pos="0 0 0" mass="0.5" diaginertia="0.01 0.02 0.025"/>
        <body name="lower" pos="0.2 0 0">
          <joint name="twist"/>
          <inertial mass="1" pos="0 .1 .2" quat="1 2 3 4" diaginertia="1 1.2 1.3"/>
          <body name="hand"><joint name="wrist" axis="1 0 0"/>
            <inertial euler="20 0 0" mass="1" pos="0 0 0" diaginertia=".1 .2 .25"/>
          </body>
          <body name="ball" pos="0 .1 0">
            <joint name="ball" type="ball"/>
            <geom size="0.1" mass="3" pos="0 0.1 0"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="twist"/></actuator>
</mujoco>
"""


def read(tmp_path: Path, text: str = ARM, name: str = "robot.xml"):
    path = tmp_path / name
    path.write_bytes(text.encode())
    return read_mjcf(path)


def scene(inside: str, before: str = "") -> str:
    return f"<mujoco>{before}<worldbody>{inside}</worldbody></mujoco>"


def written(tmp_path: Path, robot):
    path = tmp_path / "out.xml"
    robot.write_mjcf(path)
    return path.read_text(), read_mjcf(path)


def changed(robot, body: str, parameters):
    table = robot.parameters.copy()
    table[robot.body_index(body)] = parameters
    return robot.with_parameters(table)


def random_body(seed: int):
    mass, com, inertia = to_com(from_log_cholesky(0.4 * np.random.default_rng(seed).standard_normal(10)))
    return from_com(mass, 0.2 * com, 0.04 * inertia)


def replaced(before: str, after: str) -> list[tuple[str, str]]:
    """The pieces of text that differ."""
    opcodes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [(before[i:j], after[k:l]) for tag, i, j, k, l in opcodes if tag != "equal"]


def without_inertials(text: str) -> str:
    return re.sub(r"\s*<inertial[^>]*/>", "", re.sub(r"<!--.*?-->", lambda m: m[0].upper(), text))


class TestBytes:
    @pytest.mark.parametrize("text", [ARM, ARM.replace("\n", "\r\n"), "\ufeff" + ARM.replace("arm;", "arm \u03b1;")])
    def test_an_unchanged_robot_gives_the_file_back(self, tmp_path, text):
        robot = read(tmp_path, text)
        assert mjcf_content(robot) == text.encode()
        assert mjcf_content(robot.with_parameters(robot.parameters.copy())) == text.encode()

    @pytest.mark.parametrize("newline", ["\n", "\r\n"])
    def test_one_mass_is_one_number(self, tmp_path, newline):
        text = ARM.replace("\n", newline)
        robot = read(tmp_path, text)
        mass, com, inertia = to_com(robot.bodies[robot.body_index("lower")].parameters)
        out = mjcf_content(changed(robot, "lower", from_com(1.25, com, inertia))).decode()
        assert mass == 1
        assert out == text.replace('<inertial mass="1" pos="0 .1 .2"', '<inertial mass="1.25" pos="0 .1 .2"')

    def test_only_inertials_change(self, tmp_path):
        robot = read(tmp_path)
        new = robot.with_parameters([random_body(seed) for seed in range(robot.n_bodies)])
        out, again = written(tmp_path, new)
        np.testing.assert_allclose(again.parameters, new.parameters, rtol=0, atol=1e-12)
        assert without_inertials(out) == without_inertials(ARM)
        assert out.count("<inertial") == ARM.count("<inertial") + 1

    def test_the_source_file_is_not_touched_and_a_bad_place_is_refused(self, tmp_path):
        robot = read(tmp_path)
        new = changed(robot, "lower", 2 * robot.parameters[robot.body_index("lower")])
        with pytest.raises(FileError):
            new.write_mjcf(tmp_path / "nowhere" / "out.xml")
        assert (tmp_path / "robot.xml").read_text() == ARM


class TestForms:
    def test_fullinertia_stays_full(self, tmp_path):
        robot = read(tmp_path)
        out, again = written(tmp_path, changed(robot, "upper", random_body(1)))
        np.testing.assert_allclose(again.parameters[0], random_body(1), atol=1e-13)
        changes = replaced(ARM, out)
        assert all(re.fullmatch(r"[-\d.e ]*", old) for old, _ in changes[:3])
        assert 'fullinertia="' in out
        assert 'quat="1 1 0 0">\n        <inertial' in out

    def test_principal_axes_are_the_nearest(self, tmp_path):
        robot = read(tmp_path)
        index = robot.body_index("lower")
        mass, com, inertia = to_com(robot.parameters[index])
        turn = rotation_from_rpy(np.array([1e-3, 2e-3, -1e-3]))
        new = from_com(mass, com, turn @ inertia @ turn.T)
        out, again = written(tmp_path, changed(robot, "lower", new))
        np.testing.assert_allclose(again.parameters[index], new, atol=1e-14)
        quat, moments = re.search(r'pos="0 .1 .2" quat="([^"]*)" diaginertia="([^"]*)"', out).groups()
        np.testing.assert_allclose([float(x) for x in quat.split()], np.array([1, 2, 3, 4]) / 30**0.5, atol=1e-2)
        np.testing.assert_allclose([float(x) for x in moments.split()], [1, 1.2, 1.3], atol=1e-14)

    def test_scaled_inertia_keeps_the_spelling_of_its_axes(self, tmp_path):
        robot = read(tmp_path)
        index = robot.body_index("lower")
        out, _ = written(tmp_path, changed(robot, "lower", 2 * robot.parameters[index]))
        moments = re.search(r'<inertial mass="2.0" pos="0 .1 .2" quat="1 2 3 4" diaginertia="([^"]*)"/>', out)[1]
        np.testing.assert_allclose([float(x) for x in moments.split()], [2, 2.4, 2.6])

    def test_other_orientations_become_quat(self, tmp_path):
        robot = read(tmp_path)
        out, again = written(tmp_path, changed(robot, "hand", random_body(3)))
        np.testing.assert_allclose(again.parameters[again.body_index("hand")], random_body(3), atol=1e-14)
        assert "euler=" not in out
        assert '<inertial quat="' in out

    def test_a_diagonal_body_that_is_no_longer_gets_axes(self, tmp_path):
        text = ARM.replace('quat="1 2 3 4" diaginertia', "diaginertia")
        robot = read(tmp_path, text)
        out, again = written(tmp_path, changed(robot, "lower", random_body(4)))
        np.testing.assert_allclose(again.parameters[again.body_index("lower")], random_body(4), atol=1e-14)
        assert re.search(r'pos="[^"]*" diaginertia="[^"]*" quat="[^"]*"/>', out)
        mass, com, inertia = 1.5, [0, 0.1, 0.2], np.diag([2, 3, 4.5])
        out, _ = written(tmp_path, changed(robot, "lower", from_com(mass, com, inertia)))
        assert '<inertial mass="1.5" pos="0 .1 .2" diaginertia="2.0' in out

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ('<body name="b"><joint/><geom size="1"/></body>', '<body name="b"><inertial {}/><joint/><geom'),
            ('<body name="b">\n\t<joint/>\n<geom size="1"/></body>', '<body name="b">\n\t<inertial {}/>\n\t<joint/>'),
            (
                '<body name="b">\r\n  <!-- first -->\r\n  <joint/><geom size="1"/></body>',
                '<body name="b">\r\n  <inertial {}/>\r\n  <!-- first -->',
            ),
        ],
    )
    def test_a_body_of_geoms_gets_an_inertial_as_its_first_child(self, tmp_path, body, expected):
        robot = read(tmp_path, scene(body))
        out = mjcf_content(changed(robot, "b", from_com(2.0, [0, 0, 0.5], np.diag([1.0, 2.0, 2.5])))).decode()
        numbers = 'pos="0.0 0.0 0.5" mass="2.0" diaginertia="1.0 2.0 2.5"'
        assert expected.format(numbers) in out

    def test_an_empty_body_element_is_opened(self, tmp_path):
        inside = '<joint/><body name="c" pos="1 0 0"/><geom size="0.1" mass="1"/>'
        robot = read(tmp_path, scene(f'<body name="b">{inside}</body>'))
        assert '<body name="c" pos="1 0 0"/>' in mjcf_content(changed(robot, "b", 2 * robot.parameters[0])).decode()
        own, child = robot.bodies[0].links
        links = (replace(own, parameters=None), replace(child, parameters=np.zeros(10)))
        body = replace(robot.bodies[0], links=links, parameters=from_com(1, [1, 0, 0], np.eye(3)))
        out = mjcf_content(replace(robot, bodies=(body,))).decode()
        inertial = '<inertial pos="0.0 0.0 0.0" mass="1.0" diaginertia="1.0 1.0 1.0"/>'
        assert f'<body name="c" pos="1 0 0">{inertial}</body>' in out

    @pytest.mark.parametrize("seed", range(10))
    @pytest.mark.parametrize("body", ["upper", "lower", "ball"])
    def test_sheets_of_mass_are_written_so_that_mujoco_takes_them(self, tmp_path, seed, body):
        rng = np.random.default_rng(seed)
        R = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        a, b = rng.uniform(0.1, 1, 2)
        sheet = from_com(1.0, [0.1, 0, 0], R @ np.diag([a, b, a + b]) @ R.T)
        robot = read(tmp_path, re.sub(r'<body name="plate"[^>]*>\s*<inertial[^>]*/>', '<body name="plate">', ARM))
        _, again = written(tmp_path, changed(robot, body, sheet))
        np.testing.assert_allclose(again.parameters[again.body_index(body)], sheet, atol=1e-11)


class TestLumps:
    def test_lumped_bodies_share(self, tmp_path):
        robot = read(tmp_path)
        out, again = written(tmp_path, changed(robot, "upper", 1.5 * robot.parameters[0]))
        np.testing.assert_allclose(again.parameters[0], 1.5 * robot.parameters[0], atol=1e-13)
        for old, new in zip(robot.bodies[0].links, again.bodies[0].links, strict=True):
            assert new.name == old.name
            np.testing.assert_allclose(new.parameters, 1.5 * old.parameters, atol=1e-13)
        assert re.search(r'<inertial pos="0 0 0" mass="0.7[45]\d*" diaginertia="[-\d. e]*"/>', out)

    def test_a_link_that_loses_everything_is_written_as_nothing(self, tmp_path):
        text = """<mujoco><worldbody><body name="b"><joint/><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>
          <body name="c" pos="1 0 0"><inertial pos="0 0 0" mass="3" fullinertia="1 1 1 0 0 0"/></body>
          </body></worldbody></mujoco>"""
        robot = read(tmp_path, text)
        own, child = robot.bodies[0].links
        odd = replace(own, parameters=from_com(2.0, [0, 0, 0], np.diag([1.0, 1.0, 5.0])))
        target = from_com(1.0, [0, 0, 0], np.eye(3))
        body = replace(robot.bodies[0], links=(odd, child), parameters=target)
        _, again = written(tmp_path, replace(robot, bodies=(body,)))
        np.testing.assert_allclose(again.parameters[0], target, atol=1e-15)
        model = mujoco.MjModel.from_xml_path(str(tmp_path / "out.xml"))
        assert model.body_mass.tolist() == [0, 1, 0]


class TestRefusals:
    def refuse(self, tmp_path, text, error, message, body="b"):
        robot = read(tmp_path, text)
        lighter = changed(robot, body, 0.5 * robot.parameters[robot.body_index(body)])
        with pytest.raises(error, match=message):
            lighter.write_mjcf(tmp_path / "out.xml")
        assert not (tmp_path / "out.xml").exists()

    BODY = '<body name="b"><joint name="j"/><geom size="0.1" mass="1"/></body>'

    @pytest.mark.parametrize(
        ("settings", "message"),
        [
            ('inertiafromgeom="true"', "inertiafromgeom"),
            ('settotalmass="5"', "settotalmass"),
            ('boundmass="7" boundinertia="1"', "does not read back the numbers written for body 'b'.*boundmass"),
        ],
    )
    def test_settings_that_overrule_inertials(self, tmp_path, settings, message):
        text = scene(self.BODY, f"<compiler {settings}/>")
        self.refuse(tmp_path, text, FormatError, message)

    def test_the_last_compiler_counts(self, tmp_path):
        text = scene(self.BODY, '<compiler inertiafromgeom="true"/><compiler inertiafromgeom="auto"/>')
        robot = read(tmp_path, text)
        assert "<inertial" in mjcf_content(changed(robot, "b", 2 * robot.parameters[0])).decode()

    def test_parts_from_elsewhere(self, tmp_path):
        (tmp_path / "part.xml").write_text(scene(self.BODY))
        part = '<asset><model name="part" file="part.xml"/></asset><worldbody><attach model="part" prefix="a_"/>'
        text = f"<mujoco>\n{part}</worldbody></mujoco>"
        self.refuse(tmp_path, text, FormatError, r"robot\.xml:2: .*<model> brings in 'part.xml'", "a_b")

    def test_bodies_without_a_name(self, tmp_path):
        text = scene(self.BODY.replace(' name="b"', ""))
        self.refuse(tmp_path, text, FormatError, "No <body> there is named 'body1'", "body1")

    def test_bodies_that_are_multiplied(self, tmp_path):
        text = scene(f'<replicate count="2" offset="1 0 0">{self.BODY}</replicate>')
        self.refuse(tmp_path, text, FormatError, "<replicate>", "b1")

    def test_a_second_inertial(self, tmp_path):
        inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
        text = scene("<frame>" + self.BODY.replace("<geom", inertial + inertial + "<geom") + "</frame>")
        self.refuse(tmp_path, text, FormatError, "second <inertial>")

    def test_a_body_that_is_only_a_joint(self, tmp_path):
        text = scene(self.BODY.replace("<geom", '<joint name="k" axis="1 0 0"/><geom'))
        robot = read(tmp_path, text)
        with pytest.raises(ArgumentError, match="'b/j' has no link"):
            mjcf_content(changed(robot, "b/j", robot.parameters[1]))

    def test_impossible_parameters(self, tmp_path):
        robot = read(tmp_path)
        with pytest.raises(PhysicsError, match=r"body 'hand'.*triangle inequality"):
            mjcf_content(changed(robot, "hand", from_com(1, [0, 0, 0], np.diag([1, 1, 3]))))

    def test_a_point_of_mass_which_mujoco_does_not_know(self, tmp_path):
        robot = read(tmp_path)
        with pytest.raises(FormatError, match="must be larger than mjMINVAL"):
            mjcf_content(changed(robot, "hand", from_com(1, [0, 0, 0], np.zeros((3, 3)))))

    def test_robots_from_elsewhere(self, tmp_path):
        robot = replace(read(tmp_path), source=None)
        with pytest.raises(ArgumentError, match="'arm' was not read from MJCF"):
            mjcf_content(robot)


def test_the_robot_writes_itself(tmp_path):
    robot = read(tmp_path)
    new = changed(robot, "hand", 2 * robot.parameters[robot.body_index("hand")])
    new.write_mjcf(tmp_path / "self.xml")
    np.testing.assert_allclose(read_mjcf(tmp_path / "self.xml").parameters, new.parameters, atol=1e-13)
