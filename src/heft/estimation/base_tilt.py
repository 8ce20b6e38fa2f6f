"""A tilted base: two angles of gravity, estimated together with all other parameters.

The torques are bilinear in the direction of gravity and the first moments:

    tau = [Y_0(q, qd, qdd) + Y_g(q)] x,     g = exp(a^) g_0

with g_0 the gravity of the robot file and a the rotation vector about two axes of the base. Gauss-Newton on (x, a)
solves a linear regression in each step: the columns of the base parameters under the present gravity, and
Y_(dg/da)(q) x for each angle (`heft.estimation.tilt_rows`), folded in one pass over the logs and weighted per joint.
The steps run on a part of long logs until they settle; the last one takes all samples.

The base parameters are those under a gravity of general direction, since a tilted base may excite more of them: the
first moments of the first link, if its joint is vertical in the file. Where the torques do not depend on the tilt in
a way of its own (a single vertical joint, of which only the product of tilt and first moment is felt; a gantry whose
offsets of friction take it up) it is refused.

The deviations of the angles come from a jackknife over long blocks of time, with Student's t. They also widen the base
parameters: with J = dx/da, J cov(a) J^T is added to the covariance that holds for a known tilt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import torque_regressor
from heft.errors import ArgumentError
from heft.estimation.base import Base, base_of
from heft.estimation.excitation import base_rows
from heft.estimation.information import Information, information_of, merged
from heft.estimation.least_squares import Fit, reweighted, solve
from heft.estimation.scales import scales_of
from heft.estimation.tilt_rows import Gravity, TiltPass, thinned
from heft.estimation.uncertainty import jackknife, stretches
from heft.logs.motion import Motion
from heft.robot.model import Robot

GENERAL = np.array([0.05, -0.03])
"""[rad] A tilt that is not special."""

PLAUSIBLE = 0.1
"""[rad] The size that a tilt could well have; logs that say less than such a guess do not determine it."""

MOST_STEPS, LARGEST_STEP, SETTLED = 15, 0.2, 1e-6
"""Gauss-Newton: how many steps, and of which size [rad]."""

WEIGHTINGS = 5
"""How often the joints are weighted by the residuals that they left."""

FEW_SAMPLES = 20_000
"""Samples for all steps but the last."""

BLOCKS = 20
"""Blocks of time for the jackknife: so long that what the model lacks differs from one to the next."""

HIDDEN = 0.1
"""The share of an angle in directions that the logs do not determine with which it counts as not determined."""

STATES, SEED, INDEPENDENT = 60, 7, 1e-6
"""Random states at which the tilt's columns must differ from all others by this share."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BaseTilt:
    """How a base is tilted, by the logs.

    Attributes:
        axes: of the base, about which gravity is turned.
        angles: (2,) the components of the rotation vector about them [rad].
        covariance: (2, 2) of the angles.
        freedom: degrees of freedom of the covariance.
        gravity: (3,) the gravity that they give, in the frame of the base [m/s2].
    """

    axes: tuple[str, str]
    angles: Array
    covariance: Array
    freedom: int
    gravity: Array

    @property
    def deviation(self) -> Array:
        """(2,) standard deviations [rad]."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def half_width(self) -> Array:
        """(2,) how far the 95 % intervals reach to either side [rad]."""
        from scipy.special import stdtrit

        return float(stdtrit(self.freedom, 0.975)) * self.deviation

    def rows(self) -> list[tuple[str, float, float]]:
        """Return for each angle its axis, its value and how far its 95 % interval reaches [deg]."""
        degrees = np.degrees([self.angles, self.half_width]).T
        return [(axis, float(value), float(half)) for axis, (value, half) in zip(self.axes, degrees, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; angles in degrees."""
        angles = [{"axis": a, "degrees": x, "interval": [x - half, x + half]} for a, x, half in self.rows()]
        return {
            "angles": angles,
            "covariance": np.degrees(np.degrees(self.covariance)).tolist(),
            "freedom": self.freedom,
            "gravity": self.gravity.tolist(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BaseTilt:
        """Read what `to_dict` gives."""
        first, second = data["angles"]
        return cls(
            axes=(first["axis"], second["axis"]),
            angles=np.radians([first["degrees"], second["degrees"]]),
            covariance=np.radians(np.radians(np.array(data["covariance"], float).reshape(2, 2))),
            freedom=int(data["freedom"]),
            gravity=np.array(data["gravity"], float),
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class TiltSearch:
    """The angles that fit best, and the base parameters under them.

    Attributes:
        base: the base parameters; its robot has the tilted gravity.
        gravity: that of the robot file.
        angles: (2,) [rad].
    """

    base: Base
    gravity: Gravity
    angles: Array

    def spread(self, motions: Sequence[Motion], fit: Fit) -> tuple[BaseTilt, Array]:
        """Return the tilt with its covariance, and what that adds to the covariance of the base parameters of a fit.

        Args:
            motions: that were fitted.
            fit: of the base parameters under the tilted gravity.

        Raises:
            ArgumentError: the angles scatter too much over the logs to be of use.
        """
        one_pass = _pass(self.base, motions, self.gravity, self.angles, fit.values)
        scales, start = np.append(fit.scales, [PLAUSIBLE, PLAUSIBLE]), np.append(fit.values, [0.0, 0.0])
        joint = _weighted(one_pass.information(), scales, start)
        rows = sum(len(motion.kept) for motion in motions)
        parts = list(stretches(one_pass, joint.values, joint.weights, max(1, -(-rows // BLOCKS))))
        covariance = jackknife(joint, parts)[-2:, -2:]
        R = joint.factor[:, :-1] * joint.scales
        moves = -np.linalg.lstsq(R[:, :-2], R[:, -2:], rcond=1e-9)[0]
        moves *= joint.scales[:-2, None] / joint.scales[-2:]
        _refuse_undetermined(np.sqrt(np.diag(covariance)), self.gravity)
        tilt = BaseTilt(
            axes=self.gravity.names,
            angles=self.angles,
            covariance=covariance,
            freedom=max(len(parts) - 1, 1),
            gravity=self.gravity.turned(self.angles),
        )
        return tilt, moves @ covariance @ moves.T


def find_tilt(base: Base, motions: Sequence[Motion]) -> TiltSearch:
    """Return the tilt of the base that fits motions best.

    Args:
        base: the base parameters under the gravity of the robot file.
        motions: to be fitted.

    Raises:
        ArgumentError: the robot's torques, or these motions, do not determine it.
    """
    robot, gravity = base.model.robot, Gravity.of(base.model.robot)
    if robot.base == "floating":
        raise ArgumentError("The base floats: its orientation is measured.", remedy="Leave the base tilt out.")
    if not np.any(gravity.vector):
        raise ArgumentError("There is no gravity to be tilted.", remedy="Leave the base tilt out, or give a gravity.")
    general = base_of(_under(base, gravity.turned(GENERAL)).model)
    _refuse_hidden(general, gravity)
    return _gauss_newton(general, gravity, list(motions))


def _gauss_newton(general: Base, gravity: Gravity, motions: list[Motion]) -> TiltSearch:
    """Return the best tilt, given the base parameters under a gravity of general direction."""
    few = thinned(motions, FEW_SAMPLES)
    here = _under(general, gravity.vector)
    plain = merged(information_of(here.model, here.columns, motion) for motion in few)
    scales, prior = general.scales(scales_of(here.model, plain)), general.reduce(general.model.prior)
    angles, values = np.zeros(2), _weighted(plain, scales, prior).values
    scales, prior = np.append(scales, [PLAUSIBLE, PLAUSIBLE]), np.append(prior, [0.0, 0.0])
    for part in [few] if few is motions else [few, motions]:
        for _ in range(MOST_STEPS):
            here = _under(general, gravity.turned(angles))
            fit = _weighted(_pass(here, part, gravity, angles, values).information(), scales, prior)
            hidden = np.linalg.norm(fit.undetermined[-2:], axis=1) > HIDDEN
            _refuse_undetermined(np.where(hidden, np.inf, np.sqrt(np.diag(fit.covariance)[-2:])), gravity)
            step = fit.values[-2:] * min(1.0, LARGEST_STEP / max(float(np.linalg.norm(fit.values[-2:])), 1e-300))
            angles, values = angles + step, fit.values[:-2]
            if np.linalg.norm(step) < SETTLED:
                break
    return TiltSearch(base=_under(general, gravity.turned(angles)), gravity=gravity, angles=angles)


def _weighted(information: Information, scales: Array, prior: Array) -> Fit:
    """Return least squares with each coordinate weighted by its own residuals."""
    fit = solve(information, None, scales, prior)
    for _ in range(WEIGHTINGS):
        fit = solve(information, reweighted(fit), scales, prior)
    return fit


def _under(base: Base, gravity: Array) -> Base:
    """Return the base of a robot under another gravity [m/s2]."""
    robot = base.model.robot.with_gravity(gravity.tolist())
    return replace(base, model=replace(base.model, robot=robot))


def _pass(base: Base, motions: Sequence[Motion], gravity: Gravity, angles: Array, values: Array) -> TiltPass:
    """Return the pass whose columns of the tilt hold for base parameters."""
    whole = np.zeros(len(base.model.names))
    whole[base.columns] = values
    return TiltPass(base.model, base.columns, motions, whole[: base.model.n_inertial], gravity.rates(angles))


def _refuse_undetermined(deviation: Array, gravity: Gravity) -> None:
    """Refuse angles with standard deviations (2,) that no guess has."""
    for axis, each in zip(gravity.names, deviation, strict=True):
        if each > PLAUSIBLE:
            raise ArgumentError(
                f"The logs do not determine the tilt of the base about its {axis} axis.",
                remedy="Record a motion in which all joints move far, or leave the base tilt out.",
            )


def _refuse_hidden(general: Base, gravity: Gravity) -> None:
    """Refuse a robot whose torques do not depend on the tilt in a way of its own.

    Both near the file's gravity and at a tilt of general direction: at the former the angles must act to first order,
    at the latter the first moments that only a tilted base makes felt must not take them up.
    """
    for angles in (np.zeros(2), GENERAL):
        there = _under(general, gravity.turned(angles))
        robot = there.model.robot
        q, qd, qdd = robot.random_state(SEED, STATES)
        rest = np.zeros_like(qd)
        A = base_rows(there.model, there.columns, q, qd, qdd).reshape(-1, len(there.columns))
        bodies = _weighing(robot)
        turned = [robot.with_gravity(rate.tolist()) for rate in gravity.rates(angles)]
        D = np.array([(torque_regressor(each, q, rest, rest) @ bodies).ravel() for each in turned]).T
        sizes = np.linalg.norm(A, axis=0)
        Q = np.linalg.svd(A[:, sizes > 0] / sizes[sizes > 0], full_matrices=False)
        Q = Q[0][:, Q[1] > INDEPENDENT**2 * Q[1][0]]
        own, size = D - Q @ (Q.T @ D), max(float(np.linalg.norm(D, axis=0).max()), 1e-300)
        seen = np.linalg.norm(own, axis=0) / size
        if np.linalg.svd(own / size, compute_uv=False)[-1] < INDEPENDENT:
            axis = gravity.names[int(np.argmin(seen))]
            raise ArgumentError(
                f"The torques of robot '{robot.name}' do not determine the tilt of its base: other parameters explain "
                f"a tilt about its {axis} axis as well.",
                remedy="Measure the tilt and give the gravity that follows with --gravity, or leave the base tilt out.",
            )


def _weighing(robot: Robot) -> Array:
    """Return the inertial parameters of a robot, with masses and first moments of a general kind where it has none."""
    values, rng = robot.parameter_vector.copy(), np.random.default_rng(SEED)
    scale = float(np.abs(values).max()) or 1.0
    return values + scale * rng.uniform(0.1, 0.2, len(values))
