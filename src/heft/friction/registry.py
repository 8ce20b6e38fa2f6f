"""The registry of friction laws: every file in `heft.friction.laws`, and the laws that a program adds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache

from heft.errors import ArgumentError
from heft.friction.law import Law
from heft.registry import Registry, among
from heft.robot.joint import Friction

DEFAULT_FRICTION = tuple(field.name for field in fields(Friction))
"""The laws whose coefficients a robot description holds; `heft.identify` fits these unless others are selected."""

AUTO = "auto"
"""In place of laws: `heft.identify` chooses them for every joint by cross-validation."""

OTHERS = "*"
"""In place of a joint: every joint that is not named."""


def _names(law: Law) -> set[str]:
    """Return the names that no other law, and no term of one, may have."""
    return {law.name, *(term.name for term in law.terms)}


_LAWS: Registry[Law] = Registry("heft.friction.laws", "LAW", "friction law", claims=_names)
register, unregister = _LAWS.register, _LAWS.unregister
law_named, all_laws = _LAWS.named, _LAWS.all


def term_named(name: str) -> Law:
    """Return a law, or a part of one, that has a coefficient of its own.

    Raises:
        ArgumentError: there is none of this name.
    """
    return among(_terms(tuple(all_laws().values())), name, "friction term")


def law_of_term(name: str) -> Law:
    """Return the law that a term belongs to, or is.

    Raises:
        ArgumentError: there is no such term.
    """
    term_named(name)
    return next(law for law in all_laws().values() if name in [term.name for term in law.terms])


@lru_cache(maxsize=4)
def _terms(laws: tuple[Law, ...]) -> dict[str, Law]:
    """Return the terms of laws by name."""
    return {term.name: term for law in laws for term in law.terms}


def chosen(names: Iterable[str]) -> tuple[Law, ...]:
    """Return the laws of these names, in order.

    Raises:
        ArgumentError: a law does not exist, is named twice, contains another one, or needs one that is missing.
    """
    asked = tuple(names)
    found = tuple(law_named(name) for name in asked)
    for law in found:
        if asked.count(law.name) > 1:
            raise ArgumentError(f"Friction '{law.name}' is named twice.", remedy="Name each law once.")
        if set(law.replaces) & set(asked):
            parts = " and ".join(f"'{name}'" for name in law.replaces)
            raise ArgumentError(
                f"Friction '{law.name}' contains {parts} already.",
                remedy=f"Select '{law.name}', or {parts}, not both.",
            )
        if law.needs and not set(law.needs) & set(asked):
            parts = " or ".join(f"'{name}'" for name in law.needs)
            raise ArgumentError(
                f"Friction '{law.name}' cannot be fitted without {parts}.", remedy=f"Add {parts} to the friction."
            )
    return found


def searched(names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the laws that have a number to be searched in logs."""
    asked = tuple(names)
    return tuple(name for name in asked if any(needs_number(term, asked) for term in law_named(name).terms))


def needs_number(term: Law, names: Iterable[str]) -> bool:
    """Return whether a term has a number to be searched beside laws of these names.

    A number that a term shares with another law exists only where that law does.
    """
    return term.number is not None and (not term.number.source or term.number.source in names)


def load_dependent(names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the laws that depend on the torques that gears carry."""
    return tuple(name for name in names if any(term.loaded for term in law_named(name).terms))


def beside_default(joint: str, law: str) -> str:
    """Return the option that gives a joint a law beside the usual ones, as a person writes it."""
    return f"--friction {joint}={','.join((*DEFAULT_FRICTION, law))}"


def without_searched(names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the laws that are linear in all their numbers."""
    asked = tuple(names)
    return tuple(name for name in asked if name not in searched(asked))
