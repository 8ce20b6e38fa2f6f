"""The verdict: which inertial parameters are identifiable, alone or in which combinations, and how this was proved."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from heft.errors import ArgumentError, did_you_mean
from heft.identifiability.base_terms import BaseTerms
from heft.identifiability.field import Field
from heft.identifiability.reduction import BaseReduction
from heft.identifiability.rpna import NullspaceDescriptor
from heft.identifiability.snapping import Snap
from heft.parameters import DISPLAY_NAMES, NAMES, SYMMETRIC_ROTOR_NAMES
from heft.robot.loops import DroppedLoop
from heft.robot.model import Robot
from heft.showing.plots import Figures
from heft.showing.shown import Shown
from heft.showing.table import Table

ALONE, BASE, COMBINED, NOT_IDENTIFIABLE = "I", "B", "c", "X"
"""Identifiable alone; in combination and chosen as base; in combination; not identifiable."""


@dataclass(frozen=True)
class BodyVerdict:
    """The verdict on a body.

    Attributes:
        name: of the body.
        dims: dimensions of V, K and of the transfer space T; None where the verdict is not RPNA's.
        classes: a letter per parameter, in table order.
        rotor_classes: the same for its rotor (m, mcz, It, Izz if symmetric), or None.
    """

    name: str
    dims: tuple[int, int, int] | None
    classes: str
    rotor_classes: str | None = None


@dataclass(frozen=True)
class Certificate:
    """How the verdict was reached.

    Attributes:
        field: "Q" for the rationals, "F_p" for primes, "float64".
        primes: those used.
        float_agrees: whether floats give the same count; None if they were not compared.
    """

    field: str
    primes: tuple[int, ...] = ()
    float_agrees: bool | None = None


@dataclass(frozen=True, eq=False)
class Verdict(Shown):
    """Which inertial parameters of a robot are identifiable.

    Attributes:
        robot: its name.
        base: "fixed" or "floating".
        gravity: (3,) [m/s2]; zeros for none.
        static: whether only torques at rest are measured.
        rotors: whether rotors have parameters here.
        method: "exact" or "float".
        bodies: the verdict on each.
        reduction: all parameters to base parameters, and back.
        parameter_names: of all parameters considered, each body's in table order.
        certificate: how it was reached.
        snapped: numbers of the file that were not taken literally.
        warnings: which loops are ignored; whether floats disagree, and why.
        sensors: what is measured, None for all joint torques.
        source: what `explain` needs: the robot, RPNA's descriptors (none where samples answered), and their field.
        dropped_loops: constraints of the machine that are not in the robot; the verdict holds without them.
    """

    robot: str
    base: str
    gravity: tuple[float, ...]
    static: bool
    rotors: bool
    method: str
    bodies: tuple[BodyVerdict, ...]
    reduction: BaseReduction
    parameter_names: tuple[str, ...]
    certificate: Certificate
    snapped: tuple[Snap, ...] = ()
    warnings: tuple[str, ...] = ()
    sensors: tuple[str, ...] | None = None
    source: tuple[Robot, tuple[NullspaceDescriptor, ...], Field] | None = field(default=None, repr=False)
    dropped_loops: tuple[DroppedLoop, ...] = ()

    @property
    def n_parameters(self) -> int:
        """How many parameters there are."""
        return len(self.parameter_names)

    @property
    def n_base(self) -> int:
        """How many combinations of them are identifiable."""
        return len(self.reduction.names)

    @property
    def classes(self) -> dict[str, str]:
        """The letter of each parameter, by name."""
        table = {}
        for body in self.bodies:
            table |= {f"{body.name}.{n}": c for n, c in zip(DISPLAY_NAMES, body.classes, strict=True)}
        for body in self.bodies:
            if body.rotor_classes is not None:
                names = SYMMETRIC_ROTOR_NAMES if len(body.rotor_classes) == 4 else DISPLAY_NAMES
                table |= {f"{body.name}.rotor.{n}": c for n, c in zip(names, body.rotor_classes, strict=True)}
        return table

    def terms(self, base_parameter: str) -> list[tuple[str, float, str | None]]:
        """Return the combination that a base parameter carries: names, coefficients, and exact ones if rational."""
        row = self.reduction.names.index(base_parameter)
        place = self.places
        found = []
        values = self.reduction.matrix[row].tolist()
        for name in self.parameter_names:
            c = place[name]
            if values[c] != 0:
                found.append((name, values[c], self.reduction.exact.get((row, c))))
        found.sort(key=lambda term: term[0] != base_parameter)
        return found

    @cached_property
    def places(self) -> dict[str, int]:
        """The column of the reduction that each parameter has, by name."""
        return {name: k for k, name in enumerate(self._storage_names)}

    @property
    def _storage_names(self) -> list[str]:
        """The parameters in the order of the reduction's columns."""
        names = [f"{body.name}.{n}" for body in self.bodies for n in NAMES]
        for body in self.bodies:
            if body.rotor_classes is not None:
                own = SYMMETRIC_ROTOR_NAMES if len(body.rotor_classes) == 4 else NAMES
                names += [f"{body.name}.rotor.{n}" for n in own]
        return names

    def explain(self, parameter: str) -> str:
        """Explain in words why a parameter is identifiable or not."""
        from heft.identifiability.explanation import explain

        if parameter not in self.classes:
            raise ArgumentError(
                f"Robot '{self.robot}' has no parameter '{parameter}'.", remedy=did_you_mean(parameter, self.classes)
            )
        return explain(self, parameter)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        data: dict[str, Any] = {
            "robot": self.robot,
            "base": self.base,
            "gravity": list(self.gravity),
            "static": self.static,
            "rotors": self.rotors,
            "method": self.method,
            "n_parameters": self.n_parameters,
            "n_base": self.n_base,
            "parameter_order": list(DISPLAY_NAMES),
            "bodies": [
                {
                    "name": body.name,
                    "dims": dict(zip("VKT", body.dims, strict=True)) if body.dims else None,
                    "classes": body.classes,
                    "rotor_classes": body.rotor_classes,
                }
                for body in self.bodies
            ],
            "base_parameters": [
                {
                    "name": name,
                    "terms": [{"parameter": p, "coefficient": v, "exact": e} for p, v, e in self.terms(name)],
                }
                for name in self.reduction.names
            ],
            "certificate": {
                "field": self.certificate.field,
                "primes": list(self.certificate.primes),
                "float_agrees": self.certificate.float_agrees,
            },
            "snapped": [snap.to_dict() for snap in self.snapped],
            "warnings": list(self.warnings),
        }
        if self.sensors is not None:
            data["sensors"] = list(self.sensors)
        if self.dropped_loops:
            data["dropped_loops"] = [loop.to_dict() for loop in self.dropped_loops]
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Verdict:
        """Read what `to_dict` gives."""
        bodies = tuple(
            BodyVerdict(
                b["name"],
                (b["dims"]["V"], b["dims"]["K"], b["dims"]["T"]) if b["dims"] else None,
                b["classes"],
                b["rotor_classes"],
            )
            for b in data["bodies"]
        )
        certificate = data["certificate"]
        empty = BaseReduction((), np.zeros(0, np.int64), np.zeros((0, 0)), {})
        bare = cls(
            data["robot"],
            data["base"],
            tuple(data["gravity"]),
            data["static"],
            data["rotors"],
            data["method"],
            bodies,
            empty,
            (),
            Certificate(certificate["field"], tuple(certificate["primes"]), certificate["float_agrees"]),
            tuple(Snap(**snap) for snap in data["snapped"]),
            tuple(data["warnings"]),
            tuple(data["sensors"]) if "sensors" in data else None,
            dropped_loops=tuple(DroppedLoop.from_dict(loop) for loop in data.get("dropped_loops", ())),
        )
        place = bare.places
        names = tuple(b["name"] for b in data["base_parameters"])
        matrix, exact = np.zeros((len(names), len(place))), {}
        for row, combination in enumerate(data["base_parameters"]):
            for term in combination["terms"]:
                c = place[term["parameter"]]
                matrix[row, c] = term["coefficient"]
                if term["exact"] is not None:
                    exact[row, c] = term["exact"]
        columns = np.array([place[name] for name in names], np.int64)
        object.__setattr__(bare, "reduction", BaseReduction(names, columns, matrix, exact))
        object.__setattr__(bare, "parameter_names", tuple(bare.classes))
        return bare

    def __repr__(self) -> str:
        return (
            f"<Verdict on '{self.robot}': {self.n_base} of {self.n_parameters} inertial parameters are identifiable, "
            f"{self.base} base>"
        )

    def _table(self) -> Table:
        from heft.identifiability.verdict_views import class_table

        return class_table(self)

    def _figures(self) -> Figures:
        from heft.identifiability.verdict_views import figures

        return figures(self)

    def __str__(self) -> str:
        from heft.identifiability.verdict_table import as_text

        return as_text(self)


def classify(base: BaseTerms, n_parameters: int) -> str:
    """Return a letter per parameter, in table order."""
    letters, size = np.full(n_parameters, NOT_IDENTIFIABLE), np.bincount(base.base, minlength=n_parameters)
    letters[base.parameter] = COMBINED
    for b in base.columns:
        letters[b] = ALONE if size[b] == 1 else BASE
    return "".join(letters.tolist())
