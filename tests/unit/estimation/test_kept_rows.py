"""Rows of logs that are kept while a robot is identified."""

import numpy as np
import pytest
from support.motions import noisy_run

import heft
from heft.estimation import kept_rows
from heft.estimation.columns import model_of
from heft.estimation.kept_rows import keeping_rows
from heft.estimation.row_blocks import sources_of
from heft.estimation.rows import rows_of

ROBOT = heft.load("zoo:double_pendulum")
MODEL, MOTION = model_of(ROBOT), noisy_run(ROBOT, 0, n=500)
SOURCES = sources_of(MODEL, range(len(MODEL.names)))


def blocks(motion=MOTION):
    """Return the blocks of the rows of a motion, each a copy of what they are now."""
    return [np.array(block) for rows in rows_of(MODEL, SOURCES, motion) for block in rows.blocks]


def test_kept_rows_are_those_that_are_streamed():
    streamed = blocks()
    with keeping_rows():
        assert rows_of(MODEL, SOURCES, MOTION) is rows_of(MODEL, SOURCES, MOTION)
        for _ in range(2):
            for one, other in zip(blocks(), streamed, strict=True):
                np.testing.assert_array_equal(one, other)
    assert rows_of(MODEL, SOURCES, MOTION) is not rows_of(MODEL, SOURCES, MOTION)


def test_kept_rows_cannot_be_changed():
    with keeping_rows():
        (rows,) = rows_of(MODEL, SOURCES, MOTION)
    with pytest.raises(ValueError, match="read-only"):
        rows.blocks[0][0] = 0.0


def test_the_oldest_rows_give_way_and_long_logs_are_streamed(monkeypatch):
    other = noisy_run(ROBOT, 1, n=500)
    monkeypatch.setattr(kept_rows, "LIMIT", sum(block.nbytes for block in blocks()))
    with keeping_rows():
        first = rows_of(MODEL, SOURCES, MOTION)
        second = rows_of(MODEL, SOURCES, other)
        assert rows_of(MODEL, SOURCES, other) is second
        assert rows_of(MODEL, SOURCES, MOTION) is not first
        longer = noisy_run(ROBOT, 2, n=600)
        assert not isinstance(rows_of(MODEL, SOURCES, longer), list)
