"""Inverse dynamics in the set of Theorem 2 alone: the recursion of P1 section III with its three groups of joints.

The force on composite body i is m̂_i a_i + Omega_i k_i + p_{i+1}, where p collects what each joint further out adds:
Omega [kx, ky, 0] for a revolute one, m̂ h for a prismatic one. zeta does the same for the moment. So no joint needs
more of the links than the set holds.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from heft.minimal import steps as plain
from heft.minimal.chain_constants import ChainConstants, JointConstants, Number, Vector
from heft.minimal.steps import Lift, Matrix, Turn

STILL: Matrix = ((0, 0, 0), (0, 0, 0), (0, 0, 0))


class LinkMotion(NamedTuple):
    """What the forward recursion knows of one link; what a group does not need is None."""

    turn: Turn
    a: Vector
    Omega: Matrix = STILL
    speed: Number = 0
    rate: Number = 0
    w: Vector = (0, 0, 0)
    wd: Vector = (0, 0, 0)
    psi: Any = None
    lift: Lift | None = None
    carried: Vector | None = None


def turn_of(joint: JointConstants, q: Number, cos: Any = np.cos, sin: Any = np.sin) -> Turn:
    """Return where a joint stands at the paper's coordinate q."""
    if not joint.revolute:
        return Turn(joint.ct, joint.st, joint.d + q, joint.r31, joint.r32)
    angle = joint.theta + q
    ct, st = cos(angle), sin(angle)
    return Turn(ct, st, joint.d, joint.sb * st, joint.sb * ct)


def forward(
    constants: ChainConstants, turns: list[Turn], qd: Any, qdd: Any, steps: ModuleType | Any = plain
) -> list[LinkMotion]:
    """Return the motion of every link, base to tip (eqs. 57-62 and their short forms)."""
    motions: list[LinkMotion] = []
    for joint, turn in zip(constants.joints, turns, strict=True):
        i = joint.index
        before = motions[-1] if motions else LinkMotion(turn, (0, 0, 0))
        onto = _Onto(steps, constants, joint, turn, before, qd[i], qdd[i])
        motions.append((onto.still, onto.along, onto.free)[joint.group - 1]())
    return motions


class _Onto(NamedTuple):
    """The step of the forward recursion onto one link; a method for each of the three groups of joints."""

    steps: Any
    constants: ChainConstants
    joint: JointConstants
    turn: Turn
    before: LinkMotion
    qd: Number
    qdd: Number

    def still(self) -> LinkMotion:
        """Return the motion of a link in front of joint r, which does not turn."""
        a, qdd = self._carried_without_turning(), self.qdd
        slid = self.steps.slide(self.joint, a, qdd)
        return LinkMotion(self.turn, slid, carried=a, lift=Lift((0, 0, qdd), (0, 0, qdd), 0))

    def along(self) -> LinkMotion:
        """Return the motion of a link from joint r to in front of joint s, which turns about u_r alone."""
        steps, _, joint, turn, before, qd, qdd = self
        if not joint.revolute:
            w, wd = steps.omega_across(joint, before.speed), steps.omega_rate_across(joint, before.rate)
            Om, _ = steps.Omega(joint, w, wd)
            return self._slid(Om, before.speed, before.rate, w, wd)
        if joint.index == self.constants.r:
            a = self._carried_without_turning()
            speed, rate = qd, qdd
        else:
            a = steps.accelerate_revolute(joint, turn, before.a, before.Omega)
            speed, rate = steps.omega_along(joint, before.speed, qd), steps.omega_rate_along(joint, before.rate, qdd)
        Om = steps.Omega_plane(joint, speed, rate)
        return LinkMotion(turn, a, Om, speed, rate, (0, 0, speed), (0, 0, rate))

    def free(self) -> LinkMotion:
        """Return the motion of a link from joint s on."""
        steps, _, joint, turn, before, qd, qdd = self
        w, carried_w = steps.omega(joint, turn, before.w, qd)
        wd = steps.omega_dot(joint, turn, before.wd, carried_w, qd, qdd)
        Om, ww = steps.Omega(joint, w, wd)
        if not joint.revolute:
            return self._slid(Om, 0, 0, w, wd)
        a = steps.accelerate_revolute(joint, turn, before.a, before.Omega)
        return LinkMotion(turn, a, Om, 0, 0, w, wd, steps.Psi(joint, wd, Om, ww))

    def _slid(self, Om: Matrix, speed: Number, rate: Number, w: Vector, wd: Vector) -> LinkMotion:
        """Return the motion of a link on a prismatic joint."""
        steps, _, joint, turn, before, qd, qdd = self
        lifted = steps.lift(joint, turn, w, Om, qd, qdd)
        a, carried = steps.accelerate_prismatic(joint, turn, before.a, before.Omega, lifted.h)
        return LinkMotion(turn, a, Om, speed, rate, w, wd, None, lifted, carried)

    def _carried_without_turning(self) -> Vector:
        if self.joint.index == 0:
            return self.steps.accelerate_first(self.joint, self.turn, self.constants.gravity)
        return self.steps.accelerate_still(self.joint, self.turn, self.before.a)


def backward(
    constants: ChainConstants, motions: list[LinkMotion], wrench: Any = None, steps: ModuleType | Any = plain
) -> list[Number]:
    """Return the joint forces, base to tip (eqs. 63-68 and their short forms).

    Args:
        constants: the constants.
        motions: from `forward`.
        wrench: (moment, force) that the surroundings exert on the last body at its own origin, in E_n; None for none.
        steps: what does the arithmetic.
    """
    n, turns = len(constants.joints), [motion.turn for motion in motions]
    p: Vector | None = None
    zeta: Any = None
    if wrench is not None:
        p = (-wrench[1][0], -wrench[1][1], -wrench[1][2])
        zeta = steps.tip_moment(constants.joints[-1], constants.tip, p, wrench[0])
    torques: list[Number] = [0] * n
    for i in reversed(range(n)):
        joint, motion = constants.joints[i], motions[i]
        behind, half = constants.joints[i + 1] if i + 1 < n else None, p
        if behind is not None and p is not None:
            p, half = steps.force(joint, behind, turns[i + 1], p)
        own, bar = _own(steps, joint, motion, turns)
        zeta = _moment(steps, constants, joint, behind, turns, bar, zeta, half)
        if joint.revolute:
            torques[i] = zeta if joint.group == 2 else zeta[2]
        else:
            torques[i] = own if p is None else steps.tau(joint, own, p)
        if i:
            bar = _rho_bar(steps, joint, motion)
            p = bar if p is None else steps.force_sum(joint, bar, p)
    return torques


def _own(steps: Any, joint: JointConstants, motion: LinkMotion, turns: list[Turn]) -> tuple[Number, Any]:
    """Return what composite body i itself adds: the force along a prismatic joint, and zeta_bar.

    zeta_bar is a number about u_r in group 2, a vector in group 3, and None in group 1, where nobody asks for it.
    """
    turn, a, lifted = motion.turn, motion.a, motion.lift
    if joint.group == 1:
        return steps.rho_still(joint, a), None
    if joint.revolute:
        D = steps.inertia(joint, turns)
        if joint.group == 2:
            return None, steps.zeta_bar_along(joint, a, motion.rate, D)
        return None, steps.zeta_bar_revolute(joint, a, motion.psi, D)
    assert lifted is not None
    if joint.group == 2:
        bar = steps.zeta_bar_across(joint, turn, motion.carried, lifted, motion.speed)
        return steps.rho_along(joint, a, motion.speed, motion.rate), bar
    return steps.rho(joint, a, motion.Omega), steps.zeta_bar_prismatic(joint, turn, motion.carried, lifted)


def _moment(
    steps: Any,
    constants: ChainConstants,
    joint: JointConstants,
    behind: JointConstants | None,
    turns: list[Turn],
    bar: Any,
    zeta: Any,
    half: Any,
) -> Any:
    """Return zeta_i: a number about u_r in group 2 (eqs. 88-90), a vector in group 3 (eqs. 67, 74, 75)."""
    if bar is None or zeta is None:
        return bar
    if behind is None:
        return (steps.moment_of_tip_along if joint.group == 2 else steps.moment_at_tip)(joint, bar, zeta)
    turn = turns[behind.index]
    if joint.group == 3:
        return steps.moment(joint, behind, turn, bar, zeta, half)
    if behind.index == constants.s:
        zeta = steps.moment_at_s(joint, behind, turn, zeta)
    return steps.moment_along(joint, behind, turn, bar, zeta, half)


def _rho_bar(steps: Any, joint: JointConstants, motion: LinkMotion) -> Vector:
    if joint.revolute:
        return steps.rho_bar_revolute(joint, motion.Omega)
    assert motion.lift is not None
    return steps.rho_bar_prismatic(joint, motion.lift.h)


def torques_of(constants: ChainConstants, q: Any, qd: Any, qdd: Any, wrench: Any = None) -> list[Number]:
    """Return the joint forces at the paper's coordinates; q, qd, qdd are indexed by joint."""
    turns = [turn_of(joint, q[joint.index]) for joint in constants.joints]
    return backward(constants, forward(constants, turns, qd, qdd), wrench)
