"""Options of learning that have no effect beside others: they are refused, since they would be ignored in silence.

The numbers of a `FitPlan` that limit a phase (steps, rate, batch) are not among them: a phase that does not take place
stays within any limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from heft.errors import ArgumentError
from heft.learning.course import FitPlan
from heft.learning.model import BlackBox, DynamicsModel

if TYPE_CHECKING:
    from heft.learning.learn import LearningOptions

REMEDY = "Leave it out, or learn another kind of model."


def unused(options: LearningOptions, plan: FitPlan, model: DynamicsModel, tested: bool) -> dict[str, str]:
    """Return the options that have no effect, and why: the end of a sentence "actuator has no effect ...".

    Args:
        options: what is learned.
        plan: how it is fitted.
        model: the model of these options.
        tested: whether logs to test on are given.
    """
    found: dict[str, str] = {}
    if tested:
        found["held_out"] = "where logs to test on are given"
    if options.loss != "rollouts":
        found["rollout"] = f"on the loss '{options.loss}'"
    if options.kind == "linear":
        why = "on linear regression, which has one solution and knows neither actuators nor starts"
        names = ("actuator", "kinematics", "virtual", "loss", "rollout", "method", "initial_guess", "starts", "seed")
        return found | dict.fromkeys((*names, "seconds"), why)
    if isinstance(model, BlackBox):
        why = "on a black box, which has neither bodies nor actuators"
        found |= dict.fromkeys(("actuator", "kinematics", "virtual"), why)
        why = "on a black box, which ADAM trains from one random start"
        return found | dict.fromkeys(("method", "initial_guess", "starts"), why)
    method = plan.method_for(model.actuators.has_networks)
    if method == "adam":
        found["starts"] = "on ADAM, which has one start"
    if method == "lm" and plan.from_prior and plan.starts in (None, 1):
        found["seed"] = "where nothing is random: there is one start, from the prior, and no network"
    return found


def refuse_unused(given: Iterable[str], found: dict[str, str]) -> None:
    """Refuse options that are given and have no effect.

    Raises:
        ArgumentError: names the first.
    """
    for name in given:
        if name in found:
            raise ArgumentError(f"{name} has no effect {found[name]}.", remedy=REMEDY)


def changed(*records: Any) -> set[str]:
    """Return the names of the fields that differ from their defaults."""
    pairs = [(record, type(record)(), each.name) for record in records for each in fields(record)]
    return {name for record, usual, name in pairs if getattr(record, name) != getattr(usual, name)}
