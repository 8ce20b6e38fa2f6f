"""Links and joints whose names look like heft's own words work with every verb, or are refused by name when loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.command_lines import LIFT

import heft as library
from heft.identifiability.instrumented import Plant


def write(link: str, joint: str) -> None:
    text = LIFT.replace('"rod"', f'"{link}"').replace('"hinge"', f'"{joint}"')
    Path("lift.urdf").write_text(text)


@pytest.mark.parametrize(
    ("link", "joint"),
    [("arm:rod", "arm:hinge"), ("base", "-up"), ("a.m", "q.hinge"), ("rod:fx", "none"), ("x=1,y", "ft.base.fx")],
)
def test_names_that_look_like_words_of_heft(heft, link, joint):
    write(link, joint)
    for call in (
        "inspect lift.urdf",
        "identifiable lift.urdf --compare-sensors --json",
        "identifiable lift.urdf -o v.html",
    ):
        answer = heft(*call.split())
        assert answer.status == 0, (call, answer.err)


@pytest.mark.parametrize("axes", ["", ":fx+mz"])
def test_sensors_in_links_with_a_colon(heft, axes):
    write("arm:rod", "arm:hinge")
    answer = heft("identifiable", "lift.urdf", f"--sensors=ft@arm:rod{axes}", "-q")
    assert answer.status == 0, answer.err


def test_a_sensor_in_a_link_with_a_colon_is_instrumented(folder):
    write("arm:rod", "-up")
    plant = Plant.of(library.load("lift.urdf"), ["arm:rod"])
    assert plant.names == ("up", "-up", *(f"ft@arm:rod.{axis}" for axis in ("fx", "fy", "fz", "mx", "my", "mz")))


@pytest.mark.parametrize(("link", "joint", "kind"), [("rod", "ft@base", "joint"), ("ft@rod", "hinge", "body")])
def test_names_of_sensors_are_refused_when_the_robot_is_loaded(refused, link, joint, kind):
    write(link, joint)
    line = refused("inspect", "lift.urdf")
    assert "lift.urdf" in line
    assert f"The name '{joint if kind == 'joint' else link}' of a {kind} begins with ft@" in line
    assert "Rename it" in line
