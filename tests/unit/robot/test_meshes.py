"""Mesh files: one tetrahedron in every format."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.meshes import CORNERS, FACES, binary_stl

from heft.errors import FileError, FormatError
from heft.robot.meshes import read_mesh


def text_stl() -> bytes:
    corners = ["".join("vertex {} {} {}\n".format(*CORNERS[k]) for k in face) for face in FACES]
    facets = "".join(f"facet normal 0 0 0\nouter loop\n{each}endloop\nendfacet\n" for each in corners)
    return f"solid thing\n{facets}endsolid thing\n".encode()


def obj() -> bytes:
    """One face with normals, one counted from the end."""
    vertices = "".join("v {} {} {}\n".format(*corner) for corner in CORNERS)
    return f"# a comment\n{vertices}vn 0 0 1\nf 1//1 3//1 2//1\nf 1 2 4\nf -4 -1 -2\nf 2/1 3/1 4/1\n".encode()


DAE = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="12">0 0 0 100 0 0 0 200 0 0 0 50</float_array>
      <technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/>
      <input semantic="NORMAL" source="#n" offset="1"/>
      <p>0 9 2 9 1 9 0 9 1 9 3 9</p></triangles>
    <polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/><vcount>3 3</vcount>
      <p>0 3 2 1 2 3</p></polylist>
    <lines count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p></lines>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node>
    <translate>300 0 0</translate><rotate>0 0 1 90</rotate>
    <node><matrix>0 1 0 0 -1 0 0 300 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/></node>
  </node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
"""
"""Placed by a shift of 3 m along x, a quarter turn, its inverse, and a shift back by 3 m."""

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


def test_a_mesh_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="File not found"):
        read_mesh(tmp_path / "none.stl")
