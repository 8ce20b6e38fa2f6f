"""What makes the comparison of a model with logs doubtful: fitted logs, no samples, residuals like efforts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from heft.errors import listed
from heft.logs.content import KnownRun, first_repeated
from heft.logs.motion import Motion
from heft.logs.residuals import Validation

UNEXPLAINED = 100 * float(np.sqrt(0.5))
"""[%] A relative residual from which on more than half of the efforts' energy is unexplained."""


def with_doubts(found: Validation, motions: Sequence[Motion], fitted: Iterable[Mapping[str, Any]] = ()) -> Validation:
    """Return a validation with a warning, in front of others, of each thing that makes it doubtful.

    Args:
        found: residuals on motions.
        motions: what the model was compared with.
        fitted: the runs that it was fitted to, as `Motion.to_dict` gives them.
    """
    more = (*_fitted(motions, fitted), *_empty(found, motions), *_unexplained(found), *_clipped(motions))
    return replace(found, warnings=(*more, *found.warnings))


def _fitted(motions: Sequence[Motion], fitted: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    known = [KnownRun.of(facts) for facts in fitted]
    seen = [motion.where for motion in motions if first_repeated([motion.known], known)]
    if seen:
        yield f"The estimate was fitted to {listed(seen)}: residuals there do not show how well it predicts new data."


def _empty(found: Validation, motions: Sequence[Motion]) -> Iterator[str]:
    measured = [name for k, name in enumerate(motions[0].names) if any(m.measured[k] for m in motions)]
    none = [name for name in measured if name not in {joint.name for joint in found.joints}]
    if not found.overall.n:
        yield "No sample is compared: every joint is slower than its velocity threshold throughout."
    elif none:
        yield f"No sample of {listed(none)} is compared: slower than the velocity threshold throughout."


def _unexplained(found: Validation) -> Iterator[str]:
    relative = found.overall.relative_percent
    if relative > UNEXPLAINED:
        yield f"The residual is of the size of the {found.quantity}: {relative:.3g} % of them."


def _clipped(motions: Sequence[Motion]) -> Iterator[str]:
    counts = {
        name: sum(int(np.count_nonzero(m.clipped[:, k])) for m in motions if m.clipped is not None)
        for k, name in enumerate(motions[0].names)
    }
    found = [f"{count} of '{name}'" for name, count in counts.items() if count]
    if found:
        yield f"Efforts are clipped at the limit of a drive or sensor; these samples are not compared: {listed(found)}."
