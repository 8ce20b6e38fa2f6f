"""Motions that viscous friction slows down independently of each other, and their exact decay over a step.

With the mass matrix M and the slopes D of the friction, each frozen over a step, velocities decay as v' = L v with
L = -M^-1 D. A light link with strong friction decays in much less than a step, where no explicit method is stable. In
the eigenvectors of L its exponential and the functions of an exponential integrator are numbers.

Notation: M = C C^T, C^-1 D C^-T = V diag(rates) V^T, T = C^-T V; hence L = -T diag(rates) T^-1 and M^-1 = T T^T.
phi_0(z) = e^z, phi_k+1(z) = (phi_k(z) - 1/k!) / z (Hochbruck and Ostermann 2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import factorial

import numpy as np

from heft.arrays import Array

ORDERS = 5
"""phi_0 to phi_4 are what a step of fourth order needs."""

_SERIES = np.array([1 / factorial(j + ORDERS - 1) for j in range(18)])
"""Coefficients of phi_4 as a power series; within |z| < 1 what follows is below rounding."""


@dataclass(frozen=True, eq=False)
class DampedModes:
    """The modes of a robot in one configuration.

    Attributes:
        rates: (nv,) with which they decay [1/s].
        T: (nv, nv) whose columns are the velocities of the modes; None if each coordinate is one of its own.
        inverse: of T.
    """

    rates: Array
    T: Array | None = None
    inverse: Array | None = None

    @classmethod
    def of(cls, M: Array, damping: Array) -> DampedModes:
        """Return the modes of a mass matrix (nv, nv) and slopes of the friction (nv,).

        Raises:
            LinAlgError: the mass matrix is singular.
        """
        C = np.linalg.cholesky(M)
        G = np.linalg.inv(C)
        rates, V = np.linalg.eigh((G * damping) @ G.T)
        return cls(rates, np.asarray(G.T @ V, float), np.asarray(V.T @ C.T, float))

    def into(self, v: Array) -> Array:
        """Return velocities or accelerations (nv,) in modes."""
        return v if self.inverse is None else self.inverse @ v

    def out_of(self, y: Array) -> Array:
        """Return velocities or accelerations (nv,) of modes."""
        return y if self.T is None else self.T @ y

    def response(self, weights: Array) -> Array:
        """Return T diag(weights) T^T (nv, nv): how velocities change with a torque that acts on all modes so."""
        assert self.T is not None, "without the modes, the mass matrix is not known"
        return (self.T * weights) @ self.T.T

    def weights(self, dt: float) -> Weights:
        """Return what a step of dt [s] multiplies the modes with."""
        z = -self.rates * dt
        with np.errstate(all="ignore"):  # what friction drives on without bound diverges, which is told later
            phi = phi_functions(np.concatenate([z / 2, z]))
        return Weights(phi[:, : len(z)], phi[:, len(z) :], dt)


@dataclass(frozen=True, eq=False)
class Weights:
    """What a step of Cox and Matthews (2002) multiplies the modes, and what else accelerates them, with.

    Without decay they are the numbers of the classical Runge-Kutta method.

    Attributes:
        half, whole: phi_0 to phi_4 over half the step and all of it, (5, nv).
        dt: the step [s].
    """

    half: Array
    whole: Array
    dt: float

    @cached_property
    def decay(self) -> Array:
        """Of the modes, over half the step."""
        return self.half[0]

    @cached_property
    def push(self) -> Array:
        """Of accelerations, over half the step [s]."""
        return self.dt / 2 * self.half[1]

    @cached_property
    def velocity(self) -> tuple[Array, Array, Array, Array]:
        """Of the modes, and of the accelerations of the first, both middle and the last stage, for the velocity."""
        return self.whole[0], *self._sums(self.dt, 1)

    @cached_property
    def displacement(self) -> tuple[Array, Array, Array, Array]:
        """The same for the displacement."""
        return self.dt * self.whole[1], *self._sums(self.dt**2, 2)

    def _sums(self, factor: float, k: int) -> tuple[Array, Array, Array]:
        first, second, third = factor * self.whole[k : k + 3]
        return first - 3 * second + 4 * third, 2 * second - 4 * third, 4 * third - second


def phi_functions(z: Array) -> Array:
    """Return phi_0(z) to phi_4(z), (5, n)."""
    near = np.abs(z) < 1
    small, large = np.where(near, z, 0.0), np.where(near, 1.0, z)
    by_series = np.empty((ORDERS, len(z)))
    powers = np.tile(small, (len(_SERIES), 1))
    powers[0] = 1.0
    by_series[-1] = _SERIES @ np.cumprod(powers, axis=0)
    for k in reversed(range(1, ORDERS)):
        by_series[k - 1] = by_series[k] * small + 1 / factorial(k - 1)
    by_division = [np.exp(z)]
    for k in range(1, ORDERS):
        by_division.append((by_division[-1] - 1 / factorial(k - 1)) / large)
    return np.where(near, by_series, by_division)
