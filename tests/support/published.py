"""Published results that pages of the manual compare with, as robot files."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import heft


def double_pendulum(folder: Path) -> None:
    """Write published.mech.json: the double pendulum A.0 as published, links without friction and rotor inertia."""
    path = folder / "double_pendulum/identified_parameters/design_A.0/model_2.1/model_parameters.yml"
    found = {key: float(value) for key, value in re.findall(r"(\w+): (\S+)", path.read_text())}
    data = copy.deepcopy(heft.load("zoo:double_pendulum").to_dict())
    for body, k in zip(data["bodies"], "12", strict=True):
        m, r, inertia = found[f"m{k}"], found[f"r{k}"], found[f"I{k}"]
        body["inertia"] = {"parameters": [m, 0.0, -m * r, 0.0, inertia, 0.0, 0.0, 1e-3, 0.0, inertia]}
        assert found[f"b{k}"] == found[f"cf{k}"] == found["Ir"] == 0
    data["bodies"][1]["placement"] = [{"xyz": [0, -found["l1"], 0]}]
    robot = heft.Robot.from_dict(data)
    (folder / "published.mech.json").write_text(json.dumps(robot.to_dict()))
