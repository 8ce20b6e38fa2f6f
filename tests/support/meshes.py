"""A tetrahedron, as a mesh file of every format."""

from __future__ import annotations

import numpy as np

CORNERS = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.5]])
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


def binary_stl() -> bytes:
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    records = np.zeros(len(FACES), record)
    records["corners"] = CORNERS[np.array(FACES)]
    return b"solid but binary".ljust(80) + len(FACES).to_bytes(4, "little") + records.tobytes()


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
