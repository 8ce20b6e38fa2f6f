"""Logs that cannot be of the same links: a load that was attached in one of them, another unit, sign, rate or mounting.

All logs are fitted together with the same links, each with friction and reflected inertias of its own, since those
drift. If links of their own take most of the residual of a joint from the logs, and that residual matters beside the
effort, something changed between them or a log is wrong. Of three logs or more it is the one without which the others
agree. The held-out log counts as well: what is asked is not how well it is predicted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.base import Base
from heft.estimation.information import Information, information_of
from heft.estimation.least_squares import Fit, reweighted
from heft.estimation.runs import Runs, name_of

OWN = 0.25
"""The squared residual of a joint that links of their own leave at most, as a fraction: the rms residual is halved."""

MATTERS = 0.05
"""The rms residual of the joint beside its rms effort, with the same links, from which on a conflict is named."""

MOST_LOGS = 8


def conflicting_logs(base: Base, runs: Runs, fit: Fit) -> tuple[list[str], int | None]:
    """Return a sentence if logs cannot be of the same links, and which one is to blame, if one is.

    Args:
        base: the base parameters.
        runs: the logs; those with a payload have no part in it.
        fit: the least-squares estimate.
    """
    logs = runs.unloaded
    told_apart = any(column.run is not None for column in base.model.extra)
    if not 2 <= len(logs) <= MOST_LOGS or told_apart or base.model.contacts is not None:
        return [], None
    parts = [information_of(base.model, base.columns, motion) for motion in logs]
    shared = np.asarray(base.columns) < base.model.n_inertial
    judge = _Judge(parts, shared, fit)
    every = list(range(len(logs)))
    here = judge.conflict(every)
    if here is None:
        return [], None
    clear = [k for k in every if len(logs) > 2 and judge.conflict([j for j in every if j != k]) is None]
    blamed = min(clear, key=lambda k: float(judge.together([j for j in every if j != k]).sum())) if clear else None
    joint, gain, before = here
    names = [name_of(motion) for motion in logs]
    who = (
        f"{names[blamed]} does not go together with the other logs"
        if blamed is not None
        else f"The logs {', '.join(names)} do not go together"
    )
    sentence = (
        f"{who}: the links cannot be the same. With links of their own the rms residual of '{base.model.rows[joint]}' "
        f"would fall by {100 * gain:.0f} %, from {100 * before:.3g} % of its effort. Was a load or tool changed, or "
        "does a log have another unit, sign, rate or mounting? Leave it out, or give logs with a load as loaded runs."
    )
    return [sentence], blamed


class _Judge:
    """Fits logs with the same links and with links of their own."""

    def __init__(self, parts: Sequence[Information], shared: Bools, fit: Fit) -> None:
        self.parts, self.shared, self.fit = parts, shared, fit
        weights = reweighted(fit)
        self.factors = [part.stacked(weights)[:-1] * np.append(fit.scales, 1.0) for part in parts]
        self.alone = np.array([part.squares(self._values([k])[0]) for k, part in enumerate(parts)])

    def together(self, logs: Sequence[int]) -> Array:
        """Return (nv,) squared residuals of some logs with the same links."""
        values = self._values(logs)
        return np.sum([self.parts[k].squares(x) for k, x in zip(logs, values, strict=True)], axis=0)

    def conflict(self, logs: Sequence[int]) -> tuple[int, float, float] | None:
        """Return the coordinate in which some logs conflict most, by how much its rms residual would fall, and it."""
        same, own = self.together(logs), self.alone[list(logs)].sum(axis=0)
        energy = np.sum([self.parts[k].energy for k in logs], axis=0)
        matters = same > MATTERS**2 * np.maximum(energy, 1e-300)
        ratio = np.where(matters, own / np.maximum(same, 1e-300), 1.0)
        r = int(np.argmin(ratio))
        return (r, float(1 - np.sqrt(ratio[r])), float(np.sqrt(same[r] / energy[r]))) if ratio[r] < OWN else None

    def _values(self, logs: Sequence[int]) -> list[Array]:
        """Return the parameters of each of some logs: links in common, drives of their own.

        Sizes that are plausible are a prior about the fit, so that what a log does not excite stays.
        """
        links, drives, n = np.flatnonzero(self.shared), np.flatnonzero(~self.shared), len(self.shared)
        width, start = len(links) + len(logs) * len(drives), self.fit.values / self.fit.scales
        rows, sides = [np.eye(width)], [np.zeros(width)]
        for k, log in enumerate(logs):
            R = self.factors[log]
            wide = np.zeros((len(R), width))
            own = slice(len(links) + k * len(drives), len(links) + (k + 1) * len(drives))
            wide[:, : len(links)], wide[:, own] = R[:, links], R[:, drives]
            rows.append(wide)
            sides.append(R[:, n] - R[:, :n] @ start)
        x = np.linalg.lstsq(np.vstack(rows), np.concatenate(sides), rcond=None)[0]
        found = []
        for k in range(len(logs)):
            values = np.empty(n)
            values[links] = x[: len(links)]
            values[drives] = x[len(links) + k * len(drives) : len(links) + (k + 1) * len(drives)]
            found.append(self.fit.scales * (start + values))
        return found
