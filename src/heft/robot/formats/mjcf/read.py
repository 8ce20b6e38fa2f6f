"""Reading MJCF: MuJoCo parses and compiles the file, heft takes the tree of bodies from the compiled model.

* The frame of a body has the axes of the MuJoCo body and its origin at the joint's anchor (the joint's `pos`).
* A body with several joints becomes a chain of massless bodies `<body>/<joint>`; the last carries the inertia
  and the body's name.
* A body without joints is a link of the body that it moves with, or of the world.
* The position of a hinge or slide is counted from its reference: q = qpos - ref. That of a free joint is its
  pose in the world, as in MuJoCo.
* A joint equality that is exactly linear ties its first joint to its second (`Mimic`).
* Other constraints that act close loops, which are dropped; the robot remembers them (`dropped_loops`).

The robot's notes list what was left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from heft import parameters as inertial
from heft.errors import FormatError, listed
from heft.files import read_bytes
from heft.robot.exact import Number
from heft.robot.formats import xml
from heft.robot.formats.mjcf import exact
from heft.robot.formats.mjcf.compile import (
    Compiled,
    Model,
    Spec,
    compile_file,
    compile_text,
    import_mujoco,
)
from heft.robot.formats.mjcf.included import read_included
from heft.robot.formats.mjcf.loops import between_bodies, constraints_act
from heft.robot.joint import Friction, Joint, Limits, Mimic
from heft.robot.joints import joint_kind
from heft.robot.loops import DroppedLoop
from heft.robot.model import WORLD, Body, Link, Robot
from heft.robot.placement import IDENTITY, MOST_STEPS, Z_AXIS, Placement
from heft.robot.source import Source
from heft.spatial import rotation_from_quaternion
from heft.text import printable

MUJOCO_KINDS = ("floating", "spherical", "prismatic", "revolute")
"""heft's names for MuJoCo's joint types, in the order of `mjtJoint`."""

OFF = "it is not active"
"""Why an equality constraint has no effect."""

UNNAMED_MODEL = "MuJoCo Model"
"""What MuJoCo calls a model whose file gives no name."""


def read_mjcf(path: Path) -> Robot:
    """Read a robot from an MJCF file.

    Args:
        path: the file; what it includes is looked for beside it.

    Returns:
        The robot; `notes` lists what has no place in it (actuators, tendons, sensors, springs, ...).

    Raises:
        FileError: the file, or one that it includes, cannot be read.
        FormatError: it is not MJCF, it or a file that it includes declares entities, MuJoCo refuses it, or a body's
            inertia would come from a missing mesh.
        MissingExtraError: MuJoCo is not installed.
    """
    content = read_bytes(path)
    root = xml.parse(content, str(path))
    if root.tag != "mujoco":
        raise FormatError(
            f"The root element of MJCF is <mujoco>; this is <{root.tag}>.",
            where=str(path),
            remedy="Load the file that includes this one."
            if root.tag == "mujocoinclude"
            else "Is this an MJCF file? A URDF has <robot>.",
        )
    included, others = read_included(root, path)
    compiled = compile_file(path) if path.suffix.lower() == ".xml" else compile_text(content, path, included)
    return robot_of(compiled, path, content, others)


def robot_of(compiled: Compiled, path: Path, content: bytes, included: tuple[Path, ...] = ()) -> Robot:
    """Return the robot of a compiled file, given its path, its bytes, and the files that it includes.

    Raises:
        FormatError: none of its bodies can move.
    """
    spec, model = compiled.spec, compiled.model
    tree = _BodyCollector(spec, model)
    if not tree.drafts:
        raise FormatError(
            "None of its bodies can move.", where=str(path), remedy="Give a body a <joint> or a <freejoint>."
        )
    return Robot(
        name=printable(path.stem) if spec.modelname in ("", UNNAMED_MODEL) else spec.modelname,
        bodies=tuple(draft.finished() for draft in tree.drafts),
        gravity=_gravity(model),
        notes=(*compiled.notes, *tree.notes, *_forces_left_out(model, tree)),
        source=Source(
            *("mjcf", content, path, _gravity(model), (*included, *compiled.meshes)),
            joints=tuple(draft.joint for draft in tree.drafts),
        ),
        dropped_loops=(*between_bodies(compiled.loops, tree.carriers), *tree.loops),
    )


def names_in(model: Model) -> tuple[list[str], list[str]]:
    """Return unique names of a model's bodies and joints by id: `body<i>`, `<body>_joint` for those without."""
    bodies = _named([model.body(i).name for i in range(model.nbody)], [f"body{i}" for i in range(model.nbody)])
    joints = [model.joint(j).name for j in range(model.njnt)]
    return bodies, _named(joints, [f"{bodies[i]}_joint" for i in model.jnt_bodyid])


def references_of(model: Model) -> dict[str, float]:
    """Return the positions [rad or m] that the joints with one coordinate are counted from, `ref`, by their names."""
    places = zip(names_in(model)[1], model.jnt_qposadr, model.jnt_type, strict=True)
    return {name: float(model.qpos0[at]) for name, at, kind in places if joint_kind(MUJOCO_KINDS[kind]).is_screw}


def _gravity(model: Model) -> tuple[Number, ...]:
    off = model.opt.disableflags & import_mujoco().mjtDisableBit.mjDSBL_GRAVITY
    return tuple(Number.parse(0.0 if off else float(g)) for g in model.opt.gravity)


def _forces_left_out(model: Model, tree: _BodyCollector) -> list[str]:
    """Return notes on forces that MuJoCo would apply and heft does not."""
    first_dof = model.jnt_dofadr
    on_joints = {
        "springs": (model.jnt_stiffness != 0) | model.jnt_stiffnesspoly.any(axis=1),
        "damping that is not linear": model.dof_dampingpoly.any(axis=1)[first_dof],
        "that armature acts in world axes": (model.jnt_type == 0) & (model.dof_armature[first_dof] != 0),
    }
    notes = [
        f"ignored: {what}: joints {listed(tree.joint_names[j] for j in np.flatnonzero(where))}"
        for what, where in on_joints.items()
        if where.any()
    ]
    if model.body_gravcomp.any():
        held = [tree.body_names[i] for i in np.flatnonzero(model.body_gravcomp)]
        notes.append(f"ignored: gravity compensation: bodies {listed(held)}")
    if model.opt.density or model.opt.viscosity:
        notes.append("ignored: forces of the surrounding fluid (option density, viscosity)")
    return notes


@dataclass
class _Draft:
    """A body while its links are still being collected."""

    name: str
    parent: int
    joint: Joint
    placement: Placement
    links: list[Link] = field(default_factory=list)

    def finished(self) -> Body:
        parameters = np.sum([link.in_body for link in self.links], axis=0) if self.links else np.zeros(10)
        parameters.flags.writeable = False
        return Body(self.name, self.parent, self.joint, self.placement, parameters, links=tuple(self.links))


class _Tie(NamedTuple):
    """A joint follows joint `leader`: multiplier * q_leader + offset."""

    leader: int
    multiplier: Fraction
    offset: Fraction


class _BodyCollector:
    """The bodies of a compiled model, parents first, with notes on what was left out.

    Attributes:
        drafts: one per joint of the model.
        body_names: unique names by MuJoCo body id.
        joint_names: unique names by MuJoCo joint id.
        notes: what was ignored or is doubtful.
        loops: the constraints between joints that act and are not mimics.
        carriers: by the name of a MuJoCo body, the index of the body that it moves with, -1 for the world.
    """

    def __init__(self, spec: Spec, model: Model) -> None:
        self.spec, self.model = spec, model
        self.spec_bodies = sorted(spec.bodies, key=lambda body: body.id)
        self.spec_joints = sorted(spec.joints, key=lambda joint: joint.id)
        self.body_names, self.joint_names = names_in(model)
        self.notes: list[str] = []
        self.loops: list[DroppedLoop] = []
        self.mimics = self._mimics()
        self.drafts: list[_Draft] = []
        self._grow()

    def _grow(self) -> None:
        frames: list[tuple[int, Placement]] = [(WORLD, IDENTITY)]
        on_world = []
        for i in range(1, self.model.nbody):
            carrier, in_carrier = frames[self.model.body_parentid[i]]
            if len(in_carrier.steps) > MOST_STEPS:
                raise FormatError(
                    f"Body '{self.body_names[i]}' is the end of more than {MOST_STEPS} bodies without joints in a row.",
                    remedy="Join some of them to one.",
                )
            placement = in_carrier.then(
                exact.body_placement(self.spec, self.spec_bodies[i], self.model.body_pos[i], self.model.body_quat[i])
            )
            if self.model.body_jntnum[i]:
                carrier, placement = self._mount(i, carrier, placement)
            if carrier == WORLD:
                on_world.append(self.body_names[i])
            else:
                self.drafts[carrier].links.append(Link(self.body_names[i], placement, self._inertia(i)))
            frames.append((carrier, placement))
        self.carriers = {name: carrier for name, (carrier, _) in zip(self.body_names, frames, strict=True)}
        if on_world:
            self.notes.append(f"fixed to the world, without effect: {listed(on_world)}")

    def _mount(self, i: int, parent: int, placement: Placement) -> tuple[int, Placement]:
        """Draft a body per joint of MuJoCo body i; return the last one and the MuJoCo body's frame in it."""
        first = int(self.model.body_jntadr[i])
        last = first + int(self.model.body_jntnum[i]) - 1
        for j in range(first, last + 1):
            joint = self._joint(j)
            name = self.body_names[i] if j == last else f"{self.body_names[i]}/{joint.name}"
            anchor = exact.anchor(self.spec_joints[j], self.model.jnt_pos[j])
            if joint.kind == "floating":
                self._note_initial_pose(joint.name, placement)
                placement = IDENTITY
            self.drafts.append(_Draft(name, parent, joint, placement.then(exact.shift(anchor))))
            parent, placement = len(self.drafts) - 1, exact.shift(tuple(-x for x in anchor))
        return parent, placement

    def _joint(self, j: int) -> Joint:
        model, kind = self.model, MUJOCO_KINDS[self.model.jnt_type[j]]
        dof = model.jnt_dofadr[j]
        return Joint(
            self.joint_names[j],
            kind,
            axis=exact.axis(self.spec_joints[j], model.jnt_axis[j]) if joint_kind(kind).has_axis else Z_AXIS,
            limits=self._limits(j, kind),
            friction=Friction(float(model.dof_damping[dof]), float(model.dof_frictionloss[dof])),
            armature=float(model.dof_armature[dof]),
            mimic=self.mimics.get(j),
            stiffness=float(model.jnt_stiffness[j]) if joint_kind(kind).is_screw else 0.0,
        )

    def _limits(self, j: int, kind: str) -> Limits:
        model, name = self.model, self.joint_names[j]
        if not joint_kind(kind).is_screw:
            if model.jnt_limited[j]:
                self.notes.append(f"ignored: the cone that limits ball joint '{name}'")
            return Limits()
        reference = float(model.qpos0[model.jnt_qposadr[j]])
        if reference:
            self.notes.append(f"joint '{name}': its position is counted from its ref, {reference:.6g}")
        found: dict[str, float] = {}
        if model.jnt_limited[j]:
            found["lower"], found["upper"] = (float(x) - reference for x in model.jnt_range[j])
        if model.jnt_actfrclimited[j]:
            found["effort"] = float(np.abs(model.jnt_actfrcrange[j]).max())
        return Limits(**found)

    def _inertia(self, i: int) -> inertial.Array | None:
        """Return the ten parameters of MuJoCo body i in its own frame, None if it has no inertia."""
        mass, moments = self.model.body_mass[i], self.model.body_inertia[i]
        if mass == 0 and not np.any(moments):
            return None
        R = rotation_from_quaternion(self.model.body_iquat[i])
        parameters = inertial.from_com(mass, self.model.body_ipos[i], (R * moments) @ R.T)
        parameters.flags.writeable = False
        return parameters

    def _note_initial_pose(self, joint: str, placement: Placement) -> None:
        if np.any(placement.translation) or np.any(placement.rotation != np.eye(3)):
            self.notes.append(f"ignored: the pose in which the file puts free joint '{joint}' at first")

    def _mimics(self) -> dict[int, Mimic]:
        """Return the mimic joints by joint id; positions are counted from their references, as in MuJoCo."""
        ties: dict[int, _Tie] = {}
        for e in range(self.model.neq):
            follower, leader = int(self.model.eq_obj1id[e]), int(self.model.eq_obj2id[e])
            title = f"equality constraint '{self.model.equality(e).name}' of joint '{self.joint_names[follower]}'"
            if reason := self._why_free(e, ties):
                self.notes.append(f"ignored: {title}: {reason}")
                if reason != OFF:
                    bodies = [self.body_names[self.model.jnt_bodyid[j]] for j in (follower, leader) if j >= 0]
                    self.loops.append(DroppedLoop("joint", self.model.equality(e).name, tuple(bodies)))
                continue
            offset, multiplier = (Number.parse(float(c)).rational for c in self.model.eq_data[e, :2])
            ties[follower] = _Tie(leader, multiplier, offset)
            self.notes.append(f"taken as rigid: {title}, which follows joint '{self.joint_names[leader]}'")
        return {
            joint: Mimic(self.joint_names[tie.leader], Number(tie.multiplier), Number(tie.offset))
            for joint, tie in _composed(ties).items()
        }

    def _why_free(self, e: int, ties: dict[int, _Tie]) -> str:
        """Return why equality constraint e does not tie a joint to another, "" if it does."""
        follower, leader = int(self.model.eq_obj1id[e]), int(self.model.eq_obj2id[e])
        if not self.model.eq_active0[e] or not constraints_act(self.spec):
            return OFF
        if leader < 0 or self.model.eq_data[e, 1] == 0:
            return "it holds a joint at rest"
        if np.any(self.model.eq_data[e, 2:5]):
            return "it is not linear"
        while leader in ties:
            leader = ties[leader].leader
        tied = follower in ties or leader == follower
        return "the joint already follows another" if tied else ""


def _composed(ties: dict[int, _Tie]) -> dict[int, _Tie]:
    """Follow each joint's ties to the joint that follows no other."""
    done: dict[int, _Tie] = {}
    for joint in ties:
        chain = []
        while joint in ties and joint not in done:
            chain.append(joint)
            joint = ties[joint].leader
        for follower in reversed(chain):
            tie = ties[follower]
            ahead = done.get(tie.leader, _Tie(tie.leader, Fraction(1), Fraction(0)))
            offset = tie.multiplier * ahead.offset + tie.offset
            done[follower] = _Tie(ahead.leader, tie.multiplier * ahead.multiplier, offset)
    return done


def _named(names: list[str], substitutes: list[str]) -> list[str]:
    """Return the names with a unique substitute for each that is empty."""
    taken = set(names)
    result = []
    for name, substitute in zip(names, substitutes, strict=True):
        fresh, number = name or substitute, 2
        while not name and fresh in taken:
            fresh, number = f"{substitute}_{number}", number + 1
        taken.add(fresh)
        result.append(fresh)
    return result
