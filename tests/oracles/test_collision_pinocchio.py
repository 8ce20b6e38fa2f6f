"""Distances between links against Pinocchio's, which reads the same files with its own reader and kinematics.

Pinocchio keeps meshes as they are, and heft takes their convex hulls. So heft is compared twice: with Pinocchio's
distances between the same hulls, which must be equal, and with those between the meshes, which must not be smaller.
"""

from __future__ import annotations

import re
from pathlib import Path

import coal
import numpy as np
import pinocchio as pin
import pytest
from scipy.spatial import ConvexHull
from support.curves import Waves
from support.example_robots import FOLDER, PATHS

import heft
from heft.excitation.clearance import clearance
from heft.excitation.collision import Collisions
from heft.excitation.collision_pairs import collisions
from heft.excitation.scene import scene_of
from heft.excitation.witnesses import Postures, nearest
from heft.robot.interop import PinocchioMap
from heft.robot.model import Robot

CELL = Path(__file__).resolve().parents[3] / "shared/data/ur10_cell/ur10_robot.urdf"
with_cell = pytest.mark.skipif(not CELL.exists(), reason="the UR10e's cell is not at ../shared/data")

ROBOTS = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
}

SAMPLES = 2
TOLERANCE = 2e-6
"""[m] Pinocchio asks coal for 1e-6."""


class Peer:
    """The same robot and geometry in Pinocchio."""

    def __init__(self, robot: Robot, text: str, packages: Path) -> None:
        self.model = pin.buildModelFromXML(text)
        self.data = self.model.createData()
        shapes = pin.GeometryType.COLLISION
        self.geometry = pin.buildGeomFromUrdfString(self.model, text, shapes, package_dirs=[str(packages)])
        self.map = PinocchioMap(robot, self.model)
        self.of_link: dict[str, list[int]] = {}
        for i, shape in enumerate(self.geometry.geometryObjects):
            self.of_link.setdefault(self.model.frames[shape.parentFrame].name, []).append(i)

    def take_hulls(self) -> None:
        """Put the convex hull in the place of each mesh."""
        for shape in self.geometry.geometryObjects:
            if isinstance(shape.geometry, coal.BVHModelBase):
                shape.geometry = hull_of(shape.geometry)

    def distances(self, q: np.ndarray, pairs: list[tuple[str, str]]) -> np.ndarray:
        """The distances of links, (n, pairs)."""
        numbers = self.look_at(pairs)
        data, rows = self.geometry.createData(), []
        for row in self.map.q(q):
            pin.computeDistances(self.model, self.data, self.geometry, data, row)
            rows.append([min(data.distanceResults[k].min_distance for k in each) for each in numbers])
        return np.array(rows)

    def nearer(self, q: np.ndarray, pairs: list[tuple[str, str]], than: np.ndarray) -> np.ndarray:
        """Whether two links of any pair are nearer to each other than theirs of these distances [m], (n,)."""
        numbers = self.look_at(pairs)
        data = self.geometry.createData()
        for each, distance in zip(numbers, than, strict=True):
            for k in each:
                data.collisionRequests[k].security_margin = distance
        rows = self.map.q(q)
        return np.array([pin.computeCollisions(self.model, self.data, self.geometry, data, row, True) for row in rows])

    def look_at(self, pairs: list[tuple[str, str]]) -> list[range]:
        """Make these pairs of links the ones that are looked at; return the pairs of shapes of each."""
        self.geometry.removeAllCollisionPairs()
        numbers = []
        for a, b in pairs:
            both = [pin.CollisionPair(i, j) for i in self.of_link[a] for j in self.of_link[b]]
            numbers.append(range(len(self.geometry.collisionPairs), len(self.geometry.collisionPairs) + len(both)))
            for pair in both:
                self.geometry.addCollisionPair(pair)
        return numbers


def hull_of(mesh: coal.BVHModelBase) -> coal.Convex:
    points = np.array([mesh.vertex(i) for i in range(mesh.num_vertices)])
    hull = ConvexHull(points)
    index = {int(k): i for i, k in enumerate(hull.vertices)}
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    vertices.extend([points[k] for k in hull.vertices])
    a, b, c = points[hull.simplices].transpose(1, 0, 2)
    inward = np.sum(np.cross(b - a, c - a) * hull.equations[:, :3], axis=1) < 0
    hull.simplices[inward] = hull.simplices[inward][:, [0, 2, 1]]
    for a, b, c in hull.simplices:
        triangles.append(coal.Triangle(index[int(a)], index[int(b)], index[int(c)]))
    return coal.Convex(vertices, triangles)


def measured(checked: Collisions, q: np.ndarray) -> np.ndarray:
    """heft's distances of all pairs, none replaced by a bound."""
    postures = Postures.at(checked._tree, checked.robot.n_bodies, q)
    return np.stack([nearest(pair.pairs, postures, np.inf)[0] for pair in checked.pairs], axis=1)


def links(checked: Collisions) -> list[tuple[str, str]]:
    return [(pair.pairs[0].a.link, pair.pairs[0].b.link) for pair in checked.pairs]


def cell_text() -> str:
    """The file of the cell without the collision geometry whose meshes are not there, which Pinocchio refuses."""
    elements = r"<collision>(?:(?!</collision>).)*agimus-demos.*?</collision>"
    return re.sub(elements, "", CELL.read_text(), flags=re.DOTALL)


@pytest.fixture(scope="module")
def cell(tmp_path_factory: pytest.TempPathFactory) -> tuple[Robot, Peer]:
    packages = tmp_path_factory.mktemp("packages")
    (packages / "ur_description").symlink_to(CELL.parent)
    robot = heft.load(CELL)
    return robot, Peer(robot, cell_text(), packages)


@pytest.mark.parametrize("name", ROBOTS)
def test_distances_between_hulls_are_pinocchios(name: str) -> None:
    path = PATHS[ROBOTS[name]]
    robot = heft.load(path, mimic=False)
    checked = collisions(robot)
    peer = Peer(robot, path.read_text(), FOLDER.parents[1])
    peer.take_hulls()
    q, _, _ = robot.random_state(5, SAMPLES)
    ours, theirs = measured(checked, q), peer.distances(q, links(checked))
    apart = theirs > 0
    assert apart.sum() > 20
    np.testing.assert_allclose(ours[apart], theirs[apart], atol=TOLERANCE)
    assert np.all(ours[~apart] <= TOLERANCE)


@pytest.mark.parametrize("name", ["panda", "ur5"])
def test_distances_between_hulls_are_not_larger_than_those_of_the_meshes(name: str) -> None:
    path = PATHS[ROBOTS[name]]
    robot = heft.load(path, mimic=False)
    checked = collisions(robot)
    peer = Peer(robot, path.read_text(), FOLDER.parents[1])
    q, _, _ = robot.random_state(6, 2)
    theirs = peer.distances(q, links(checked))
    assert np.all(measured(checked, q) <= np.maximum(theirs, 0) + TOLERANCE)


@with_cell
def test_distances_in_the_cell_are_pinocchios_between_the_meshes_themselves(cell: tuple[Robot, Peer]) -> None:
    robot, peer = cell
    checked = collisions(robot)
    q, _, _ = robot.random_state(7, 40)
    ours, theirs = measured(checked, q), peer.distances(q, links(checked))
    apart = ours > 0  # a mesh inside another one is apart from it by the meshes, which are surfaces
    assert apart.sum() > 1000
    np.testing.assert_allclose(ours[apart], theirs[apart], atol=TOLERANCE)
    assert np.all(apart[theirs < -TOLERANCE] == 0)


@with_cell
def test_bounds_of_far_pairs_are_below_pinocchios_distances(cell: tuple[Robot, Peer]) -> None:
    robot, peer = cell
    checked = collisions(robot)
    q, _, _ = robot.random_state(8, 40)
    theirs = peer.distances(q, links(checked))
    assert np.all(checked.distances(q) <= np.maximum(theirs, 0) + TOLERANCE)


@with_cell
def test_a_clear_motion_in_the_cell_is_clear_at_1_khz_by_pinocchio(cell: tuple[Robot, Peer]) -> None:
    """5 cm from table, wall and floor, 1 cm between bodies, and nearer than 2 cm more somewhere."""
    robot, peer = cell
    checked = collisions(robot, scene_of({"format": "heft-scene/1", "plane": [{"name": "floor"}]}))
    wave = Waves(robot.joint_names, [0.0, -1.6, 1.0, -1.2, -0.6, 0.0], [0.5, 0.4, 0.5, 0.6, 0.5, 0.5], 2.0)
    wave = touching(checked, wave)
    found = clearance(checked, wave)
    assert found.clear
    assert 0 <= found.worst < 0.02
    q = wave.sample(np.arange(0, wave.duration, 1e-3))[0]
    everything = links(checked)
    named = [k for k, pair in enumerate(everything) if pair[1] != "floor"]
    pairs, margins = [everything[k] for k in named], checked.margins[named]
    assert not peer.nearer(q, pairs, margins - TOLERANCE).any()
    # The least of what is beyond the margins is the worst that heft found, to a millimetre.
    assert not peer.nearer(q, pairs, margins + found.worst - 1e-3).any()
    near = peer.nearer(q, pairs, margins + found.worst + 1e-3)
    assert near.any()
    assert found.worst == pytest.approx((peer.distances(q[near][::10], pairs) - margins).min(), abs=1e-3)
    assert lowest(peer, q) >= 0.05


def touching(checked: Collisions, wave: Waves) -> Waves:
    """The largest motion of this form that keeps all margins, to a few hundredths of its size."""
    low, high = 0.0, 4.0
    while high - low > 0.04:
        middle = (low + high) / 2
        low, high = (middle, high) if clearance(checked, wave.scaled(middle)).clear else (low, middle)
    return wave.scaled(low)


def lowest(peer: Peer, q: np.ndarray) -> float:
    """The smallest height of a vertex, or of a ball around a shape that is not a mesh, over moving bodies [m]."""
    heights = []
    for row in peer.map.q(q[::50]):
        pin.forwardKinematics(peer.model, peer.data, row)
        for shape in peer.geometry.geometryObjects:
            if shape.parentJoint:
                pose = peer.data.oMi[shape.parentJoint] * shape.placement
                shape.geometry.computeLocalAABB()
                heights.append(pose.act(shape.geometry.aabb_center)[2] - shape.geometry.aabb_radius)
    return min(heights)
