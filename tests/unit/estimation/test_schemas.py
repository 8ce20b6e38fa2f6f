"""Damaged results, learned models, informations and checkpoints are refused with the file's name and the place."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.logs import arm_in, measured

import heft
from heft.cli.subjects import result_in
from heft.errors import FormatError, HeftError
from heft.estimation.estimate import Estimate
from heft.estimation.information import Information
from heft.estimation.options import Options


@pytest.fixture(scope="module")
def estimate(tmp_path_factory: pytest.TempPathFactory) -> Estimate:
    robot = heft.load(arm_in(tmp_path_factory.mktemp("arm")))
    return heft.identify(robot, [measured(robot, seed, 600) for seed in (0, 1)], options=Options())


def changed(data: Any, path: str, value: Any) -> Any:
    """Return a copy of data with another value at a place."""
    data = copy.deepcopy(data)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    part = data
    for step in steps:
        part = part[step]
    part[last] = value
    return data


@pytest.mark.parametrize(
    ("place", "value", "match"),
    [
        ("parameters/0/value", "1", "A number is expected at parameters.0.value"),
        ("parameters/0/value", float("nan"), "A finite number is expected"),
        ("parameters/0/value", 1e200, "not sensible"),
        ("parameters/0/noise", 1e308, "not sensible"),
        ("parameters/0/deviation", -1e200, "not sensible"),
        ("parameters/0/name", "x\x1b[31m", "control characters"),
        ("parameters/0/name", "other", "parameters are not those of its model"),
        ("base_parameters/0/terms", {"other": 1.0}, "base parameters are not made of"),
        ("covariance/0", [1.0], "covariance is not"),
        ("model/extra/0/gears", [[99, 1.0]], "does not have"),
        ("model/extra/0/kind", "other", "r.json"),
        ("model/robot/bodies/0/joint/type", "other", "r.json: .*There is no joint type"),
        ("options", [], "A table is expected at options"),
        ("rank", -1, "at rank"),
        ("fitted/joints/0/n", 1.5, "at fitted.joints.0.n"),
    ],
)
def test_a_damaged_result(estimate: Estimate, place: str, value: Any, match: str):
    with pytest.raises(HeftError, match=match) as caught:
        Estimate.from_dict(changed(estimate.to_dict(), place, value), "r.json")
    assert caught.value.where.startswith("r.json")
    assert caught.value.remedy


def test_a_sound_result_comes_back(estimate: Estimate, tmp_path: Path):
    from heft.cli.terminal import to_json

    (tmp_path / "result.json").write_text(to_json(estimate.to_dict()))
    data = result_in(tmp_path)
    assert data is not None
    np.testing.assert_array_equal(Estimate.from_dict(data).values, estimate.values)


@pytest.mark.parametrize(
    ("name", "value", "match"),
    [
        ("head", np.array("{"), "not JSON"),
        ("head", np.array('{"format": "heft-information/9"}'), "missing at names"),
        ("columns.0", np.array([99]), "'columns.0' does not name columns"),
        ("columns.0", np.array([0.5]), "'columns.0' has the wrong shape or type"),
        ("factor.0", np.eye(2), "'factor.0' has the wrong shape or type"),
        ("factor.1", np.nan, "'factor.1' is not a triangular factor"),
        ("counts", np.array([-1, -1, -1]), "negative"),
        ("counts", None, "'counts' is missing"),
        ("factor.0", np.array([{}], object), "pickled"),
    ],
)
def test_damaged_information(estimate: Estimate, tmp_path: Path, name: str, value: Any, match: str):
    path = tmp_path / "i.npz"
    assert estimate.information is not None
    estimate.information.save(path)
    np.testing.assert_array_equal(Information.load(path).stacked(), estimate.information.stacked())
    arrays: dict[str, Any] = dict(np.load(path))
    if value is None:
        del arrays[name]
    else:
        arrays[name] = arrays[name] * np.nan if isinstance(value, float) else value
    np.savez(path, **arrays)
    with pytest.raises(FormatError, match=match) as caught:
        Information.load(path)
    assert "i.npz" in caught.value.where


@pytest.fixture(scope="module")
def learned() -> dict[str, Any]:
    pytest.importorskip("jax")
    from heft.learning.learned import Learned
    from heft.learning.model import WhiteBox, constants_of

    robot = heft.load("zoo:double_pendulum")
    structure, ones = WhiteBox.of(robot, "viscous"), np.ones((2, 2))
    constants = constants_of(robot, ones * [[1], [2]], ones * [[1], [3]], ones * [[1], [2]], structure.actuators)
    return json.loads(
        json.dumps(Learned(structure, structure.start(constants), constants, np.zeros(2), 0.005).to_dict())
    )


@pytest.mark.parametrize(
    ("place", "value", "match"),
    [
        ("x", [1.0], "There are 1 numbers at x"),
        ("x/0", None, "A number is expected at x.0"),
        ("dt", 0.0, "at dt"),
        ("delays", [0.0], "There are 1 numbers at delays"),
        ("constants/qd/0", 0.0, "at constants.qd.0"),
        ("constants/u", [1.0], "at constants.u, not 2"),
        ("model/kind", "other", "at model.kind"),
        ("model/actuators", {"elbow": "other"}, "m.json"),
        ("robot/bodies/0/joint/type", 3, "m.json"),
        ("facts", None, "A table is expected at facts"),
    ],
)
def test_a_damaged_learned_model(learned: dict[str, Any], tmp_path: Path, place: str, value: Any, match: str):
    from heft.learning.learned import Learned

    path = tmp_path / "m.json"
    path.write_text(json.dumps(learned))
    assert len(Learned.load(path).x) == len(learned["x"])
    path.write_text(json.dumps(changed(learned, place, value)))
    with pytest.raises(HeftError, match=match) as caught:
        Learned.load(path)
    assert "m.json" in caught.value.where


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("0.run0.x", np.array(["a", "b", "c"])),
        ("0.run0.x", np.array([1.0, np.nan, 2.0])),
        ("0.run0.x", np.ones((3, 1))),
        ("0.run0.x", np.array([1.0, 1e200, 0.0])),
        ("0.run0.x", None),
        ("0.run0.loss", np.array(np.nan)),
        ("0.run0.loss", np.array(-1.0)),
        ("0.run0.steps", np.array(-3)),
        ("0.run0.steps", np.array(0.5)),
        ("0.run0.done", np.array("\x1b[31m")),
        ("0.run0.done", np.array(1.0)),
        ("0.networks.first", np.ones(2)),
        ("0.networks.best_x", None),
    ],
)
def test_a_damaged_checkpoint(tmp_path: Path, name: str, value: Any):
    pytest.importorskip("jax")
    from heft.learning import checkpoint
    from heft.learning.adam import AdamState
    from heft.learning.course import Course
    from heft.learning.levenberg import LevenbergState

    path, x = tmp_path / "c.npz", np.arange(3.0)
    course = Course([LevenbergState(x, 1.0, damping=np.inf)], AdamState(x, x, x, 4, x, np.inf), None)
    checkpoint.save(path, [course], {"robot": "1"})
    (whole,) = checkpoint.load(path, {"robot": "1"})
    assert np.array_equal(whole.runs[0].x, x)
    assert whole.networks is not None
    assert whole.networks.steps == 4
    arrays = dict(np.load(path))
    arrays.pop(name)
    np.savez(path, **arrays, **({} if value is None else {name: value}))
    with pytest.raises(FormatError, match=r"checkpoint|damaged") as caught:
        checkpoint.load(path, {"robot": "1"})
    assert "c.npz" in caught.value.where
    assert caught.value.remedy == "Learn without --resume."


def test_a_checkpoint_of_another_size_is_refused():
    pytest.importorskip("jax")
    from heft.learning.course import Course
    from heft.learning.data import Samples
    from heft.learning.fit import Fitter
    from heft.learning.levenberg import LevenbergState
    from heft.learning.model import WhiteBox, constants_of

    robot = heft.load("zoo:double_pendulum")
    structure, ones = WhiteBox.of(robot, "viscous"), np.ones((2, 2))
    constants = constants_of(robot, ones * [[1], [2]], ones * [[1], [3]], ones * [[1], [2]], structure.actuators)
    data = Samples(ones, ones, ones, ones)
    Fitter(structure, constants, "accelerations", data)
    course = Course([LevenbergState(np.ones(3), 1.0)], None, None)
    with pytest.raises(FormatError, match="has 3 parameters where the model has"):
        Fitter(structure, constants, "accelerations", data, course=course)
