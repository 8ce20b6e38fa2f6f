"""Parameters that a push within the logs does not draw to itself: least trimmed squares over windows of time.

In a short log a strong push moves all parameters. They explain a part of it, every other sample fits worse, and nothing
stands out any more. So the windows are looked for without which the others fit best (least trimmed squares; Rousseeuw
1984). With G the information and g the score of all windows, and G_b, g_b those of some that are left out, the
parameters without them are

    x + (G - G_b)^-1 (g - g_b)

and the squares of every window follow from its own information, so that the logs are passed over once. The search
begins with blocks of successive windows. From the best of them, the windows that fit worst are left out instead, until
the others do not fit any better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.base import Base
from heft.estimation.least_squares import Fit
from heft.estimation.residuals import Pass
from heft.estimation.uncertainty import determined_directions
from heft.linalg import ROUNDING
from heft.logs.held import Held
from heft.logs.motion import Motion

MOST_WINDOWS = 200
"""Windows that all logs are cut into at most. In a log of more, a push of seconds has little weight."""

BLOCKS = (2, 4, 8)
"""Successive windows that are left out to begin with; blocks overlap by half."""

BEST, STEPS = 5, 10
"""Blocks that are followed, and steps from each."""

BETTER = 0.75
"""The rms residual of most windows that may be left, as a fraction, for a push to have done harm: theirs is a third
larger with it. A block that no other sample resembles is not told from a push by its own residual, but without it
nothing else fits better."""


def trimmed(base: Base, fit: Fit, motions: Held[Motion], window: float, most: float) -> Array | None:
    """Return (n_base,) the parameters without the windows that harm the others most; None if none do.

    Args:
        base: the base parameters.
        fit: the least-squares estimate.
        motions: the runs.
        window: [s] the length of a window, in logs that are not long.
        most: the share of the windows that are left out.
    """
    total = sum(motions.each(_seconds))
    length = max(window, total / MOST_WINDOWS)
    parts = motions.each(_products, base, fit, length)
    products, rows = (np.concatenate(each) for each in zip(*parts, strict=True))
    if not rows.any():
        return None
    windows = _Windows.of(products, rows, fit.scales, most)
    found = windows.without([*_blocks([len(counts) for _, counts in parts], most)])
    (best,) = windows.at(np.zeros((1, windows.L.shape[1])))
    enough = BETTER**2 * best.left
    for each in sorted(found, key=lambda trial: trial.left)[:BEST]:
        for _ in range(STEPS):
            (following,) = windows.without([each.worst])
            if following.left >= each.left:
                break
            each = following
        best = min(best, each, key=lambda trial: trial.left)
    return fit.values + windows.L @ best.moved if best.left < enough else None


@dataclass(frozen=True, eq=False)
class _Trial:
    """Parameters that were tried.

    Attributes:
        moved: (determined,) by how much they are moved.
        left: the mean square of the rows of most windows, those that fit best.
        worst: (w,) which the other windows are.
    """

    moved: Array
    left: float
    worst: Bools


@dataclass(frozen=True, eq=False)
class _Windows:
    """Windows of time.

    Attributes:
        products: (w, determined + 1, determined + 1) of weighted rows [A L | e] in each; those of A L are one in sum.
        rows: (w,) how many rows that are.
        everything: (determined + 1, determined + 1) the sum of the products.
        L: (n, determined) directions along which parameters are moved.
        most: the share of the windows that are left out.
    """

    products: Array
    rows: Array
    everything: Array
    L: Array
    most: float

    @classmethod
    def of(cls, products: Array, rows: Array, scales: Array, most: float) -> _Windows:
        """Return those of products (w, n + 1, n + 1) of rows [A | e], with the sizes (n,) of the parameters."""
        L, _ = determined_directions(scales, products.sum(axis=0)[:-1, :-1])
        along = np.zeros((len(L) + 1, L.shape[1] + 1))
        along[:-1, :-1], along[-1, -1] = L, 1.0
        products = along.T @ products @ along
        return cls(products, rows, products.sum(axis=0), L, most)

    @cached_property
    def halves(self) -> Array:
        """The upper triangles of the products, which are symmetric, (pairs, w); those beside the diagonal doubled."""
        i, j = np.triu_indices(self.products.shape[1])
        return np.ascontiguousarray((np.where(i == j, 1.0, 2.0) * self.products[:, i, j]).T)

    def without(self, trials: Sequence[Bools]) -> list[_Trial]:
        """Return the parameters that fit the other windows, for windows (w,) that are left out in each trial."""
        if not trials:
            return []
        rest = (self.everything - np.tensordot(np.array(trials, float), self.products, 1))[:, :-1]
        moved = np.linalg.solve(rest[..., :-1] + ROUNDING * np.eye(rest.shape[1]), rest[..., -1:])[..., 0]
        return self.at(np.asarray(moved, float))

    def at(self, moved: Array) -> list[_Trial]:
        """Return how parameters fit that are moved by so much (trials, determined)."""
        ways, used = np.column_stack([-moved, np.ones(len(moved))]), self.rows > 0
        i, j = np.triu_indices(ways.shape[1])
        squares = (ways[:, i] * ways[:, j]) @ self.halves
        means = np.where(used, squares / np.maximum(self.rows, 1.0), -1.0)
        order = np.argsort(means, axis=1, kind="stable")
        worst = np.zeros(means.shape, bool)
        np.put_along_axis(worst, order[:, len(used) - int(self.most * np.sum(used)) :], True, axis=1)
        fits = used & ~worst
        left = np.sum(squares, axis=1, where=fits) / (fits @ self.rows)
        return [_Trial(*each) for each in zip(moved, left.tolist(), worst, strict=True)]


def _blocks(lengths: Sequence[int], most: float) -> Iterator[Bools]:
    """Yield (w,) blocks of windows, none of which reaches over two logs of so many windows."""
    total = sum(lengths)
    for size in BLOCKS:
        first = 0
        for length in lengths:
            if size <= most * total:
                for k in range(first, first + length - size + 1, size // 2):
                    yield (np.arange(total) >= k) & (np.arange(total) < k + size)
            first += length


def _seconds(motion: Motion) -> float:
    return len(motion.kept) / motion.row_rate


def _products(motion: Motion, base: Base, fit: Fit, seconds: float) -> tuple[Array, Array]:
    """Return (w, n + 1, n + 1) the products of weighted rows [A | e] in each window, and (w,) their number.

    A window has as many rows of the regression as these seconds, whatever time passes in a pause between them.
    """
    length = max(1, round(seconds * motion.row_rate))
    one_pass, n = Pass(base.model, base.columns, [motion]), len(fit.values)
    sources, kept = one_pass.sources, motion.kept
    count = -(-len(kept) // length)
    products, counts = np.zeros((count, n + 1, n + 1)), np.zeros(count)
    for rows, errors in one_pass.residuals(fit.values):
        number = np.searchsorted(kept, rows.index) // length
        for r, (source, block) in enumerate(zip(sources, rows.blocks, strict=True)):
            use, columns = rows.use[r], np.append(source.columns, n)
            signals = fit.weights[r] * np.vstack([block[:-1, use], errors[r, use]])
            windows, first = np.unique(number[use], return_index=True)
            parts = np.split(signals, first[1:], axis=1) if len(windows) else []
            here = np.array([part @ part.T for part in parts]).reshape(-1, len(columns), len(columns))
            products[windows[:, None, None], columns[:, None], columns] += here
            counts[windows] += [part.shape[1] for part in parts]
    return products, counts
