"""Registries: the kinds of one thing, such as the joint types or the estimators, found by their names.

The kinds of a thing are the modules of one package, and each module offers its kind under the same attribute. Nothing
else lists them. A program can add kinds of its own.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

from heft.errors import ArgumentError, HeftError, did_you_mean

Kind = TypeVar("Kind")
"""Any type whose objects have a `name`, some as a variable of their class, some of their own."""


def offered(package: str, attribute: str) -> Iterator[Any]:
    """Yield what the modules of a package have under an attribute, in the order of their files."""
    for module in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
        kind = getattr(import_module(module.name), attribute, None)
        if kind is not None:
            yield kind


def among(
    known: Mapping[str, Kind], name: str, noun: str, where: str = "", error: type[HeftError] = ArgumentError
) -> Kind:
    """Return what has this name.

    Args:
        known: all there are, by name.
        name: which one.
        noun: what they are, for the message.
        where: the place that names it, for the message.
        error: what is raised if there is none.
    """
    if name not in known:
        raise error(f"There is no {noun} '{name}'.", where=where, remedy=did_you_mean(str(name), known))
    return known[name]


def _name(kind: Any) -> str:
    return kind.name


class Registry(Generic[Kind]):
    """The kinds of one thing by name. The modules of its package are imported when a kind is first asked for.

    Args:
        package: the package whose modules offer kinds.
        attribute: under which they offer them; a module without it is not a kind.
        noun: what a kind is, for messages.
        order: the key by which kinds are sorted; if not given, by name, whatever the case.
        claims: the words that no other kind may have; if not given, its name.
        check: raises an error for a kind that cannot be used.
    """

    def __init__(
        self,
        package: str,
        attribute: str,
        noun: str,
        *,
        order: Callable[[Kind], Any] = lambda kind: _name(kind).lower(),
        claims: Callable[[Kind], Iterable[str]] = lambda kind: (_name(kind),),
        check: Callable[[Kind], None] = lambda kind: None,
    ) -> None:
        self._package, self._attribute, self._noun = package, attribute, noun
        self._order, self._claims, self._check = order, claims, check
        self._kinds: dict[str, Kind] | None = None

    def all(self) -> dict[str, Kind]:
        """Return all kinds by name, in their order."""
        return dict(self._loaded())

    def named(self, name: str, where: str = "", error: type[HeftError] = ArgumentError) -> Kind:
        """Return the kind of this name.

        Args:
            name: which one.
            where: the place that names it, for the message.
            error: what is raised if there is none.

        Raises:
            ArgumentError: there is none, and no other error was asked for.
        """
        return among(self._loaded(), name, self._noun, where, error)

    def register(self, kind: Kind) -> None:
        """Add a kind.

        Raises:
            ArgumentError: another kind has its name, or something else that only one may have; or it cannot be used.
        """
        self._kinds = self._with(self._loaded(), kind)

    def unregister(self, name: str) -> None:
        """Remove a kind.

        Raises:
            ArgumentError: there is none of this name.
        """
        self.named(name)
        self._kinds = {key: kind for key, kind in self._loaded().items() if key != name}

    def _loaded(self) -> dict[str, Kind]:
        if self._kinds is None:
            kinds: dict[str, Kind] = {}
            for kind in offered(self._package, self._attribute):
                kinds = self._with(kinds, kind)
            self._kinds = kinds  # at once, so that no other thread finds a part of them
        return self._kinds

    def _with(self, kinds: Mapping[str, Kind], kind: Kind) -> dict[str, Kind]:
        taken = {word for other in kinds.values() for word in self._claims(other)}
        for word in self._claims(kind):
            if word in taken:
                raise ArgumentError(
                    f"'{word}' is taken by another {self._noun}.", remedy="Choose another, or unregister that one."
                )
        self._check(kind)
        return {_name(each): each for each in sorted([*kinds.values(), kind], key=self._order)}
