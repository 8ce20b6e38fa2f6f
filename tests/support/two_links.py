"""An arm of two links with a ball on each, on a table, whose distances can be computed by hand."""

from __future__ import annotations

from pathlib import Path

import heft

TWO_LINKS = """<robot name="two">
  <link name="table"><collision><origin xyz="0 0 -1"/><geometry><box size="4 4 1"/></geometry></collision></link>
  <link name="foot"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="upper">{upper}</link>
  <link name="fore"><collision><origin xyz="0.4 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="hand">{hand}</link>
  <joint name="mount" type="fixed"><parent link="table"/><child link="foot"/></joint>
  <joint name="shoulder" type="revolute"><parent link="foot"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" velocity="2" effort="10"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.5 0 0"/>
    <axis xyz="0 1 0"/><limit lower="-3" upper="3" velocity="2" effort="10"/></joint>
  <joint name="grip" type="fixed"><parent link="fore"/><child link="hand"/><origin xyz="0.4 0 0"/></joint>
</robot>
"""
"""The hand's ball is at the origin of the foot where elbow = +-pi and the shoulder anything."""

BALL = '<collision><origin xyz="{x} 0 0"/><geometry><sphere radius="{r}"/></geometry></collision>'
INERTIA = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'


def two_links(folder: Path, upper: str = "", hand: str = "") -> heft.Robot:
    path = folder / "two.urdf"
    path.write_text(TWO_LINKS.format(upper=INERTIA + upper, hand=hand))
    return heft.load(path)
