"""Every friction law that a joint could have, as columns of one regression, summed up by blocks of time.

One pass over the logs gives, for each coordinate and each block, the products of all columns with each other: those of
the base parameters, and those of every candidate at every number of its grid. Any choice of laws is then solved
from these sums, and tried on blocks that it was not fitted to, without another pass; see
`heft.estimation.friction_choice`.

Blocks are stretches of time within the runs. A fold is a run, where there are several, and else a block; the rows next
to a block that is left out share samples with it through the filter of the regression, and are left out with it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.base import Base
from heft.estimation.columns import Column, Model, driven, joint_column
from heft.estimation.friction_search import CANDIDATES, range_of
from heft.estimation.row_blocks import sources_of
from heft.estimation.rows import rows_of
from heft.friction import law_named
from heft.logs.motion import Motion

MOST_SAMPLES = 200_000
"""Samples of all runs together from which laws are chosen; of longer runs, their beginnings."""

LEAST_ROWS = 100
"""Rows of the regression, at least, from which laws are chosen."""

BLOCKS = 20
"""Blocks of time, of all runs together, at least: as many as the intervals have."""

HEAD, CORE, TAIL = range(3)


@dataclass(frozen=True)
class Fold:
    """Blocks that a fit leaves out, to be tried on them.

    Attributes:
        train: (block, part) pairs that are fitted.
        test: the blocks that are left out.
    """

    train: tuple[tuple[int, int], ...]
    test: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Sums:
    """Products of the columns of one coordinate.

    Attributes:
        columns: (k,) which of the base columns act on it; those of candidates follow.
        options: per candidate, the places of its columns beyond those k: by law, then by number on its grid.
        numbers: per law, its grid; (0.0,) for a law without a number.
        products: (blocks, 3, n, n) of all its columns and its effort, by block and by part of it.
        counts: (blocks,) rows.
    """

    columns: Ints
    options: Mapping[str, tuple[tuple[int, ...], ...]]
    numbers: Mapping[str, tuple[float, ...]]
    products: Array
    counts: Array


def beginnings(motions: Sequence[Motion]) -> list[Motion]:
    """Return the parts of runs from which laws are chosen; nothing if they are too short for it."""
    runs = [motion.beginning(MOST_SAMPLES // len(motions)) for motion in motions]
    runs = [motion for motion in runs if len(motion.kept)]
    return runs if sum(len(motion.kept) for motion in runs) >= LEAST_ROWS else []


def too_short(motions: Sequence[Motion]) -> str:
    """Return in words that runs are too short for a choice of laws, and how long they would have to be."""
    rows = sum(len(motion.kept) for motion in motions)
    seconds = sum((stop - start) / motion.rate for motion in motions for start, stop in motion.segments)
    needed = f", and at its speed about {math.ceil(seconds * LEAST_ROWS / rows)} s are needed" if rows else ""
    return (
        f"The logs are too short for a choice of friction laws: {seconds:.0f} s of motion are fitted{needed}. The "
        "default laws are used."
    )


def blocks_of(motions: Sequence[Motion]) -> tuple[list[list[int]], tuple[Fold, ...]]:
    """Return, by run, the rows' first samples of its blocks, and the folds.

    Args:
        motions: the runs that are fitted.

    Returns:
        For each run the sorted samples at which its blocks begin and end, and the folds over all blocks.
    """
    each = max(1, -(-BLOCKS // len(motions)))
    edges, runs, count = [], [], 0
    for motion in motions:
        kept = motion.kept
        blocks = max(1, min(each, len(kept)))
        edges.append([int(kept[len(kept) * k // blocks]) for k in range(blocks)] if len(kept) else [])
        runs.append(tuple(range(count, count + len(edges[-1]))))
        count += len(edges[-1])
    every = [(block, part) for block in range(count) for part in (HEAD, CORE, TAIL)]
    if len(motions) > 1:
        folds = [Fold(tuple(pair for pair in every if pair[0] not in run), run) for run in runs if run]
    else:
        near = [{(b, part) for part in (HEAD, CORE, TAIL)} | {(b - 1, TAIL), (b + 1, HEAD)} for b in range(count)]
        folds = [Fold(tuple(pair for pair in every if pair not in out), (b,)) for b, out in enumerate(near)]
    return edges, tuple(folds)


def gathered(
    base: Base,
    motions: Sequence[Motion],
    laws: Mapping[str, Sequence[str]],
    frequencies: Mapping[str, float],
    edges: Sequence[Sequence[int]],
) -> dict[int, Sums]:
    """Return the sums of every coordinate that has a candidate.

    Args:
        base: of the model that every choice starts from.
        motions: the runs that are fitted.
        laws: the candidates of each joint, by name.
        frequencies: of ripple, by joint.
        edges: by run, the samples at which its blocks begin.
    """
    robot, tried = base.model.robot, []
    options: dict[int, dict[str, tuple[tuple[int, ...], ...]]] = {}
    numbers: dict[int, dict[str, tuple[float, ...]]] = {}
    for r, joint in driven(robot).items():
        options[r], numbers[r], here = {}, {}, 0
        for name in laws.get(joint, ()):
            grid = _grid(base.model, r, name, motions, frequencies.get(joint, 0.0))
            places = []
            for k, number in enumerate(grid):
                columns = [joint_column(robot, r, term.name, number) for term in law_named(name).terms]
                tried += [replace(column, name=f"{column.name}.{name}.{k}") for column in columns]
                places.append(tuple(range(here, here + len(columns))))
                here += len(columns)
            options[r][name], numbers[r][name] = tuple(places), grid
    wide = replace(base.model, extra=(*base.model.extra, *tried), slow_rows=False)
    chosen = [*base.columns, *range(len(base.model.names), len(wide.names))]
    products, counts, columns = _products(wide, chosen, motions, edges)
    n = len(base.columns)
    return (
        {
            r: Sums(columns[r][columns[r] < n], options.get(r, {}), numbers.get(r, {}), products[r], counts[:, r])
            for r in range(robot.nv)
        }
        if tried
        else {}
    )


def _grid(model: Model, r: int, name: str, motions: Sequence[Motion], frequency: float) -> tuple[float, ...]:
    """Return the numbers at which a law of coordinate r is tried."""
    term = law_named(name).terms[0]
    if term.number is None:
        return (0.0,)
    if term.number.in_spectrum:
        return (frequency,)
    column = Column("", term.name, ((r, 1.0),), "")
    grid = np.geomspace(*range_of(term.number, column, motions), CANDIDATES)
    # a contact may also not bend: friction by the sign of the speed
    return (*((0.0,) if term.number.source else ()), *(float(x) for x in grid))


def _products(
    model: Model, chosen: Sequence[int], motions: Sequence[Motion], edges: Sequence[Sequence[int]]
) -> tuple[list[Array], Array, list[Ints]]:
    """Return per coordinate the products (blocks, 3, n, n), then the rows (blocks, nv), and each one's columns."""
    sources = sources_of(model, chosen)
    blocks = sum(map(len, edges))
    sizes = [len(source.columns) + 1 for source in sources]
    products = [np.zeros((blocks, 3, size, size)) for size in sizes]
    counts, first = np.zeros((blocks, model.robot.nv)), 0
    for motion, starts in zip(motions, edges, strict=True):
        reach = motion.regression_filter.half if motion.regression_filter else 0
        ends = np.array([*starts[1:], motion.n])
        for rows in rows_of(model, sources, motion):
            block = np.searchsorted(starts, rows.index, side="right") - 1
            part = np.where(rows.index < np.asarray(starts)[block] + reach, HEAD, CORE)
            part = np.where(rows.index >= ends[block] - reach, TAIL, part)
            cuts = np.flatnonzero(np.diff(3 * block + part)) + 1
            for r, A in enumerate(rows.zeroed):
                for start, stop in pairwise([0, *cuts.tolist(), len(block)]):
                    b, here = first + block[start], A[:, start:stop]
                    products[r][b, part[start]] += here @ here.T
                    counts[b, r] += np.sum(rows.use[r, start:stop])
        first += len(starts)
    return products, counts, [source.columns for source in sources]
