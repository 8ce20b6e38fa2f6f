"""The double pendulum A.0: trained on four runs, judged on a fifth, beside the published parameters."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest

import heft
from heft.estimation.from_logs import judged, motions_of
from heft.logs.importing.convert import import_log

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared/data/double_pendulum"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the double pendulum's logs are not at ../shared/data")


def run(name: str) -> heft.Log:
    return import_log(DATA / f"design_A.0/{name}.csv", ROOT / "examples/maps/double_pendulum.toml")


@pytest.fixture(scope="module")
def published() -> heft.Robot:
    text = (DATA / "identified_parameters/design_A.0/model_2.1/model_parameters.yml").read_text()
    found = {key: float(value) for key, value in re.findall(r"(\w+): (\S+)", text)}
    data = copy.deepcopy(heft.load("zoo:double_pendulum").to_dict())
    for body, k in zip(data["bodies"], "12", strict=True):
        m, r, inertia = found[f"m{k}"], found[f"r{k}"], found[f"I{k}"]
        body["inertia"] = {"parameters": [m, 0.0, -m * r, 0.0, inertia, 0.0, 0.0, 1e-3, 0.0, inertia]}
        assert found[f"b{k}"] == found[f"cf{k}"] == found["Ir"] == 0  # no friction and no rotor inertia was published
    data["bodies"][1]["placement"] = [{"xyz": [0, -found["l1"], 0]}]
    return heft.Robot.from_dict(data)


def test_no_worse_than_published_on_the_same_samples(published):
    data = published.to_dict()
    for body in data["bodies"]:
        body["rotor"] = {"ratio": 6, "symmetric": True}
    robot = heft.Robot.from_dict(data)
    assert len(robot.rotors) == 2
    result = heft.identify(robot, [run(f"trajectory_0{k}") for k in range(4)], hold_out=False)
    validation = motions_of(robot, [run("validation_12")])
    ours = judged(result, validation, every=True)
    theirs = judged(published, validation, every=True)
    for mine, other in zip(ours.joints, theirs.joints, strict=True):
        assert mine.n == other.n
        assert mine.rmse <= other.rmse
    assert ours.overall.relative_percent < 0.8 * theirs.overall.relative_percent
    assert all(heft.parameters.is_physical(ten) for ten in result.robot.parameters)
