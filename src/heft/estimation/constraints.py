"""Prior knowledge of a robot's parameters: the cones of physically consistent bodies, and what a person adds.

Each is a few rows s = b - A x with s in a cone of Clarabel's. Physical consistency of a body is one cone: its 4 x 4
pseudo-inertia J(x) is positive semidefinite (Wensing, Kim and Slotine 2018). Frictions and reflected inertias are not
negative.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import clarabel as _clarabel
import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.columns import Model
from heft.estimation.scales import body_sizes
from heft.parameters import INDEX, to_pseudo_inertia

clarabel: Any = _clarabel
"""The solver: a compiled module without types."""

MARGIN = 1e-6
"""How far inside its cone a pseudo-inertia is kept, in units of the body's own: more than the solver's tolerance."""

PSEUDO = np.moveaxis(to_pseudo_inertia(np.eye(10)), 0, -1)
"""(4, 4, 10): J = PSEUDO @ pi."""

SYMMETRIES = {
    "x": ("mcy", "mcz", "Ixy", "Ixz", "Iyz", "Iyy-Izz"),
    "y": ("mcx", "mcz", "Ixy", "Ixz", "Iyz", "Ixx-Izz"),
    "z": ("mcx", "mcy", "Ixy", "Ixz", "Iyz", "Ixx-Iyy"),
    "yz": ("mcx", "Ixy", "Ixz"),
    "xz": ("mcy", "Ixy", "Iyz"),
    "xy": ("mcz", "Ixz", "Iyz"),
}
"""What vanishes in a body that looks the same all around an axis through its origin, or on both sides of a plane."""


@dataclass(frozen=True)
class Knowledge:
    """What a person knows of the links.

    Attributes:
        mass: bounds (least, largest) by body [kg].
        com: bounds on the centre of mass by body, ((x, x), (y, y), (z, z)) [m].
        symmetric: by body, an axis "x", "y", "z" or a plane "xy", "yz", "xz" of the body's frame.
        total_mass: of all bodies [kg], rotors not counted; None if unknown.
    """

    mass: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    com: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    symmetric: Mapping[str, str] = field(default_factory=dict)
    total_mass: float | None = None

    def __post_init__(self) -> None:
        if self.total_mass is not None and not 0 < self.total_mass < float("inf"):
            raise ArgumentError(
                f"The mass of all links together is {self.total_mass} kg.",
                remedy="Give a mass above 0, or leave it out.",
            )


@dataclass(frozen=True, eq=False)
class ConeRows:
    """Rows A x + s = b with s in a cone."""

    A: Array
    b: Array
    cone: object


def svec_rows(matrices: Array) -> Array:
    """Return a symmetric matrix function (k, k, n) as rows (k (k + 1) / 2, n) in Clarabel's triangle order."""
    k = matrices.shape[0]
    return np.array([matrices[i, j] * (1.0 if i == j else np.sqrt(2.0)) for j in range(k) for i in range(j + 1)])


def matrices_of_rows(rows: Array) -> Array:
    """Return the symmetric matrices (k, k, ...) of which `svec_rows` makes these rows."""
    k = math.isqrt(2 * len(rows))
    matrices = np.zeros((k, k, *rows.shape[1:]))
    places = [(i, j) for j in range(k) for i in range(j + 1)]
    for row, (i, j) in zip(rows, places, strict=True):
        matrices[i, j] = matrices[j, i] = row * (1.0 if i == j else np.sqrt(0.5))
    return matrices


def pseudo_inertias(model: Model) -> list[tuple[str, Array, Array]]:
    """Return, for each body, rotor and load: name, (10, n) its parameters from all, a pseudo-inertia of its size."""
    robot, n = model.plausible, len(model.names)
    mass, radius = body_sizes(robot.parameters)
    found = []
    for i, name in enumerate(robot.body_names):
        pick = np.zeros((10, n))
        pick[:, 10 * i : 10 * i + 10] = np.eye(10)
        found.append((name, pick, mass[i] * np.diag([radius[i] ** 2 / 2] * 3 + [1.0])))
    column = 10 * robot.n_bodies
    for i, rotor in robot.rotors:
        width = len(rotor.parameter_names)
        pick = np.zeros((10, n))
        pick[:, column : column + width] = rotor.basis
        column += width
        m, l = (0.1 * mass[i], 0.1 * radius[i])
        if rotor.parameters[0] > 0:
            (m,), (l,) = body_sizes(rotor.parameters[None])
        found.append((f"{robot.body_names[i]}.rotor", pick, m * np.diag([l**2 / 2] * 3 + [1.0])))
    return found


def physical(model: Model) -> list[ConeRows]:
    """Return the cones of physical bodies and drives."""
    rows = []
    for _, pick, size in pseudo_inertias(model):
        # in units of its size, so that all bodies look alike to the solver
        half = np.diag(1 / np.sqrt(np.diag(size)))
        A = svec_rows(np.einsum("ij,jkn,kl->iln", half, PSEUDO @ pick, half))
        rows.append(ConeRows(-A, -MARGIN * svec_rows(np.eye(4)[:, :, None])[:, 0], clarabel.PSDTriangleConeT(4)))
    coupled = _coupled(model)
    drives = [
        model.n_inertial + k
        for k, column in enumerate(model.extra)
        if column.law.nonnegative and column.run is None and not column.is_coupling and column.coordinate not in coupled
    ]
    sums = [(drive,) for drive in drives] + _sums(model)
    if sums:
        A = np.zeros((len(sums), len(model.names)))
        for k, members in enumerate(sums):
            A[k, list(members)] = -1.0
        rows.append(ConeRows(A, np.zeros(len(sums)), clarabel.NonnegativeConeT(len(sums))))
    return rows


def _sums(model: Model) -> list[tuple[int, ...]]:
    """Return the parameters of drives whose sum cannot be negative: friction of one sign that fades with the speed."""
    found, coupled = list[tuple[int, ...]](), _coupled(model)
    for k, column in enumerate(model.extra):
        if not column.law.adds_to or column.run is not None or column.is_coupling or column.coordinate in coupled:
            continue
        partners = [
            model.n_inertial + other
            for other, one in enumerate(model.extra)
            if one.kind in column.law.adds_to and one.run is None and one.gears == column.gears
        ]
        found += [(model.n_inertial + k, partner) for partner in partners] or [(model.n_inertial + k,)]
    return found


def _coupled(model: Model) -> set[int]:
    """Return the coordinates that a motor couples to another: their own drive columns are then only a part."""
    return {coordinate for column in model.extra if len(column.gears) > 1 for coordinate, _ in column.gears}


def knowledge_rows(model: Model, knowledge: Knowledge) -> list[ConeRows]:
    """Return the rows of what a person knows."""
    robot, n = model.robot, len(model.names)
    above, equal = [], []

    def row(body: str, **entries: float) -> Array:
        line = np.zeros(n)
        for name, value in entries.items():
            line[10 * robot.body_index(body) + INDEX[name]] = value
        return line

    for body, (low, high) in knowledge.mass.items():
        if not low <= high:
            raise ArgumentError(
                f"The mass of '{body}' cannot be at least {low:g} and at most {high:g} kg.",
                remedy="Give the lower bound first.",
            )
        above += [(row(body, m=1.0), low), (row(body, m=-1.0), -high)]
    for body, box in knowledge.com.items():
        for name, (low, high) in zip(("mcx", "mcy", "mcz"), box, strict=True):
            if not low <= high:
                raise ArgumentError(
                    f"The centre of mass of '{body}' cannot be between {low:g} and {high:g} m.",
                    remedy="Give the lower bound first.",
                )
            above += [(row(body, **{name: 1.0, "m": -low}), 0.0), (row(body, **{name: -1.0, "m": high}), 0.0)]
    for body, kind in knowledge.symmetric.items():
        if kind not in SYMMETRIES:
            raise ArgumentError(f"'{kind}' is not a symmetry of a body.", remedy=f"Known: {', '.join(SYMMETRIES)}.")
        for term in SYMMETRIES[kind]:
            first, _, second = term.partition("-")
            equal.append((row(body, **({first: 1.0, second: -1.0} if second else {first: 1.0})), 0.0))
    if knowledge.total_mass is not None:
        line = np.zeros(n)
        line[: 10 * robot.n_bodies : 10] = 1.0
        equal.append((line, knowledge.total_mass))
    rows = []
    if above:
        A, b = np.array([-line for line, _ in above]), np.array([-value for _, value in above])
        rows.append(ConeRows(A, b, clarabel.NonnegativeConeT(len(b))))
    if equal:
        A, b = np.array([line for line, _ in equal]), np.array([value for _, value in equal])
        rows.append(ConeRows(A, b, clarabel.ZeroConeT(len(b))))
    return rows
