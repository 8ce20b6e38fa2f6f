"""The dynamics in JAX: the steps of the NumPy recursions, run by `lax.scan` over the bodies.

What is here is pure and can be differentiated, any number of times and in both modes, in every argument: motion,
torques, inertial parameters, placements, gravity. A scan compiles one body, so that compiling takes as long for a
humanoid as for a pendulum. The scans themselves are never differentiated: each solves a linear system, and the
derivative of a solution is the solution of the same system with another right-hand side.

    outward:       x_i - X_i x_parent = b_i              motion from the world to the tips
    inward:        f_i - sum X_c^T f_c = b_i             force from the tips to the world, the transpose of it
    articulated:   M qdd = b                             symmetric

Arguments are as in the NumPy recursions: q (nq, ...), qd, qdd and tau (nv, ...), with any axes of samples at the end;
`batched` puts samples first and compiles. parameters (n, 10), placement R (n, 3, 3), p (n, 3) and gravity (3,) are
those of the robot unless others are given; n counts links and rotors. Inside, the world is body n.

Importing this module switches JAX to float64, for the process and for good. A context manager around the functions
here would not do: whoever differentiates or compiles them starts outside of it, where JAX has already cut the arrays
to float32. Nothing else in heft imports JAX, so only those who ask for this engine are touched.

Notation: as in `newton_euler` and `articulated`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from heft.dynamics.articulated import free, inertia_share, solve
from heft.dynamics.kinematics import joint_force, joint_motion, poses, velocity_step
from heft.dynamics.newton_euler import body_force, world_acceleration
from heft.dynamics.tree import Floats, Ints, Tree
from heft.errors import ArgumentError
from heft.robot.model import WORLD
from heft.spatial import apply_inertia, cross_motion, force_to_parent, inertia_matrix, linear, motion_to_child, rotate

jax.config.update("jax_enable_x64", True)

Array = Any
Placement = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class Layout:
    """A tree as constants of one shape for all bodies, joints padded to the widest, of w coordinates.

    Attributes:
        parent: (n,) n for the world.
        lead: (n,) the first body of each body's joint.
        leads: (n,) whether the body is that one.
        S: (6, w, n) zero in the padding.
        D: (w, w, n) what D begins with: armature, and ones in the padding.
        coordinate: (w, n) rows of qd; nv in the padding.
        owner, column: (nv,) the leading body and the column of its S that belong to a coordinate.
        above: (n, n) 1 where the column's body is an ancestor of the row's body, or that body.
    """

    parent: Ints
    lead: Ints
    leads: Floats
    S: Floats
    D: Floats
    coordinate: Ints
    owner: Ints
    column: Ints
    above: Floats


@lru_cache(maxsize=128)
def layout_of(tree: Tree) -> Layout:
    """Return the constants of a tree, made once."""
    n, w = tree.n, max([1, *(S.shape[1] for S in tree.S)])
    lead, S, D = np.arange(n), np.zeros((6, w, n)), np.repeat(np.eye(w)[:, :, None], n, axis=2)
    coordinate, above = np.full((w, n), tree.nv), np.eye(n)
    owner, column = np.zeros((2, tree.nv), dtype=np.int64)
    for i in reversed(range(n)):
        v = np.arange(tree.nv)[tree.v[i]]
        own = range(len(v))
        S[:, own, i], coordinate[own, i], D[own, own, i] = tree.S[i], v, tree.armature[v]
        owner[v], column[v] = i, own
    for i in range(n):
        lead[i] = owner[tree.v[i]][0] if tree.S[i].size else i
        if tree.parent[i] != WORLD:
            above[i] += above[tree.parent[i]]
    parent = np.where(tree.parent == WORLD, n, tree.parent)
    return Layout(parent, lead, tree.leads, S, D, coordinate, owner, column, above)


def _floats(*values: Any) -> list[Array]:
    if not jax.config.read("jax_enable_x64"):
        raise ArgumentError(
            "JAX has been switched back to float32 after heft switched it to float64.",
            remedy='Call jax.config.update("jax_enable_x64", True).',
        )
    return [jnp.asarray(value, dtype=float) for value in values]


def _spread(x: Array, axes: int) -> Array:
    """Add axes of length one at the end."""
    return x.reshape(*x.shape, *(1,) * axes)


def _get(x: Array, i: Array, axis: int = 1) -> Array:
    """Return what stands at body i; bodies are the second axis of vectors and the third of matrices."""
    return lax.dynamic_index_in_dim(x, i, axis, keepdims=False)


def _add(x: Array, i: Array, value: Array, axis: int = 1) -> Array:
    """Add a value to what stands at body i."""
    return lax.dynamic_update_index_in_dim(x, _get(x, i, axis) + value, i, axis)


def _with_world(x: Array, value: Array | float = 0.0, axis: int = 1) -> Array:
    """Add the world's value after those of the bodies."""
    row = jnp.broadcast_to(value, (*x.shape[:axis], *x.shape[axis + 1 :]))
    return jnp.concatenate([x, jnp.expand_dims(row, axis)], axis=axis)


@dataclass(frozen=True, eq=False)
class _Posed:
    """A robot in a configuration: poses R (3, 3, n, ...), p (3, n, ...) in the parents, parameters (10, n, 1, ...)."""

    tree: Tree
    R: Array
    p: Array
    pi: Array

    @classmethod
    def at(cls, tree: Tree, q: Array, parameters: Array | None, placement: Placement | None) -> _Posed:
        R0, p0, pi = _floats(*(placement or (tree.R, tree.p)), tree.parameters if parameters is None else parameters)
        return cls(tree, *poses(tree, q, (R0, p0)), _spread(pi.T, q.ndim - 1))

    @property
    def samples(self) -> tuple[int, ...]:
        return self.p.shape[2:]

    def pose(self, i: Array) -> tuple[Array, Array]:
        return _get(self.R, i, 2), _get(self.p, i)

    def _to_tips(self, x: Array) -> Array:
        def visit(x: Array, at: tuple[Array, Array]) -> tuple[Array, None]:
            i, parent = at
            return _add(x, i, motion_to_child(*self.pose(i), _get(x, parent))), None

        return lax.scan(visit, x, (np.arange(self.tree.n), layout_of(self.tree).parent))[0]

    def _to_world(self, f: Array) -> Array:
        def visit(f: Array, at: tuple[Array, Array]) -> tuple[Array, None]:
            i, parent = at
            return _add(f, parent, force_to_parent(*self.pose(i), _get(f, i))), None

        return lax.scan(visit, f, (np.arange(self.tree.n), layout_of(self.tree).parent), reverse=True)[0]

    def outward(self, b: Array, world: Array | float = 0.0) -> Array:
        """Return x with x_i = X_i x_parent + b_i, (6, n, ...), from what moves the world, (6, ...)."""
        parent, n = layout_of(self.tree).parent, self.tree.n

        def less_parent(x: Array) -> Array:
            return x.at[:, :n].add(-motion_to_child(self.R, self.p, x[:, parent]))

        if not n:
            return b
        start, forth, back = _with_world(b, world), lambda _, b: self._to_tips(b), lambda _, f: self._to_world(f)
        return lax.custom_linear_solve(less_parent, start, forth, back)[:, :n]

    def inward(self, b: Array) -> Array:
        """Return f with f_i = b_i + sum of X_c^T f_c over the children, (6, n, ...)."""
        parent, n = layout_of(self.tree).parent, self.tree.n

        def less_children(f: Array) -> Array:
            return f.at[:, parent].add(-force_to_parent(self.R, self.p, f[:, :n]))

        if not n:
            return b
        start, forth, back = _with_world(b), lambda _, f: self._to_world(f), lambda _, b: self._to_tips(b)
        return lax.custom_linear_solve(less_children, start, forth, back)[:, :n]

    def torque(self, qd: Array, qdd: Array, gravity: Array | None, f_ext: Array | None) -> Array:
        """Return tau of a motion (Newton-Euler), armature included."""
        tree = self.tree
        (g,) = _floats(tree.gravity if gravity is None else gravity)
        vJ, aJ = joint_motion(tree, qd), joint_motion(tree, qdd)
        v = self.outward(vJ)
        a = self.outward(aJ + cross_motion(v, vJ), world_acceleration(g, self.samples))
        f = body_force(self.pi, v, a)
        f = self.inward(f if f_ext is None else f - jnp.asarray(f_ext))
        return joint_force(tree, f) + _spread(tree.armature, len(self.samples)) * qdd

    def mass_times(self, x: Array) -> Array:
        """Return M x."""
        f = self.inward(apply_inertia(self.pi, self.outward(joint_motion(self.tree, x))))
        return joint_force(self.tree, f) + _spread(self.tree.armature, len(self.samples)) * x

    def factor(self) -> tuple[Array, Array]:
        """Eliminate all joints; return E (w, w, n, ...) and G (6, w, n, ...), zero where a body does not lead."""
        layout, axes = layout_of(self.tree), len(self.samples)
        S = jnp.asarray(layout.S)
        w, n = layout.coordinate.shape
        one = _spread(np.eye(w), axes)

        def visit(table: tuple[Array, ...], at: tuple[Array, ...]) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
            (IA, U, D), (i, parent, lead, leads) = table, at
            inertia, U_share, D_share = inertia_share(*self.pose(i), _get(S, i, 2), _get(IA, i, 2))
            U, D = _add(U, lead, U_share, 2), _add(D, lead, D_share, 2)
            E, G, gain = free(jnp.where(leads, _get(U, lead, 2), 0.0), jnp.where(leads, _get(D, lead, 2), one))
            return (_add(IA, parent, inertia + gain, 2), U, D), (E, G)

        IA = jnp.broadcast_to(inertia_matrix(self.pi), (6, 6, n, *self.samples))
        D = jnp.broadcast_to(_spread(layout.D, axes), (w, w, n, *self.samples))
        start = _with_world(IA, axis=2), jnp.zeros((6, w, n, *self.samples)), D
        _, factors = lax.scan(visit, start, (np.arange(n), layout.parent, layout.lead, layout.leads), reverse=True)
        E, G = (jnp.moveaxis(x, 0, 2) for x in factors)
        return E, G

    def solve(self, E: Array, G: Array, b: Array) -> Array:
        """Return M^-1 b (nv, ...) from the factors."""
        layout, n = layout_of(self.tree), self.tree.n
        S = jnp.asarray(layout.S)

        def inward(table: tuple[Array, Array], at: tuple[Array, ...]) -> tuple[tuple[Array, Array], None]:
            (f, u), (i, parent, lead) = table, at
            u = _add(u, lead, -jnp.einsum("aw,a...->w...", _get(S, i, 2), _get(f, i)))
            freed = jnp.einsum("aw...,w...->a...", _get(G, i, 2), _get(u, lead))
            return (_add(f, parent, force_to_parent(*self.pose(i), _get(f, i)) + freed), u), None

        def outward(table: tuple[Array, Array], at: tuple[Array, ...]) -> tuple[tuple[Array, Array], None]:
            (d, x), (i, parent, lead) = table, at
            x = _add(x, lead, -jnp.einsum("aw...,a...->w...", _get(G, i, 2), _get(d, parent)))
            moved = jnp.einsum("aw,w...->a...", _get(S, i, 2), _get(x, lead))
            return (_add(d, i, velocity_step(*self.pose(i), _get(d, parent), moved)), x), None

        bodies, still = (np.arange(n), layout.parent, layout.lead), jnp.zeros((6, n + 1, *self.samples))
        (_, u), _ = lax.scan(inward, (still, _with_world(b, axis=0)[layout.coordinate]), bodies, reverse=True)
        (_, x), _ = lax.scan(outward, (still, jnp.einsum("wx...,x...->w...", E, u)), bodies)
        return x[layout.column, layout.owner]


def inverse_dynamics(
    tree: Tree,
    q: Array,
    qd: Array,
    qdd: Array,
    f_ext: Array | None = None,
    *,
    parameters: Array | None = None,
    placement: Placement | None = None,
    gravity: Array | None = None,
) -> Array:
    """Return tau (nv, ...), armature included.

    Args:
        tree: the robot.
        q: (nq, ...) [rad, m].
        qd: (nv, ...).
        qdd: (nv, ...).
        f_ext: (6, n, ...) wrenches that the surroundings exert on the bodies, in body coordinates [N m, N].
        parameters: (n, 10).
        placement: R (n, 3, 3), p (n, 3) of the bodies in their parents at q = 0.
        gravity: (3,) [m/s2].
    """
    q, qd, qdd = _floats(q, qd, qdd)
    return _Posed.at(tree, q, parameters, placement).torque(qd, qdd, gravity, f_ext)


def forward_dynamics(
    tree: Tree,
    q: Array,
    qd: Array,
    tau: Array,
    f_ext: Array | None = None,
    *,
    parameters: Array | None = None,
    placement: Placement | None = None,
    gravity: Array | None = None,
) -> Array:
    """Return qdd (nv, ...), armature included: the inverse of `inverse_dynamics`, whose arguments it takes."""
    q, qd, tau = _floats(q, qd, tau)
    posed = _Posed.at(tree, q, parameters, placement)
    b = tau - posed.torque(qd, jnp.zeros_like(qd), gravity, f_ext)
    if not tree.shared_parents:
        return solve(mass_matrix(tree, q, parameters=parameters, placement=placement), b[:, None])[:, 0]
    E, G = lax.stop_gradient(posed.factor())
    return lax.custom_linear_solve(posed.mass_times, b, lambda _, b: posed.solve(E, G, b), symmetric=True)


def mass_matrix(tree: Tree, q: Array, *, parameters: Array | None = None, placement: Placement | None = None) -> Array:
    """Return M (nv, nv, ...), armature included; arguments as in `inverse_dynamics`."""
    (q,) = _floats(q)
    posed = _Posed.at(tree, q, parameters, placement)
    one = jnp.broadcast_to(_spread(np.eye(tree.nv), q.ndim - 1), (tree.nv, tree.nv, *posed.samples))
    return jax.vmap(posed.mass_times, in_axes=1, out_axes=1)(one)


def energies(
    tree: Tree,
    q: Array,
    qd: Array,
    *,
    parameters: Array | None = None,
    placement: Placement | None = None,
    gravity: Array | None = None,
) -> tuple[Array, Array]:
    """Return the kinetic energy, armature included, and the potential one, (...) [J]; see `inverse_dynamics`."""
    q, qd, g = _floats(q, qd, tree.gravity if gravity is None else gravity)
    posed = _Posed.at(tree, q, parameters, placement)
    v = posed.outward(joint_motion(tree, qd))
    kinetic = jnp.sum(v * apply_inertia(posed.pi, v), axis=(0, 1)) + jnp.einsum("v,v...->...", tree.armature, qd**2)
    up = linear(posed.outward(jnp.zeros_like(v), world_acceleration(g, posed.samples)))
    carried = jnp.einsum("ij,i...->j...", layout_of(tree).above, posed.pi[0])
    heights = carried * jnp.sum(posed.p * rotate(posed.R, up), axis=0) + jnp.sum(posed.pi[1:4] * up, axis=0)
    return 0.5 * kinetic, jnp.sum(heights, axis=0)


@lru_cache(maxsize=128)
def batched(function: Callable[..., Any], tree: Tree) -> Callable[..., Any]:
    """Return one of the functions above compiled for a tree, with samples on the first axis.

    What is given by position is one per sample: q (samples, nq), qd (samples, nv), f_ext (samples, n, 6); what is
    given by name (parameters, placement, gravity) is the same for all. One sample without its axis works too.
    """

    def run(*states: Array, **given: Any) -> Any:
        answer = function(tree, *(jnp.transpose(state) for state in _floats(*states)), **given)
        return jax.tree.map(jnp.transpose, answer)

    return jax.jit(run)
