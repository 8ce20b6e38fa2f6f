"""The cost of a learning step: a loss on accelerations and its gradient in all inertial parameters, three ways.

* scan: heft's forward dynamics in JAX, a scan over the bodies whose derivative is implicit;
* unrolled: the peer, Featherstone's articulated-body algorithm in plain JAX, a Python loop over the bodies
  that JAX differentiates automatically;
* kernels: heft's compiled kernels with the analytic adjoint, no autodiff.

All three must agree first. Compile time is the processor time of the first call less a later one; for the kernels it
is the time to load them (they are compiled once for all robots and kept on disk). The time of a step is the best of
several.

    python benchmarks/learning_speed.py [--samples 1000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import heft
from heft.dynamics import kernels, scan
from heft.dynamics.tree import tree_of

Array = Any
ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
CASES = {
    "cart-pole": "zoo:cartpole",
    "Panda": "zoo:panda",
    "Talos, fixed": str(ROBOTS / "talos_data/robots/talos_reduced.urdf"),
}


def skew(x: Array) -> Array:
    """Return the matrix of the cross product with x."""
    return jnp.array([[0.0, -x[2], x[1]], [x[2], 0.0, -x[0]], [-x[1], x[0], 0.0]])


def unrolled(robot: heft.Robot) -> Callable[..., Array]:
    """Return qdd(parameters, q, qd, tau) of one sample: Featherstone (2008), table 7.1, for R and P joints."""
    tree = tree_of(robot)
    joints = [body.joint for body in robot.bodies]
    if any(joint.kind not in ("revolute", "prismatic") or joint.mimic for joint in joints) or robot.rotors:
        raise SystemExit(f"{robot.name}: the peer knows revolute and prismatic joints only.")
    at = [robot.v_index[joint.name].start for joint in joints]
    axes = [np.array(joint.axis, float) / np.linalg.norm(np.array(joint.axis, float)) for joint in joints]
    S = [np.r_[a, 0, 0, 0] if j.kind == "revolute" else np.r_[0, 0, 0, a] for a, j in zip(axes, joints, strict=True)]
    gravity = jnp.concatenate([jnp.zeros(3), -tree.gravity])

    def transform(i: int, q: Array) -> Array:
        K, turns = skew(axes[i]), joints[i].kind == "revolute"
        turn = jnp.eye(3) + jnp.sin(q) * K + (1 - jnp.cos(q)) * K @ K if turns else jnp.eye(3)
        shift = tree.p[i] if turns else tree.p[i] + tree.R[i] @ axes[i] * q
        E = (tree.R[i] @ turn).T
        return jnp.block([[E, jnp.zeros((3, 3))], [-E @ skew(shift), E]])

    def inertia(pi: Array) -> Array:
        m, h = pi[0], skew(pi[1:4])
        I = jnp.array([[pi[4], pi[5], pi[6]], [pi[5], pi[7], pi[8]], [pi[6], pi[8], pi[9]]])
        return jnp.block([[I, h], [h.T, m * jnp.eye(3)]])

    def cross(v: Array) -> Array:
        w, o = skew(v[:3]), jnp.zeros((3, 3))
        return jnp.block([[w, o], [skew(v[3:]), w]])

    def qdd(parameters: Array, q: Array, qd: Array, tau: Array) -> Array:
        n = len(joints)
        X, v, c = [], [], []
        IA: list[Array] = [inertia(parameters[i]) for i in range(n)]
        pA: list[Array] = []
        for i in range(n):
            X.append(transform(i, q[at[i]]))
            vJ = S[i] * qd[at[i]]
            parent = tree.parent[i]
            v.append(vJ if parent < 0 else X[i] @ v[parent] + vJ)
            c.append(cross(v[i]) @ vJ)
            pA.append(-cross(v[i]).T @ (IA[i] @ v[i]))
        U, d, u = [None] * n, [None] * n, [None] * n
        for i in reversed(range(n)):
            U[i] = IA[i] @ S[i]
            d[i] = S[i] @ U[i] + tree.armature[at[i]]
            u[i] = tau[at[i]] - S[i] @ pA[i]
            if (parent := tree.parent[i]) >= 0:
                Ia = IA[i] - jnp.outer(U[i], U[i]) / d[i]
                IA[parent] = IA[parent] + X[i].T @ Ia @ X[i]
                pA[parent] = pA[parent] + X[i].T @ (pA[i] + Ia @ c[i] + U[i] * u[i] / d[i])
        a: list[Array] = []
        answer = jnp.zeros(n)
        for i in range(n):
            above = gravity if tree.parent[i] < 0 else a[tree.parent[i]]
            moved = X[i] @ above + c[i]
            rate = (u[i] - U[i] @ moved) / d[i]
            a.append(moved + S[i] * rate)
            answer = answer.at[at[i]].set(rate)
        return answer

    return qdd


def clock(step: Callable[[], Any], rounds: int) -> tuple[float, float, Any]:
    """Return processor seconds of preparation, seconds of a step, and what it gave."""
    began = time.process_time()
    answer = jax.block_until_ready(step())
    first, times = time.process_time() - began, []
    for _ in range(rounds):
        began = time.perf_counter()
        answer = jax.block_until_ready(step())
        times.append(time.perf_counter() - began)
    return max(0.0, first - min(times)), min(times), answer


def measured(name: str, samples: int, rounds: int) -> list[str]:
    """Return the rows of one robot."""
    robot = heft.load(CASES[name])
    tree, rng = tree_of(robot), np.random.default_rng(0)
    q, qd, _ = robot.random_state(0, samples)
    tau = heft.inverse_dynamics(robot, q, qd, rng.standard_normal(qd.shape))
    target, parameters = np.zeros_like(qd), np.array(robot.parameters)

    @jax.jit
    def by_scan(parameters: Array) -> Any:
        def loss(pi: Array) -> Array:
            return 0.5 * jnp.sum((scan.forward_dynamics(tree, q.T, qd.T, tau.T, parameters=pi).T - target) ** 2)

        return jax.value_and_grad(loss)(parameters)

    peer = unrolled(robot)

    @jax.jit
    def by_peer(parameters: Array) -> Any:
        def loss(pi: Array) -> Array:
            return 0.5 * jnp.sum((jax.vmap(peer, (None, 0, 0, 0))(pi, q, qd, tau) - target) ** 2)

        return jax.value_and_grad(loss)(parameters)

    def by_kernels() -> Any:
        found = kernels.acceleration_gradient(robot, q, qd, tau, target)
        return found.loss, found.parameters

    ways = {
        "scan": lambda: by_scan(parameters),
        "unrolled (peer)": lambda: by_peer(parameters),
        "kernels": by_kernels,
    }
    rows, answers = {}, {}
    for way, step in ways.items():
        *rows[way], answers[way] = clock(step, rounds)
    loss, gradient = (np.asarray(part) for part in answers["unrolled (peer)"])
    for way, (value, slope) in answers.items():
        if not np.isclose(value, loss, rtol=1e-9) or np.abs(slope - gradient).max() > 1e-7 * np.abs(gradient).max():
            raise SystemExit(f"{name}: {way} and the peer do not agree.")
    peer_step = rows["unrolled (peer)"][1]
    return [
        f"| {name} ({robot.nv}) | {way} | {compile_:.2f} | {1000 * step:.2f} | {peer_step / step:.2g} |"
        for way, (compile_, step) in rows.items()
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("| robot (joints) | way | compile [s] | step [ms] | times the peer's speed |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name in CASES:
        print("\n".join(measured(name, arguments.samples, arguments.rounds)), flush=True)


if __name__ == "__main__":
    main()
