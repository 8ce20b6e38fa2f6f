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
from heft.minimal.plan import Number, Part, Plan, Vector
from heft.minimal.steps import Lift, Matrix, Turn

STILL: Matrix = ((0, 0, 0), (0, 0, 0), (0, 0, 0))


class Motion(NamedTuple):
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


def turn_of(part: Part, q: Number, cos: Any = np.cos, sin: Any = np.sin) -> Turn:
    """Return where a joint stands at the paper's coordinate q."""
    if not part.revolute:
        return Turn(part.ct, part.st, part.d + q, part.r31, part.r32)
    angle = part.theta + q
    ct, st = cos(angle), sin(angle)
    return Turn(ct, st, part.d, part.sb * st, part.sb * ct)


def forward(plan: Plan, turns: list[Turn], qd: Any, qdd: Any, steps: ModuleType | Any = plain) -> list[Motion]:
    """Return the motion of every link, base to tip (eqs. 57-62 and their short forms)."""
    motions: list[Motion] = []
    for part, turn in zip(plan.parts, turns, strict=True):
        i = part.index
        before = motions[-1] if motions else Motion(turn, (0, 0, 0))
        arguments = (steps, plan, part, turn, before, qd[i], qdd[i])
        motions.append((_still, _along, _free)[part.group - 1](*arguments))
    return motions


def _still(steps: Any, plan: Plan, part: Part, turn: Turn, before: Motion, qd: Number, qdd: Number) -> Motion:
    a = _carried_without_turning(steps, plan, part, turn, before)
    return Motion(turn, steps.slide(part, a, qdd), carried=a, lift=Lift((0, 0, qdd), (0, 0, qdd), 0))


def _carried_without_turning(steps: Any, plan: Plan, part: Part, turn: Turn, before: Motion) -> Vector:
    if part.index == 0:
        return steps.accelerate_first(part, turn, plan.gravity)
    return steps.accelerate_still(part, turn, before.a)


def _along(steps: Any, plan: Plan, part: Part, turn: Turn, before: Motion, qd: Number, qdd: Number) -> Motion:
    if not part.revolute:
        speed, rate = before.speed, before.rate
        w, wd = steps.omega_across(part, speed), steps.omega_rate_across(part, rate)
        Om, _ = steps.Omega(part, w, wd)
        lifted = steps.lift(part, turn, w, Om, qd, qdd)
        a, carried = steps.accelerate_prismatic(part, turn, before.a, before.Omega, lifted.h)
        return Motion(turn, a, Om, speed, rate, w, wd, None, lifted, carried)
    if part.index == plan.r:
        a = _carried_without_turning(steps, plan, part, turn, before)
        speed, rate = qd, qdd
    else:
        a = steps.accelerate_revolute(part, turn, before.a, before.Omega)
        speed, rate = steps.omega_along(part, before.speed, qd), steps.omega_rate_along(part, before.rate, qdd)
    Om = steps.Omega_plane(part, speed, rate)
    return Motion(turn, a, Om, speed, rate, (0, 0, speed), (0, 0, rate))


def _free(steps: Any, plan: Plan, part: Part, turn: Turn, before: Motion, qd: Number, qdd: Number) -> Motion:
    w, carried_w = steps.omega(part, turn, before.w, qd)
    wd = steps.omega_dot(part, turn, before.wd, carried_w, qd, qdd)
    Om, ww = steps.Omega(part, w, wd)
    if part.revolute:
        a = steps.accelerate_revolute(part, turn, before.a, before.Omega)
        return Motion(turn, a, Om, 0, 0, w, wd, steps.Psi(part, wd, Om, ww))
    lifted = steps.lift(part, turn, w, Om, qd, qdd)
    a, carried = steps.accelerate_prismatic(part, turn, before.a, before.Omega, lifted.h)
    return Motion(turn, a, Om, 0, 0, w, wd, None, lifted, carried)


def backward(plan: Plan, motions: list[Motion], wrench: Any = None, steps: ModuleType | Any = plain) -> list[Number]:
    """Return the joint forces, base to tip (eqs. 63-68 and their short forms).

    Args:
        plan: the constants.
        motions: from `forward`.
        wrench: (moment, force) that the surroundings exert on the last body at its own origin, in E_n; None for none.
        steps: what does the arithmetic.
    """
    n, turns = len(plan.parts), [motion.turn for motion in motions]
    p: Vector | None = None
    zeta: Any = None
    if wrench is not None:
        p = (-wrench[1][0], -wrench[1][1], -wrench[1][2])
        zeta = steps.tip_moment(plan.parts[-1], plan.tip, p, wrench[0])
    torques: list[Number] = [0] * n
    for i in reversed(range(n)):
        part, motion = plan.parts[i], motions[i]
        behind, half = plan.parts[i + 1] if i + 1 < n else None, p
        if behind is not None and p is not None:
            p, half = steps.force(part, behind, turns[i + 1], p)
        own, bar = _own(steps, part, motion, turns)
        zeta = _moment(steps, plan, part, behind, turns, bar, zeta, half)
        if part.revolute:
            torques[i] = zeta if part.group == 2 else zeta[2]
        else:
            torques[i] = own if p is None else steps.tau(part, own, p)
        if i:
            bar = _rho_bar(steps, part, motion)
            p = bar if p is None else steps.force_sum(part, bar, p)
    return torques


def _own(steps: Any, part: Part, motion: Motion, turns: list[Turn]) -> tuple[Number, Any]:
    """Return what composite body i itself adds: the force along a prismatic joint, and zeta_bar.

    zeta_bar is a number about u_r in group 2, a vector in group 3, and None in group 1, where nobody asks for it.
    """
    turn, a, lifted = motion.turn, motion.a, motion.lift
    if part.group == 1:
        return steps.rho_still(part, a), None
    if part.revolute:
        D = steps.inertia(part, turns)
        if part.group == 2:
            return None, steps.zeta_bar_along(part, a, motion.rate, D)
        return None, steps.zeta_bar_revolute(part, a, motion.psi, D)
    assert lifted is not None
    if part.group == 2:
        bar = steps.zeta_bar_across(part, turn, motion.carried, lifted, motion.speed)
        return steps.rho_along(part, a, motion.speed, motion.rate), bar
    return steps.rho(part, a, motion.Omega), steps.zeta_bar_prismatic(part, turn, motion.carried, lifted)


def _moment(
    steps: Any, plan: Plan, part: Part, behind: Part | None, turns: list[Turn], bar: Any, zeta: Any, half: Any
) -> Any:
    """Return zeta_i: a number about u_r in group 2 (eqs. 88-90), a vector in group 3 (eqs. 67, 74, 75)."""
    if bar is None or zeta is None:
        return bar
    if behind is None:
        return (steps.moment_of_tip_along if part.group == 2 else steps.moment_at_tip)(part, bar, zeta)
    turn = turns[behind.index]
    if part.group == 3:
        return steps.moment(part, behind, turn, bar, zeta, half)
    if behind.index == plan.s:
        zeta = steps.moment_at_s(part, behind, turn, zeta)
    return steps.moment_along(part, behind, turn, bar, zeta, half)


def _rho_bar(steps: Any, part: Part, motion: Motion) -> Vector:
    if part.revolute:
        return steps.rho_bar_revolute(part, motion.Omega)
    assert motion.lift is not None
    return steps.rho_bar_prismatic(part, motion.lift.h)


def torques_of(plan: Plan, q: Any, qd: Any, qdd: Any, wrench: Any = None) -> list[Number]:
    """Return the joint forces at the paper's coordinates; q, qd, qdd are indexed by joint."""
    turns = [turn_of(part, q[part.index]) for part in plan.parts]
    return backward(plan, forward(plan, turns, qd, qdd), wrench)
