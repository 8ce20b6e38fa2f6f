"""Mesh files: one tetrahedron in every format."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.meshes import CORNERS, DAE, FACES, binary_stl, obj, text_stl

from heft import sizes
from heft.errors import FileError, FormatError
from heft.excitation.solids import Solid
from heft.robot.geometry import Geometry
from heft.robot.meshes import Mesh, read_mesh
from heft.robot.shapes import MeshShape

FILES = {"b.stl": binary_stl(), "t.STL": text_stl(), "m.obj": obj(), "m.dae": DAE.encode()}


@pytest.mark.parametrize("name", FILES)
def test_all_formats_give_the_same_surface(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    mesh = read_mesh(path)
    found = {frozenset(tuple(np.round(mesh.vertices[k], 12) + 0.0) for k in face) for face in mesh.triangles}
    assert found == {frozenset(tuple(CORNERS[k]) for k in face) for face in FACES}
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("cut.stl", binary_stl()[:-10], "ends before the last"),
        ("empty.stl", b"solid nothing\nendsolid\n", "no triangle"),
        ("odd.stl", b"solid x\nvertex 0 0 0\nvertex 1 0 0\nendsolid\n", "fewer than three corners"),
        ("word.stl", b"solid x\nvertex 0 0 zero\nendsolid\n", "not a number"),
        ("word.obj", b"v 0 0 zero\n", "line 1"),
        ("out.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 3\n", "a vertex that is not there"),
        ("nan.obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not finite"),
        ("short.obj", b"v 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "line 1"),
        ("zero.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\nv 0 0 1\n", "line 4"),
        ("far.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999999\n", "line 4"),
        ("long.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9223372036854775809\n", "line 4"),
        ("before.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n", "a vertex that is not there"),
        ("large.obj", b"v 0 0 1e308\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", r"beyond 1e\+100"),
        ("large.stl", text_stl().replace(b" 2.0 ", b" 1e308 "), r"beyond 1e\+100"),
        ("inf.stl", text_stl().replace(b" 2.0 ", b" 1e999 "), "not finite"),
        ("nan.stl", binary_stl()[:100] + b"\xff" * 12 + binary_stl()[112:], "not finite"),
        ("many.stl", bytes(80) + b"\xff" * 4, "announces 4294967295 triangles"),
        ("large.dae", DAE.replace("0 50", "0 1e308").encode(), r"beyond 1e\+100"),
        ("index.dae", DAE.replace("3 9</p>", "99999999999999999999999 9</p>").encode(), "not complete|whole"),
        ("below.dae", DAE.replace("3 9</p>", "-3 9</p>").encode(), "negative number"),
        ("beyond.dae", DAE.replace("3 9</p>", "4 9</p>").encode(), "a vertex that is not there"),
        ("offset.dae", DAE.replace('offset="1"', f'offset="{10**30}"').encode(), "mesh"),
        ("turns.dae", DAE.replace("0 0 1 90", "0 0 0 90").encode(), "not finite"),
        ("half.dae", DAE.replace('id="v"', 'id="w"').encode(), "not complete"),
        ("none.dae", DAE.replace("instance_geometry", "instance_light").encode(), "no triangle"),
        ("not.dae", b"nothing", "not well-formed XML"),
        ("thing.ply", b"ply", "cannot be read"),
    ],
)
def test_what_is_damaged_is_named(name: str, content: bytes, what: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FormatError, match=what) as caught:
        read_mesh(tmp_path / name)
    assert name in caught.value.where


def scene(*nodes: str) -> bytes:
    """A COLLADA file with these nodes in its library, of which the scene shows the first."""
    library = "".join(f'<node id="n{k}">{node}</node>' for k, node in enumerate(nodes))
    shown = '<visual_scene id="s"><node><instance_node url="#n0"/></node></visual_scene>'
    start, end = DAE.index("<library_visual"), DAE.index("<scene>")
    return f"{DAE[:start]}<library_nodes>{library}{shown}</library_nodes>{DAE[end:]}".encode()


def instance(k: int) -> str:
    return f'<instance_node url="#n{k}"/>'


GEOMETRY = '<instance_geometry url="#g"/>'


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (scene(instance(0)), "contains itself"),
        (scene(instance(1), instance(0) + GEOMETRY), "contains itself"),
        (scene(*(instance(k + 1) for k in range(3000)), GEOMETRY), "nested more than 64 levels"),
        (scene("<node>" * 3000 + GEOMETRY + "</node>" * 3000), "nested more than 64 levels"),
        (scene(*(2 * instance(k + 1) for k in range(60)), GEOMETRY), "more than 100000 nodes"),
    ],
    ids=["itself", "each other", "deep by reference", "deep", "doubled"],
)
def test_nodes_that_are_nested_without_end(content: bytes, what: str, tmp_path: Path) -> None:
    (tmp_path / "m.dae").write_bytes(content)
    with pytest.raises(FormatError, match=what):
        read_mesh(tmp_path / "m.dae")


def test_a_geometry_may_stand_in_many_places_within_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.dae"
    path.write_bytes(scene(*(2 * instance(k + 1) for k in range(6)), GEOMETRY))
    assert len(read_mesh(path).triangles) == 2**6 * len(FACES)
    monkeypatch.setattr(sizes, "EXPANDED", 10_000)
    path.write_bytes(scene(*(2 * instance(k + 1) for k in range(12)), GEOMETRY))
    with pytest.raises(FileError, match="expands to"):
        read_mesh(path)


def test_a_scale_that_makes_a_mesh_too_large(tmp_path: Path) -> None:
    (tmp_path / "m.obj").write_bytes(obj())
    with pytest.raises(FormatError, match=r"With the scale 2e\+100 1 1 a vertex is beyond"):
        _ = MeshShape(tmp_path / "m.obj", (2e100, 1.0, 1.0)).mesh


@pytest.mark.parametrize("factor", [1e90, 1e-320])
def test_a_mesh_without_a_hull(tmp_path: Path, factor: float) -> None:
    """All corners as far away as rounding hides their differences, or lengths whose products overflow."""
    shape = MeshShape(tmp_path / "m.obj", given=Mesh(CORNERS * factor + 1e30 * (factor < 1), np.array(FACES)))
    with pytest.raises(FormatError, match=r"m\.obj.*no convex hull"):
        Solid.of(Geometry("link", 0, shape, np.eye(3), np.zeros(3)))


def test_a_mesh_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="File not found"):
        read_mesh(tmp_path / "none.stl")


def test_the_capsule_around_a_mesh_that_rounding_makes_wider_than_its_widest_point():
    """Python's square of a number and NumPy's may differ in the last digit, so a square root was of less than 0."""
    points = np.array([[0.0, 0.0, 0.5], [0.0, 2.0, 0.0], [1.0, 0.0, -33554432.0], [1.0, 0.0, 0.0]])
    shape = MeshShape(Path("none.stl"))
    ends, radius = Solid("link", 0, shape, np.eye(3), np.zeros(3), points, 0.0).segment
    assert radius == pytest.approx(1.25)
    assert np.all(np.isfinite(ends))
