"""The residuals look as if the zeros of some joints' encoders were wrong.

Gravity and inertia depend on positions, so that a constant error of a position leaves a mark in the torques beyond what
other parameters explain, except at a joint about a vertical axis in front of all others and at the last joints. The
columns of small errors (`heft.estimation.zero_rows`) are added to the regression, in one pass over a part of the logs.
Joints are taken in one by one, the one first that explains most of the residuals on blocks of time that were left out.
Gauss-Newton steps then find the sizes, with the positions corrected and everything else fitted again.

Where axes are parallel, links that are turned by the same angle explain an error nearly as well, and the logs alone do
not show it. A good robot file does: its links, with friction fitted to the logs, then predict a joint well with the
zeros corrected and badly without. So both are tried, the logs alone first. But a file whose centre of mass is wrong
looks the same, and then the estimate is right: against the file, zeros are a warning, not a reason for doubt.

A model or a file that lacks something may seem to have wrong zeros, too. So zeros are named only if all of this holds:
they are off by more than robots are adjusted to; they are certain against their scatter over blocks of time; they take
a worthwhile share of the residuals; and most of the residual of one joint at least. If the base seems to be tilted and
that explains more, zeros are not named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.findings.base_tilt import FRICTION, TiltTest, with_friction
from heft.estimation.least_squares import Fit, reweighted
from heft.estimation.tilt_rows import thinned
from heft.estimation.uncertainty import Stretch, stretches
from heft.estimation.zero_rows import ZeroPass, moved, turning
from heft.linalg import damped, damped_beside
from heft.logs.motion import Motion

MOST_SAMPLES = 8_000
BLOCKS = 20
LEAST = np.radians(1.0)
"""[rad] Zeros that are off by less are within the care with which robots are adjusted."""

PLAUSIBLE = 0.3
"""[rad] The size that an error of a zero could well have."""

CERTAIN = 0.001
"""The probability with which scatter alone would make any joint look as significant."""

WORTHWHILE = 0.05
"""The share of the residuals' sum of squares on blocks left out that a joint must explain to be taken in."""

NOTABLE = 0.75
"""The squared residual of a joint that the corrections leave, as a fraction, must be below this."""

NEARLY_ALL = 0.1
"""The same of links of the robot file, whose centres of mass may be wrong as well: no more than this may be left."""

MANY_JOINTS = 12
"""With more joints than this, zeros are not searched for: that would take long."""

STEPS, LARGEST, SETTLED = 6, 0.3, 1e-3
"""Gauss-Newton: how many steps, and of which size [rad]."""


@dataclass(frozen=True)
class Zeros:
    """Errors of encoder zeros that would explain residuals.

    Attributes:
        offsets: by joint, what is to be added to its positions, and the standard deviation [rad].
        remains: by joint, the squared residual with the zeros corrected, as a fraction of that without.
        share: of all squared residuals, weighted by joint, that is explained.
        of_file: whether residuals are those of the links of the robot file.
    """

    offsets: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    remains: Mapping[str, float] = field(default_factory=dict)
    share: float = 0.0

    of_file: bool = False

    @property
    def least(self) -> tuple[str, float]:
        """The joint whose residual falls most, and the fraction of its squares that remains."""
        return min(self.remains.items(), key=lambda item: item[1], default=("", 1.0))

    @property
    def speaks(self) -> bool:
        """Whether it is worth a sentence."""
        large = all(abs(size) > LEAST for size, _ in self.offsets.values())
        return bool(self.offsets) and large and self.least[1] < (NEARLY_ALL if self.of_file else NOTABLE)

    @property
    def words(self) -> str:
        """What seems to be wrong, and what to do."""
        sizes = [f"{size:+.3g} ± {2 * max(d, 5e-4):.1g} rad for '{name}'" for name, (size, d) in self.offsets.items()]
        several, (joint, left) = len(sizes) > 1, self.least
        table = ", ".join(f"{name} = {size:.3g}" for name, (size, _) in self.offsets.items())
        again = f"import the log again with offset = {{ {table} }} for the positions in its map"
        removed = f"would remove {100 * (1 - left):.0f} % of the squared residual"
        if self.of_file:
            return (
                f"Either a centre of mass in the robot file is wrong, or the zero{'s' if several else ''} of the "
                f"positions {'are' if several else 'is'} off: both look the same. Adding {', '.join(sizes)} {removed} "
                f"of the robot's own file (with friction fitted) at '{joint}'. If the encoder"
                f"{'s are' if several else ' is'} wrong, {again}; if the file is, the estimate corrects it."
            )
        return (
            f"The zero{'s' if several else ''} of the positions seem{'' if several else 's'} to be off: add "
            f"{', '.join(sizes)}. This {removed} of the estimate at '{joint}'. Correct the encoder"
            f"{'s' if several else ''}, or {again}."
        )


def encoder_zeros(base: Base, motions: Sequence[Motion], fit: Fit, tilted: TiltTest | None) -> tuple[list[str], bool]:
    """Return a sentence if the zeros of joints seem to be off, and whether the estimate is not to be relied on.

    Args:
        base: the base parameters.
        motions: that were fitted.
        fit: the least-squares estimate.
        tilted: what a tilt of the base would explain.
    """
    if not 0 < len(turning(base.model.robot)) <= MANY_JOINTS or base.model.sensors:
        return [], False
    search = _Search.of(base, motions, fit)
    found = zeros_of(base, fit, search)
    if tilted is not None and tilted.speaks and tilted.share >= found.share:
        return [], False
    if not found.speaks:
        found = zeros_of(base, fit, search, of_file=True)
    return ([found.words], not found.of_file) if found.speaks else ([], False)


def zeros_of(base: Base, fit: Fit, search: _Search, *, of_file: bool = False) -> Zeros:
    """Return the errors of zeros that explain residuals best, whatever they explain.

    Args:
        base: the base parameters.
        fit: the least-squares estimate.
        search: beside all parameters.
        of_file: whether the links are those of the robot file, with only the drives fitted to the logs.
    """
    start = base.reduce(base.model.prior) if of_file else fit.values
    values = np.append(start, np.zeros(len(search.chosen) - len(start)))
    if of_file:  # joints count by what the file leaves of their efforts
        search = replace(search, free=[k for k, c in enumerate(search.chosen) if c >= search.model.n_inertial])
        values = search.fitted(values, {})
        root, counted = np.sqrt(search.squares(values, {})), search.weights > 0
        weights = np.divide(search.weights, np.maximum(root, 1e-150), out=np.zeros(len(root)), where=counted)
        search = replace(search, weights=weights)
    return replace(search.zeros(search.fitted(values, {})), of_file=of_file)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Search:
    """The search for zeros beside other parameters.

    Attributes:
        model: with the usual friction.
        chosen: its columns that count.
        motions: a part of the logs.
        weights: (nv,) of the coordinates' residuals.
        scales: (n,) plausible sizes of the chosen columns.
        free: which of them are fitted.
        joints: whose zeros may be wrong, with the numbers of their positions.
    """

    model: Model
    chosen: Sequence[int]
    motions: Sequence[Motion]
    weights: Array
    scales: Array
    free: Sequence[int]
    joints: Mapping[str, int]

    @classmethod
    def of(cls, base: Base, motions: Sequence[Motion], fit: Fit) -> _Search:
        """Return that beside all parameters of a fit to motions, and the usual friction."""
        model, few = with_friction(base.model), thinned(list(motions), MOST_SAMPLES)
        more = len(model.extra) - len(base.model.extra)
        chosen = [*base.columns, *range(len(model.names) - more, len(model.names))]
        return cls(
            model=model,
            chosen=chosen,
            motions=few,
            weights=reweighted(fit),
            scales=np.append(fit.scales, np.full(more, FRICTION * np.nanmax(fit.sigma))),
            free=list(range(len(chosen))),
            joints=turning(base.model.robot),
        )

    def zeros(self, values: Array) -> Zeros:
        """Return the zeros that explain residuals best, beside parameters (n,) that fit without them."""
        before, n = self.squares(values, {}), len(values)
        system, names = self._system(values, {}, [*self.joints]), [*self.joints]
        taken = self._taken(system, float(before.sum()), names) if len(system.s) >= BLOCKS // 2 else []
        if not taken:
            return Zeros()
        offsets, deviation = dict.fromkeys(taken, 0.0), np.zeros(len(taken))
        columns = [*self.free, *range(n, n + len(taken))]
        for _ in range(STEPS):
            system = self._system(values, offsets, taken)
            step, deviation = system.step(columns), _deviation(system.scattered(columns))[-len(taken) :]
            size = np.clip(step[-len(taken) :], -LARGEST, LARGEST)
            offsets = {name: offsets[name] + float(d) for name, d in zip(taken, size, strict=True)}
            values = self.fitted(values, offsets)
            if np.max(np.abs(size)) < SETTLED:
                break
        after = self.squares(values, offsets)
        remains = {name: float(y / x) for name, x, y in zip(self.model.rows, before, after, strict=True) if x > 0}
        found = {name: (offsets[name], float(d)) for name, d in zip(taken, deviation, strict=True)}
        return Zeros(found, remains, 1 - float(after.sum() / before.sum()))

    def _taken(self, system: _System, squares: float, names: Sequence[str]) -> list[str]:
        """Return the joints whose zeros explain a worthwhile share and are certain, in the order of the robot."""
        from scipy.special import stdtr

        n, taken = len(self.chosen), list[int]()
        now = system.left_out(self.free)
        total = squares + now
        while len(taken) < len(names):
            others = [k for k in range(n, n + len(names)) if k not in taken]
            found = system.each_beside([*self.free, *taken], others)
            left = {k: system.change([*self.free, *taken, k], x) for k, x in found.items()}
            best = min(left, key=left.__getitem__)
            if now - left[best] < WORTHWHILE * total:
                break
            sizes = system.scales[best] * found[best][:, -1:]
            ratio = abs(float(sizes.mean())) / max(float(_deviation(sizes)[0]), 1e-12)
            if 2 * float(stdtr(len(sizes) - 1, -ratio)) * len(names) > CERTAIN:
                break
            now = left[best]
            taken.append(best)
        return [names[k - n] for k in sorted(taken)]

    def fitted(self, values: Array, offsets: Mapping[str, float]) -> Array:
        """Return parameters with the free ones fitted to positions that are corrected."""
        step = np.zeros(len(values))
        step[list(self.free)] = self._system(values, offsets, ()).step(self.free)
        return values + step

    def squares(self, values: Array, offsets: Mapping[str, float]) -> Array:
        """Return (nv,) the weighted sums of squared residuals."""
        parts = self._pass(values, offsets, ()).residuals(values)
        return np.sum([np.nansum((self.weights[:, None] * errors) ** 2, axis=1) for _, errors in parts], axis=0)

    def _system(self, values: Array, offsets: Mapping[str, float], names: Sequence[str]) -> _System:
        """Return what blocks of time say of the parameters, and of the zeros of some joints."""
        length = max(1, -(-sum(len(motion.kept) for motion in self.motions) // BLOCKS))
        start, scales = (np.append(x, np.full(len(names), y)) for x, y in ((values, 0.0), (self.scales, PLAUSIBLE)))
        return _System.of([*stretches(self._pass(values, offsets, names), start, self.weights, length)], scales)

    def _pass(self, values: Array, offsets: Mapping[str, float], names: Sequence[str]) -> ZeroPass:
        """Return the pass over corrected positions whose columns of zeros hold for parameters."""
        whole, motions = np.zeros(len(self.model.names)), list(self.motions)
        whole[list(self.chosen)] = values
        for name, size in offsets.items():
            motions = [moved(motion, self.joints[name], size) for motion in motions]
        weighing = whole[: self.model.n_inertial]
        places = [self.joints[name] for name in names]
        return ZeroPass(self.model, self.chosen, motions, weighing, places)


def _deviation(sizes: Array) -> Array:
    """Return the standard deviations by a jackknife, from estimates (blocks, k) without each block."""
    m = len(sizes)
    return np.sqrt((m - 1) / m * np.sum((sizes - sizes.mean(axis=0)) ** 2, axis=0))


@dataclass(frozen=True, eq=False)
class _System:
    """Normal equations of blocks of time, in plausible sizes, about the present parameters.

    With N and s the sums of A^T w^2 A and A^T w^2 e, a step dx changes the sum of squares of a block by
    dx^T N dx - 2 dx^T s. Parameters have their plausible sizes as a prior, so that those that are not excited stay.
    """

    N: Array
    s: Array
    scales: Array

    @classmethod
    def of(cls, blocks: Sequence[Stretch], scales: Array) -> _System:
        N = np.array([scales[:, None] * block.information * scales for block in blocks])
        return cls(N, np.array([scales * block.scores.sum(axis=0) for block in blocks]), scales)

    def step(self, columns: Sequence[int]) -> Array:
        """Return the step of some columns that all blocks ask for."""
        c = list(columns)
        N, s = self.N.sum(axis=0)[np.ix_(c, c)], self.s.sum(axis=0)[c]
        return damped(N, s[:, None])[:, 0] * self.scales[c]

    def _others(self, columns: Sequence[int]) -> Array:
        c = list(columns)
        N, s = self.N[:, c][:, :, c], self.s[:, c]
        return damped(N.sum(axis=0) - N, (s.sum(axis=0) - s)[..., None])[..., 0]

    def scattered(self, columns: Sequence[int]) -> Array:
        """Return (blocks, k) the step of some columns without each block."""
        return self._others(columns) * self.scales[list(columns)]

    def each_beside(self, columns: Sequence[int], others: Sequence[int]) -> dict[int, Array]:
        """Return (blocks, k + 1) the steps without each block of some columns and one more, which is each of others."""
        N, s = self.N.sum(axis=0) - self.N, self.s.sum(axis=0) - self.s
        return dict(zip(others, damped_beside(N, s, list(columns), list(others)), strict=True))

    def left_out(self, columns: Sequence[int]) -> float:
        """Return how the sum of squares on blocks that are left out changes by the step that the others ask for."""
        return self.change(columns, self._others(columns))

    def change(self, columns: Sequence[int], x: Array) -> float:
        """Return how the sum of squares changes, if each block takes its step (blocks, k) of some columns."""
        c = list(columns)
        return float(np.sum(x * ((self.N[:, c][:, :, c] @ x[..., None])[..., 0] - 2 * self.s[:, c])))
