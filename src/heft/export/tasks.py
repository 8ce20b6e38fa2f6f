"""The functions that can be generated: what goes in, what comes out, and the expressions of those that are expressions.

The Coriolis matrix is that of the connection which preserves the metric M (dM/dt = C + C^T, so that dM/dt - 2 C is
skew-symmetric) and has no torsion (C(x) y - C(y) x = M [x, y]). Its symmetric part in x and y follows from the velocity
terms of the torque, which are C(x) x. So

    C(q, x) y = (b(x + y) - b(x - y)) / 4 + M [x, y] / 2      with b(x) = tau(q, x, 0),

in which gravity drops out. [x, y] is the bracket of the velocities: zero for joints with one coordinate, whose velocity
is the derivative of a position, which leaves Christoffel's symbols; for a floating base, whose velocity is in its own
axes, the cross product of two motions. This gives the Coriolis matrix, column by column, and the regressor of Slotine
and Li, Y(q, qd, qd_r, qdd_r) pi = M qdd_r + C(q, qd) qd_r + g.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain as joined

from heft.chains.assembly import mover_tree
from heft.chains.movers import MoverTree
from heft.chains.regrouping import regroup
from heft.export.base_parameters import BaseParameters
from heft.export.expression_graph import Graph, Scalar
from heft.export.program import Program, program_of
from heft.export.simplify import simplify
from heft.export.symbolic_mass import mass_matrix
from heft.export.symbolic_newton_euler import JointInputs, Vector, cross, inverse_dynamics
from heft.export.symbolic_regressor import columns_of, regressor
from heft.robot.model import Robot

VECTOR, MATRIX, REGRESSOR = "vector", "matrix", "regressor"


@dataclass(frozen=True)
class Task:
    """One function that can be generated.

    Attributes:
        inputs: its arguments, one number for each coordinate.
        result: the name of its result.
        text: its description in the header.
        shape: of its result: a "vector" or "matrix" of the coordinates, or a "regressor" of the base parameters.
        needs: functions that it calls; it is not made of expressions if it has any.
        expressions: whether it is made of expressions.
        polarised: whether it is a difference of two motions, of which none is the robot's.
    """

    inputs: tuple[str, ...]
    result: str
    text: str
    shape: str = VECTOR
    needs: tuple[str, ...] = ()
    expressions: bool = True
    polarised: bool = False


TASKS = {
    "inverse-dynamics": Task(("q", "qd", "qdd"), "tau", "joint torques tau that produce a motion"),
    "regressor": Task(("q", "qd", "qdd"), "Y", "Y with Y times the base parameters = tau, without armature", REGRESSOR),
    "mass-matrix": Task(("q",), "M", "joint-space inertia M(q), rotors and armature included", MATRIX),
    "gravity": Task(("q",), "tau", "joint torques tau that hold the robot at rest"),
    "bias": Task(("q", "qd"), "tau", "joint torques tau without acceleration: velocity terms and gravity"),
    "coriolis-matrix": Task(
        ("q", "qd"), "C", "C(q, qd) with C qd + gravity = bias, and dM/dt - 2 C skew-symmetric", MATRIX, polarised=True
    ),
    "slotine-li-regressor": Task(
        ("q", "qd", "qd_r", "qdd_r"),
        "Y",
        "Y with Y times the base parameters = M qdd_r + C(q, qd) qd_r + gravity, without armature",
        REGRESSOR,
        polarised=True,
    ),
    "friction": Task(("qd",), "tau", "friction torques tau, which a drive supplies besides", expressions=False),
    "forward-dynamics": Task(
        ("q", "qd", "tau"),
        "qdd",
        "accelerations qdd under joint torques tau, without friction",
        needs=("mass-matrix", "bias"),
        expressions=False,
    ),
}


def with_needs(what: Sequence[str]) -> list[str]:
    """Return the tasks that are asked for and those that they call, in the order of `TASKS`."""
    wanted = {*what, *(needed for name in what for needed in TASKS[name].needs)}
    return [name for name in TASKS if name in wanted]


def program(robot: Robot, task: str, base: BaseParameters | None = None) -> Program:
    """Return the straight-line program of one task; its outputs are row by row."""
    tree, graph = mover_tree(robot), Graph()
    regroup(tree)
    columns = columns_of(tree, base.columns if base else ())
    makers: dict[str, Callable[[Inputs], list[Scalar]]] = {
        "inverse-dynamics": lambda of: inverse_dynamics(graph, tree, of.state("q", "qd", "qdd")),
        "mass-matrix": lambda of: list(joined(*mass_matrix(graph, tree, of.state("q", "", "")))),
        "regressor": lambda of: list(joined(*regressor(graph, tree, of.state("q", "qd", "qdd"), columns))),
        "gravity": lambda of: inverse_dynamics(graph, tree, of.state("q", "", "")),
        "bias": lambda of: inverse_dynamics(graph, tree, of.state("q", "qd", "")),
        "coriolis-matrix": lambda of: _coriolis(graph, tree, of),
        "slotine-li-regressor": lambda of: polarised(
            lambda state: list(joined(*regressor(graph, tree, state, columns))),
            of.state("q", "", "qdd_r"),
            of.vector("qd"),
            of.vector("qd_r"),
        ),
    }
    outputs = makers[task](Inputs(graph, robot.nv, robot.nq - robot.nv))
    if TASKS[task].polarised:
        graph.labels.clear()
    return program_of(*simplify(graph, outputs))


@dataclass(frozen=True, eq=False)
class Inputs:
    """The arguments of a function, as expressions.

    Attributes:
        graph: to which they belong.
        n: how many velocities there are.
        more: how many entries q has more than that: one, if the base floats.
    """

    graph: Graph
    n: int
    more: int = 0

    def vector(self, name: str) -> Vector:
        """Return an argument by name; zeros for no name."""
        if not name:
            return [self.graph.constant(0.0)] * self.n
        return [self.graph.input(f"{name}[{k}]") for k in range(self.n)]

    def positions(self, name: str) -> Vector:
        """Return positions for all coordinates; those of a floating base, which are a pose, are zeros."""
        if not self.more:
            return self.vector(name)
        return [self.graph.constant(0.0)] * 6 + [self.graph.input(f"{name}[{k + self.more}]") for k in range(6, self.n)]

    def state(self, q: str, qd: str, qdd: str) -> JointInputs:
        """Return a state made of arguments."""
        quaternion = [self.graph.input(f"{q}[{k}]") for k in range(4)] if self.more else []
        return JointInputs(self.positions(q), self.vector(qd), self.vector(qdd), quaternion)


def polarised(tau: Callable[[JointInputs], list[Scalar]], rest: JointInputs, x: Vector, y: Vector) -> list[Scalar]:
    """Return tau(q, 0, qdd) + C(q, x) y.

    Args:
        tau: of a state; quadratic in the velocity.
        rest: the state without velocity.
        x: a velocity.
        y: another.
    """
    return [r + c for r, c in zip(tau(rest), _velocity_terms(tau, rest, x, y), strict=True)]


def _velocity_terms(
    tau: Callable[[JointInputs], list[Scalar]], rest: JointInputs, x: Vector, y: Vector
) -> list[Scalar]:
    """Return C(q, x) y = (tau(q, x + y, [x, y]) - tau(q, x - y, -[x, y])) / 4."""
    turned, ends = _bracket(rest, x, y), []
    for sign in (1.0, -1.0):
        qd = [a + b * sign for a, b in zip(x, y, strict=True)]
        ends.append(tau(replace(rest, qd=qd, qdd=[a * sign for a in turned])))
    return [(plus - minus) * 0.25 for plus, minus in zip(*ends, strict=True)]


def _bracket(state: JointInputs, x: Vector, y: Vector) -> Vector:
    """Return the bracket of two velocities: on a floating base the cross product of motions, zero elsewhere."""
    zero = [x[0].graph.constant(0.0)] * len(x)
    if not state.quaternion:
        return zero
    linear = [a + b for a, b in zip(cross(x[:3], y[3:6]), cross(x[3:6], y[:3]), strict=True)]
    return [*cross(x[:3], y[:3]), *linear, *zero[6:]]


def _coriolis(graph: Graph, tree: MoverTree, of: Inputs) -> list[Scalar]:
    """Return C by rows; column j is C e_j."""
    rest, qd, columns = of.state("q", "", ""), of.vector("qd"), []
    for j in range(of.n):
        unit = [graph.constant(float(k == j)) for k in range(of.n)]
        columns.append(_velocity_terms(lambda state: inverse_dynamics(graph, tree, state), rest, qd, unit))
    return [columns[j][i] for i in range(of.n) for j in range(of.n)]
