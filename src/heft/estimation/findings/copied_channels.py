"""Two joints whose positions or efforts are the same in every sample: a column that was written or mapped twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heft.logs.motion import Motion
from heft.logs.usable_samples import COPIES


def copied_channels(motions: Sequence[Motion]) -> Iterator[str]:
    """Yield a sentence for each pair of joints with the same positions or efforts.

    Args:
        motions: the runs.
    """
    pairs = {
        (step["what"], *step["joints"]): motion.source.path if motion.source else "the motion"
        for motion in reversed(motions)
        for step in motion.steps
        if step["step"] == COPIES
    }
    for (what, one, other), log in pairs.items():
        yield (
            f"The {what} of joints '{one}' and '{other}' are the same in every sample of {log}: one of them seems to "
            "be a copy of the other. Check the columns of the log and of its map."
        )
