"""One joint's share in each variable of the recursion: the rows of P1's Table II, written for any kind of number.

Vectors are triples in the frame of the joint, matrices triples of rows. A literal 0 is a zero by structure. Every step
takes the joint it belongs to first, so that operations can be counted by joint.

    Omega = [wd] + [w][w]                                             eq. 59
    Psi phi(A) = A wd + w x (A w),  phi(A) = (A11, A22, A33, A12, A13, A23)   eqs. 26, 28, 60
"""

from __future__ import annotations

from typing import NamedTuple

from heft.minimal.chain_constants import JointConstants, Number, Vector

Matrix = tuple[Vector, Vector, Vector]


class Turn(NamedTuple):
    """The position of a joint at a sample: cosine and sine of theta, d, and the products in the last row of R."""

    ct: Number
    st: Number
    d: Number
    r31: Number
    r32: Number


class Lift(NamedTuple):
    """The acceleration of a prismatic joint: u qdd + 2 w x u qd, the same with d Omega u (h), and 2 qd."""

    own: Vector
    h: Vector
    twice: Number


# -- transforms -----------------------------------------------------------------------------------


def into(joint: JointConstants, turn: Turn, v: Vector) -> Vector:
    """Return a vector of E_{i-1} in E_i: R^T v."""
    x, y, z = v
    y, z = joint.cb * y + joint.sb * z, joint.cb * z - joint.sb * y
    return turn.ct * x + turn.st * y, turn.ct * y - turn.st * x, z


def turned(turn: Turn, v: Vector) -> Vector:
    """Return a vector of E_i after the turn by theta alone: Rz v."""
    x, y, z = v
    return turn.ct * x - turn.st * y, turn.st * x + turn.ct * y, z


def tilted(joint: JointConstants, v: Vector) -> Vector:
    """Return a turned vector in E_{i-1}: Rx v."""
    x, y, z = v
    return x, joint.cb * y - joint.sb * z, joint.sb * y + joint.cb * z


def dot(a: Vector, b: Vector) -> Number:
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def plus(a: Vector, b: Vector) -> Vector:
    """Return a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def scaled(a: Number, v: Vector) -> Vector:
    """Return a v."""
    return a * v[0], a * v[1], a * v[2]


def crossed(a: Vector, b: Vector) -> Vector:
    """Return a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def applied(M: Matrix, v: Vector) -> Vector:
    """Return M v."""
    return dot(M[0], v), dot(M[1], v), dot(M[2], v)


# -- forward --------------------------------------------------------------------------------------


def omega(joint: JointConstants, turn: Turn, before: Vector, qd: Number) -> tuple[Vector, Vector]:
    """Return w_i (eq. 57), and w_{i-1} in E_i."""
    carried = into(joint, turn, before)
    return (carried[0], carried[1], carried[2] + qd) if joint.revolute else carried, carried


def omega_dot(joint: JointConstants, turn: Turn, before: Vector, carried: Vector, qd: Number, qdd: Number) -> Vector:
    """Return wd_i (eq. 58)."""
    x, y, z = into(joint, turn, before)
    return (x + carried[1] * qd, y - carried[0] * qd, z + qdd) if joint.revolute else (x, y, z)


def omega_along(joint: JointConstants, speed: Number, qd: Number) -> Number:
    """Return the speed about u_r (eq. 80) of a revolute joint of group 2."""
    return speed + qd


def omega_rate_along(joint: JointConstants, rate: Number, qdd: Number) -> Number:
    """Return the rate of that speed (eq. 81)."""
    return rate + qdd


def omega_across(joint: JointConstants, speed: Number) -> Vector:
    """Return w_i of a prismatic joint of group 2 (eq. 80)."""
    return scaled(speed, joint.u)


def omega_rate_across(joint: JointConstants, rate: Number) -> Vector:
    """Return wd_i of a prismatic joint of group 2 (eq. 81)."""
    return scaled(rate, joint.u)


def Omega(joint: JointConstants, w: Vector, wd: Vector) -> tuple[Matrix, tuple[Number, ...]]:  # noqa: N802
    """Return Omega (eq. 59), and the products xx, yy, zz, xy, xz, yz of w."""
    x, y, z = w
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    rows = (
        (-(yy + zz), xy - wd[2], xz + wd[1]),
        (xy + wd[2], -(xx + zz), yz - wd[0]),
        (xz - wd[1], yz + wd[0], -(xx + yy)),
    )
    return rows, (xx, yy, zz, xy, xz, yz)


def Omega_plane(joint: JointConstants, speed: Number, rate: Number) -> Matrix:  # noqa: N802
    """Return Omega of a revolute joint of group 2, which turns about its own axis alone."""
    square = speed * speed
    return (-square, -rate, 0), (rate, -square, 0), (0, 0, 0)


def Psi(  # noqa: N802
    joint: JointConstants, wd: Vector, Om: Matrix, ww: tuple[Number, ...]
) -> tuple[tuple[Number, ...], ...]:
    """Return Psi (eq. 60), three rows of six: all but three entries are in Omega already."""
    xx, yy, zz, xy, xz, yz = ww
    return (
        (wd[0], -yz, yz, -Om[2][0], Om[1][0], yy - zz),
        (xz, wd[1], -xz, Om[2][1], zz - xx, -Om[0][1]),
        (-xy, xy, wd[2], xx - yy, -Om[1][2], Om[0][2]),
    )


def lift(joint: JointConstants, turn: Turn, w: Vector, Om: Matrix, qd: Number, qdd: Number) -> Lift:
    """Return the acceleration that a prismatic joint adds (eq. 61)."""
    twice = qd + qd
    own = (twice * w[1], -(twice * w[0]), qdd)
    slide = (turn.d * Om[0][2], turn.d * Om[1][2], turn.d * Om[2][2])
    return Lift(own, plus(own, slide), twice)


def accelerate_revolute(joint: JointConstants, turn: Turn, a: Vector, Om: Matrix) -> Vector:
    """Return a_i (eq. 62): R^T (a_{i-1} + Omega_{i-1} s)."""
    return into(joint, turn, plus(a, applied(Om, joint.s)))


def accelerate_prismatic(joint: JointConstants, turn: Turn, a: Vector, Om: Matrix, h: Vector) -> tuple[Vector, Vector]:
    """Return a_i, and a_i without the contribution of joint i (eqs. 69-71): R^T (a_{i-1} + Omega_{i-1} b)."""
    carried = into(joint, turn, plus(a, (Om[0][0] * joint.b, Om[1][0] * joint.b, Om[2][0] * joint.b)))
    return plus(carried, h), carried


def accelerate_first(joint: JointConstants, turn: Turn, gravity: Number) -> Vector:
    """Return a_1 of a base whose z axis points against gravity: the last row of R times g."""
    return turn.r31 * gravity, turn.r32 * gravity, joint.cb * gravity


def accelerate_still(joint: JointConstants, turn: Turn, a: Vector) -> Vector:
    """Return a_{i-1} in E_i: what a_i is where nothing turns yet (eq. 77)."""
    return into(joint, turn, a)


def slide(joint: JointConstants, a: Vector, qdd: Number) -> Vector:
    """Return a + u qdd (eq. 77)."""
    return a[0], a[1], a[2] + qdd


# -- backward -------------------------------------------------------------------------------------


def rho_still(joint: JointConstants, a: Vector) -> Number:
    """Return rho of group 1 (eq. 78)."""
    return joint.mass * a[2]


def rho_along(joint: JointConstants, a: Vector, speed: Number, rate: Number) -> Number:
    """Return rho of a prismatic joint of group 2 (eqs. 83, 84)."""
    return joint.mass * a[2] + joint.kappa[0] * rate - joint.kappa[1] * (speed * speed)


def rho(joint: JointConstants, a: Vector, Om: Matrix) -> Number:
    """Return rho of a prismatic joint of group 3 (eq. 63): the force of its own composite body along its axis."""
    return joint.mass * a[2] + dot(Om[2], joint.k)


def rho_bar_revolute(joint: JointConstants, Om: Matrix) -> Vector:
    """Return rho_bar of a revolute joint (eq. 64): Omega [kx, ky, 0]."""
    kx, ky, _ = joint.k
    x, y, z = (row[0] * kx + row[1] * ky for row in Om)
    return x, y, z


def rho_bar_prismatic(joint: JointConstants, h: Vector) -> Vector:
    """Return rho_bar of a prismatic joint (eqs. 64, 79): m̂ h."""
    return scaled(joint.mass, h)


def inertia(joint: JointConstants, turns: list[Turn]) -> tuple[Number, ...]:
    """Return D_i (eqs. 91, 93), which grows as prismatic joints behind a revolute one slide."""
    D = joint.D
    for j, gain in joint.slides:
        D = tuple(entry + gain[c] * turns[j].d for c, entry in enumerate(D))
    return D


def zeta_bar_along(joint: JointConstants, a: Vector, rate: Number, D: tuple[Number, ...]) -> Number:
    """Return zeta_bar of a revolute joint of group 2, about u_r (eq. 85)."""
    return joint.k[0] * a[1] - joint.k[1] * a[0] + D[0] * rate


def zeta_bar_across(joint: JointConstants, turn: Turn, carried: Vector, lifted: Lift, speed: Number) -> Number:
    """Return zeta_bar of a prismatic joint of group 2, about u_r (eq. 86)."""
    pull = joint.pull[0] * carried[0] + joint.pull[1] * carried[1]
    return joint.kappa[0] * lifted.own[2] + joint.kappa[1] * speed * lifted.twice + turn.d * pull


def zeta_bar_revolute(
    joint: JointConstants, a: Vector, psi: tuple[tuple[Number, ...], ...], D: tuple[Number, ...]
) -> Vector:
    """Return zeta_bar of a revolute joint of group 3 (eqs. 65, 73): Psi phi(D) + [kx, ky, 0] x a."""
    kx, ky, _ = joint.k
    spin = tuple(sum(psi_c * D_c for psi_c, D_c in zip(row[1:], D[1:], strict=True)) + row[0] * D[0] for row in psi)
    return spin[0] + ky * a[2], spin[1] - kx * a[2], spin[2] + (kx * a[1] - ky * a[0])


def zeta_bar_prismatic(joint: JointConstants, turn: Turn, carried: Vector, lifted: Lift) -> Vector:
    """Return zeta_bar of a prismatic joint of group 3 (eqs. 65, 73): k x (u qdd + 2 w x u qd) + m̂ d u x a'."""
    weight = joint.mass * turn.d
    x, y, z = crossed(joint.k, lifted.own)
    return x - weight * carried[1], y + weight * carried[0], z


def force(joint: JointConstants, behind: JointConstants, turn: Turn, p: Vector) -> tuple[Vector, Vector]:
    """Return p_{i+1} in E_i, and on the way there turned only (eq. 66)."""
    half = turned(turn, p)
    return tilted(behind, half), half


def force_sum(joint: JointConstants, bar: Vector, p: Vector) -> Vector:
    """Return p_i = rho_bar_i + p_{i+1} (eq. 66)."""
    return plus(bar, p)


def moment(
    joint: JointConstants, behind: JointConstants, turn: Turn, bar: Vector, zeta: Vector, half: Vector
) -> Vector:
    """Return zeta_i (eqs. 67, 74, 75): the arm's moment is added before the tilt, where the arm is [b, 0, d]."""
    x, y, z = turned(turn, zeta)
    px, py, pz = half
    arm = (x - turn.d * py, y + (turn.d * px - behind.b * pz), z + behind.b * py)
    return plus(bar, tilted(behind, arm))


def moment_along(
    joint: JointConstants, behind: JointConstants, turn: Turn, bar: Number, zeta: Number, half: Vector
) -> Number:
    """Return zeta_i about u_r (eqs. 89, 90) from zeta_{i+1} about u_r."""
    arm = behind.arm
    if not behind.revolute:
        arm = (behind.v[1] * turn.d, arm[1] - behind.v[0] * turn.d, arm[2])
    return bar + (zeta + dot(arm, half))


def moment_at_s(joint: JointConstants, behind: JointConstants, turn: Turn, zeta: Vector) -> Number:
    """Return the joint of zeta_s about u_r (eq. 88)."""
    if joint.revolute:
        return turn.r31 * zeta[0] + turn.r32 * zeta[1] + behind.cb * zeta[2]
    return dot(joint.u, tilted(behind, turned(turn, zeta)))


def moment_at_tip(joint: JointConstants, bar: Vector, zeta: Vector) -> Vector:
    """Return zeta_n = zeta_bar_n + zeta_{n+1}."""
    return plus(bar, zeta)


def moment_of_tip_along(joint: JointConstants, bar: Number, zeta: Vector) -> Number:
    """Return zeta_n about u_r where the last joint is of group 2."""
    return bar + dot(joint.u, zeta)


def tip_moment(joint: JointConstants, tip: Vector, p: Vector, moment: Vector) -> Vector:
    """Return zeta_{n+1} = -t - s x f about the origin of E_n; p = -f."""
    return plus(crossed(tip, p), (-moment[0], -moment[1], -moment[2]))


def tau(joint: JointConstants, own: Number, p: Vector) -> Number:
    """Return the force of a prismatic joint (eq. 68)."""
    return own + p[2]
