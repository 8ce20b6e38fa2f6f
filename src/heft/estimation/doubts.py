"""Reasons not to rely on an estimate at all. They stand in its first line, and the exit code is 1.

A warning names something to look at. A doubt says that the estimate as a whole is no better than what was there before,
that there is little in it, that a joint's torque is not predicted at all, or that no rigid links fit the data. Nothing
is withheld: the files are written all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.errors import listed
from heft.estimation.comparison import Comparison
from heft.estimation.excitation import GOOD
from heft.estimation.findings.misfits import conflicts
from heft.estimation.least_squares import Fit
from heft.estimation.residuals import Residuals
from heft.logs.comparability import UNEXPLAINED

WORSE = 1.05
"""An estimate is worse than another one, or than none, if its residual is larger by this factor."""

SCATTER = 2.0
"""And if the energy by which it is larger is more than that of so many times the scatter that noise alone makes in
predicted torques: no estimate from noisy logs is as good as a file that is right. Scatter excuses no more than the
uncertainty of a good excitation: beyond it, the logs do not determine what they are to predict."""


def doubts(fit: Fit, compared: Comparison) -> Iterator[str]:
    """Say why an estimate should not be relied on; nothing if it may be."""
    yield from _worse_than_the_file(compared)
    yield from _unexcited(fit)
    yield from _unexplained(compared)
    yield from _worse_than_nothing(compared)
    yield from conflicts(compared)


def _worse_than_the_file(compared: Comparison) -> Iterator[str]:
    """Say if the file, as it is or with drives fitted, predicts held-out torques better."""
    if compared.estimate.held_out is None:
        return
    own = compared.estimate.held_out.overall.relative_percent
    excused = min(SCATTER * compared.scatter, GOOD)
    rivals = (
        (compared.file_with_drives, "the links of the robot's own file with friction fitted to the same logs"),
        (compared.file, "the robot's own file"),
    )
    for rival, words in rivals:
        other = rival.judged.overall.relative_percent
        if np.isfinite(own) and own > WORSE * other and own**2 - other**2 > excused**2:
            yield (
                f"On the held-out samples, the estimate is worse than {words}: its residual is {own:.3g} % of the "
                f"torque, while the file has {other:.3g} %."
            )
            return


def _unexcited(fit: Fit) -> Iterator[str]:
    total = len(fit.values)
    if 2 * fit.rank < total:
        yield f"The motion excites only {fit.rank} of {total} base parameters; the others keep the value of the prior."


def _unexplained(compared: Comparison) -> Iterator[str]:
    for found, rows in ((compared.estimate.held_out, "held-out"), (compared.estimate.fitted, "fitted")):
        if found is not None and (said := [*unexplained(found, rows)]):
            yield said[0]
            return


def _worse_than_nothing(compared: Comparison) -> Iterator[str]:
    for found, rows in ((compared.estimate.held_out, "held-out"), (compared.estimate.fitted, "fitted")):
        if found is not None and (said := [*worse_than_nothing(found, rows)]):
            yield said[0]
            return


def unexplained(found: Residuals, rows: str) -> Iterator[str]:
    """Say if more than half of the energy of the torques is unexplained.

    Args:
        found: the residuals.
        rows: which samples they are of, in a word.
    """
    if found.overall.relative_percent > UNEXPLAINED:
        yield (
            f"The residual on the {rows} samples is comparable in size to the torques: "
            f"{found.overall.relative_percent:.3g} % of their rms."
        )


def worse_than_nothing(found: Residuals, rows: str) -> Iterator[str]:
    """Name joints whose residual is larger than their effort: zero would be a better prediction.

    Args:
        found: the residuals.
        rows: which samples they are of, in a word.
    """
    lost = [
        f"'{joint.name}' {joint.relative_percent:.0f} %"
        for joint in found.joints
        if joint.relative_percent > 100 * WORSE
    ]
    if lost:
        yield (
            "Zero would predict these joints better than the estimate does. Residuals relative to the effort, on the "
            f"{rows} samples: {listed(lost)}."
        )
