"""A body split at one of its links, as at a force/torque sensor in a wrist: what is beyond becomes a body of its own.

Files do not say on which of its links a body carries what; the links that the file lists from that link on, and all
bodies that the body carries, count as beyond it. Both parts are joined rigidly, so the robot moves as before; `joined`
makes one body of them again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.parameters import transform
from heft.robot.joint import Joint
from heft.robot.locking import locked
from heft.robot.model import Body, Link, Robot, frozen

SEAM = "seam@"
"""How the names of the rigid joints between both parts begin."""


def split(robot: Robot, body: int, link: str) -> Robot:
    """Return the robot with what is beyond a link of a body as a body of its own, named like the link, in its frame."""
    whole = robot.bodies[body]
    first = [each.name for each in whole.links].index(link)
    seat = whole.links[first].placement
    R, p = seat.rotation, seat.translation
    beyond = np.sum([each.in_body for each in whole.links[first:]], axis=0)
    links = tuple(Link(each.name, seat.inverse().then(each.placement), each.parameters) for each in whole.links[first:])
    near = replace(whole, parameters=frozen(whole.parameters - beyond), links=whole.links[:first])
    far = Body(link, body, Joint(f"{SEAM}{link}", "fixed"), seat, frozen(transform(beyond, R.T, -R.T @ p)), links=links)
    bodies = [*robot.bodies[:body], near, far]
    for each in robot.bodies[body + 1 :]:
        if each.parent == body:
            bodies.append(replace(each, parent=body + 1, placement=seat.inverse().then(each.placement)))
        else:
            bodies.append(replace(each, parent=each.parent + (each.parent > body)))
    return replace(robot, bodies=tuple(bodies))


def joined(robot: Robot) -> Robot:
    """Return the robot with the parts of all bodies that were split joined again."""
    seams = frozenset(body.joint.name for body in robot.bodies if body.joint.name.startswith(SEAM))
    return locked(robot, {}, seams) if seams else robot
