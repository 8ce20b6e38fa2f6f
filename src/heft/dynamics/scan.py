"""The dynamics in JAX: the steps of the NumPy recursions, run by `lax.scan` over the bodies.

These functions are pure and can be differentiated in every argument, in both modes and any number of times. A scan
compiles one body: compiling takes as long for a humanoid as for a pendulum. It is never differentiated itself, for it
solves a linear system, and the derivative of the solution solves that system too (`lax.custom_linear_solve`):

    outward:    x_i - X_i x_parent = b_i        motions, from the world to the tips
    inward:     f_i - sum X_c^T f_c = b_i       forces, from the tips to the world: the transpose of it
    dynamics:   M qdd = b                       symmetric, by articulated bodies

Arguments are as in the NumPy recursions: q (nq, ...), qd, qdd and tau (nv, ...), with any axes of samples at the end;
`batched` puts samples first and compiles. n counts links and rotors; inside, the world is body n.

Importing this module switches JAX to float64, for the rest of the process. A context manager around the functions
here would not suffice: callers differentiate and compile them outside of it, where JAX has already cut the arrays to
float32. Besides this module only `heft.learning` imports JAX, so nobody else is affected.

Notation: as in `newton_euler` and `articulated`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Unpack

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from heft.arrays import AnyArray
from heft.dynamics.articulated import free, inertia_share, solve
from heft.dynamics.kinematics import joint_force, joint_motion, poses, velocity_step
from heft.dynamics.newton_euler import body_force, world_acceleration
from heft.dynamics.tree import Array, Given, Ints, Tree
from heft.errors import ArgumentError
from heft.robot.model import WORLD
from heft.spatial import apply_inertia, cross_motion, force_to_parent, inertia_matrix, linear, motion_to_child, rotate

jax.config.update("jax_enable_x64", True)


@dataclass(frozen=True, eq=False)
class ScanNodes:
    """A tree as constants; for eliminating joints, one of m nodes per coordinate, so that all nodes are alike.

    A joint of several coordinates becomes a row of nodes in one place, the last of which has the body's inertia; a
    fixed body becomes a node that cannot move.

    Attributes:
        bodies: (n,) twice: each body and its parent; the world is n.
        above: (m,) parents of the nodes; the world is m.
        pose, inertia: (m,) the body from which a node has them; n for none.
        lead: (m,) the first of the nodes that share a coordinate.
        S: (m, 6, 1).
        coordinate: (m,) row of qd; nv where nothing moves.
    """

    bodies: tuple[Ints, Ints]
    above: Ints
    pose: Ints
    inertia: Ints
    lead: Ints
    S: Array
    coordinate: Ints


@lru_cache(maxsize=128)
def nodes_of(tree: Tree) -> ScanNodes:
    """Return the constants of a tree, made once."""
    n, nv, parent = tree.n, tree.nv, np.where(tree.parent == WORLD, tree.n, tree.parent)
    nodes = [(i, k) for i in range(n) for k in range(max(1, tree.S[i].shape[1]))]
    last = {i: at for at, (i, _) in enumerate(nodes)} | {n: len(nodes)}
    coordinate = [tree.v[i].start + k if tree.S[i].size else nv for i, k in nodes]
    return ScanNodes(
        bodies=(np.arange(n), parent),
        above=np.array([at - 1 if k else last[parent[i]] for at, (i, k) in enumerate(nodes)]),
        pose=np.array([n if k else i for i, k in nodes]),
        inertia=np.array([i if last[i] == at else n for at, (i, _) in enumerate(nodes)]),
        lead=np.array([at if c == nv else coordinate.index(c) for at, c in enumerate(coordinate)]),
        S=np.array([tree.S[i][:, k : k + 1] if tree.S[i].size else np.zeros((6, 1)) for i, k in nodes]),
        coordinate=np.array(coordinate),
    )


def _states(tree: Tree, q: AnyArray, *rates: AnyArray) -> list[AnyArray]:
    """Return q (nq, ...) and what goes with it, (nv, ...), in float64."""
    if jnp.result_type(float) != np.float64:
        raise ArgumentError("JAX has been set back to float32.", remedy="Let jax_enable_x64 be True, as heft set it.")
    states, rows = [jnp.asarray(x, dtype=float) for x in (q, *rates)], [tree.nq, *[tree.nv] * len(rates)]
    if [x.shape[:1] for x in states] != [(size,) for size in rows]:
        found = [x.shape for x in states]
        raise ArgumentError(f"The arguments have shapes {found}.", remedy=f"Their first axes must be {rows}.")
    return states


def _get(x: AnyArray, i: AnyArray, axis: int = 1) -> AnyArray:
    """Return what stands at body i; bodies are the second axis of vectors and the third of matrices."""
    return lax.dynamic_index_in_dim(x, i, axis, keepdims=False)


def _add(x: AnyArray, i: AnyArray, value: AnyArray, axis: int = 1) -> AnyArray:
    """Add a value to what stands at body i."""
    return lax.dynamic_update_index_in_dim(x, _get(x, i, axis) + value, i, axis)


def _spread(x: AnyArray, samples: tuple[int, ...]) -> AnyArray:
    """Give the same to all samples."""
    return jnp.broadcast_to(x.reshape(*x.shape, *(1,) * len(samples)), (*x.shape, *samples))


def _with_world(x: AnyArray, value: AnyArray | float = 0.0, axis: int = 1) -> AnyArray:
    """Add the world's value after those of the bodies."""
    world = jnp.broadcast_to(value, (*x.shape[:axis], *x.shape[axis + 1 :]))
    return jnp.concatenate([x, jnp.expand_dims(world, axis)], axis=axis)


@dataclass(frozen=True, eq=False)
class _Posed:
    """A robot in a configuration.

    Attributes:
        R, p: poses (3, 3, n, ...) and (3, n, ...).
        pi: parameters (10, n, ...).
        up: -g, as a motion (6, ...).
        armature: (nv, ...).
    """

    tree: Tree
    samples: tuple[int, ...]
    R: AnyArray
    p: AnyArray
    pi: AnyArray
    up: AnyArray
    armature: AnyArray

    @classmethod
    def at(
        cls,
        tree: Tree,
        q: AnyArray,
        parameters: Any = None,
        placement: Any = None,
        gravity: Any = None,
        armature: Any = None,
    ) -> _Posed:
        pi = jnp.asarray(tree.parameters if parameters is None else parameters, dtype=float).T
        g = jnp.asarray(tree.gravity if gravity is None else gravity, dtype=float)
        samples = q.shape[1:]
        spread = _spread(jnp.asarray(tree.armature if armature is None else armature, dtype=float), samples)
        up = world_acceleration(g, samples)
        return cls(tree, samples, *poses(tree, q, placement), _spread(pi, samples), up, spread)

    def _to_tips(self, _: Any, x: AnyArray) -> AnyArray:
        def visit(x: AnyArray, at: tuple[AnyArray, AnyArray]) -> tuple[AnyArray, None]:
            i, parent = at
            return _add(x, i, motion_to_child(_get(self.R, i, 2), _get(self.p, i), _get(x, parent))), None

        return lax.scan(visit, x, nodes_of(self.tree).bodies)[0] if self.tree.n else x

    def _to_world(self, _: Any, f: AnyArray) -> AnyArray:
        def visit(f: AnyArray, at: tuple[AnyArray, AnyArray]) -> tuple[AnyArray, None]:
            i, parent = at
            return _add(f, parent, force_to_parent(_get(self.R, i, 2), _get(self.p, i), _get(f, i))), None

        return lax.scan(visit, f, nodes_of(self.tree).bodies, reverse=True)[0] if self.tree.n else f

    def outward(self, b: AnyArray, world: AnyArray | float = 0.0) -> AnyArray:
        """Return x (6, n, ...) with x_i = X_i x_parent + b_i, from the motion of the world, (6, ...)."""

        def less_parent(x: AnyArray) -> AnyArray:
            return x - _with_world(motion_to_child(self.R, self.p, x[:, nodes_of(self.tree).bodies[1]]))

        return lax.custom_linear_solve(less_parent, _with_world(b, world), self._to_tips, self._to_world)[:, :-1]

    def inward(self, b: AnyArray) -> AnyArray:
        """Return f (6, n, ...) with f_i = b_i + sum of X_c^T f_c over the children."""

        def less_children(f: AnyArray) -> AnyArray:
            return f.at[:, nodes_of(self.tree).bodies[1]].add(-force_to_parent(self.R, self.p, f[:, :-1]))

        return lax.custom_linear_solve(less_children, _with_world(b), self._to_world, self._to_tips)[:, :-1]

    def torque(self, qd: AnyArray, qdd: AnyArray, f_ext: AnyArray | None) -> AnyArray:
        """Return tau of a motion (Newton-Euler), armature included."""
        vJ, aJ = joint_motion(self.tree, qd), joint_motion(self.tree, qdd)
        v = self.outward(vJ)
        a = self.outward(aJ + cross_motion(v, vJ), self.up)
        f = body_force(self.pi, v, a)
        f = self.inward(f if f_ext is None else f - jnp.asarray(f_ext))
        return joint_force(self.tree, f) + self.armature * qdd

    def mass_times(self, x: AnyArray) -> AnyArray:
        """Return M x."""
        f = self.inward(apply_inertia(self.pi, self.outward(joint_motion(self.tree, x))))
        return joint_force(self.tree, f) + self.armature * x

    def eliminated(self) -> Callable[[Any, AnyArray], AnyArray]:
        """Eliminate all joints; return the function (anything, b) -> M^-1 b."""
        table, m = nodes_of(self.tree), len(nodes_of(self.tree).lead)
        R = _with_world(self.R, _spread(np.eye(3), self.samples), 2)[:, :, table.pose]
        p = _with_world(self.p)[:, table.pose]
        IA = _with_world(_with_world(inertia_matrix(self.pi), axis=2)[:, :, table.inertia], axis=2)
        nodes = np.arange(m), table.above, table.lead, table.S

        def factor(
            state: tuple[AnyArray, ...], at: tuple[AnyArray, ...]
        ) -> tuple[tuple[AnyArray, ...], tuple[AnyArray, AnyArray]]:
            (IA, U, D), (i, above, lead, S) = state, at
            inertia, U_share, D_share = inertia_share(_get(R, i, 2), _get(p, i), S, _get(IA, i, 2))
            U, D = _add(U, lead, U_share, 2), _add(D, lead, D_share, 2)
            E, G, gain = free(jnp.where(i == lead, _get(U, lead, 2), 0.0), jnp.where(i == lead, _get(D, lead, 2), 1.0))
            return (_add(IA, above, inertia + gain, 2), U, D), (E, G)

        def inward(
            state: tuple[AnyArray, AnyArray], at: tuple[AnyArray, ...]
        ) -> tuple[tuple[AnyArray, AnyArray], None]:
            (f, u), (i, above, lead, S, G) = state, at
            u = _add(u, lead, -jnp.einsum("aw,a...->w...", S, _get(f, i)))
            pushed = jnp.einsum("aw...,w...->a...", G, _get(u, lead))
            return (_add(f, above, force_to_parent(_get(R, i, 2), _get(p, i), _get(f, i)) + pushed), u), None

        def outward(
            state: tuple[AnyArray, AnyArray], at: tuple[AnyArray, ...]
        ) -> tuple[tuple[AnyArray, AnyArray], None]:
            (d, x), (i, above, lead, S, G) = state, at
            x = _add(x, lead, -jnp.einsum("aw...,a...->w...", G, _get(d, above)))
            moved = jnp.einsum("aw,w...->a...", S, _get(x, lead))
            return (_add(d, i, velocity_step(_get(R, i, 2), _get(p, i), _get(d, above), moved)), x), None

        D = _with_world(self.armature, 1.0, axis=0)[None, None, table.coordinate]
        _, (E, G) = lax.scan(factor, (IA, jnp.zeros((6, 1, m, *self.samples)), D), nodes, reverse=True)

        def inverse(_: Any, b: AnyArray) -> AnyArray:
            still, u = _spread(np.zeros((6, m + 1)), self.samples), _with_world(b, axis=0)[table.coordinate][None]
            (_, u), _ = lax.scan(inward, (still, u), (*nodes, G), reverse=True)
            (_, x), _ = lax.scan(outward, (still, E[:, 0, 0] * u), (*nodes, G))
            return x[0, np.unique(table.coordinate, return_index=True)[1][: self.tree.nv]]

        return inverse


def inverse_dynamics(
    tree: Tree, q: AnyArray, qd: AnyArray, qdd: AnyArray, f_ext: AnyArray | None = None, **given: Unpack[Given]
) -> AnyArray:
    """Return tau (nv, ...), armature included.

    Args:
        tree: the robot.
        q: (nq, ...) [rad, m].
        qd: (nv, ...).
        qdd: (nv, ...).
        f_ext: (6, n, ...) external wrenches on the bodies, in body coordinates [N m, N].
        given: numbers to use instead of the robot's own, see `Given`.
    """
    q, qd, qdd = _states(tree, q, qd, qdd)
    return _Posed.at(tree, q, **given).torque(qd, qdd, f_ext)


def forward_dynamics(
    tree: Tree, q: AnyArray, qd: AnyArray, tau: AnyArray, f_ext: AnyArray | None = None, **given: Unpack[Given]
) -> AnyArray:
    """Return qdd (nv, ...), armature included: the inverse of `inverse_dynamics`, whose arguments it takes."""
    q, qd, tau = _states(tree, q, qd, tau)
    posed = _Posed.at(tree, q, **given)
    b = tau - posed.torque(qd, jnp.zeros_like(qd), f_ext)
    if not tree.shared_parents:
        return solve(mass_matrix(tree, q, **given), b[:, None])[:, 0]
    held = lax.stop_gradient((posed.R, posed.p, posed.pi, posed.up, posed.armature))
    constant = _Posed(tree, posed.samples, *held)
    return lax.custom_linear_solve(posed.mass_times, b, constant.eliminated(), symmetric=True) if tree.nv else b


def mass_matrix(tree: Tree, q: AnyArray, **given: Unpack[Given]) -> AnyArray:
    """Return M (nv, nv, ...), armature included; arguments as in `inverse_dynamics`."""
    posed = _Posed.at(tree, _states(tree, q)[0], **given)
    return jax.vmap(posed.mass_times, in_axes=1, out_axes=1)(_spread(np.eye(tree.nv), posed.samples))


def energies(tree: Tree, q: AnyArray, qd: AnyArray, **given: Unpack[Given]) -> tuple[AnyArray, AnyArray]:
    """Return the kinetic energy, armature included, and the potential one, (...) [J]; see `inverse_dynamics`.

    Notation: U = sum h_i . up_i + p_i . R_i w_i, with up_i the direction of -g and w_i the weight of all that body i
    carries, itself included, turned upward, both in body coordinates.
    """
    q, qd = _states(tree, q, qd)
    posed = _Posed.at(tree, q, **given)
    v = posed.outward(joint_motion(tree, qd))
    kinetic = jnp.sum(v * apply_inertia(posed.pi, v), axis=(0, 1)) + jnp.sum(posed.armature * qd**2, axis=0)
    up = posed.outward(jnp.zeros_like(v), posed.up)
    weight = linear(posed.inward(apply_inertia(posed.pi, up)))
    potential = posed.pi[1:4] * linear(up) + posed.p * rotate(posed.R, weight)
    return 0.5 * kinetic, jnp.sum(potential, axis=(0, 1))


@lru_cache(maxsize=128)
def batched(function: Callable[..., Any], tree: Tree) -> Callable[..., Any]:
    """Return one of the functions above compiled for a tree, with samples on the first axis.

    What is given by position is one per sample: q (samples, nq), qd (samples, nv), f_ext (samples, n, 6); what is
    given by name (`Given`) is the same for all. One sample without its axis works too.
    """

    def run(*states: AnyArray, **given: Unpack[Given]) -> Any:
        answer = function(tree, *(jnp.transpose(state) for state in states), **given)
        return jax.tree.map(jnp.transpose, answer)

    return jax.jit(run)
