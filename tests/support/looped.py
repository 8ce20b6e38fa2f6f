"""A four-bar linkage in MJCF: a tree of three bars, and a constraint that closes it."""

from __future__ import annotations

from pathlib import Path

CONNECT = '<connect name="closing" body1="rocker" body2="frame" anchor="0.5 0 0"/>'
CONTENT = """<mujoco model="fourbar">
  <compiler autolimits="true"/>
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="frame">
      <body name="crank">
        <joint name="a" axis="0 1 0"/>
        <inertial mass="1" pos="0.1 0 0" diaginertia="0.01 0.02 0.02"/>
        <body name="coupler" pos="0.2 0 0">
          <joint name="b" axis="0 1 0"/>
          <inertial mass="1" pos="0.2 0 0" diaginertia="0.01 0.02 0.02"/>
          <site name="end" pos="0.4 0 0"/>
          <body name="rocker" pos="0.4 0 0">
            <joint name="c" axis="0 1 0"/>
            <inertial mass="1" pos="0.2 0 0" diaginertia="0.01 0.02 0.02"/>
            <body name="cap"><site name="knob"/></body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  {tendons}
  <equality>{equality}</equality>
</mujoco>
"""


def fourbar(folder: Path, equality: str = CONNECT, tendons: str = "", option: str = "") -> Path:
    """Write the linkage with these constraints and return its path."""
    path = folder / "fourbar.xml"
    path.write_text(CONTENT.format(equality=equality, tendons=tendons + option))
    return path
