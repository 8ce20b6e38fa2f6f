"""Files that people write: what breaks a rule of their model is said in plain words, with its place in the file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from heft.errors import FormatError
from heft.reading.entries import entries


class Leaf(BaseModel):
    model_config = ConfigDict(extra="forbid")
    colour: StrictStr
    veins: StrictInt = 5


class Branch(BaseModel):
    model_config = ConfigDict(extra="forbid")
    leaves: dict[str, StrictInt | Leaf] = {}
    twigs: Annotated[list[StrictInt], Field(max_length=2)] = []


class Tree(BaseModel):
    model_config = ConfigDict(extra="forbid")
    format: Literal["tree/1"]
    branches: list[Branch] = []


def tree(data: Any) -> Tree:
    return entries(Tree, data, "tree file", "oak.toml", "See the manual.")


def test_what_fits_is_returned() -> None:
    assert tree({"format": "tree/1", "branches": [{"leaves": {"a": 3}}]}).branches[0].leaves == {"a": 3}


@pytest.mark.parametrize(
    ("branch", "what", "where"),
    [
        ({"leafs": {}}, "Unknown key 'leafs'. Did you mean 'leaves'?", "leafs"),
        ({"leaves": {"a": {"color": 1}}}, "Unknown key 'color'. Did you mean 'colour'?", "leaves.a.color"),
        ({"leaves": {"Leaf": {"colour": 1}}}, "A text is expected; found 1.", "leaves.Leaf.colour"),
        ({"leaves": {"a": {}}}, "The key 'colour' is missing. Add it.", "leaves.a.colour"),
        ({"leaves": []}, "A table is expected; found []. See the manual.", "leaves"),
        ({"twigs": [1, "2"]}, "A whole number is expected; found '2'.", "twigs[1]"),
        ({"twigs": [1, 2, 3]}, "There must be at most 2; found [1, 2, 3].", "twigs"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(branch: dict[str, Any], what: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        tree({"format": "tree/1", "branches": [branch]})
    assert caught.value.where == f"oak.toml: branches[0].{where}"
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("data", "found"), [([], "it holds a list"), ({}, "'format' is None"), ({"format": "tree/2"}, "is 'tree/2'")]
)
def test_another_file_is_refused(data: object, found: str) -> None:
    with pytest.raises(FormatError, match=rf'This is not a tree file: .*{found}\..*format = "tree/1"'):
        tree(data)
