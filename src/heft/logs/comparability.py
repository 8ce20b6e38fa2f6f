"""What makes the comparison of a model with logs doubtful: fitted logs, no samples, residuals like efforts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from heft.errors import listed
from heft.logs.content import KnownRun, first_repeated, shared_words
from heft.logs.motion import Motion
from heft.logs.residuals import Validation

UNEXPLAINED = 100 * float(np.sqrt(0.5))
"""[%] A relative residual from which on more than half of the efforts' energy is unexplained."""


def with_doubts(found: Validation, motions: Sequence[Motion], fitted: Iterable[Mapping[str, Any]] = ()) -> Validation:
    """Return a validation with a warning, in front of others, of each thing that makes it doubtful.

    That the model was fitted to the same samples is a reason not to rely on it.

    Args:
        found: residuals on motions.
        motions: what the model was compared with.
        fitted: the runs that it was fitted to, as `Motion.to_dict` gives them.
    """
    more = (*_empty(found, motions), *_unexplained(found), *_clipped(motions))
    return replace(found, warnings=(*more, *found.warnings), doubts=(*_fitted(motions, fitted), *found.doubts))


def _fitted(motions: Sequence[Motion], fitted: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    known = [KnownRun.of(facts) for facts in fitted]
    pairs = [pair for motion in motions if (pair := first_repeated([motion.known], known))]
    whole = [run.name for before, run in pairs if before.content == run.content]
    parts = [shared_words(before, run) for before, run in pairs if before.content != run.content]
    if whole:
        yield f"The estimate was fitted to {listed(whole)}: residuals there do not show how well it predicts new data."
    if parts:
        yield (
            f"The estimate was fitted to samples of these logs: {'; '.join(parts)}. Residuals there do not show how "
            "well it predicts new data. Compare it with another run."
        )


def _empty(found: Validation, motions: Sequence[Motion]) -> Iterator[str]:
    measured = [name for k, name in enumerate(motions[0].names) if any(m.measured[k] for m in motions)]
    none = [name for name in measured if name not in {joint.name for joint in found.joints}]
    if not found.overall.n:
        yield "No sample is compared: every joint is always slower than its velocity threshold."
    elif none:
        yield f"No sample of {listed(none)} is compared: always slower than the velocity threshold."


def _unexplained(found: Validation) -> Iterator[str]:
    relative = found.overall.relative_percent
    if relative > UNEXPLAINED:
        yield f"The residual is comparable in size to the {found.quantity}: {relative:.3g} % of their rms."


def _clipped(motions: Sequence[Motion]) -> Iterator[str]:
    counts = {
        name: sum(int(np.count_nonzero(m.clipped[:, k])) for m in motions if m.clipped is not None)
        for k, name in enumerate(motions[0].names)
    }
    found = [f"{count} of '{name}'" for name, count in counts.items() if count]
    if found:
        yield f"Efforts are clipped at the limit of a drive or sensor; these samples are not compared: {listed(found)}."
