"""Excitation: motions of random robots, each checked against every limit by code that is not heft's.

    python benchmarks/excitation_limits.py [--robots N] [--first SEED] [--seconds S] [--table docs/NAME.md]

A robot is a random tree of two to seven joints (revolute, continuous, prismatic) in a URDF file, a third of which
mimic others, with random limits of position, velocity and effort, damping, dry friction and collision geometry. Half of
the designs state limits of accelerations and jerks as well, and every sixth asks for postures in place of a motion.
Most robots stand above a floor, with up to three boxes around them.

The motion that `heft.excite` returns is sampled at 1 kHz. The URDF is read here by `xml.etree`, which gives the limits
and the ratios of the mimic joints, and by Pinocchio, in which no joint follows another. So every joint is checked by
itself: positions, velocities, accelerations, jerks, and its effort by `pinocchio.rnea` with damping and dry friction,
every inertia being right or wrong by up to 10 %. The effort of a joint that others follow is checked with theirs and
without. Distances between the links and from floor and boxes are those of coal, at 100 Hz. Links that are nearer to
each other than their margin in each of 300 random postures count as touching; a link that is never as far from an
obstacle as its margin must not touch it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import coal
import numpy as np
import pinocchio as pin

import heft
from heft.excitation.scene import scene_of

RATE, COARSER = 1000, 10
"""[Hz] At which a motion is checked, and one in how many samples at which distances are."""

MASS_ERROR, DRAWS = 0.1, 3
BETWEEN_LINKS, FROM_OBSTACLES, BETWEEN_SAMPLES = 0.01, 0.05, 5e-4
"""[m] The margins of `heft.excite`, and what a distance may lack of them between its samples."""

TOUCHING = 0.011
"""[m] A link that is never farther from an obstacle touches it."""

ROUNDING = 1e-6
"""The share by which limits may be exceeded."""

POSTURES = 300

KINDS = ("position", "velocity", "acceleration", "jerk", "effort", "effort with followers", "distance")


# -- random robots ----------------------------------------------------------------------------------


@dataclass
class Case:
    """A robot and how its motion is asked for."""

    seed: int
    urdf: str
    scene: dict[str, Any] | None
    options: dict[str, Any] = field(default_factory=dict)


def random_case(seed: int) -> Case:
    """Make a random robot with limits, surroundings, and a design."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    robot = ET.Element("robot", name=f"random{seed}")
    _link(robot, "base", np.array([0, 0, 1.0]), 0.1, 5.0)
    lengths, axes = [0.1], [np.array([0, 0, 1.0])]
    for k in range(n):
        parent = k if k == 0 or rng.random() < 0.75 else int(rng.integers(0, k + 1))
        axes.append(np.eye(3)[rng.integers(0, 3)] * rng.choice([-1, 1]) if k else np.array([0, 0, 1.0]))
        lengths.append(float(rng.uniform(0.15, 0.35)))
        _link(robot, f"link{k}", axes[-1], lengths[-1], float(rng.uniform(0.3, 3.0)))
        _joint(robot, rng, k, parent, lengths[parent] * axes[parent])
    _efforts(robot, rng)
    options: dict[str, Any] = {"duration": 4.0, "harmonics": 3, "starts": 1, "assume": True, "seed": seed}
    if seed % 6 == 5:
        options = {"static": 5, "hold": 0.2, "starts": 1, "assume": True, "seed": seed}
    if rng.random() < 0.5:
        names = [joint.get("name", "") for joint in robot.iter("joint")]
        options["limits"] = {
            "acceleration": {name: float(rng.uniform(1, 8)) for name in names},
            "jerk": {name: float(rng.uniform(20, 200)) for name in names},
        }
    return Case(seed, ET.tostring(robot, "unicode"), _scene(rng), options)


def _text(values: Any) -> str:
    return " ".join(f"{x:.6g}" for x in np.atleast_1d(values))


def _link(robot: ET.Element, name: str, along: np.ndarray, length: float, mass: float) -> None:
    """Add a link that is a box from a tenth to nine tenths of the way to the joints that it carries."""
    link, size = ET.SubElement(robot, "link", name=name), np.where(along != 0, 0.8 * length, 0.06)
    inertial, shape = ET.SubElement(link, "inertial"), ET.SubElement(link, "collision")
    ET.SubElement(inertial, "mass", value=_text(mass))
    moments = mass / 12 * (np.sum(size**2) - size**2)
    zero = {"ixy": "0", "ixz": "0", "iyz": "0"}
    ET.SubElement(inertial, "inertia", ixx=_text(moments[0]), iyy=_text(moments[1]), izz=_text(moments[2]), **zero)
    for part in (inertial, shape):
        ET.SubElement(part, "origin", xyz=_text(0.5 * length * along))
    ET.SubElement(ET.SubElement(shape, "geometry"), "box", size=_text(size))


def _joint(robot: ET.Element, rng: np.random.Generator, k: int, parent: int, place: np.ndarray) -> None:
    """Add joint k, which moves link k and may mimic an earlier one."""
    kind = str(rng.choice(["revolute", "continuous", "prismatic"], p=[0.6, 0.15, 0.25]))
    of = "base" if parent == 0 else f"link{parent - 1}"
    joint = ET.SubElement(robot, "joint", name=f"joint{k}", type=kind)
    ET.SubElement(joint, "parent", link=of)
    ET.SubElement(joint, "child", link=f"link{k}")
    aside = 0.1 * np.eye(3)[rng.integers(0, 3)] if rng.random() < 0.4 else np.zeros(3)
    ET.SubElement(joint, "origin", xyz=_text(place + aside), rpy=_text(rng.choice([0, np.pi / 2, 0.3], 3)))
    ET.SubElement(joint, "axis", xyz=_text(np.eye(3)[rng.integers(0, 3)]))
    slides, reach = kind == "prismatic", rng.uniform(0.1, 0.3, 2) if kind == "prismatic" else rng.uniform(0.3, 2.5, 2)
    limit = ET.SubElement(joint, "limit", velocity=_text(rng.uniform(0.1, 0.6) if slides else rng.uniform(0.4, 3.0)))
    limit.set("effort", "0")
    if kind != "continuous":
        limit.set("lower", _text(-reach[0]))
        limit.set("upper", _text(reach[1]))
    ET.SubElement(joint, "dynamics", damping=_text(rng.uniform(0, 0.5)), friction=_text(rng.uniform(0, 0.3)))
    if k and rng.random() < 0.4:
        ratio = float(rng.choice([-1, 1]) * rng.uniform(0.2, 2.5))
        offset = float(rng.uniform(-0.3, 0.3) * reach.min()) if rng.random() < 0.5 else 0.0
        leader = f"joint{rng.integers(0, k)}"
        slid = [kind == "prismatic", robot.find(f"joint[@name='{leader}']").get("type") == "prismatic"]  # type: ignore[union-attr]
        scale = {(True, False): 0.1, (False, True): 5.0}.get((slid[0], slid[1]), 1.0)
        ET.SubElement(joint, "mimic", joint=leader, multiplier=_text(scale * ratio), offset=_text(offset))


def _scene(rng: np.random.Generator) -> dict[str, Any] | None:
    """Return a floor below the base, and some boxes around the robot."""
    if rng.random() < 0.2:
        return None
    scene: dict[str, Any] = {"format": "heft-scene/1", "box": []}
    if rng.random() < 0.8:
        scene["plane"] = [{"name": "floor", "point": [0, 0, -float(rng.uniform(0.1, 0.7))]}]
    for k in range(int(rng.integers(0, 4))):
        angle, away = rng.uniform(-np.pi, np.pi), rng.uniform(0.35, 0.9)
        place = [away * np.cos(angle), away * np.sin(angle), rng.uniform(-0.2, 0.6)]
        box = {"size": rng.uniform(0.05, 0.4, 3).tolist(), "rpy": rng.uniform(-1, 1, 3).tolist()}
        scene["box"].append({"name": f"box{k}", "xyz": [float(x) for x in place], **box})
    return scene


def _efforts(robot: ET.Element, rng: np.random.Generator) -> None:
    """Give each joint an effort limit of about what random motions within the other limits need; some have none."""
    peer = Peer(ET.tostring(robot, "unicode"))
    q = peer.postures(rng, 50)
    if q is None:
        q = np.zeros((50, len(peer.own)))
    rates = np.zeros_like(q)
    acting = np.abs(peer.efforts(peer.joints(q), peer.rates(rates), peer.rates(rates))).max(axis=0)
    for joint in robot.iter("joint"):
        k = peer.names.index(joint.get("name", ""))
        mine = acting[k] + sum(
            abs(ratio) * acting[j] for j, (leader, ratio, _) in enumerate(peer.ties) if leader == k and j != k
        )
        if joint.find("mimic") is None or rng.random() < 0.7:
            joint.find("limit").set("effort", _text(0.5 + rng.uniform(0.9, 3.0) * mine))  # type: ignore[union-attr]


# -- the peer ---------------------------------------------------------------------------------------


class Peer:
    """The robot by Pinocchio, in which no joint follows another, with the limits and ratios of the file."""

    def __init__(self, urdf: str, scene: dict[str, Any] | None = None) -> None:
        self.model = pin.buildModelFromXML(urdf)
        self.data = self.model.createData()
        self.geometry = pin.buildGeomFromUrdfString(self.model, urdf, pin.GeometryType.COLLISION)
        self.names = list(self.model.names)[1:]
        joints = {joint.get("name", ""): joint for joint in ET.fromstring(urdf).iter("joint")}
        self.elements = [joints[name] for name in self.names]
        self.ties = [self._tie(name, joints) for name in self.names]
        self.own = [k for k, (leader, _, _) in enumerate(self.ties) if leader == k]
        numbers = np.array([self._limits(element) for element in self.elements])
        self.lower, self.upper, self.velocity, self.effort = numbers.T
        self.damping, self.friction = np.array(
            [[float(e.find("dynamics").get(part)) for e in self.elements] for part in ("damping", "friction")]  # type: ignore
        )
        self.scene = scene or {}
        self._add_scene()

    def _tie(self, name: str, joints: dict[str, ET.Element]) -> tuple[int, float, float]:
        """Return the joint that a joint follows in the end, itself if none, and its ratio and offset."""
        mimic = joints[name].find("mimic")
        if mimic is None:
            return self.names.index(name), 1.0, 0.0
        leader, ratio, offset = self._tie(mimic.get("joint", ""), joints)
        m, o = float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0))
        return leader, m * ratio, m * offset + o

    @staticmethod
    def _limits(joint: ET.Element) -> list[float]:
        limit = joint.find("limit")
        assert limit is not None
        ends = [float(limit.get("lower", -np.inf)), float(limit.get("upper", np.inf))]
        rates = [float(limit.get(kind, 0)) for kind in ("velocity", "effort")]
        return [*ends, *(rate if rate > 0 else np.inf for rate in rates)]

    def joints(self, q: np.ndarray) -> np.ndarray:
        """Return the positions of all joints, from those that do not follow, in the order of `own`."""
        return self.rates(q) + np.array([offset for _, _, offset in self.ties])

    def rates(self, qd: np.ndarray) -> np.ndarray:
        """Return the velocities of all joints, from those that do not follow."""
        column = {k: c for c, k in enumerate(self.own)}
        return np.stack([ratio * qd[:, column[leader]] for leader, ratio, _ in self.ties], axis=1)

    def postures(self, rng: np.random.Generator, count: int) -> np.ndarray | None:
        """Return random postures of the joints that do not follow, in which all are within their limits."""
        low, high = np.full(len(self.names), -np.pi), np.full(len(self.names), np.pi)
        for k, (leader, ratio, offset) in enumerate(self.ties):
            ends = sorted(((self.lower[k] - offset) / ratio, (self.upper[k] - offset) / ratio))
            low[leader], high[leader] = max(low[leader], ends[0]), min(high[leader], ends[1])
        if np.any(low[self.own] > high[self.own]):
            return None
        return rng.uniform(low[self.own], high[self.own], (count, len(self.own)))

    def efforts(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """Return the effort of every joint by itself, friction included."""
        configurations = self._configurations(q)
        tau = [pin.rnea(self.model, self.data, *row) for row in zip(configurations, qd, qdd, strict=True)]
        return np.array(tau) + self.damping * qd + self.friction * np.sign(qd)

    def _configurations(self, q: np.ndarray) -> np.ndarray:
        """Return q as Pinocchio has it: cosine and sine of continuous joints."""
        columns = []
        for k, joint in enumerate(list(self.model.joints)[1:]):
            columns += [q[:, k]] if joint.nq == 1 else [np.cos(q[:, k]), np.sin(q[:, k])]
        return np.stack(columns, axis=1)

    def _add_scene(self) -> None:
        """Put floor and boxes into the geometry, and make a list of the pairs that can collide."""
        self.links = {shape.name: self.model.frames[shape.parentFrame].name for shape in self.geometry.geometryObjects}
        shapes = list(self.geometry.geometryObjects)
        obstacles = []
        for plane in self.scene.get("plane", []):
            obstacles.append(
                (
                    plane["name"],
                    coal.Halfspace(np.array([0, 0, 1.0]), 0.0),
                    pin.SE3(np.eye(3), np.array(plane["point"])),
                )
            )
        for box in self.scene.get("box", []):
            pose = pin.SE3(pin.rpy.rpyToMatrix(*box["rpy"]), np.array(box["xyz"]))
            obstacles.append((box["name"], coal.Box(*box["size"]), pose))
        touching = {frozenset((e.find("parent").get("link"), e.find("child").get("link"))) for e in self.elements}  # type: ignore
        self.pairs = []
        for a, b in combinations(range(len(shapes)), 2):
            pair = frozenset((self.links[shapes[a].name], self.links[shapes[b].name]))
            if pair not in touching:
                self.pairs.append((self.geometry.addCollisionPair(pin.CollisionPair(a, b)), pair, BETWEEN_LINKS)[1:])
        for name, shape, pose in obstacles:
            added = self.geometry.addGeometryObject(pin.GeometryObject(name, 0, pose, shape))
            for a, own in enumerate(shapes):
                if own.parentJoint:
                    self.geometry.addCollisionPair(pin.CollisionPair(a, added))
                    self.pairs.append((frozenset((self.links[own.name], name)), FROM_OBSTACLES))
        self.found = self.geometry.createData()

    def distances(self, q: np.ndarray) -> np.ndarray:
        """Return the distances of all pairs less their margins, (n, pairs) [m]."""
        rows = []
        for row in self._configurations(q):
            pin.computeDistances(self.model, self.data, self.geometry, self.found, row)
            rows.append([result.min_distance for result in self.found.distanceResults])
        return np.array(rows).reshape(len(q), len(self.pairs)) - np.array([margin for _, margin in self.pairs])


# -- the check --------------------------------------------------------------------------------------


@dataclass
class Checked:
    """What was found of one motion.

    Attributes:
        broken: by kind, the limits that it breaks, with where and by how much.
        used: by kind, the largest share of a limit that it uses.
        apart: the smallest distance beyond its margin [m].
        seconds: of the design.
        followers: how many joints follow others.
    """

    broken: dict[str, list[str]]
    used: dict[str, float]
    apart: float
    seconds: float
    followers: int


def checked(case: Case, plan: heft.Plan, seconds: float) -> Checked:
    """Check a motion against all limits."""
    peer = Peer(case.urdf, case.scene)
    rng = np.random.default_rng(case.seed)
    t = np.linspace(0, plan.duration, round(plan.duration * RATE) + 1)
    columns = [plan.curve.joints.index(peer.names[k]) for k in peer.own]
    q, qd, qdd = (peer_part[:, columns] for peer_part in plan.sample(t))
    jerk = plan.curve.sample(t)[3][:, columns]
    q, (qd, qdd, jerk) = peer.joints(q), (peer.rates(part) for part in (qd, qdd, jerk))
    stated = {
        kind: np.array([values.get(name, np.inf) for name in peer.names])
        for kind in ("acceleration", "jerk")
        for values in [case.options.get("limits", {}).get(kind, {})]
    }
    ranged = np.isfinite(peer.upper - peer.lower)
    middle = np.where(ranged, peer.upper, 0) / 2 + np.where(ranged, peer.lower, 0) / 2
    half = np.where(ranged, peer.upper - middle, np.inf)
    shares = {
        "position": np.abs(q - middle) / half,
        "velocity": np.abs(qd) / peer.velocity,
        "acceleration": np.abs(qdd) / stated["acceleration"],
        "jerk": np.abs(jerk) / stated["jerk"],
    }
    alone, together = _efforts_used(peer, rng, q, qd, qdd)
    shares |= {"effort": alone, "effort with followers": together}
    broken: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for kind, share in shares.items():
        for k, name in enumerate(peer.names):
            if share[:, k].max() > 1 + ROUNDING:
                broken[kind].append(f"{name}: {share[:, k].max():.4f} of its limit")
    apart = np.inf
    if peer.pairs:
        near = peer.distances(q[::COARSER]).min(axis=0) - _asked(peer, rng)
        apart = float(near.min(initial=np.inf))
        for (pair, _), nearest in zip(peer.pairs, near, strict=True):
            if nearest < -BETWEEN_SAMPLES:
                broken["distance"].append(f"{' - '.join(sorted(pair))}: {-1000 * nearest:.1f} mm too near")
    used = {kind: float(share.max(initial=0.0)) for kind, share in shares.items()}
    return Checked(broken, used, apart, seconds, len(peer.names) - len(peer.own))


def _asked(peer: Peer, rng: np.random.Generator) -> np.ndarray:
    """Return what can be asked of each pair beyond its margin, (pairs,) [m]: zero, or less if no posture keeps it.

    A link must not touch an obstacle then; links that touch in every posture may.
    """
    postures = peer.postures(rng, POSTURES)
    if postures is None:
        return np.zeros(len(peer.pairs))
    farthest, margins = peer.distances(peer.joints(postures)).max(axis=0), np.array([m for _, m in peer.pairs])
    touching = (margins < FROM_OBSTACLES) | (farthest + margins < TOUCHING)
    return np.where(farthest >= 0, 0.0, np.where(touching, -np.inf, -margins))


def _efforts_used(
    peer: Peer, rng: np.random.Generator, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the largest shares (n, joints) of the effort limits that joints use alone and with their followers."""
    alone, together = np.zeros_like(q), np.zeros_like(q)
    right = [inertia.copy() for inertia in peer.model.inertias]
    for draw in range(1 + DRAWS):
        for body, inertia in enumerate(right):
            wrong = 1.0 if draw == 0 else rng.uniform(1 - MASS_ERROR, 1 + MASS_ERROR)
            peer.model.inertias[body] = pin.Inertia(wrong * inertia.mass, inertia.lever, wrong * inertia.inertia)
        tau = peer.efforts(q, qd, qdd)
        summed = np.zeros_like(tau)
        for k, (leader, ratio, _) in enumerate(peer.ties):
            summed[:, leader] += ratio * tau[:, k]
        alone, together = (
            np.maximum(alone, np.abs(tau) / peer.effort),
            np.maximum(together, np.abs(summed) / peer.effort),
        )
    for body, inertia in enumerate(right):
        peer.model.inertias[body] = inertia
    return alone, together


def designed(case: Case, seconds: float | None) -> heft.Plan:
    """Design the motion of a robot, with so much time [s] for the search, or as much as it takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.urdf"
        path.write_text(case.urdf)
        scene = None if case.scene is None else scene_of(case.scene)
        return heft.excite(heft.load(path), scene=scene, search_seconds=seconds, **case.options)


def tried(seed: int, seconds: float | None) -> Checked | heft.HeftError:
    """Design and check the motion of one robot; return why there is none where heft refuses."""
    case, began = random_case(seed), time.process_time()
    try:
        plan = designed(case, seconds)
    except heft.HeftError as error:
        return error
    return checked(case, plan, time.process_time() - began)


def main() -> None:
    """Design motions, check them, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--robots", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=2.0, help="of the search of each motion")
    parser.add_argument("--table", type=Path)
    given = parser.parse_args()
    found: dict[int, Checked] = {}
    refused = Counter[str]()
    for seed in range(given.first, given.first + given.robots):
        result = tried(seed, given.seconds)
        if isinstance(result, Checked):
            found[seed] = result
            told = [f"{kind} of {each}" for kind, several in result.broken.items() for each in several]
            print(f"{seed}: {'; '.join(told) or 'every limit holds'}", flush=True)
        else:
            reason = str(result).split(":")[0]
            refused[" ".join(word for word in reason.split() if "'" not in word)[:70]] += 1
            print(f"{seed}: refused: {result}", flush=True)
    lines = table(found, refused)
    print(*lines, sep="\n")
    if given.table:
        given.table.write_text("\n".join(lines) + "\n")


def table(found: dict[int, Checked], refused: Counter[str]) -> list[str]:
    """Return the rows of the table: for each limit, motions that break it, and the largest share that any uses."""
    lines = ["| limit | motions that break it | nearest to it |", "| --- | ---: | ---: |"]
    for kind in KINDS:
        breaking = sum(bool(each.broken[kind]) for each in found.values())
        used = max((each.used.get(kind, 0.0) for each in found.values()), default=0.0)
        apart = min((each.apart for each in found.values()), default=np.inf)
        nearest = f"{1000 * apart:.2f} mm beyond its margin" if kind == "distance" else f"{100 * used:.1f} %"
        lines.append(f"| {kind} | {breaking} of {len(found)} | {nearest} |")
    followers = sum(each.followers > 0 for each in found.values())
    seconds = sum(each.seconds for each in found.values()) / max(len(found), 1)
    print(
        f"{followers} robots have joints that follow; {seconds:.1f} s of processor time each; refused: {dict(refused)}"
    )
    return lines


if __name__ == "__main__":
    main()
