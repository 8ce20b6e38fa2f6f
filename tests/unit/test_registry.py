"""A registry finds the kinds that the modules of a package offer, when they are first asked for, and takes others."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from heft.errors import ArgumentError, FormatError
from heft.registry import Registry, among, offered

MODULES = {
    "__init__.py": "",
    "apple.py": "from test_registry import Fruit\nFRUIT = Fruit('Apple', 3)\n",
    "banana.py": "from test_registry import Fruit\nFRUIT = Fruit('banana', 1, ('plantain',))\n",
    "peel.py": "WORDS = 'not a kind'\n",
    "zucchini/__init__.py": "from test_registry import Fruit\nFRUIT = Fruit('courgette', 2)\n",
}
PACKAGE = "registered_fruit"


@dataclass(frozen=True)
class Fruit:
    name: str
    size: int
    synonyms: tuple[str, ...] = ()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package in which every module but one offers a kind."""
    for name, content in MODULES.items():
        path = tmp_path / PACKAGE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "test_registry", sys.modules[__name__])
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        monkeypatch.delitem(sys.modules, name)
    return PACKAGE


@pytest.fixture
def fruit(package: str) -> Registry[Fruit]:
    return Registry(package, "FRUIT", "fruit")


def test_modules_are_imported_when_a_kind_is_asked_for(fruit: Registry[Fruit]) -> None:
    assert f"{PACKAGE}.apple" not in sys.modules
    assert fruit.named("Apple") == Fruit("Apple", 3)
    assert f"{PACKAGE}.peel" in sys.modules


def test_kinds_are_sorted_by_name_or_as_asked(package: str, fruit: Registry[Fruit]) -> None:
    assert [*fruit.all()] == ["Apple", "banana", "courgette"]
    assert [*Registry[Fruit](package, "FRUIT", "fruit", order=lambda kind: kind.size).all()] == [
        "banana",
        "courgette",
        "Apple",
    ]
    assert [kind.name for kind in offered(package, "FRUIT")] == ["Apple", "banana", "courgette"]


def test_a_kind_that_is_added_takes_its_place_until_it_is_removed(fruit: Registry[Fruit]) -> None:
    before = fruit.all()
    fruit.register(Fruit("berry", 0))
    assert [*fruit.all()] == ["Apple", "banana", "berry", "courgette"]
    assert fruit.named("berry").size == 0
    fruit.unregister("berry")
    assert fruit.all() == before


def test_what_was_returned_is_not_the_registry_itself(fruit: Registry[Fruit]) -> None:
    fruit.all().clear()
    assert len(fruit.all()) == 3


def test_the_kinds_of_the_package_are_there_beside_one_that_was_added_first(fruit: Registry[Fruit]) -> None:
    fruit.register(Fruit("berry", 0))
    assert {"Apple", "banana", "courgette"} < {*fruit.all()}
    with pytest.raises(ArgumentError, match="'Apple' is taken by another fruit"):
        fruit.register(Fruit("Apple", 9))
    assert fruit.named("Apple").size == 3


def test_an_unknown_name_is_refused_with_the_nearest(fruit: Registry[Fruit]) -> None:
    with pytest.raises(ArgumentError, match=r"^There is no fruit 'bananna'\. Did you mean 'banana'\?$"):
        fruit.named("bananna")
    with pytest.raises(
        FormatError, match=r"^basket\.toml: There is no fruit 'stone'\. Known: Apple, banana, courgette"
    ):
        fruit.named("stone", "basket.toml", FormatError)
    with pytest.raises(ArgumentError, match="There is no fruit 'stone'"):
        fruit.unregister("stone")
    with pytest.raises(ArgumentError, match=r"There is no pip 'a'\. Known: b\."):
        among({"b": 1}, "a", "pip")


def test_a_kind_can_claim_more_than_its_name(package: str) -> None:
    fruit: Registry[Fruit] = Registry(package, "FRUIT", "fruit", claims=lambda kind: (kind.name, *kind.synonyms))
    for clash in (Fruit("plantain", 1), Fruit("mango", 1, ("banana",)), Fruit("mango", 1, ("plantain",))):
        with pytest.raises(ArgumentError, match="is taken by another fruit"):
            fruit.register(clash)
    assert "mango" not in fruit.all()
    fruit.unregister("banana")
    fruit.register(Fruit("plantain", 1))
    assert fruit.named("plantain").size == 1


def test_what_the_check_refuses_is_not_added(package: str) -> None:
    def check(kind: Fruit) -> None:
        if kind.size > 5:
            raise ArgumentError("It is too large.", remedy="Cut it.")

    fruit: Registry[Fruit] = Registry(package, "FRUIT", "fruit", check=check)
    with pytest.raises(ArgumentError, match="too large"):
        fruit.register(Fruit("melon", 6))
    assert "melon" not in fruit.all()


def test_a_module_that_fails_leaves_nothing_behind(package: str, fruit: Registry[Fruit], tmp_path: Path) -> None:
    """The next call imports it again, and finds all kinds once it can be imported."""
    (tmp_path / package / "cherry.py").write_text("raise RuntimeError('frost')\n")
    for _ in range(2):
        with pytest.raises(RuntimeError, match="frost"):
            fruit.all()
    (tmp_path / package / "cherry.py").unlink()
    assert len(fruit.all()) == 3
