"""The two engines themselves say whether the conversions are right: same motion, same forces, same regressor."""

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pinocchio
import pytest

import heft
from heft.errors import ArgumentError
from heft.robot.formats.mjcf.read import read_mjcf
from heft.robot.formats.urdf.read import parse_urdf
from heft.robot.interop import MujocoMap, PinocchioMap
from heft.robot.placement import Placement

SAMPLES = 4


def link(name: str, seed: int) -> str:
    a, b, c = 0.01 * np.random.default_rng(seed).uniform(1, 2, 3)
    return f"""<link name="{name}"><inertial><origin xyz="{a:.4f} {-3 * b:.4f} {2 * c:.4f}" rpy="0.1 {a} 0.3"/>
      <mass value="{100 * a:.4f}"/><inertia ixx="{b + c}" ixy="0" ixz="0" iyy="{a + c}" iyz="0" izz="{a + b}"/>
    </inertial></link>"""


def joint(name: str, kind: str, parent: str, child: str, axis: str = "0 0 1", extra: str = "") -> str:
    return f"""<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>
      <origin xyz="0.1 0.2 -0.1" rpy="0.3 -0.2 0.5"/><axis xyz="{axis}"/>
      <limit lower="-1" upper="1" effort="1" velocity="1"/>{extra}</joint>"""


URDF = "\n".join(
    [
        '<robot name="all">',
        *(link(name, seed) for seed, name in enumerate("abcdefgh")),
        joint("z_slide", "prismatic", "a", "b", "1 1 0"),
        joint("y_turn", "continuous", "b", "c", "0 1 0"),
        joint("x_skew", "continuous", "b", "d", "1 2 3"),
        joint("w_plane", "planar", "d", "e"),
        joint("v_hinge", "revolute", "e", "f", "0 0 -1"),
        joint("u_gear", "revolute", "e", "g", "1 0 0", '<mimic joint="v_hinge" multiplier="-2" offset="0.3"/>'),
        joint("t_gear", "continuous", "c", "h", "0 1 0", '<mimic joint="z_slide" multiplier="0.5"/>'),
        "</robot>",
    ]
)


def pinocchio_model(text: str, base: str, **options):
    if base == "floating":
        model = pinocchio.buildModelFromXML(text, pinocchio.JointModelFreeFlyer(), **options)
    else:
        model = pinocchio.buildModelFromXML(text, **options)
    model.armature[:] = 0
    return model


def pinocchio_answers(model, q, v, a):
    data = model.createData()
    tau = np.array([pinocchio.rnea(model, data, *sample) for sample in zip(q, v, a, strict=True)])
    Y = [pinocchio.computeJointTorqueRegressor(model, data, *sample).copy() for sample in zip(q, v, a, strict=True)]
    M = [pinocchio.crba(model, data, x).copy() for x in q]
    return tau, np.array(Y), np.array([np.triu(m) + np.triu(m, 1).T for m in M])


class TestPinocchio:
    @pytest.mark.parametrize("base", ["fixed", "floating"])
    @pytest.mark.parametrize("mimic", [True, False])
    def test_forces_regressor_and_mass_matrix_agree(self, base, mimic):
        robot = parse_urdf(URDF.encode(), "all", base, mimic)
        model = pinocchio_model(URDF, base)
        border = PinocchioMap(robot, model)
        q, v, a = robot.random_state(1, SAMPLES)
        tau, Y, M = pinocchio_answers(model, border.q(q), border.v(v), border.v(a))
        np.testing.assert_allclose(border.tau_from(tau), heft.inverse_dynamics(robot, q, v, a), atol=1e-12)
        np.testing.assert_allclose(border.regressor_from(Y), heft.torque_regressor(robot, q, v, a), atol=1e-11)
        B = border.velocity_matrix
        np.testing.assert_allclose(B.T @ M @ B, heft.mass_matrix(robot, q), atol=1e-12)

    def test_what_goes_there_comes_back(self):
        robot = parse_urdf(URDF.encode(), "all", "floating", True)
        border = PinocchioMap(robot, pinocchio_model(URDF, "floating"))
        q, v, _ = robot.random_state(2, SAMPLES)
        np.testing.assert_allclose(border.q_from(border.q(q)), q, atol=1e-15)
        np.testing.assert_array_equal(border.v_from(border.v(v)), v)
        np.testing.assert_array_equal(border.tau_from(border.tau(v)), v)
        np.testing.assert_array_equal(border.q(q[0]), border.q(q)[0])
        np.testing.assert_array_equal(border.v_from(border.v(v[0])), v[0])

    def test_followers_move_by_their_gear_and_are_not_driven(self):
        robot = parse_urdf(URDF.encode(), "all", "fixed", True)
        model = pinocchio_model(URDF, "fixed")
        border = PinocchioMap(robot, model)
        gear, hinge = (model.joints[model.getJointId(name)] for name in ("u_gear", "v_hinge"))
        q, v, tau = np.zeros(robot.nq), np.zeros(robot.nv), np.ones(robot.nv)
        q[robot.q_index["v_hinge"]], v[robot.v_index["v_hinge"]] = 0.4, 0.7
        assert border.q(q)[gear.idx_q] == pytest.approx(-2 * 0.4 + 0.3)
        assert border.v(v)[gear.idx_v] == pytest.approx(-2 * 0.7)
        assert border.tau(tau)[gear.idx_v] == 0
        assert border.tau(tau)[hinge.idx_v] == 1

    def test_a_model_with_the_same_ties_agrees_too(self):
        # Pinocchio wants leaders before their followers in the alphabet, and ties no angle that goes round.
        text = URDF.replace("u_gear", "vv_gear").replace("continuous", "revolute")
        robot = parse_urdf(text.encode(), "all", "fixed", True)
        model = pinocchio_model(text, "fixed", mimic=True)
        assert model.nv == robot.nv
        border = PinocchioMap(robot, model)
        q, v, a = robot.random_state(3, SAMPLES)
        data = model.createData()
        samples = zip(border.q(q), border.v(v), border.v(a), strict=True)
        tau = np.array([pinocchio.rnea(model, data, *sample) for sample in samples])
        np.testing.assert_allclose(border.tau_from(tau), heft.inverse_dynamics(robot, q, v, a), atol=1e-12)
        with pytest.raises(ArgumentError, match="'vv_gear' follows another in the Pinocchio model"):
            PinocchioMap(parse_urdf(text.encode(), "all", "fixed", False), model)

    def test_spherical_translation_and_helical_joints(self):
        kinds = {
            "ball": (pinocchio.JointModelSpherical(), "spherical"),
            "xyz": (pinocchio.JointModelTranslation(), "translation"),
            "screw": (pinocchio.JointModelHZ(0.3), "helical"),
        }
        model, bodies, parent = pinocchio.Model(), [], 0
        place = {"xyz": ["1/10", 0, "1/5"], "rpy": ["1/5", 0, "1/10"]}
        frame = Placement.at(place["xyz"], place["rpy"])
        inertia = pinocchio.Inertia(2.0, np.array([0.1, 0.2, 0.3]), np.diag([0.3, 0.4, 0.5]))
        about_com = [[0.3, 0, 0], [0, 0.4, 0], [0, 0, 0.5]]
        for name, (joint_model, kind) in kinds.items():
            parent = model.addJoint(parent, joint_model, pinocchio.SE3(frame.rotation, frame.translation), name)
            model.appendBodyToJoint(parent, inertia, pinocchio.SE3.Identity())
            pitch = {"pitch": "3/10"} if kind == "helical" else {}
            axis = {"axis": [0, 0, 1]} if kind == "helical" else {}
            bodies.append(
                {
                    "name": name,
                    "parent": bodies[-1]["name"] if bodies else None,
                    "placement": place,
                    "joint": {"name": name, "type": kind, **axis, **pitch},
                    "inertia": {"mass": 2, "com": [0.1, 0.2, 0.3], "about_com": about_com},
                }
            )
        robot = heft.Robot.from_dict({"format": "heft-mechanism/1", "name": "odd", "bodies": bodies})
        border = PinocchioMap(robot, model)
        q, v, a = robot.random_state(4, SAMPLES)
        tau, Y, _ = pinocchio_answers(model, border.q(q), border.v(v), border.v(a))
        np.testing.assert_allclose(border.tau_from(tau), heft.inverse_dynamics(robot, q, v, a), atol=1e-12)
        np.testing.assert_allclose(border.regressor_from(Y), heft.torque_regressor(robot, q, v, a), atol=1e-12)
        np.testing.assert_allclose(border.q_from(border.q(q)), q, atol=1e-15)

    def test_unlike_models_are_refused_by_name(self):
        robot = parse_urdf(URDF.encode(), "all", "fixed", True)
        with pytest.raises(ArgumentError, match="no joint 'root_joint', which the Pinocchio model has"):
            PinocchioMap(robot, pinocchio_model(URDF, "floating"))
        with pytest.raises(ArgumentError, match=r"no joint 'root_joint', which robot 'all' has"):
            PinocchioMap(parse_urdf(URDF.encode(), "all", "floating", True), pinocchio_model(URDF, "fixed"))
        other = URDF.replace('"z_slide" type="prismatic"', '"z_slide" type="revolute"')
        with pytest.raises(ArgumentError, match="'z_slide' is prismatic in robot 'all' but revolute"):
            PinocchioMap(robot, pinocchio_model(other, "fixed"))
        tilted = URDF.replace('<axis xyz="0 0 1"/>', '<axis xyz="1 0 0"/>')
        with pytest.raises(ArgumentError, match="'w_plane' has a normal other than z"):
            PinocchioMap(parse_urdf(tilted.encode(), "all", "fixed", True), pinocchio_model(tilted, "fixed"))

    def test_wrong_shapes_are_refused(self):
        robot = parse_urdf(URDF.encode(), "all", "fixed", True)
        border = PinocchioMap(robot, pinocchio_model(URDF, "fixed"))
        with pytest.raises(ArgumentError, match=r"q has shape \(3,\)\. It must be"):
            border.q(np.zeros(3))

    def test_a_welded_body_has_no_columns(self):
        robot = parse_urdf(URDF.encode(), "all", "fixed", True)
        still = replace(robot.bodies[-1].joint, kind="fixed", mimic=None)
        welded = replace(robot, bodies=(*robot.bodies[:-1], replace(robot.bodies[-1], joint=still)))
        model = pinocchio_model(URDF, "fixed")
        locked = pinocchio.buildReducedModel(model, [model.getJointId(still.name)], pinocchio.neutral(model))
        border = PinocchioMap(welded, locked)
        with pytest.raises(ArgumentError, match=robot.bodies[-1].name):
            _ = border.parameter_columns


MJCF = """<mujoco><option gravity="0.3 -0.2 -9.81"/><worldbody>
  <body name="trunk" pos="0 0 1" euler="10 20 30"><freejoint name="root"/>
    <geom type="box" size="0.3 0.2 0.1" pos="0.05 0.02 -0.03" euler="5 6 7" mass="8"/>
    <body name="head" pos="0.3 0 0.1"><joint name="neck" type="ball" pos="0 0 -0.05"/>
      <geom type="capsule" size="0.05 0.1" pos="0.02 0 0.1" mass="2"/></body>
    <body name="leg" pos="-0.2 0 0" euler="0 30 0"><joint name="hip" axis="0 1 0.5" pos="0 0 0.1" ref="25"/>
      <geom type="capsule" size="0.03 0.2" pos="0 0.01 -0.2" mass="1.5"/>
      <body name="shin" pos="0 0 -0.4"><joint name="knee" axis="0 1 0"/>
        <geom type="capsule" size="0.02 0.2" pos="0 0 -0.2" mass="1"/>
        <body name="spring" pos="0 0 -0.4"><joint name="foot" type="slide" axis="0 0.1 1" ref="0.1"/>
          <geom size="0.05" pos="0.02 0 0" mass="0.3"/></body></body></body>
  </body></worldbody>
  {}</mujoco>"""
GEAR = '<equality><joint joint1="knee" joint2="hip" polycoef="0.2 -1.5 0 0 0"/></equality>'


@pytest.fixture(params=["", GEAR], ids=["free", "geared"])
def legged(request, tmp_path: Path):
    path = tmp_path / "legged.xml"
    path.write_text(MJCF.format(request.param))
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    return read_mjcf(path), model


class TestMujoco:
    def test_forces_and_mass_matrix_agree(self, legged):
        robot, model = legged
        border, data = MujocoMap(robot, model), mujoco.MjData(model)
        q, v, a = robot.random_state(5, SAMPLES)
        M_heft, B = heft.mass_matrix(robot, q), border.velocity_matrix(q)
        qpos, qvel, qacc = border.q(q), border.v(q, v), border.a(q, v, a)
        forces = np.empty((SAMPLES, model.nv))
        for k in range(SAMPLES):
            data.qpos[:], data.qvel[:], data.qacc[:] = qpos[k], qvel[k], qacc[k]
            mujoco.mj_inverse(model, data)
            forces[k] = data.qfrc_inverse
            M = np.zeros((model.nv, model.nv))
            mujoco.mj_fullM(model, data, M)
            np.testing.assert_allclose(B[k].T @ M @ B[k], M_heft[k], atol=1e-11)
        np.testing.assert_allclose(border.tau_from(q, forces), heft.inverse_dynamics(robot, q, v, a), atol=1e-10)

    def test_positions_agree(self, legged):
        """MuJoCo's potential energy knows where all masses are."""
        robot, model = legged
        border, data = MujocoMap(robot, model), mujoco.MjData(model)
        model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
        q, v, _ = robot.random_state(6, SAMPLES)
        for k in range(SAMPLES):
            data.qpos[:], data.qvel[:] = border.q(q[k]), border.v(q[k], v[k])
            mujoco.mj_forward(model, data)
            expected = [heft.potential_energy(robot, q[k]), heft.kinetic_energy(robot, q[k], v[k])]
            np.testing.assert_allclose(data.energy, expected, rtol=1e-10)

    def test_velocities_are_rates_of_positions(self, legged):
        """Moving qpos along qvel is moving q along v, to second order in the step."""
        robot, model = legged
        border = MujocoMap(robot, model)
        q, v, _ = robot.random_state(7)
        errors = []
        for step in (1e-3, 5e-4):
            moved = border.q(q)
            mujoco.mj_integratePos(model, moved, border.v(q, v), step)
            errors.append(np.abs(moved - border.q(heft.integrate(robot, q, step * v))).max())
        assert errors[0] < 1e-5
        assert errors[1] < 0.3 * errors[0]

    def test_accelerations_are_rates_of_velocities(self, legged):
        robot, model = legged
        border = MujocoMap(robot, model)
        q, v, a = robot.random_state(8)
        h = 1e-5
        ends = [border.v(heft.integrate(robot, q, s * v), v + s * a) for s in (-h, h)]
        np.testing.assert_allclose((ends[1] - ends[0]) / (2 * h), border.a(q, v, a), atol=1e-7)

    def test_what_goes_there_comes_back(self, legged):
        robot, model = legged
        border = MujocoMap(robot, model)
        q, v, a = robot.random_state(9, SAMPLES)
        np.testing.assert_allclose(border.q_from(border.q(q)), q, atol=1e-15)
        np.testing.assert_allclose(border.v_from(q, border.v(q, v)), v, atol=1e-14)
        np.testing.assert_allclose(border.a_from(q, v, border.a(q, v, a)), a, atol=1e-14)
        np.testing.assert_allclose(border.tau_from(q, border.tau(q, a)), a, atol=1e-14)
        np.testing.assert_allclose(border.v(q[0], v[0]), border.v(q, v)[0], atol=1e-15)
        power = np.sum(a * v, axis=1)
        np.testing.assert_allclose(np.sum(border.tau(q, a) * border.v(q, v), axis=1), power, atol=1e-13)

    def test_unlike_models_are_refused_by_name(self, legged):
        robot, model = legged
        other = mujoco.MjModel.from_xml_string(MJCF.format("").replace('"foot" type="slide"', '"foot"'))
        with pytest.raises(ArgumentError, match="'foot' is prismatic in robot 'legged' but revolute"):
            MujocoMap(robot, other)
        moved = replace(robot.bodies[0], placement=Placement.at((0, 0, 1)))
        with pytest.raises(ArgumentError, match="'root' starts from a placement of its own"):
            MujocoMap(replace(robot, bodies=(moved, *robot.bodies[1:])), model)
