"""The plausible size of each parameter: the spread that a prior is given, and the unit in which excitation is judged.

For a body it follows from its mass m and its size l as the file has them: m for the mass, m l for the first
moments, m l^2 for the second. A body without mass counts as the mean of the others; in a file without any inertias, as
1 kg and 0.1 m. A drive's parameter is measured
by the value with which it alone would make the torques that were logged.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.estimation.columns import Model
from heft.estimation.information import Information
from heft.estimation.plausible_links import MISSING
from heft.robot.model import Rotor

_POWERS = np.array([0, 1, 1, 1, 2, 2, 2, 2, 2, 2])


def body_sizes(parameters: Array) -> tuple[Array, Array]:
    """Return masses [kg] and radii of gyration about the origin [m] of bodies (n, 10); what is missing is filled in."""
    mass = parameters[:, 0]
    given = mass > MISSING * np.max(mass, initial=0.0)
    usual = float(np.mean(mass[given])) if given.any() else 1.0
    mass = np.where(given, np.maximum(mass, 0.05 * usual), usual)
    radius = np.sqrt(np.maximum(parameters[:, [4, 7, 9]].sum(axis=1) / 2, 0.0) / mass)
    usual_radius = float(np.mean(radius[given & (radius > 0)])) if (given & (radius > 0)).any() else 0.1
    return mass, np.where(given, np.maximum(radius, 0.2 * usual_radius), usual_radius)


def inertial_scales(mass: Array, radius: Array) -> Array:
    """Return (..., 10) the sizes of the inertial parameters of bodies of given masses and radii, each (..., 1)."""
    return np.asarray(mass * radius**_POWERS, float)


def scales_of(model: Model, information: Information) -> Array:
    """Return (n,) the size that each parameter of a model could well have."""
    robot = model.plausible
    mass, radius = body_sizes(robot.parameters)
    parts = [inertial_scales(mass[:, None], radius[:, None]).ravel()]
    parts += [_rotor_scales(rotor, mass[i], radius[i]) for i, rotor in robot.rotors]
    parts.append(_drive_scales(model, information))
    return np.concatenate(parts)


def prior_widths(model: Model, scales: Array) -> Array:
    """Return (n,) how far from the file each parameter may well be: its size, of drives times that of their law."""
    laws = [column.law.prior_width for column in model.extra]
    return scales * np.concatenate([np.ones(len(scales) - len(laws)), laws])


def _rotor_scales(rotor: Rotor, mass: float, radius: float) -> Array:
    """Measure a rotor by its file, or else by an inertia that seems as large as its link's, through the gear."""
    if rotor.parameters[0] > 0:
        ten = body_sizes(rotor.parameters[None])
        scale = ten[0][0] * ten[1][0] ** _POWERS
    else:
        scale = 0.1 * mass * (0.1 * radius) ** _POWERS
        scale[4:] = mass * radius**2 / max(1.0, float(rotor.ratio) ** 2)
    return scale[np.argmax(rotor.basis != 0, axis=0)]


def _drive_scales(model: Model, information: Information) -> Array:
    """Return, for each extra column, the value with which it alone would have the energy of the efforts."""
    scales = np.ones(len(model.extra))
    for k, column in enumerate(model.extra):
        if column.name not in information.names:
            twins = [c.name for c in model.extra if c.kind == column.kind and c.name in information.names]
        else:
            twins = [column.name]
        found = [s for name in twins if (s := alone(information, information.names.index(name))) > 0]
        scales[k] = max(found) if found else 1.0
    return scales


def alone(information: Information, c: int) -> float:
    """Return the value with which a column alone would have the energy of the efforts; zero for a column of zeros."""
    column = effort = 0.0
    for columns, R in zip(information.columns, information.factors, strict=True):
        at = np.flatnonzero(columns == c)
        if len(at):
            column += float(np.sum(R[:, at[0]] ** 2))
            effort += float(np.sum(R[:, -1] ** 2))
    return float(np.sqrt(effort / column)) if column > 0 else 0.0
