"""Reading MJCF: MuJoCo parses and compiles the file, heft takes the tree of bodies out of the compiled model.

* The frame of a body has the axes of the MuJoCo body and its origin at the joint's anchor (the joint's `pos`).
* A body with several joints becomes a chain of massless bodies `<body>/<joint>`; the last carries the inertia
  and the body's name.
* A body without joints is a link of the body that it moves with, or of the world.
* The position of a hinge or slide is counted from its reference: q = qpos - ref. That of a free joint is its
  pose in the world, as in MuJoCo.
* A joint equality that is exactly linear ties its first joint to its second (`Mimic`).

Geoms are kept only where they give a body its inertia, so that missing meshes and textures do no harm.
What else was left out stands in the robot's notes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from heft import parameters as inertial
from heft.errors import FormatError, MissingExtraError
from heft.robot import mjcf_exact as exact
from heft.robot import xml
from heft.robot.exact import Number
from heft.robot.joint import ONE_DOF, Friction, Joint, Limits, Mimic
from heft.robot.model import WORLD, Body, Link, Robot
from heft.robot.placement import IDENTITY, Placement, rotation_from_quaternion
from heft.robot.source import Source, read_bytes

if TYPE_CHECKING:
    import mujoco

KINDS = ("floating", "spherical", "prismatic", "revolute")
"""heft's names for MuJoCo's joint types, in the order of `mjtJoint`."""

UNNAMED_MODEL = "MuJoCo Model"
"""What MuJoCo calls a model whose file gives no name."""


def import_mujoco() -> Any:
    """Return the module `mujoco`.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import mujoco
    except ImportError:
        raise MissingExtraError("mujoco", "mjcf", "Reading MJCF") from None
    return mujoco


def read_mjcf(path: Path) -> Robot:
    """Read a robot from an MJCF file.

    Args:
        path: the file; what it includes is looked for beside it.

    Returns:
        The robot; `notes` lists what has no place in it (actuators, tendons, sensors, springs, ...).

    Raises:
        FileError: the file cannot be read.
        FormatError: it is no MJCF, MuJoCo refuses it, or a body's inertia would come from a missing mesh.
        MissingExtraError: MuJoCo is not installed.
    """
    content = read_bytes(path)
    root = xml.parse(content, str(path))
    if root.tag != "mujoco":
        raise FormatError(
            f"An MJCF file has the root element <mujoco>; this one has <{root.tag}>.", where=str(path)
        )
    mujoco = import_mujoco()
    spec = _parse(mujoco, path, content)
    notes = _ignored(spec)
    _strip(mujoco, spec)
    model = _compile(spec, path)
    tree = _Tree(mujoco, spec, model)
    notes += tree.notes + _forces_left_out(model, tree.body_names)
    if not tree.drafts:
        raise FormatError(
            "No body in it can move.", where=str(path), remedy="Give a body a <joint> or a <freejoint>."
        )
    return Robot(
        name=path.stem if spec.modelname in ("", UNNAMED_MODEL) else spec.modelname,
        bodies=tuple(draft.finished() for draft in tree.drafts),
        gravity=_gravity(mujoco, model),
        notes=tuple(notes),
        source=Source("mjcf", content, path),
    )


# -- from the file to the compiled model ----------------------------------------------------------


def _parse(mujoco: Any, path: Path, content: bytes) -> mujoco.MjSpec:
    try:
        if path.suffix.lower() == ".xml":
            return mujoco.MjSpec.from_file(str(path))
        spec = mujoco.MjSpec.from_string(content.decode())
    except (ValueError, RuntimeError) as error:
        raise FormatError(f"MuJoCo cannot read it: {error}", where=str(path)) from None
    spec.modelfiledir = str(path.parent)
    return spec


def _compile(spec: mujoco.MjSpec, path: Path) -> mujoco.MjModel:
    try:
        return spec.compile()
    except (ValueError, RuntimeError) as error:
        on_mesh = sorted({geom.parent.name or "(unnamed)" for geom in spec.geoms if geom.meshname})
        meshes = f" and the meshes that give {_listed('body', 'bodies', on_mesh)} their inertia" if on_mesh else ""
        raise FormatError(
            f"MuJoCo cannot compile it: {error}",
            where=str(path),
            remedy=f"Check the element named{meshes}; a body with <inertial> needs no mesh.",
        ) from None


def _strip(mujoco: Any, spec: mujoco.MjSpec) -> None:
    """Delete from the spec what does not bear on the inertia and the joints of moving bodies."""
    joint_equality = mujoco.mjtEq.mjEQ_JOINT
    needless = [
        *(spec.actuators, spec.sensors, spec.tendons, spec.keys, spec.pairs, spec.excludes),
        *(spec.skins, spec.tuples, spec.lights, spec.cameras),
        [equality for equality in spec.equalities if equality.type != joint_equality],
        [geom for geom in spec.geoms if not _gives_inertia(mujoco, spec, geom)],
    ]
    for elements in needless:
        for element in list(elements):
            spec.delete(element)
    for geom in spec.geoms:
        geom.material = ""
    meshes = {geom.meshname for geom in spec.geoms}
    unused = [mesh for mesh in spec.meshes if exact.asset_name(mesh) not in meshes]
    for elements in (spec.materials, spec.textures, spec.hfields, unused):
        for element in list(elements):
            spec.delete(element)
    spec.compiler.fusestatic = False
    spec.compiler.discardvisual = False
    spec.compiler.alignfree = False
    for joint in spec.joints:
        joint.align = mujoco.mjtAlignFree.mjALIGNFREE_FALSE


def _gives_inertia(mujoco: Any, spec: mujoco.MjSpec, geom: mujoco.MjsGeom) -> bool:
    """Return whether the compiled inertia of a moving body may depend on this geom."""
    source, compiler = mujoco.mjtInertiaFromGeom, spec.compiler
    if compiler.inertiafromgeom == source.mjINERTIAFROMGEOM_FALSE:
        return False
    explicit = geom.parent.explicitinertial
    if explicit and compiler.inertiafromgeom == source.mjINERTIAFROMGEOM_AUTO:
        return False
    if compiler.settotalmass <= 0 and not _moves(geom.parent):
        return False
    first, last = compiler.inertiagrouprange
    weightless = geom.mass == 0 or (np.isnan(geom.mass) and geom.density == 0)
    return first <= geom.group <= last and not weightless


def _moves(body: mujoco.MjsBody | None) -> bool:
    while body is not None:
        if body.joints:
            return True
        body = body.parent
    return False


def _gravity(mujoco: Any, model: mujoco.MjModel) -> tuple[Number, ...]:
    off = model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY
    return tuple(Number.parse(0.0 if off else float(g)) for g in model.opt.gravity)


# -- from the compiled model to bodies ------------------------------------------------------------


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


class _Tree:
    """The bodies of a compiled model, parents first, with notes on what they leave out.

    Attributes:
        drafts: one per joint of the model.
        body_names: unique names by MuJoCo body id.
        notes: what was ignored or found odd.
    """

    def __init__(self, mujoco: Any, spec: mujoco.MjSpec, model: mujoco.MjModel) -> None:
        self.mujoco, self.spec, self.model = mujoco, spec, model
        self.spec_bodies = {body.id: body for body in spec.bodies}
        self.spec_joints = {joint.id: joint for joint in spec.joints}
        self.body_names = _unique([self.spec_bodies[i].name or f"body{i}" for i in range(model.nbody)])
        owners = [self.body_names[i] for i in model.jnt_bodyid]
        joint_names = [self.spec_joints[j].name for j in range(model.njnt)]
        self.joint_names = _unique([name or f"{owner}_joint" for name, owner in zip(joint_names, owners, strict=True)])
        self.notes: list[str] = []
        self.mimics = self._mimics()
        self.drafts: list[_Draft] = []
        self._grow()

    def _grow(self) -> None:
        frames: dict[int, tuple[int, Placement]] = {0: (WORLD, IDENTITY)}
        on_world = []
        for i in range(1, self.model.nbody):
            carrier, in_carrier = frames[int(self.model.body_parentid[i])]
            pose = exact.body_placement(self.mujoco, self.spec, self.spec_bodies[i], self.model, i)
            placement = in_carrier.then(pose)
            if self.model.body_jntnum[i]:
                carrier, placement = self._mount(i, carrier, placement)
            if carrier == WORLD:
                on_world.append(self.body_names[i])
            else:
                self.drafts[carrier].links.append(Link(self.body_names[i], placement, self._inertia(i)))
            frames[i] = (carrier, placement)
        if on_world:
            self.notes.append(f"Fixed to the world, without effect: {_listed('body', 'bodies', on_world)}.")

    def _mount(self, i: int, parent: int, placement: Placement) -> tuple[int, Placement]:
        """Draft a body per joint of MuJoCo body i; return the last one and the MuJoCo body's frame in it."""
        first = int(self.model.body_jntadr[i])
        joints = range(first, first + int(self.model.body_jntnum[i]))
        for j in joints:
            joint = self._joint(j)
            name = self.body_names[i] if j == joints[-1] else f"{self.body_names[i]}/{joint.name}"
            anchor = exact.anchor(self.spec_joints[j], self.model.jnt_pos[j])
            if joint.kind == "floating":
                self._note_initial_pose(joint.name, placement)
                placement = IDENTITY
            self.drafts.append(_Draft(name, parent, joint, placement.then(exact.shift(anchor))))
            parent, placement = len(self.drafts) - 1, exact.shift(tuple(-x for x in anchor))
        return parent, placement

    def _joint(self, j: int) -> Joint:
        model, name = self.model, self.joint_names[j]
        kind = KINDS[model.jnt_type[j]]
        dof = int(model.jnt_dofadr[j])
        axis = exact.axis(self.spec_joints[j], model.jnt_axis[j])
        return Joint(
            name,
            kind,
            limits=self._limits(j, kind),
            friction=Friction(float(model.dof_damping[dof]), float(model.dof_frictionloss[dof])),
            armature=float(model.dof_armature[dof]),
            mimic=self.mimics.get(j),
            **({"axis": axis} if kind in ONE_DOF else {}),
        )

    def _limits(self, j: int, kind: str) -> Limits:
        model, name = self.model, self.joint_names[j]
        found: dict[str, float] = {}
        if kind in ONE_DOF:
            reference = float(model.qpos0[model.jnt_qposadr[j]])
            if reference:
                self.notes.append(f"Joint '{name}': its position is counted from its ref {reference:.6g}.")
            if model.jnt_limited[j]:
                lower, upper = (float(x) - reference for x in model.jnt_range[j])
                found |= {"lower": lower, "upper": upper}
            if model.jnt_actfrclimited[j]:
                found["effort"] = float(np.abs(model.jnt_actfrcrange[j]).max())
        elif model.jnt_limited[j]:
            self.notes.append(f"Ignored: the cone that limits ball joint '{name}'.")
        return Limits(**found)

    def _inertia(self, i: int) -> inertial.Array | None:
        model = self.model
        if model.body_mass[i] == 0 and not np.any(model.body_inertia[i]):
            return None
        R = rotation_from_quaternion(model.body_iquat[i])
        return inertial.from_com(model.body_mass[i], model.body_ipos[i], (R * model.body_inertia[i]) @ R.T)

    def _note_initial_pose(self, joint: str, placement: Placement) -> None:
        if np.any(placement.translation) or np.any(placement.rotation != np.eye(3)):
            self.notes.append(f"Ignored: where the file puts the free joint '{joint}' at the start.")

    def _mimics(self) -> dict[int, Mimic]:
        """Return who follows whom by joint id: y = multiplier x + offset, both counted from their references."""
        model, follows = self.model, {}
        for e in range(model.neq):
            y, x = int(model.eq_obj1id[e]), int(model.eq_obj2id[e])
            multiplier, offset = (Number.parse(float(model.eq_data[e, k])).rational for k in (1, 0))
            while x in follows:
                x, (inner_multiplier, inner_offset) = follows[x]
                multiplier, offset = multiplier * inner_multiplier, multiplier * inner_offset + offset
            title = f"equality constraint '{model.equality(e).name}' on joint '{self.joint_names[y]}'"
            if reason := self._why_free(e, y, x, follows):
                self.notes.append(f"Ignored: {title}: {reason}.")
                continue
            follows = {k: _through(tie, y, (x, (multiplier, offset))) for k, tie in follows.items()}
            follows[y] = (x, (multiplier, offset))
            self.notes.append(f"Taken as rigid: {title}, which follows joint '{self.joint_names[x]}'.")
        return {
            y: Mimic(self.joint_names[x], Number(multiplier), Number(offset))
            for y, (x, (multiplier, offset)) in follows.items()
        }

    def _why_free(self, e: int, y: int, x: int, follows: dict[int, Any]) -> str:
        """Return why equality constraint e does not tie joint y to joint x, "" if it does."""
        if not self.model.eq_active0[e]:
            return "it is not active"
        if x < 0 or self.model.eq_data[e, 1] == 0:
            return "it holds a joint still"
        if np.any(self.model.eq_data[e, 2:5]):
            return "it is not linear"
        return "the joint is tied already" if y in follows or x == y else ""


def _through(tie: Any, y: int, leader: Any) -> Any:
    """Return a tie to joint y as a tie to the joint that y follows."""
    x, (multiplier, offset) = tie
    if x != y:
        return tie
    z, (outer_multiplier, outer_offset) = leader
    return z, (multiplier * outer_multiplier, multiplier * outer_offset + offset)


def _unique(names: Iterable[str]) -> list[str]:
    """Return the names, each that occurred before with the first free number after it."""
    wanted, given = list(names), []
    for k, name in enumerate(wanted):
        fresh, number = name, 2
        while fresh in given or (fresh != name and fresh in wanted[k:]):
            fresh, number = f"{name}_{number}", number + 1
        given.append(fresh)
    return given


# -- notes ----------------------------------------------------------------------------------------
