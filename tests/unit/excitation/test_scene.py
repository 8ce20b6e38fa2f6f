"""Scene files: what they say, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.two_links import two_links

from heft.errors import ArgumentError, FileError, FormatError
from heft.excitation.collision_pairs import collisions
from heft.excitation.scene import read_scene, scene_of
from heft.robot.geometry import geometry_of
from heft.robot.shapes import Box, HalfSpace

EXAMPLES = Path(__file__).resolve().parents[3] / "examples/scenes"
BOX = {"name": "table", "size": [1, 2, 0.1], "xyz": [0.5, 0, "-1/10"], "rpy": [0, 0, "pi/2"]}


def scene(**tables):
    return scene_of({"format": "heft-scene/1", **tables})


def test_obstacles_are_placed_in_the_frame_of_a_fixed_link(tmp_path: Path) -> None:
    robot = two_links(tmp_path)
    found = scene(box=[BOX], plane=[{"name": "wall", "point": [0, 2, 0], "normal": [0, -2, 0], "margin": 0.2}])
    table, wall = found.placed(geometry_of(robot).fixed_frames)
    assert table.geometry.shape == Box((1.0, 2.0, 0.1))
    np.testing.assert_allclose(table.geometry.translation, [0.5, 0, -0.1])
    np.testing.assert_allclose(table.geometry.rotation @ [1, 0, 0], [0, 1, 0], atol=1e-15)
    assert wall.geometry.shape == HalfSpace()
    np.testing.assert_allclose(wall.geometry.rotation[:, 2], [0, -1, 0])
    assert np.linalg.det(wall.geometry.rotation) == pytest.approx(1)
    assert (table.margin, wall.margin) == (None, 0.2)


def test_margins_of_the_scene_and_of_an_obstacle_count(tmp_path: Path) -> None:
    plane = {"name": "wall", "point": [0.7, 0, 0], "normal": [-1, 0, 0], "margin": 0.2}
    found = collisions(
        two_links(tmp_path), scene(margin=0.03, self_margin=0.02, plane=[plane, {**plane, "name": "w2"}])
    )
    margins = dict(zip(found.names, found.margins, strict=True))
    assert margins["fore - wall"] == 0.2
    assert margins["fore - table"] == 0.03
    assert margins["fore - foot"] == 0.02
    stated = collisions(two_links(tmp_path), scene(margin=0.03), margin=0.04)
    assert dict(zip(stated.names, stated.margins, strict=True))["fore - table"] == 0.04


def test_a_frame_that_is_not_fixed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="frame 'fore', which is not a link of the robot that is fixed"):
        collisions(two_links(tmp_path), scene(frame="fore", box=[BOX]))


@pytest.mark.parametrize(
    ("tables", "what", "where"),
    [
        ({"boxes": []}, "Unknown key 'boxes'.*Did you mean 'box'", "boxes"),
        ({"box": [{**BOX, "sise": 1}]}, "Unknown key 'sise'.*Did you mean 'size'", "box[0].sise"),
        ({"box": [{"name": "b"}]}, "The key 'size' is missing", "box[0].size"),
        ({"box": [{**BOX, "size": [1, 2]}]}, "There must be at least 3", "box[0].size"),
        ({"box": [{**BOX, "size": [1, 2, 0]}]}, "size of box 'table' is 1 2 0 m", "scene"),
        ({"box": [{**BOX, "size": [1, 2, "wide"]}]}, "'wide' is not a finite number.*found 'wide'", "box[0].size[2]"),
        ({"box": [BOX, BOX]}, "Two obstacles are called 'table'", "scene"),
        ({"plane": [{"name": "p", "normal": [0, 0, 0]}]}, "normal of plane 'p' has zero length", "scene"),
        ({"margin": -1}, "greater than or equal to 0", "margin"),
        (
            {"workspace": [{"name": "w", "tip": "t", "low": [0, 0, 0], "high": [1, 1, 0.1], "margin": 0.05}]},
            "workspace 'w' is empty",
            "scene",
        ),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_place(tables, what: str, where: str) -> None:
    with pytest.raises(FormatError, match=what) as caught:
        scene(**tables)
    assert caught.value.where.endswith(where)


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[[box")
    with pytest.raises(FormatError, match="not TOML"):
        read_scene(tmp_path / "a.toml")
    for hostile in ("box = " + 5000 * "[", ".".join(20000 * "a") + " = 1"):
        (tmp_path / "a.toml").write_text(f'format = "heft-scene/1"\n{hostile}')
        with pytest.raises(FormatError, match=r"nested too deeply|more than 64 parts"):
            read_scene(tmp_path / "a.toml")
    (tmp_path / "b.toml").write_text('format = "heft-map/1"')
    with pytest.raises(FormatError, match="not a scene file"):
        read_scene(tmp_path / "b.toml")
    with pytest.raises(FileError):
        read_scene(tmp_path / "c.toml")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.name)
def test_the_examples_are_scenes(path: Path) -> None:
    found = read_scene(path)
    assert found.obstacles
    assert found.workspaces
