"""The registry of friction laws: every file in `heft.friction.laws`, and the laws that a program adds."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from importlib import import_module

from heft.errors import ArgumentError, did_you_mean
from heft.friction.law import Law
from heft.robot.joint import Friction

DEFAULT_FRICTION = tuple(field.name for field in fields(Friction))
"""The laws whose coefficients a robot description holds; `heft.identify` fits these unless others are selected."""

AUTO = "auto"
"""In place of laws: `heft.identify` chooses them for every joint by cross-validation."""

_laws: dict[str, Law] = {}
_terms: dict[str, Law] = {}


@cache
def _load_own() -> None:
    """Add the law of every file in `heft.friction.laws`."""
    from heft.friction import laws as package

    for module in pkgutil.iter_modules(package.__path__):
        _add(import_module(f"{package.__name__}.{module.name}").LAW)


def _add(law: Law) -> None:
    for name in {law.name, *(term.name for term in law.terms)}:
        if name in _laws or name in _terms:
            raise ArgumentError(
                f"A friction law named '{name}' is registered already.", remedy="Choose another name for the new law."
            )
    _laws[law.name] = law
    _terms.update({term.name: term for term in law.terms})


def register(law: Law) -> None:
    """Add a law from outside heft, so that it can be selected by its name.

    Raises:
        ArgumentError: another law or term has this name.
    """
    _load_own()
    _add(law)


def unregister(name: str) -> None:
    """Remove a law that was registered.

    Raises:
        ArgumentError: there is none of this name.
    """
    for term in law_named(name).terms:
        del _terms[term.name]
    del _laws[name]


def all_laws() -> dict[str, Law]:
    """Return all laws by name."""
    _load_own()
    return dict(_laws)


def law_named(name: str) -> Law:
    """Return a law.

    Raises:
        ArgumentError: there is none of this name.
    """
    _load_own()
    if name not in _laws:
        raise ArgumentError(f"'{name}' is not a friction law.", remedy=did_you_mean(name, _laws))
    return _laws[name]


def term_named(name: str) -> Law:
    """Return a law, or a part of one, that has a coefficient of its own.

    Raises:
        ArgumentError: there is none of this name.
    """
    _load_own()
    if name not in _terms:
        raise ArgumentError(f"'{name}' is not a term of friction.", remedy=did_you_mean(name, _terms))
    return _terms[name]


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


def without_searched(names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the laws that are linear in all their numbers."""
    asked = tuple(names)
    return tuple(name for name in asked if name not in searched(asked))
