"""Add a tool of half a kilogram to the last body of a URDF and write the file: nothing else in it changes."""

import tempfile
from pathlib import Path

import numpy as np

import heft

URDF = """<robot name="arm">
  <!-- comments, order and white space are kept -->
  <link name="base"/>
  <link name="forearm">
    <inertial><origin xyz="0 0 0.2"/><mass value="2.0"/>
      <inertia ixx="0.03" iyy="0.03" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="base"/><child link="forearm"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" velocity="3" effort="40"/>
  </joint>
</robot>
"""

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "arm.urdf"
    path.write_text(URDF, encoding="utf-8")
    robot = heft.load(path)
    tool = heft.parameters.from_com(0.5, [0, 0, 0.4], np.diag([1e-3, 1e-3, 1e-3]))
    heavier = robot.with_parameters(robot.parameters + tool)
    heavier.write_urdf(path.with_name("with_tool.urdf"))
    print(path.with_name("with_tool.urdf").read_text(encoding="utf-8"))
    again = heft.load(path.with_name("with_tool.urdf"))
    assert np.allclose(again.parameters, heavier.parameters, rtol=1e-12)
