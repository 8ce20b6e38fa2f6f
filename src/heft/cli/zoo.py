"""`heft zoo`: the built-in robots."""

from __future__ import annotations

from heft.cli.options import ANSWERING, AnswerOptions


def zoo(*, answering: AnswerOptions = ANSWERING) -> None:
    """List the built-in robots, which every verb takes as zoo:NAME, and where their numbers come from."""
    from heft.report.zoo import zoo_facts, zoo_shown

    place = answering.place()
    facts = zoo_facts()
    answering.give(facts, lambda: zoo_shown(facts, answering.every), place)
