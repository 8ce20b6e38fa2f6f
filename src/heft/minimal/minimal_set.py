"""The minimal linear combinations of a serial chain: Theorem 2's set, checked against the exact answer.

Theorem 2 reads the set off the geometry and assumes that gravity acts. `heft.identifiability` proves how many
combinations there are. Where the theorem counts more than that, the exact answer decides: the reported combinations are
those of the theorem's elements on which some torque depends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.chains.dh import SNAP, DHChain, check_serial, dh_chain
from heft.errors import ArgumentError
from heft.identifiability.analysis import identifiability
from heft.identifiability.verdict import Verdict
from heft.linalg import reduced_echelon
from heft.minimal.chain_constants import ChainConstants, chain_constants
from heft.minimal.counting import Operations, count
from heft.minimal.theorem import Groups, SetElement, about_a_point, elements_of, groups_of, matrix_of
from heft.robot.loops import loop_warning
from heft.robot.model import Robot

LITERAL = 1e-12
"""[rad] The snap that takes every digit literally."""


@dataclass(frozen=True, eq=False)
class Combinations:
    """A set of minimal linear combinations (MLCs) of a robot's link parameters.

    Attributes:
        chain: the robot in the paper's frames.
        groups: joints r and s, and the switches of Theorem 2.
        theorem: the elements of Theorem 2's set.
        theorem_matrix: (len(theorem), N) the elements from the link parameters.
        selection: (n, len(theorem)) the reported combinations from the elements; the identity where both agree.
        elements: (n,) the element that names each combination: the one furthest out in it.
        exact_count: the proved number of combinations.
        residual: distance of the exact base parameters from the span of this set, relative to their largest
            coefficient: rounding, or the size of the snaps.
    """

    chain: DHChain
    groups: Groups
    theorem: tuple[SetElement, ...]
    theorem_matrix: Array
    selection: Array
    elements: tuple[SetElement, ...]
    exact_count: int
    residual: float

    def __len__(self) -> int:
        return len(self.elements)

    @property
    def robot(self) -> Robot:
        """The robot."""
        return self.chain.robot

    @property
    def agrees(self) -> bool:
        """Whether Theorem 2 counts as many combinations as there are."""
        return len(self.theorem) == self.exact_count

    @cached_property
    def matrix(self) -> Array:
        """W, (n, N): the combinations are W @ robot.parameter_vector; columns of rotors are zero."""
        return self.selection @ self.theorem_matrix

    @cached_property
    def values(self) -> Array:
        """(n,) the combinations of the robot's present parameters [kg, kg m, kg m2]."""
        return self.matrix @ self.robot.parameter_vector

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One name per combination: the link, and the symbol of P1 for its composite body."""
        return tuple(f"{self.robot.body_names[e.joint]}.{e.symbol}" for e in self.elements)

    def terms(self, k: int) -> list[tuple[str, float]]:
        """Return combination k as link parameters with their coefficients."""
        row = self.matrix[k]
        kept = np.flatnonzero(np.abs(row) > 1e-13 * np.max(np.abs(row)))
        return [(self.robot.parameter_names[c], float(row[c])) for c in kept]

    def expression(self, k: int) -> str:
        """Return combination k as text, such as "link1.Izz + link2.Iyy + 0.0237 link2.m"."""
        text = ""
        for name, coefficient in self.terms(k):
            size = f"{abs(coefficient):.6g}"
            term = name if size == "1" else f"{size} {name}"
            sign = "-" if coefficient < 0 else "+"
            text += f" {sign} {term}" if text else term if coefficient > 0 else f"-{term}"
        return text

    def constants(self, values: Array | None = None) -> ChainConstants:
        """Return the constants of the recursion for some values (n,) of the combinations; None takes the robot's."""
        values = self.values if values is None else np.asarray(values, float)
        if values.shape != (len(self),):
            raise ArgumentError(
                f"There are {len(self)} combinations; the values given have shape {values.shape}.",
                remedy=f"Pass {len(self)} values, in the order of mlc.names.",
            )
        carried = np.zeros(len(self.theorem))
        carried[[self.theorem.index(e) for e in self.elements]] = values
        return chain_constants(self.chain, self.groups, list(self.theorem), carried)

    @cached_property
    def operations(self) -> Operations:
        """The operations of inverse dynamics with the robot's present parameters and without a wrench on the tip."""
        return count(self.constants()).of()

    @cached_property
    def operations_of_any(self) -> Operations:
        """The same for links of any inertia: no combination is zero."""
        return count(self.constants(np.random.default_rng(0).uniform(2, 3, len(self)))).of()

    @property
    def notes(self) -> tuple[str, ...]:
        """Axes that were snapped, what is ignored, and where Theorem 2 counts too many."""
        notes = [*filter(None, [loop_warning(self.robot.dropped_loops)]), *self.chain.snapped]
        if self.robot.rotors or any(body.joint.armature for body in self.robot.bodies):
            notes.append("rotors and armatures are ignored: the closed form covers links only")
        if not self.agrees:
            names = [f"'{self.robot.bodies[i].joint.name}'" for i in about_a_point(self.chain, self.groups)]
            weightless = (
                ": without gravity, no torque depends on the first moments of links that turn about one fixed point"
            )
            weightless += f" ({', '.join(names)})"
            why = weightless if names and not self.chain.gravity else ""
            notes.append(
                f"Theorem 2 counts {len(self.theorem)} combinations, of which {self.exact_count} are identifiable{why}"
            )
        return tuple(notes)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        joints = [body.joint.name for body in self.robot.bodies]
        named = [*joints, None]
        chain = self.chain
        return {
            "robot": self.robot.name,
            "n_parameters": 10 * chain.n,
            "n_combinations": len(self),
            "exact_count": self.exact_count,
            "theorem_count": len(self.theorem),
            "theorem_agrees": self.agrees,
            "r": named[self.groups.r],
            "s": named[self.groups.s],
            "frames": [
                {
                    "joint": joints[i],
                    "kind": "revolute" if chain.revolute[i] else "prismatic",
                    "sign": int(chain.sign[i]),
                    "b": float(chain.b[i]),
                    "beta": float(chain.beta[i]),
                    "d": float(chain.d[i]),
                    "theta": float(chain.theta[i]),
                    "rotation": chain.R[i].tolist(),
                    "translation": chain.p[i].tolist(),
                }
                for i in range(chain.n)
            ],
            "combinations": [
                {
                    "name": name,
                    "joint": joints[self.elements[k].joint],
                    "symbol": self.elements[k].symbol,
                    "value": float(self.values[k]),
                    "terms": [{"parameter": p, "coefficient": c} for p, c in self.terms(k)],
                }
                for k, name in enumerate(self.names)
            ],
            "operations": self.operations._asdict(),
            "operations_of_any": self.operations_of_any._asdict(),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        head = f"'{self.robot.name}': {len(self)} minimal linear combinations of {10 * self.chain.n} link parameters"
        width = max(len(name) for name in self.names)
        lines = [f"  {name:{width}} = {self.expression(k)}" for k, name in enumerate(self.names)]
        return "\n".join([head, *lines, *(f"  note: {note}" for note in self.notes)])

    def __repr__(self) -> str:
        return f"<Combinations of '{self.robot.name}': {len(self)} of {10 * self.chain.n} parameters>"


def combinations(robot: Robot) -> Combinations:
    """Return the minimal linear combinations of a serial chain of revolute and prismatic joints.

    Args:
        robot: on a fixed base; its rotors and armatures are ignored.

    Raises:
        ArgumentError: the robot is not such a chain; the message names the joint.
    """
    check_serial(robot)
    verdict = identifiability(robot, rotors=False, method="exact")
    chain, groups, elements = _theorem(robot, SNAP)
    if len(elements) < verdict.n_base:  # axes that are nearly parallel but not so in the exact answer
        chain, groups, elements = _theorem(robot, LITERAL)
    W = matrix_of(chain, groups, elements)
    selection, kept, residual = _decided(elements, W, verdict)
    return Combinations(
        chain=chain,
        groups=groups,
        theorem=tuple(elements),
        theorem_matrix=W,
        selection=selection,
        elements=tuple(kept),
        exact_count=verdict.n_base,
        residual=residual,
    )


def _theorem(robot: Robot, snap: float) -> tuple[DHChain, Groups, list[SetElement]]:
    chain = dh_chain(robot, snap)
    groups = groups_of(chain)
    return chain, groups, elements_of(chain, groups)


def _decided(elements: list[SetElement], W: Array, verdict: Verdict) -> tuple[Array, list[SetElement], float]:
    """Return the selection from the theorem's elements that spans the exact base, its named elements, the residual.

    The base is written in the theorem's elements, and reduced so that each combination ends in an element of its own:
    the torque of a joint then depends only on combinations of its own composite body and of those further out.
    """
    base = verdict.reduction.matrix
    links = W[:, : base.shape[1]]
    inside, *_ = np.linalg.lstsq(links.T, base.T, rcond=None)
    residual = float(np.max(np.abs(base.T - links.T @ inside)) / np.max(np.abs(base)))
    if len(elements) == verdict.n_base:
        return np.eye(len(elements)), elements, residual
    rank = [(-e.joint, not e.symbol.startswith("U"), c) for c, e in enumerate(elements)]
    inwards = [c for *_, c in sorted(rank)]
    rows, pivots = reduced_echelon((inside.T / np.linalg.norm(inside.T, axis=1, keepdims=True))[:, inwards])
    selection = np.zeros_like(rows)
    selection[:, inwards] = np.where(np.abs(rows) < 1e-10, 0.0, rows)
    named = [inwards[c] for c in pivots]
    order = np.argsort(named)
    return selection[order], [elements[named[k]] for k in order], residual
