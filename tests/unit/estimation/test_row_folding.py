"""Rows that are folded while they are in the cache are those that `rows_of` makes, sample by sample."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import drives, motion_of

import heft
from heft.dynamics.kernels.layout import LANE
from heft.estimation import row_folding
from heft.estimation.columns import model_of
from heft.estimation.householder import PIECE
from heft.estimation.information import folded, information_of, used
from heft.estimation.row_blocks import sources_of
from heft.estimation.rows import rows_of, tiles_of
from heft.robot.zoo import random_tree


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tile", [100, 448, 1000])
def test_the_same_sums_of_squares_as_rows_that_are_held(seed, tile):
    robot = random_tree(seed, 5, base="floating" if seed == 3 else "fixed")
    q, qd, qdd = robot.random_state(seed, 2111)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
    tau[50:90, -1] = np.nan  # not measured
    motion = motion_of(
        robot, q, qd, qdd, tau, segments=((0, 990), (1003, 2111)), velocity_threshold=np.full(robot.nv, 0.2)
    )
    model = model_of(robot)
    chosen = np.arange(0, len(model.names), 2)
    sources = sources_of(model, chosen)
    R, counts = row_folding.fold_rows(model, sources, motion, tiles_of(motion, tile))
    held = map(used, rows_of(model, sources, motion))
    S, expected = folded(held, [len(source.columns) + 1 for source in sources])
    assert counts.tolist() == expected.tolist()
    assert counts.min() < 2098
    for one, other in zip(R, S, strict=True):
        assert_allclose(one.T @ one, other.T @ other, atol=1e-11 * np.max(other.T @ other))
        assert np.all(np.tril(one, -1) == 0)


def test_pieces_are_whole_lanes():
    assert PIECE % LANE == 0


def test_long_motions_without_a_filter_are_folded_in_the_cache(monkeypatch):
    robot = random_tree(1, 3, base="fixed")
    q, qd, qdd = robot.random_state(1, 2000)
    motion, model = motion_of(robot, q, qd, qdd, heft.inverse_dynamics(robot, q, qd, qdd)), model_of(robot)
    calls, real = [], row_folding.fold_rows
    monkeypatch.setattr(row_folding, "COLD", SimpleNamespace(takes=lambda work: False))  # in a fresh clone, too
    monkeypatch.setattr(row_folding, "fold_rows", lambda *a: calls.append(len(a[3])) or real(*a))
    information_of(model, np.arange(len(model.names)), motion, tile=56)
    assert sum(calls) == len(tiles_of(motion, 56))
