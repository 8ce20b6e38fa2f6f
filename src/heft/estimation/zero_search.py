"""The search for encoder zeros that are off, in all runs alike or in some of them.

The columns of small errors (`heft.estimation.zero_rows`) are added to the regression, in one pass over a part of the
logs. Zeros are taken in one by one, the one first that explains most of the residuals on blocks of time that were left
out. Gauss-Newton steps then find their sizes, with the positions corrected and everything else fitted again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.findings.base_tilt import FRICTION, with_friction
from heft.estimation.friction_per_log import differing, numbered
from heft.estimation.least_squares import Fit, reweighted
from heft.estimation.tilt_rows import thinned
from heft.estimation.uncertainty import Stretch, stretches
from heft.estimation.zero_rows import Zero, ZeroPass, moved
from heft.linalg import damped, damped_beside
from heft.logs.motion import Motion

MOST_SAMPLES = 8_000
BLOCKS = 20

LEAST = np.radians(1.0)
"""[rad] Zeros that are off by less are within the care with which robots are adjusted."""

PLAUSIBLE = 0.3
"""[rad] The size that an error of a zero could well have."""

CERTAIN = 0.001
"""The probability with which scatter alone would make any zero look as significant."""

WORTHWHILE = 0.05
"""The share of the residuals' sum of squares on blocks left out that a zero must explain to be taken in."""

STEPS, LARGEST, SETTLED = 30, 0.3, 1e-3
"""Gauss-Newton: how many steps at most, and of which size [rad]. A step back is halved, as steps that are too long for
large residuals go to and fro."""


@dataclass(frozen=True)
class Zeros:
    """Errors of encoder zeros that would explain residuals.

    Attributes:
        offsets: what is to be added to the positions of each zero, and the standard deviation [rad].
        remains: by joint, the squared residual with the zeros corrected, as a fraction of that without.
        share: of all squared residuals, weighted by joint, that is explained.
    """

    offsets: Mapping[Zero, tuple[float, float]] = field(default_factory=dict)
    remains: Mapping[str, float] = field(default_factory=dict)
    share: float = 0.0

    @property
    def least(self) -> tuple[str, float]:
        """The joint whose residual falls most, and the fraction of its squares that remains."""
        return min(self.remains.items(), key=lambda item: item[1], default=("", 1.0))

    def leave(self, most: float) -> bool:
        """Return whether they are large, and leave less than a fraction of the squared residual of one joint."""
        return bool(self.offsets) and all(abs(x) > LEAST for x, _ in self.offsets.values()) and self.least[1] < most

    def sizes(self, run: int | None = None) -> list[str]:
        """Return what is to be added to the positions of a run, with 95 % intervals, in words."""
        return [f"{x:+.3g} ± {2 * max(d, 5e-4):.1g} rad for '{z.joint}'" for z, (x, d) in self._of(run)]

    def table(self, run: int | None = None) -> str:
        """Return the entry of a map by which the positions of a run are corrected when it is imported."""
        return f"offset = {{ {', '.join(f'{zero.joint} = {x:.3g}' for zero, (x, _) in self._of(run))} }}"

    def _of(self, run: int | None) -> list[tuple[Zero, tuple[float, float]]]:
        return [item for item in self.offsets.items() if item[0].run == run]


@dataclass(frozen=True, eq=False, kw_only=True)
class ZeroSearch:
    """The search for zeros beside other parameters.

    Attributes:
        model: with the usual friction.
        chosen: its columns that count.
        motions: a part of the logs.
        weights: (nv,) of the coordinates' residuals.
        ways: (n, k) by which the chosen columns may move together, each of a plausible size.
        zeros: that may be wrong.
    """

    model: Model
    chosen: Sequence[int]
    motions: Sequence[Motion]
    weights: Array
    ways: Array
    zeros: Sequence[Zero]

    @classmethod
    def of(
        cls, base: Base, motions: Sequence[Motion], fit: Fit, zeros: Sequence[Zero], *, drifting: bool = False
    ) -> ZeroSearch:
        """Return that beside all parameters of a fit to motions, and the usual friction.

        Args:
            base: the base parameters.
            motions: that they were fitted to.
            fit: the least-squares estimate.
            zeros: that may be wrong.
            drifting: whether friction may differ between motions.
        """
        model, few = with_friction(base.model), thinned([*numbered(motions)], MOST_SAMPLES)
        if drifting:
            model = replace(model, extra=(*model.extra, *differing(model, len(motions))))
        more = len(model.extra) - len(base.model.extra)
        chosen = [*base.columns, *range(len(model.names) - more, len(model.names))]
        return cls(
            model=model,
            chosen=chosen,
            motions=few,
            weights=reweighted(fit),
            ways=np.diag(np.append(fit.scales, np.full(more, FRICTION * np.nanmax(fit.sigma)))),
            zeros=zeros,
        )

    def found(self, start: Array) -> Zeros:
        """Return the zeros that explain residuals best, whatever they explain.

        Args:
            start: (n,) parameters to begin with, or the first of them, with zeros for the others.
        """
        values = self.fitted(start, {})
        before = self.squares(values, {})
        system = self._system(values, {}, self.zeros)
        taken = self._taken(system, float(before.sum())) if len(system.s) >= BLOCKS // 2 else []
        if not taken:
            return Zeros()
        offsets, size, deviation = dict.fromkeys(taken, 0.0), np.zeros(len(taken)), np.zeros(len(taken))
        columns = range(self.ways.shape[1] + len(taken))
        for _ in range(STEPS):
            system, last = self._system(values, offsets, taken), size
            deviation = PLAUSIBLE * _deviation(system.scattered(columns)[:, -len(taken) :])
            size = np.clip(PLAUSIBLE * system.step(columns)[-len(taken) :], -LARGEST, LARGEST)
            size = size / 2 if size @ last < 0 else size
            offsets = {zero: offsets[zero] + float(d) for zero, d in zip(taken, size, strict=True)}
            values = self.fitted(values, offsets)
            if np.max(np.abs(size)) < SETTLED:
                break
        after = self.squares(values, offsets)
        remains = {name: float(y / x) for name, x, y in zip(self.model.rows, before, after, strict=True) if x > 0}
        sizes = {zero: (offsets[zero], float(d)) for zero, d in zip(taken, deviation, strict=True)}
        return Zeros(sizes, remains, 1 - float(after.sum() / before.sum()))

    def _taken(self, system: _System, squares: float) -> list[Zero]:
        """Return the zeros that explain a worthwhile share and are certain, in the order in which they are searched."""
        from scipy.special import stdtr

        n, taken = self.ways.shape[1], list[int]()
        free = range(n)
        now = system.left_out(free)
        total = squares + now
        while len(taken) < len(self.zeros):
            others = [k for k in range(n, n + len(self.zeros)) if k not in taken]
            found = system.each_beside([*free, *taken], others)
            left = {k: system.change([*free, *taken, k], x) for k, x in found.items()}
            best = min(left, key=left.__getitem__)
            if now - left[best] < WORTHWHILE * total:
                break
            now = left[best]
            taken.append(best)
        while taken:  # beside the others, so that what these explain is no scatter
            sizes = system.scattered([*free, *taken])[:, n:]
            ratios = np.abs(sizes.mean(axis=0)) / np.maximum(_deviation(sizes), 1e-12)
            if 2 * stdtr(len(sizes) - 1, -ratios.min()) * len(self.zeros) < CERTAIN:
                break
            taken.pop(int(ratios.argmin()))
        return [self.zeros[k - n] for k in sorted(taken)]

    def fitted(self, start: Array, offsets: Mapping[Zero, float]) -> Array:
        """Return parameters fitted to positions that are corrected; `start` as for `found`."""
        values = np.append(start, np.zeros(len(self.chosen) - len(start)))
        return values + self.ways @ self._system(values, offsets, ()).step(range(self.ways.shape[1]))

    def squares(self, values: Array, offsets: Mapping[Zero, float]) -> Array:
        """Return (nv,) the weighted sums of squared residuals."""
        parts = self._pass(values, offsets, ()).residuals(values)
        return np.sum([np.nansum((self.weights[:, None] * errors) ** 2, axis=1) for _, errors in parts], axis=0)

    def _system(self, values: Array, offsets: Mapping[Zero, float], zeros: Sequence[Zero]) -> _System:
        """Return what blocks of time say of the parameters, and of some zeros."""
        length = max(1, -(-sum(len(motion.kept) for motion in self.motions) // BLOCKS))
        start, (n, k) = np.append(values, np.zeros(len(zeros))), self.ways.shape
        ways = np.zeros((n + len(zeros), k + len(zeros)))
        ways[:n, :k], ways[n:, k:] = self.ways, PLAUSIBLE * np.eye(len(zeros))
        return _System.of([*stretches(self._pass(values, offsets, zeros), start, self.weights, length)], ways)

    def _pass(self, values: Array, offsets: Mapping[Zero, float], zeros: Sequence[Zero]) -> ZeroPass:
        """Return the pass over corrected positions whose columns of zeros hold for parameters."""
        whole = np.zeros(len(self.model.names))
        whole[list(self.chosen)] = values
        return ZeroPass(
            self.model, self.chosen, corrected(self.motions, offsets), whole[: self.model.n_inertial], zeros
        )


def corrected(motions: Sequence[Motion], offsets: Mapping[Zero, float]) -> list[Motion]:
    """Return motions with offsets [rad] added to the positions of zeros."""
    for zero, size in offsets.items():
        motions = [moved(motion, zero.place, size) if zero.acts(motion) else motion for motion in motions]
    return list(motions)


def _deviation(sizes: Array) -> Array:
    """Return the standard deviations by a jackknife, from estimates (blocks, k) without each block."""
    m = len(sizes)
    return np.sqrt((m - 1) / m * np.sum((sizes - sizes.mean(axis=0)) ** 2, axis=0))


@dataclass(frozen=True, eq=False)
class _System:
    """Normal equations of blocks of time, in plausible sizes, about the present parameters.

    With N and s the sums of A^T w^2 A and A^T w^2 e, a step dx changes the sum of squares of a block by
    dx^T N dx - 2 dx^T s. Unknowns have their plausible sizes as a prior, so that those that are not excited stay.
    """

    N: Array
    s: Array

    @classmethod
    def of(cls, blocks: Sequence[Stretch], ways: Array) -> _System:
        """Return that of blocks of n parameters, which move along the columns of `ways` (n, k)."""
        parts = [block.along(ways) for block in blocks]
        return cls(np.array([part.information for part in parts]), np.array([p.scores.sum(axis=0) for p in parts]))

    def step(self, columns: Sequence[int]) -> Array:
        """Return the step of some columns that all blocks ask for."""
        c = list(columns)
        N, s = self.N.sum(axis=0)[np.ix_(c, c)], self.s.sum(axis=0)[c]
        return damped(N, s[:, None])[:, 0]

    def scattered(self, columns: Sequence[int]) -> Array:
        """Return (blocks, k) the step of some columns without each block."""
        c = list(columns)
        N, s = self.N[:, c][:, :, c], self.s[:, c]
        return damped(N.sum(axis=0) - N, (s.sum(axis=0) - s)[..., None])[..., 0]

    def each_beside(self, columns: Sequence[int], others: Sequence[int]) -> dict[int, Array]:
        """Return (blocks, k + 1) the steps without each block of some columns and one more, which is each of others."""
        N, s = self.N.sum(axis=0) - self.N, self.s.sum(axis=0) - self.s
        return dict(zip(others, damped_beside(N, s, list(columns), list(others)), strict=True))

    def left_out(self, columns: Sequence[int]) -> float:
        """Return how the sum of squares on blocks that are left out changes by the step that the others ask for."""
        return self.change(columns, self.scattered(columns))

    def change(self, columns: Sequence[int], x: Array) -> float:
        """Return how the sum of squares changes, if each block takes its step (blocks, k) of some columns."""
        c = list(columns)
        return float(np.sum(x * ((self.N[:, c][:, :, c] @ x[..., None])[..., 0] - 2 * self.s[:, c])))
