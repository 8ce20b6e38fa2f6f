"""Which pairs of links can collide: all that move against each other, but for those that touch always or never.

Pairs that a joint connects, and links that are closer to each other than the margin in every posture, are left out and
named. A link that cannot keep its margin from an obstacle in any posture is kept from touching it; only if it touches
it in every posture is that pair left out, with a warning that says how deep. Pairs that are proved to stay apart in
every posture within the joint limits are left out because they cost time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from heft.arguments import number
from heft.arrays import Array
from heft.errors import ArgumentError, listed
from heft.excitation.capsules import fitted_capsules
from heft.excitation.collision import Collisions, LinkPair
from heft.excitation.scene import Scene
from heft.excitation.solids import Solid, import_coal
from heft.excitation.witnesses import SolidPair
from heft.robot.geometry import Geometry, RobotGeometry, geometry_of
from heft.robot.joints import joint_kind
from heft.robot.model import WORLD, Robot

SELF_MARGIN, MARGIN = 0.01, 0.05
"""[m] The least distance between links of the robot, and from a link to what stands around it."""

TOUCHING, DEEP = 0.01, 0.1
"""[m] A link that is never farther from an obstacle touches it, and one that is always so deep inside is misplaced."""

POSTURES, FIRST = 200, 10
"""How many random postures decide whether a pair touches always, and how many of them all pairs are looked at in."""

PROOF, MOST_MOVED = 1000, 2
"""How many postures a proof that a pair stays apart may take, and how many coordinates may move the pair."""

NOTHING_CHECKED = (
    "The robot's file has no collision geometry, and no scene is given: no distance was checked. "
    "The robot may collide with itself or its surroundings."
)


def collisions(
    robot: Robot,
    scene: Scene | None = None,
    *,
    packages: Sequence[str | Path] = (),
    self_margin: float | None = None,
    margin: float | None = None,
    capsules: bool | None = None,
    seed: int = 0,
) -> Collisions:
    """Return the distances that a robot must keep, from its own links and from what stands around it.

    Links of the robot's file that are fixed to the world, but for the one that the robot is mounted on, are obstacles.

    Args:
        robot: the robot, with the file that it came from.
        scene: more obstacles.
        packages: folders with the packages that package:// names in the robot's file.
        self_margin: the least distance between links [m]; None is that of the scene, or 1 cm.
        margin: the least distance from an obstacle [m]; None is that of the scene, or 5 cm.
        capsules: whether bodies without collision geometry get capsules along them; None: if other bodies have some
            geometry, or if there are obstacles.
        seed: of the random postures that find the pairs that touch always.

    Raises:
        MissingExtraError: coal is not installed.
        FormatError: a shape in the robot's file, or a mesh, is damaged.
        ArgumentError: a margin is negative or cannot be kept in any posture, a link is deep inside an obstacle in every
            posture, or a frame of the scene is not known.
    """
    import_coal()
    scene = scene or Scene()
    between = _margin("'self_margin'", self_margin, scene.self_margin, SELF_MARGIN)
    around = _margin("'margin'", margin, scene.margin, MARGIN)
    found = geometry_of(robot, packages=packages)
    obstacles = scene.placed(found.fixed_frames)
    shapes, notes = _complete(robot, found, bool(obstacles), capsules)
    solids: dict[str, list[Solid]] = defaultdict(list)
    for shape in shapes:
        solids[shape.link].append(Solid.of(shape))
    bases = {link for pair in found.touching for link in pair if _moves_one(pair, solids)}
    margins = {shape.link: around for shape in shapes if shape.body == WORLD and shape.link not in bases}
    for obstacle in obstacles:
        solids[obstacle.geometry.link].append(Solid.of(obstacle.geometry))
        margins[obstacle.geometry.link] = around if obstacle.margin is None else obstacle.margin
    return _without_touching(robot, _all_pairs(solids, margins, between, found), {*margins}, found, notes, seed)


def _margin(what: str, given: float | None, of_scene: float | None, usual: float) -> float:
    chosen = next(each for each in (given, of_scene, usual) if each is not None)
    if not 0 <= number(what, chosen) < np.inf:
        raise ArgumentError(f"{what} is {chosen:g} m.", remedy="A margin is a length of at least 0 m.")
    return float(chosen)


def _moves_one(pair: frozenset[str], solids: dict[str, list[Solid]]) -> bool:
    """Return whether a joint holds one link that moves on one that does not."""
    bodies = [solids[link][0].body for link in pair if link in solids]
    return len(bodies) == 2 and (bodies[0] == WORLD) != (bodies[1] == WORLD)


def _complete(
    robot: Robot, found: RobotGeometry, obstacles: bool, capsules: bool | None
) -> tuple[list[Geometry], list[str]]:
    """Return the shapes of all links, with capsules for bodies that have none, and notes on what is missing."""
    shapes, notes = list(found.shapes), []
    if found.missing:
        notes.append(f"Meshes that were not found are left out: {listed(found.missing, 20)}.")
    bare = [i for i in range(robot.n_bodies) if not any(shape.body == i for shape in shapes)]
    some = bool(found.missing) or len(bare) < robot.n_bodies
    if capsules if capsules is not None else (some or obstacles):
        fitted = {i: list(fitted_capsules(robot, i)) for i in bare}
        shapes += [shape for each in fitted.values() for shape in each]
        if names := [robot.bodies[i].name for i, each in fitted.items() if each]:
            notes.append(f"Links without collision geometry are taken as capsules along them: {listed(names, 20)}.")
        bare = [i for i, each in fitted.items() if not each]
    if len(bare) == robot.n_bodies:
        return shapes, [*notes, NOTHING_CHECKED]
    if bare:
        names = listed((robot.bodies[i].name for i in bare), 20)
        notes.append(f"Links without collision geometry are not checked: {names}.")
    return shapes, notes


def _all_pairs(
    solids: dict[str, list[Solid]], margins: dict[str, float], between: float, found: RobotGeometry
) -> list[LinkPair]:
    """Return all pairs of links that move against each other."""
    pairs, links = [], list(solids)
    for i, first in enumerate(links):
        for second in links[i + 1 :]:
            a, b = (first, second) if solids[first][0].body != WORLD else (second, first)
            if solids[a][0].body == solids[b][0].body or frozenset((a, b)) in found.ignored_pairs:
                continue
            both = tuple(SolidPair(x, y) for x in solids[a] for y in solids[b])
            pairs.append(LinkPair(f"{a} - {b}", both, margins.get(b, between)))
    return pairs


def _without_touching(
    robot: Robot, pairs: list[LinkPair], obstacles: set[str], found: RobotGeometry, notes: list[str], seed: int
) -> Collisions:
    """Leave out pairs that a joint connects, that are always within the margin, or that never are."""
    everything = Collisions(robot, tuple(pairs))
    q, _, _ = robot.random_state(seed, POSTURES)
    within = everything.distances(q[:FIRST]) < everything.margins
    always = np.flatnonzero(within.all(axis=0))
    distances = everything.distances(q, always)
    near = np.all(distances < everything.margins[always], axis=0)
    farthest = dict(zip(always[near].tolist(), distances.max(axis=0)[near].tolist(), strict=True))
    kept, excluded, touching = list[LinkPair](), list[tuple[str, str]](), list[tuple[str, str]]()
    for k, pair in enumerate(pairs):
        if frozenset((pair.pairs[0].a.link, pair.pairs[0].b.link)) in found.touching:
            excluded.append((pair.name, "a joint connects them"))
        elif k in farthest and pair.pairs[0].b.link in obstacles:
            _check_near(pair, farthest[k])
            notes.append(_told_near(pair, farthest[k]))
            if farthest[k] < TOUCHING:
                touching.append((pair.name, "they touch in every posture"))
            else:
                loose = Collisions(robot, (replace(pair, margin=0.0),))
                kept += [] if _stays_apart(loose, 0) else loose.pairs
        elif k in farthest:
            excluded.append((pair.name, f"they are closer than {pair.margin:g} m in every posture"))
        elif within[:, k].any() or not _stays_apart(everything, k):
            kept.append(pair)
    for reason in dict.fromkeys(reason for _, reason in excluded):
        names = [name for name, why in excluded if why == reason]
        notes.append(f"Pairs that are not checked, because {reason}: {listed(names, 20)}.")
    return Collisions(robot, tuple(kept), tuple(notes), (*excluded, *touching))


def _check_near(pair: LinkPair, farthest: float) -> None:
    """Refuse a margin from an obstacle that no posture keeps, and a link that is deep inside it in every posture.

    Raises:
        ArgumentError: says how far apart they are at most, or how deep it is at least.
    """
    a, b = pair.pairs[0].a.link, pair.pairs[0].b.link
    if farthest > MARGIN:
        raise ArgumentError(
            f"No posture keeps {pair.margin:g} m between {a} and {b}: in {POSTURES} random ones they are never farther "
            f"apart than {farthest:.3g} m.",
            remedy="Give a smaller clearance, or leave the obstacle out of the scene.",
        )
    if farthest < -DEEP:
        raise ArgumentError(
            f"Link '{a}' is inside '{b}' in every posture: in {POSTURES} random ones by {-farthest:.3g} m or more.",
            remedy="Correct the place of the obstacle, or leave it out.",
        )


def _told_near(pair: LinkPair, farthest: float) -> str:
    """Return what is checked of a link that cannot keep its margin from an obstacle in any posture."""
    a, b = pair.pairs[0].a.link, pair.pairs[0].b.link
    if farthest < 0:
        return f"Link '{a}' is inside '{b}' in every posture, by {-farthest:.3g} m or more. This pair is not checked."
    so = f"Link '{a}' is never farther than {farthest:.3g} m from '{b}', less than its margin of {pair.margin:g} m"
    return f"{so}. This pair is not checked." if farthest < TOUCHING else f"{so}, and is only kept from touching it."


def _stays_apart(everything: Collisions, k: int) -> bool:
    """Return whether it is proved that a pair keeps its margin in every posture within the joint limits.

    Boxes of postures are halved until the distance in the middle, less what it can change within the box, exceeds the
    margin. A posture that does not keep the margin, or too many boxes, end the attempt.
    """
    robot, margin, L = everything.robot, everything.pairs[k].margin, everything.lipschitz[k]
    box = _ranges(robot)
    used = np.flatnonzero(L)
    if box is None or len(used) > MOST_MOVED or not np.all(np.isfinite(box[used])) or not np.all(np.isfinite(L)):
        return False
    centres, halves = box.mean(axis=1)[None], (np.diff(box, axis=1).T / 2)
    centres, halves = (np.where(L > 0, part, 0.0) for part in (centres, halves))
    spent = 0
    while len(centres):
        spent += len(centres)
        if spent > PROOF:
            return False
        distance = everything.distances(centres, [k])[:, 0]
        if np.any(distance < margin):
            return False
        left = np.flatnonzero(distance - halves @ L < margin)
        centres, halves = centres[left], halves[left]
        rows, widest = np.arange(len(left)), np.argmax(halves * L, axis=1)
        halves[rows, widest] /= 2
        step = np.zeros_like(halves)
        step[rows, widest] = halves[rows, widest]
        centres, halves = np.concatenate([centres - step, centres + step]), np.concatenate([halves, halves])
    return True


def _ranges(robot: Robot) -> Array | None:
    """Return the range of each coordinate, (nv, 2), of angles at most one turn; None where a joint is not a screw."""
    if not all(joint_kind(joint.kind).is_screw for joint in robot.joints):
        return None
    rows = []
    for joint in robot.joints:
        lower, upper = joint.limits.lower, joint.limits.upper
        whole_turn = joint.kind == "revolute" and not upper - lower < 2 * np.pi
        rows.append((-np.pi, np.pi) if whole_turn and not _leads(robot, joint.name) else (lower, upper))
    return np.array(rows).reshape(-1, 2)


def _leads(robot: Robot, name: str) -> bool:
    """Return whether another joint follows this one, by a gear under which a whole turn need not be one."""
    return any(body.joint.mimic is not None and body.joint.mimic.leader == name for body in robot.bodies)
