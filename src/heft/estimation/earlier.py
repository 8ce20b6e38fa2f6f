"""Saved information of earlier logs, and whether new logs go with it: the same robot, columns and cleaning.

New logs are cleaned as the earlier ones were. What is asked for otherwise, in so many words, is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from heft.errors import ArgumentError, listed
from heft.estimation.base import Base
from heft.estimation.fingerprint import difference
from heft.estimation.information import Information
from heft.logs.cleaning import for_other_logs
from heft.logs.cleaning_options import Cleaning
from heft.logs.motion import Motion

ALIKE = {
    "cutoff": "the cut-off frequency",
    "order": "the order of the low-pass filter",
    "velocity_threshold": "the velocity threshold",
    "decimation": "the decimation",
    "passive": "the list of passive joints",
}
"""Options of cleaning that the logs of one information share, if they are given."""

REMEDY = "Use the same robot file, friction and options as when the information was saved, or give all logs at once."


def refuse_strangers(base: Base, earlier: Information) -> None:
    """Refuse information of another robot, of another model, or over other columns.

    Raises:
        ArgumentError: names the first thing that differs.
    """
    if not earlier.fingerprint:
        raise ArgumentError("The saved information does not say which robot it is of.", remedy=REMEDY)
    apart = difference(base.model.fingerprint, earlier.fingerprint)
    others = sorted({*base.names} ^ {*earlier.names})
    if others:
        verb = "is" if len(others) == 1 else "are"
        raise ArgumentError(
            f"The saved information has other columns than this model: {listed(others, 4)} {verb} in only one of "
            f"them.{' ' + apart if apart else ''}",
            remedy=REMEDY,
        )
    if apart:
        raise ArgumentError(f"The saved information is of another robot or model. {apart}", remedy=REMEDY)


def cleaning_like(earlier: Information, asked: Cleaning) -> Cleaning:
    """Return the options with which new logs are cleaned: as the earlier ones were.

    Args:
        earlier: saved information.
        asked: options of the caller; those that are not the default must agree.

    Raises:
        ArgumentError: names the option that does not.
    """
    if not earlier.sources:
        return asked
    saved = Cleaning.from_dict(earlier.sources[0]["cleaning"])
    usual = Cleaning()
    for name, words in ALIKE.items():
        given = getattr(asked, name)
        if given != getattr(usual, name):
            _refuse_other(words, getattr(saved, name), given)
    settled = for_other_logs(replace(saved, decimation=None, gap=None))
    return asked.over(settled)


def refuse_other_cleaning(earlier: Information, motions: Sequence[Motion]) -> None:
    """Refuse motions that were cleaned otherwise than the logs of saved information.

    Raises:
        ArgumentError: names the option that differs.
    """
    for source in earlier.sources[:1]:
        saved = Cleaning.from_dict(source["cleaning"])
        for motion in motions:
            for name in ("cutoff", "order", "passive"):
                _refuse_other(ALIKE[name], getattr(saved, name), getattr(motion.cleaning, name))
            if motion.effort_kind != source["effort_kind"]:
                raise ArgumentError(
                    f"The saved information is of efforts of the kind {source['effort_kind']}, {motion.where} has "
                    f"efforts of the kind {motion.effort_kind}.",
                    remedy="Add logs of one kind only.",
                )


def _refuse_other(words: str, saved: Any, given: Any) -> None:
    if _plain(saved) != _plain(given):
        raise ArgumentError(
            f"The logs of the saved information were cleaned differently: {words} was {_plain(saved)} there and is "
            f"{_plain(given)} here.",
            remedy="Leave the option out: new logs are cleaned as the earlier ones were.",
        )


def _plain(value: Any) -> Any:
    """Return an option as people write it: equal numbers for all coordinates are one number."""
    if isinstance(value, tuple) and value and not isinstance(value[0], str):
        return float(value[0]) if np.ptp(value) == 0 else [float(x) for x in value]
    return sorted(value) if isinstance(value, tuple) else value
