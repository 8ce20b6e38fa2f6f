"""The commands of docs/reproduced.md, each section run once for all tests, in a folder where the data are."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from support.walks import Step, section, walk

import heft

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared/data"
NEEDED = {"Staubli TX40": "tx40", "Universal Robots UR10e": "ur10e", "Double pendulum": "double_pendulum"}


class Walked(NamedTuple):
    """The folder in which the commands of a section ran, and what they said."""

    folder: Path
    steps: list[Step]

    def estimate(self, name: str) -> heft.Estimate:
        return heft.Estimate.from_dict(json.loads((self.folder / name / "result.json").read_text()))


@pytest.fixture(scope="session")
def walked(tmp_path_factory) -> Callable[[str], Walked]:
    @cache
    def run(title: str) -> Walked:
        data = DATA / NEEDED[title]
        if not data.is_dir():
            pytest.skip(f"the data of {title} are not at ../shared/data")
        folder = tmp_path_factory.mktemp(data.name)
        (folder / data.name).symlink_to(data)
        (folder / "examples").symlink_to(ROOT / "examples")
        if title == "Double pendulum":
            (folder / "published.mech.json").write_text(json.dumps(published_pendulum().to_dict()))
        return Walked(folder, walk(section(ROOT / "docs/reproduced.md", title), folder))

    return run


def published_pendulum() -> heft.Robot:
    """The double pendulum A.0 as published: links without friction and rotor inertia."""
    path = DATA / "double_pendulum/identified_parameters/design_A.0/model_2.1/model_parameters.yml"
    found = {key: float(value) for key, value in re.findall(r"(\w+): (\S+)", path.read_text())}
    data = copy.deepcopy(heft.load("zoo:double_pendulum").to_dict())
    for body, k in zip(data["bodies"], "12", strict=True):
        m, r, inertia = found[f"m{k}"], found[f"r{k}"], found[f"I{k}"]
        body["inertia"] = {"parameters": [m, 0.0, -m * r, 0.0, inertia, 0.0, 0.0, 1e-3, 0.0, inertia]}
        assert found[f"b{k}"] == found[f"cf{k}"] == found["Ir"] == 0
    data["bodies"][1]["placement"] = [{"xyz": [0, -found["l1"], 0]}]
    return heft.Robot.from_dict(data)
