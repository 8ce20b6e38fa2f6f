"""From an MJCF file to MuJoCo's compiled model, without what does not bear on joints and inertia.

Geoms are kept only where they give a moving body its inertia, so that missing meshes and textures do no harm,
and bodies keep the frames and names that the file gives them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from heft.bounds import within
from heft.errors import FormatError, MissingExtraError, listed
from heft.inputs import note_input
from heft.robot.formats.mjcf.loops import JOINT, closed_loops
from heft.robot.loops import DroppedLoop

Spec = Any
"""A `mujoco.MjSpec`, the file as MuJoCo parsed it; the package has no types that a checker could see."""

Model = Any
"""A `mujoco.MjModel`, the compiled file."""

GEOMETRY_AND_INERTIA = (
    *("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
    *("jnt_pos", "jnt_axis", "jnt_range", "qpos0", "dof_armature", "dof_damping", "dof_frictionloss"),
)
"""The arrays of a model that become the robot."""

UNIT_VECTORS = ("body_quat", "body_iquat", "jnt_axis")
"""Those that have length one in a sound model."""


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


@dataclass(frozen=True, eq=False)
class Compiled:
    """What MuJoCo makes of a file.

    Attributes:
        spec: the file as parsed, stripped of what heft has no use for.
        model: the same compiled.
        notes: what was stripped, and what MuJoCo warned of.
        loops: the constraints that were stripped and close loops, those inside a rigid body included.
        meshes: the files that give bodies their inertia.
    """

    spec: Spec
    model: Model
    notes: list[str]
    loops: list[DroppedLoop]
    meshes: tuple[Path, ...]


def compile_file(path: Path) -> Compiled:
    """Let MuJoCo read a file, and with it what it includes.

    Raises:
        FormatError: MuJoCo refuses it, for example because the mesh that gives a body its inertia is missing, or
            what it says is not finite.
    """
    return _compiled(lambda: import_mujoco().MjSpec.from_file(str(path)), path)


def compile_text(content: bytes, path: Path, included: dict[str, bytes] | None = None) -> Compiled:
    """Let MuJoCo read a file's bytes as if they stood at a path, where its meshes are looked for.

    Args:
        content: the bytes.
        path: where they stand.
        included: the files that they include, by the names that they have there.

    Raises:
        FormatError: as for `compile_file`.
    """

    def parse() -> Spec:
        spec = import_mujoco().MjSpec.from_string(content.decode(), include=included or {})
        spec.modelfiledir = str(path.parent)
        return spec

    return _compiled(parse, path)


def _compiled(parse: Callable[[], Spec], path: Path) -> Compiled:
    with listening() as heard:
        try:
            spec = parse()
        except (ValueError, RuntimeError) as error:
            raise FormatError(
                f"MuJoCo cannot read it: {' '.join(str(error).split())}.",
                where=str(path),
                remedy="Correct the file so that MuJoCo opens it.",
            ) from None
        notes, loops = _ignored(spec), closed_loops(spec)
        _strip(spec)
        meshes = tuple(path.parent / _folder_of_meshes(spec) / mesh.file for mesh in spec.meshes if mesh.file)
        for mesh in meshes:
            note_input(mesh)
        model = _compile(spec, path)
    _check_numbers(model, path)
    return Compiled(spec, model, notes + [f"MuJoCo warns: {warning}" for warning in heard], loops, meshes)


def _folder_of_meshes(spec: Spec) -> str:
    """Return the folder of meshes beside the file; older versions of MuJoCo have it among the compiler's settings."""
    return spec.meshdir if hasattr(spec, "meshdir") else spec.compiler.meshdir


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collect MuJoCo's warnings, which otherwise go to a log file in the working directory or to the user."""
    mujoco = import_mujoco()
    heard: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(heard.append)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield heard
        heard += [str(warning.message) for warning in caught]
    finally:
        mujoco.set_mju_user_warning(before)


def _compile(spec: Spec, path: Path) -> Model:
    on_mesh = sorted({geom.parent.name or "(unnamed)" for geom in spec.geoms if geom.meshname})
    try:
        return spec.compile()
    except (ValueError, RuntimeError) as error:
        meshes = f" These bodies take their inertia from a mesh: {listed(on_mesh)}." if on_mesh else ""
        raise FormatError(
            f"MuJoCo cannot compile it: {' '.join(str(error).split())}.{meshes}",
            where=str(path),
            remedy="Put the mesh there or give the body an <inertial>."
            if on_mesh
            else "Correct the file so that MuJoCo compiles it.",
        ) from None


def _check_numbers(model: Model, path: Path) -> None:
    for name in GEOMETRY_AND_INERTIA:
        if not within(getattr(model, name)):
            raise FormatError(
                f"MuJoCo finds a {name} that is not finite or is too large.",
                where=str(path),
                remedy="Correct the number in the file.",
            )
    for name in UNIT_VECTORS:
        if not np.all(np.abs(np.linalg.norm(getattr(model, name), axis=1) - 1) < 1e-6):
            raise FormatError(
                f"MuJoCo finds a {name} that has no direction.",
                where=str(path),
                remedy="Give it a length other than zero.",
            )


def _ignored(spec: Spec) -> list[str]:
    """Return a note for each kind of element that heft has no use for."""
    contacts = [geom for geom in spec.geoms if geom.contype or geom.conaffinity]
    kinds = {
        "actuators": spec.actuators,
        "sensors": spec.sensors,
        "tendons": spec.tendons,
        "keyframes": spec.keys,
        "contact pairs": spec.pairs,
        "contact exclusions": spec.excludes,
        "equality constraints": [equality for equality in spec.equalities if not _on_joints(equality)],
        "flexes": spec.flexes,
        "skins": spec.skins,
        "plugins": spec.plugins,
    }
    notes = [
        f"ignored: {kind} ({len(elements)}): {listed(element.name for element in elements)}"
        for kind, elements in kinds.items()
        if elements
    ]
    if contacts:
        notes.append(f"ignored: contacts ({len(contacts)} geoms)")
    aligned = import_mujoco().mjtAlignFree.mjALIGNFREE_TRUE
    if spec.compiler.alignfree or any(joint.align == aligned for joint in spec.joints):
        notes.append("ignored: align: free bodies keep the frames that the file gives them, unlike in MuJoCo")
    return notes


def _strip(spec: Spec) -> None:
    delete(spec, [geom for geom in spec.geoms if not _gives_inertia(spec, geom)])
    used = {geom.meshname for geom in spec.geoms}
    delete(spec, [mesh for mesh in spec.meshes if (mesh.name or Path(mesh.file).stem) not in used])
    strip_elements(spec)


def strip_elements(spec: Spec) -> None:
    """Delete all but the bodies, joints, geoms and meshes, and keep MuJoCo from merging or moving any of those."""
    mujoco = import_mujoco()
    delete(spec, spec.actuators, spec.sensors, spec.tendons, spec.keys, spec.pairs, spec.excludes)
    delete(spec, spec.skins, spec.tuples, spec.lights, spec.cameras)
    delete(spec, [equality for equality in spec.equalities if not _on_joints(equality)])
    for element in (*spec.geoms, *spec.sites):
        element.material = ""
    delete(spec, [geom for geom in spec.geoms if geom.type == mujoco.mjtGeom.mjGEOM_HFIELD])
    delete(spec, spec.materials, spec.textures, spec.hfields)
    spec.compiler.fusestatic = False
    spec.compiler.discardvisual = False
    spec.compiler.alignfree = False
    for joint in spec.joints:
        joint.align = mujoco.mjtAlignFree.mjALIGNFREE_FALSE


def delete(spec: Spec, *kinds: Iterable[Any]) -> None:
    """Delete elements of each of some kinds."""
    for elements in kinds:
        for element in list(elements):
            spec.delete(element)


def _on_joints(equality: Any) -> bool:
    return equality.type.name == JOINT


def _gives_inertia(spec: Spec, geom: Any) -> bool:
    """Return whether the compiled inertia of a moving body may depend on this geom."""
    choice, compiler = import_mujoco().mjtInertiaFromGeom, spec.compiler
    if compiler.inertiafromgeom == choice.mjINERTIAFROMGEOM_FALSE:
        return False
    if geom.parent.explicitinertial and compiler.inertiafromgeom == choice.mjINERTIAFROMGEOM_AUTO:
        return False
    if compiler.settotalmass <= 0 and not _moves(geom.parent):
        return False
    first, last = compiler.inertiagrouprange
    weightless = geom.mass == 0 or (np.isnan(geom.mass) and geom.density == 0)
    return first <= geom.group <= last and not weightless


def _moves(body: Any) -> bool:
    while body is not None:
        if body.joints:
            return True
        body = body.parent
    return False
