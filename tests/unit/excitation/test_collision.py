"""Distances as constraints: values and derivatives, the pairs that are checked, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.example_robots import PATHS
from support.meshes import binary_stl
from support.two_links import BALL, INERTIA, two_links

import heft
from heft.errors import ArgumentError, MissingExtraError
from heft.excitation import solids
from heft.excitation.collision_pairs import NOTHING_CHECKED, collisions
from heft.excitation.scene import scene_of
from heft.excitation.witnesses import NEAR

BALLS = BALL.format(x=0.25, r=0.02)


def fore(q: np.ndarray) -> np.ndarray:
    """Where the ball of the forearm is, (n, 3)."""
    a, b = q[:, 0], q[:, 0] + q[:, 1]
    x, z = 0.5 * np.cos(a) + 0.4 * np.cos(b), -0.5 * np.sin(a) - 0.4 * np.sin(b)
    return np.stack([x, 0 * x, z], axis=1)


def test_values_are_distances_less_the_margin(tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path, BALLS), self_margin=0.02, margin=0.1)
    q = np.array([[0.3, 2.9], [0.1, 3.0], [-0.2, 2.8], [0.4, 0.3], [0.5, -0.1]])
    values = dict(zip(found.names, found.values(q).T, strict=True))
    assert set(values) == {"fore - table", "fore - foot"}
    by_hand = np.linalg.norm(fore(q), axis=1) - 0.15 - 0.02
    near = by_hand < NEAR
    assert near.sum() == 3
    np.testing.assert_allclose(values["fore - foot"][near], by_hand[near], atol=1e-7)
    assert np.all(values["fore - foot"] <= by_hand + 1e-7)
    np.testing.assert_allclose(values["fore - table"], fore(q)[:, 2] + 0.5 - 0.1 - 0.1, atol=1e-7)


def test_a_penetration_is_a_negative_distance(tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path, BALLS))
    q = np.array([[0.9, 0.4]])
    deep = found.distances(q)[0, found.names.index("fore - table")]
    assert deep == pytest.approx(fore(q)[0, 2] + 0.5 - 0.1, abs=1e-7)
    assert deep < -0.1


def test_joined_links_are_named_and_not_checked(tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path, BALLS))
    assert ("upper - foot", "a joint connects them") in found.excluded
    assert any("because a joint connects them: " in note and "upper - fore" in note for note in found.notes)


ARM = """<robot name="column">
  <link name="foot"/>
  <link name="column">{inertia}
    <collision><origin xyz="{reach} 0 {height}"/><geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="foot"/><child link="column"/><axis xyz="{axis}"/>
    <limit lower="-2" upper="2" velocity="2" effort="10"/></joint>
</robot>
"""
"""A box of 0.1 m above or below the floor, on a joint about an axis through the world's origin."""

FLOOR = {"format": "heft-scene/1", "plane": [{"name": "floor"}]}


def column(folder: Path, bottom: float, axis: str = "0 0 1", reach: float = 0.3) -> heft.Robot:
    path = folder / "column.urdf"
    path.write_text(ARM.format(inertia=INERTIA, reach=reach, height=bottom + 0.05, axis=axis))
    return heft.load(path)


@pytest.mark.parametrize(("bottom", "depth"), [(-0.03, "0.03"), (-0.0004, "0.0004")])
def test_a_link_that_is_always_inside_an_obstacle_is_told_with_its_depth(tmp_path: Path, bottom: float, depth: str):
    found = collisions(column(tmp_path, bottom), scene_of(FLOOR))
    assert (
        f"Link 'column' is inside 'floor' in every posture, by {depth} m or more. This pair is not checked."
        in found.notes
    )
    assert not found.names
    assert ("column - floor", "they touch in every posture") in found.excluded


def test_a_link_that_is_always_deep_inside_an_obstacle_is_refused(tmp_path: Path):
    said = r"Link 'column' is inside 'floor' in every posture: in 200 random ones by 0.3 m or more. Correct the place"
    with pytest.raises(ArgumentError, match=said):
        collisions(column(tmp_path, -0.3), scene_of(FLOOR))
    with pytest.raises(ArgumentError, match=said):
        heft.excite(column(tmp_path, -0.3), scene=scene_of(FLOOR), duration=2.0, harmonics=3, starts=1)


def test_a_link_that_is_always_near_an_obstacle_is_kept_from_touching_it(tmp_path: Path):
    """At a constant height of 3 cm nothing can happen; where it may come down, it must not touch the floor."""
    high = collisions(column(tmp_path, 0.03), scene_of(FLOOR))
    told = "Link 'column' is never farther than 0.03 m from 'floor', less than its margin of 0.05 m"
    assert f"{told}, and is only kept from touching it." in high.notes
    assert not high.names
    tilts = collisions(column(tmp_path, 0.03, axis="0 1 0", reach=0.0), scene_of(FLOOR))
    assert tilts.names == ["column - floor"]
    assert tilts.margins.tolist() == [0.0]
    assert tilts.values(np.array([[0.0], [1.5]]))[:, 0] == pytest.approx(
        [0.03, 0.08 * np.cos(1.5) - 0.05 * np.cos(1.5) - 0.1 * np.sin(1.5)]
    )


def test_links_that_touch_in_every_posture_are_named_and_not_checked(tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path, BALL.format(x=0.45, r=0.1), BALL.format(x=-0.4, r=0.2)))
    assert ("upper - hand", "they are closer than 0.01 m in every posture") in found.excluded
    assert "upper - hand" not in found.names


def test_links_that_can_never_touch_are_not_checked(tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path, BALLS, BALL.format(x=0.1, r=0.1)))
    assert "hand - foot" in found.names
    assert "upper - foot" not in found.names
    far = scene_of({"format": "heft-scene/1", "box": [{"name": "far", "size": [1, 1, 1], "xyz": [3, 0, 0]}]})
    near = scene_of({"format": "heft-scene/1", "box": [{"name": "far", "size": [1, 1, 1], "xyz": [1.5, 0, 0]}]})
    robot = two_links(tmp_path, BALLS)
    assert not any(name.endswith("far") for name in collisions(robot, far).names)
    assert "fore - far" in collisions(robot, near).names


@pytest.mark.parametrize("name", ["ur_description/urdf/ur5_robot.urdf", "panda_description/urdf/panda.urdf"])
def test_gradients_and_lipschitz_bounds(name: str) -> None:
    """The derivatives are those of differences, and never larger than their bound. Panda has sliding, tied joints."""
    robot = heft.load(PATHS[name])
    scene = {"format": "heft-scene/1", "plane": [{"name": "floor", "point": [0, 0, -0.2]}]}
    box = {"name": "box", "size": [0.3, 1, 1], "xyz": [0.5, 0, 0.2], "rpy": [0.2, 0.1, 0.3]}
    found = collisions(robot, scene_of(scene | {"box": [box]}))
    q, _, _ = robot.random_state(2, 25)
    h = 1e-6
    gradients, values = found.gradients(q), found.values(q)
    steps = h * np.eye(robot.nv)
    numeric = np.stack([(found.values(q + e) - found.values(q - e)) / (2 * h) for e in steps], axis=2)
    error = np.abs(numeric - gradients).max(axis=2)
    exact = values < NEAR - 1e-4
    assert exact.sum() > 100
    # Where the nearest points jump from one vertex to another, or the bound takes over, there is no derivative.
    assert np.mean(error > 1e-4) < 0.01
    assert np.all((np.abs(gradients) <= found.lipschitz + 1e-9)[exact])
    assert np.isfinite(found.lipschitz).all()


def test_gradients_of_some_of_the_last_postures_need_no_new_distances(tmp_path: Path, monkeypatch) -> None:
    found = collisions(two_links(tmp_path, BALLS))
    q = found.robot.random_state(1, 8)[0]
    expected = found.gradients(q)[[6, 1]]
    monkeypatch.setattr("heft.excitation.collision.nearest", None)
    np.testing.assert_array_equal(found.gradients(q[[6, 1]]), expected)


def test_a_link_without_geometry_is_a_capsule(tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path))
    assert any(
        note == "Links without collision geometry are taken as capsules along them: upper." for note in found.notes
    )
    q = np.array([[0.7, 0.0]])
    at = found.names.index("upper - table")
    lowest = -0.5 * np.sin(0.7) - 0.5 / 8
    assert found.distances(q)[0, at] == pytest.approx(lowest + 0.5, abs=1e-7)
    bare = collisions(two_links(tmp_path), capsules=False)
    assert "Links without collision geometry are not checked: upper." in bare.notes
    assert not any("upper" in name for name in bare.names)


def test_without_any_geometry_nothing_is_checked_and_this_is_said() -> None:
    robot = heft.load("zoo:puma560")
    found = collisions(robot)
    assert found.notes == (NOTHING_CHECKED,)
    assert found.names == []
    assert found.values(robot.random_state(0, 3)[0]).shape == (3, 0)
    assert found.gradients(robot.random_state(0, 3)[0]).shape == (3, 0, 6)
    assert found.lipschitz.shape == (0, 6)


def test_with_a_scene_a_robot_without_geometry_is_made_of_capsules() -> None:
    scene = scene_of({"format": "heft-scene/1", "plane": [{"name": "floor"}]})
    found = collisions(heft.load("zoo:puma560"), scene)
    assert any(name.endswith("- floor") for name in found.names)
    assert any("taken as capsules" in note for note in found.notes)


def test_missing_meshes_are_named_and_the_rest_is_checked(tmp_path: Path) -> None:
    gone = '<collision><geometry><mesh filename="gone.stl"/></geometry></collision>'
    found = collisions(two_links(tmp_path, BALLS, gone))
    assert "Meshes that were not found are left out: gone.stl." in found.notes
    assert "fore - table" in found.names


def test_a_mesh_counts_as_its_hull(tmp_path: Path) -> None:
    (tmp_path / "hand.stl").write_bytes(binary_stl())
    mesh = '<collision><geometry><mesh filename="hand.stl" scale="0.1 0.1 0.1"/></geometry></collision>'
    found = collisions(two_links(tmp_path, BALLS, mesh))
    q = np.array([[0.6, 0.0]])
    corners = np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.05]]) + np.array([0.9, 0, 0])
    lowest = (-np.sin(0.6) * corners[:, 0] + np.cos(0.6) * corners[:, 2]).min()
    at = found.names.index("hand - table")
    assert found.distances(q)[0, at] == pytest.approx(lowest + 0.5, abs=1e-6)


def test_links_of_the_file_that_stand_still_are_obstacles_but_for_the_mount(tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path, BALLS), self_margin=0.003, margin=0.07)
    assert dict(zip(found.names, found.margins, strict=True)) == {
        "fore - table": 0.07,
        "fore - foot": 0.003,
    }


def test_margins_are_lengths(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"'margin' is -0\.1 m"):
        collisions(two_links(tmp_path), margin=-0.1)


def test_without_coal_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(solids, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"heft-robotics\[collision\]"):
        collisions(two_links(tmp_path))
    monkeypatch.setattr(solids.sys, "platform", "win32")  # where pip would install nothing
    with pytest.raises(MissingExtraError, match=r"conda install -c conda-forge coal.*--no-collisions"):
        collisions(two_links(tmp_path))
