"""Operation counts of generated code beside P1, table III. Sines and cosines are not counted there, and not here.

The last two columns of the table have lost their headings in the text. Both are the Stanford arm. With ten general
parameters a link the code here takes 211 M / 195 A, with the usual diagonal inertias and centres of mass on axes
119 M / 83 A: about a tenth below 231 M / 219 A and a sixth below 139 M / 101 A. No other reading is near, so the former
column is the arm with general inertias and the latter the arm with simplified ones.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import heft
from heft import parameters as inertial
from heft.export.generate import generate_code
from heft.robot.joint import Joint
from heft.robot.model import Body, Robot
from heft.robot.placement import Placement

STANFORD_GENERAL = (231, 219)
STANFORD_SIMPLIFIED = (139, 101)


def counts(robot):
    c = generate_code(robot).counts["inverse-dynamics"]
    return c.multiplications, c.additions


def without_drives(robot):
    bodies = (replace(body, rotor=None, joint=replace(body.joint, armature=0.0)) for body in robot.bodies)
    return replace(robot, bodies=tuple(bodies))


def with_general_inertias(robot, seed):
    theta = np.random.default_rng(seed).uniform(-0.5, 0.5, (robot.n_bodies, 10))
    return robot.with_parameters(inertial.from_log_cholesky(theta))


def general_chain(n, seed):
    """n revolute joints, nothing parallel, perpendicular or intersecting, general inertias."""
    rng = np.random.default_rng(seed)
    bodies = [
        Body(
            f"link{i}",
            i - 1,
            Joint(f"joint{i}", "revolute"),
            Placement.at(rng.uniform(0.1, 0.5, 3).round(3).tolist(), rng.uniform(0.3, 1.2, 3).round(3).tolist()),
        )
        for i in range(n)
    ]
    return with_general_inertias(Robot("general", tuple(bodies)), seed)


def test_stanford_arm_with_simplified_inertias():
    M, A = counts(without_drives(heft.load("zoo:stanford")))
    assert STANFORD_SIMPLIFIED[0] >= M
    assert STANFORD_SIMPLIFIED[1] >= A


@pytest.mark.parametrize("seed", range(4))
def test_stanford_arm_with_general_inertias(seed):
    M, A = counts(with_general_inertias(without_drives(heft.load("zoo:stanford")), seed))
    assert STANFORD_SIMPLIFIED[0] < M <= STANFORD_GENERAL[0]
    assert STANFORD_SIMPLIFIED[1] < A <= STANFORD_GENERAL[1]


@pytest.mark.parametrize("n", range(2, 8))
def test_general_chain(n):
    """Lin: (89 n - 82) M, (77 n - 71) A, and 4 n M more for the rotation matrices, which the code here needs not."""
    M, A = counts(general_chain(n, seed=n))
    assert 89 * n - 82 >= M
    assert 77 * n - 71 >= A


def test_puma_is_below_the_general_count():
    n = 6
    for robot in (heft.load("zoo:puma560"), with_general_inertias(without_drives(heft.load("zoo:puma560")), 0)):
        M, A = counts(robot)
        assert 89 * n - 82 > M
        assert 77 * n - 71 > A


def test_the_header_says_what_the_code_does():
    """The count in the header is the number of signs in the code: every * and every binary + or - is one operation."""
    for name in ("stanford", "puma560", "scara"):
        code = generate_code(heft.load(f"zoo:{name}"))
        body = code.text.split("{", 1)[1].replace("/*", "").replace("e-0", "e0")
        c = code.counts["inverse-dynamics"]
        assert body.count("*") == c.multiplications
        assert body.count(" + ") + body.count(" - ") == c.additions
        assert body.count("cos(") + body.count("sin(") == c.trigonometric
        assert f"{c.multiplications} multiplications, {c.additions} additions" in code.text
