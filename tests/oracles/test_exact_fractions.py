"""Exact numbers are literal: verdicts on random fractions against an exact rank; only FLINT is shared with heft.

The referee writes Newton and Euler for a chain of revolute joints in FLINT's fractions: joint rotations by rational
points of the circle, velocities and accelerations at random, one row of the regressor for each joint and state. Its
rank over the rationals is the number of base parameters. Nothing of a mechanism is read through heft.
"""

from __future__ import annotations

import random
from typing import Any

import flint
import pytest

import heft

Q = flint.fmpq
Vec = list[flint.fmpq]
Mat = list[list[flint.fmpq]]
NO_TURN: Mat = [[Q(1), Q(0), Q(0)], [Q(0), Q(1), Q(0)], [Q(0), Q(0), Q(1)]]


def times(A: Mat, x: Vec) -> Vec:
    return [sum((a * b for a, b in zip(row, x, strict=True)), Q(0)) for row in A]


def turned(A: Mat, B: Mat) -> Mat:
    return [list(row) for row in zip(*(times(A, list(column)) for column in zip(*B, strict=True)), strict=True)]


def transposed(A: Mat) -> Mat:
    return [list(row) for row in zip(*A, strict=True)]


def cross(a: Vec, b: Vec) -> Vec:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def plus(*vectors: Vec) -> Vec:
    return [sum(entries, Q(0)) for entries in zip(*vectors, strict=True)]


def about(k: int, t: flint.fmpq) -> Mat:
    """A turn about axis k by the angle whose half has the tangent t."""
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    R = [row[:] for row in NO_TURN]
    i, j = (k + 1) % 3, (k + 2) % 3
    R[i][i], R[i][j], R[j][i], R[j][j] = c, -s, s, c
    return R


def wrench_columns(w: Vec, dw: Vec, a: Vec) -> list[tuple[Vec, Vec]]:
    """Moment about the origin and force of each of m, mc, I for a body that turns with w, dw; its origin moves by a."""
    columns = [([Q(0)] * 3, a)]
    for e in NO_TURN:
        columns.append((cross(e, a), plus(cross(dw, e), cross(w, cross(w, e)))))
    for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
        I = [[Q(int({r, c} == {i, j})) for c in range(3)] for r in range(3)]
        columns.append((plus(times(I, dw), cross(w, times(I, w))), [Q(0)] * 3))
    return columns


def rank(poses: list[tuple[Mat, Vec]], gravity: Vec, seed: int) -> int:
    """The rank of the regressor of a chain whose joints turn about their z axes, at enough random states."""
    rng, n = random.Random(seed), len(poses)
    rows: list[list[flint.fmpq]] = []
    for _ in range(10 * n + 5):
        w, dw, a = [Q(0)] * 3, [Q(0)] * 3, [-g for g in gravity]
        frames = []
        for R0, p in poses:
            R = turned(R0, about(2, Q(rng.randint(-9, 9), rng.randint(1, 9))))
            a = plus(a, cross(dw, p), cross(w, cross(w, p)))
            w, dw, a = (times(transposed(R), x) for x in (w, dw, a))
            qd, qdd = Q(rng.randint(-9, 9)), Q(rng.randint(-9, 9))
            spin = [Q(0), Q(0), qd]
            dw = plus(dw, cross(w, spin), [Q(0), Q(0), qdd])
            w = plus(w, spin)
            frames.append((R, p, wrench_columns(w, dw, a)))
        state = [[Q(0)] * (10 * n) for _ in range(n)]
        for i in range(n):
            for k, (moment, force) in enumerate(frames[i][2]):
                for j in range(i, -1, -1):
                    state[j][10 * i + k] = moment[2]
                    R, p, _ = frames[j]
                    force = times(R, force)
                    moment = plus(times(R, moment), cross(p, force))
        rows += state
    return flint.fmpq_mat(rows).rank()


def mechanism(poses: list[tuple[Mat, Vec]], gravity: Vec) -> dict[str, Any]:
    bodies = [
        {
            "name": f"b{i}",
            "parent": f"b{i - 1}" if i else None,
            "joint": {"type": "revolute", "axis": [0, 0, 1]},
            "placement": {"xyz": [str(x) for x in p], "rotation": [[str(x) for x in row] for row in R]},
        }
        for i, (R, p) in enumerate(poses)
    ]
    return {"format": "heft-mechanism/1", "name": "chain", "gravity": [str(g) for g in gravity], "bodies": bodies}


def assert_literal(poses: list[tuple[Mat, Vec]], gravity: Vec, seed: int = 0) -> None:
    verdict = heft.identifiability(heft.Robot.from_dict(mechanism(poses, gravity)))
    assert verdict.snapped == ()
    assert verdict.certificate.field == "Q"
    assert verdict.n_base == rank(poses, gravity, seed)


def test_the_referee_knows_an_arm() -> None:
    """Two joints at right angles, the first vertical."""
    poses = [(NO_TURN, [Q(0)] * 3), (about(0, Q(1)), [Q(1, 2), Q(0), Q(0)])]
    down = [Q(0), Q(0), Q(-981, 100)]
    assert rank(poses, down, 0) == heft.identifiability(heft.Robot.from_dict(mechanism(poses, down))).n_base == 8


def test_a_cosine_that_is_almost_one() -> None:
    """cos = 3999999999999/4000000000001: a microradian of tilt between axes that would else be parallel."""
    tilt = about(0, Q(1, 2_000_000))
    assert tilt[1][1] == Q(3999999999999, 4000000000001)
    poses = [(NO_TURN, [Q(0)] * 3), (tilt, [Q(1, 2), Q(0), Q(0)])]
    across = [Q(0), Q(-981, 100), Q(0)]
    assert rank(poses, across, 0) == 10
    assert_literal(poses, across)


def test_a_distance_is_not_zero_beside_a_large_one() -> None:
    far = [(NO_TURN, [Q(0)] * 3), (about(0, Q(1)), [Q(10**12), Q(1, 10**9), Q(0)]), (about(1, Q(1)), [Q(0)] * 3)]
    assert_literal(far, [Q(0), Q(0), Q(-1)])


@pytest.mark.parametrize("seed", range(24))
def test_random_fractions(seed: int) -> None:
    """Turns that are none, right, tiny or any; lengths of any size; gravity that is nearly vertical."""
    rng = random.Random(seed)

    def turn() -> Mat:
        tiny = Q(rng.choice([-1, 1]), rng.randint(1, 9) * 10 ** rng.randint(5, 12))
        return about(rng.randrange(3), rng.choice([Q(0), Q(1), Q(-1), tiny, Q(rng.randint(-9, 9), rng.randint(1, 9))]))

    def length() -> flint.fmpq:
        return rng.choice([Q(0), Q(rng.randint(1, 99), rng.randint(1, 99)) * Q(10) ** rng.randint(-12, 12)])

    poses = [(turned(turn(), turn()), [length() for _ in range(3)]) for _ in range(rng.randint(2, 3))]
    gravity = [rng.choice([Q(0), Q(1, 10**9)]), Q(0), Q(-981, 100)]
    assert_literal(poses, gravity, seed)
