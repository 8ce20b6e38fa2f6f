"""Local names in generated code: a quantity that a reader knows has its name, and is that quantity."""

from __future__ import annotations

import re

import numpy as np
import pytest

import heft
from heft.dynamics.newton_euler import forward_pass
from heft.dynamics.tree import tree_of
from heft.export.generate import generate_code


def locals_of(code: str, *state: np.ndarray) -> dict[str, float]:
    """The local variables of the Python code of inverse dynamics."""
    body = code[code.index("def inverse_dynamics") :].replace("    return [", "    tau = [")
    namespace: dict = {}
    exec(f"from math import cos, sin\n{body}    return locals()\n", namespace)
    return namespace["inverse_dynamics"](*(list(x) for x in state))


@pytest.mark.parametrize("name", ["zoo:ur10e", "zoo:panda", "zoo:cheetah3_torso_leg"])
def test_names_are_those_of_the_quantities(name: str):
    """Angular velocities and accelerations about the joints' axes, which are z of the code's frames."""
    robot = heft.load(name)
    code = generate_code(robot, ["inverse-dynamics"], "python").text
    ratios: dict[str, list[float]] = {}
    for seed in range(3):
        state = robot.random_state(seed)
        found = locals_of(code, *state)
        motion = forward_pass(tree_of(robot), *(x[:, None] for x in state))
        for i, body in enumerate(robot.bodies):
            k = robot.v_index[body.joint.name]
            if k.stop - k.start != 1:
                continue
            axis = np.array([float(x) for x in body.joint.axis])
            for word, spatial in (("w", motion.v[i]), ("wd", motion.a[i])):
                right = float(axis / np.linalg.norm(axis) @ spatial[:3, 0])
                if (exact := f"{word}{k.start}z") in found:
                    assert found[exact] == pytest.approx(right, rel=1e-11, abs=1e-11), exact
                elif (multiple := f"{exact}_") in found:
                    ratios.setdefault(multiple, []).append(found[multiple] / right)
        assert any(re.fullmatch(r"w\d+z", local) for local in found)
    for local, found_ratios in ratios.items():
        np.testing.assert_allclose(found_ratios, found_ratios[0], rtol=1e-9, err_msg=local)


def test_most_values_have_a_name():
    """Without labels every value but sines is t1, t2, ...; with them less than half is."""
    code = generate_code(heft.load("zoo:panda"), ["inverse-dynamics"]).text
    names = re.findall(r"const double (\w+) =", code)
    assert len(names) == len({*names})
    assert sum(re.fullmatch(r"t\d+", name) is not None for name in names) < 0.5 * len(names)
    assert any(name.startswith("f") for name in names)
    assert any(name.startswith("n") for name in names)
    assert "Local names" in code


def test_functions_of_two_motions_have_no_such_names():
    code = generate_code(heft.load("zoo:furuta"), ["coriolis-matrix"]).text
    names = re.findall(r"const double (\w+) =", code)
    assert [name for name in names if not re.fullmatch(r"[tsc]\d+|qd?\d+", name)] == []
