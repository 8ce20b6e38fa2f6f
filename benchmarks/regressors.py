"""The torque regressor of a batch in the ways that a user has: Pinocchio, JAX, generated C, and heft's kernels.

    python benchmarks/regressors.py            print thousands of samples per second on all threads
    python benchmarks/regressors.py --check    exit code 1 if the claim fails

Pinocchio has no batch for it; a loop of `computeJointTorqueRegressor` into an existing array is the usual way. With JAX
it is the derivative of the inverse dynamics in the parameters, compiled for the batch (`heft.dynamics.scan`). Generated
C is called in a compiled loop, half of the samples in each of two threads; its columns are those of the base parameters
alone, which are fewer. All are compared with the kernels before anything is measured.

Claim (`--check`): heft's kernels are five times as fast as Pinocchio's loop, and faster than JAX. Generated code, which
is made for one robot and writes fewer columns, is about as fast as they are.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jax
import numba
import numpy as np
import pinocchio as pin
from dynamics import agree, best_of
from jax import numpy as jnp
from pinocchio_batches import LOOP, Batches
from rich.console import Console
from rich.table import Table

import heft
from heft.dynamics import kernels, scan
from heft.dynamics.tree import tree_of
from heft.robot.interop import PinocchioMap

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
CASES = {"UR5": "ur_description/urdf/ur5_robot.urdf", "Panda": "panda_description/urdf/panda.urdf"}
SAMPLES, REPEATS = 8192, 9

LOOP_C = """
void loop(long n, const double *q, const double *qd, const double *qdd, double *Y)
{{
    for (long k = 0; k < n; ++k)
        {function}(q + k*{width}, qd + k*{width}, qdd + k*{width}, Y + k*{size});
}}
"""


def by_jax(robot: heft.Robot, *state: np.ndarray) -> Callable[[], jax.Array]:
    """Return what gives (nv, samples, bodies, 10), compiled."""
    tree, given = tree_of(robot), [jnp.asarray(x.T) for x in state]
    zero = jnp.zeros_like(jnp.asarray(tree.parameters))

    @jax.jit
    def regressor(q: jax.Array, qd: jax.Array, qdd: jax.Array) -> jax.Array:
        return jax.jacfwd(lambda pi: scan.inverse_dynamics(tree, q, qd, qdd, parameters=pi))(zero)

    return lambda: regressor(*given).block_until_ready()


def by_generated_code(robot: heft.Robot, folder: Path, *state: np.ndarray) -> Callable[[], np.ndarray]:
    """Return what gives (samples, nv, base parameters) by compiled C, on as many threads as the kernels have."""
    code, size = heft.generate_code(robot, ["regressor"]), robot.nv * heft.identifiability(robot).n_base
    source, library = folder / f"{robot.name}.c", folder / f"{robot.name}.so"
    loop_c = LOOP_C.format(function=code.functions["regressor"], width=robot.nv, size=size)
    source.write_text(code.text + loop_c)
    subprocess.run(["cc", "-std=c99", "-O3", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    loop, pointer = ctypes.CDLL(str(library)).loop, ctypes.POINTER(ctypes.c_double)
    loop.argtypes = [ctypes.c_long, *[pointer] * 4]
    arrays = [*(np.ascontiguousarray(x) for x in state), np.zeros((len(state[0]), size))]
    parts = np.array_split(np.arange(len(state[0])), numba.get_num_threads())
    pool = ThreadPoolExecutor(len(parts))

    def part(at: np.ndarray) -> None:
        loop(len(at), *(x[at[0] :].ctypes.data_as(pointer) for x in arrays))

    def run() -> np.ndarray:
        list(pool.map(part, parts))
        return arrays[-1].reshape(len(arrays[0]), robot.nv, -1)

    return run


def measure(name: str, folder: Path) -> dict[str, float]:
    """Return the samples per second of each way."""
    robot = heft.load(ROBOTS / CASES[name], mimic=False)
    model = pin.buildModelFromUrdf(str(ROBOTS / CASES[name]))
    state, to = robot.random_state(0, SAMPLES), PinocchioMap(robot, model)
    tau = heft.inverse_dynamics(robot, *state)
    peer = Batches(model, 1, to.q(state[0]), to.v(state[1]), to.v(state[2]), to.tau(tau))
    out = np.zeros((SAMPLES, robot.nv, len(robot.parameter_names)))
    compiled, generated = by_jax(robot, *state), by_generated_code(robot, folder, *state)
    Y, reduction = kernels.torque_regressor(robot, *state), heft.identifiability(robot).reduction
    agree(np.moveaxis(np.asarray(compiled()), 1, 0).reshape(Y.shape), Y)
    agree(generated() @ (reduction.matrix @ robot.parameter_vector), Y @ robot.parameter_vector)
    agree(to.regressor_from(peer.regressor()[:5]), Y[:5])
    ways: dict[str, tuple[Callable[[], object], int]] = {
        "Pinocchio, loop": (peer.regressor, LOOP),
        "JAX, compiled batch": (compiled, SAMPLES),
        "generated C, base parameters": (generated, SAMPLES),
        "heft": (lambda: kernels.torque_regressor(robot, *state, out), SAMPLES),
    }
    return {way: 1 / seconds for way, seconds in zip(ways, best_of(REPEATS, *ways.values()), strict=True)}


def main() -> int:
    """Measure, print, and with --check judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit with 1 if the claim fails")
    options = parser.parse_args()
    jax.config.update("jax_enable_x64", True)
    with tempfile.TemporaryDirectory() as folder:
        found = {name: measure(name, Path(folder)) for name in CASES}
    table = Table(title=f"Torque regressor, thousand samples/s on {numba.get_num_threads()} threads")
    for column in ("robot", *found["UR5"]):
        table.add_column(column, justify="left" if column == "robot" else "right")
    for name, ways in found.items():
        table.add_row(name, *(f"{1e-3 * speed:,.0f}" for speed in ways.values()))
    Console(width=110).print(table)
    passed = all(
        ways["heft"] > max(5 * ways["Pinocchio, loop"], ways["JAX, compiled batch"]) for ways in found.values()
    )
    return int(options.check and not passed)


if __name__ == "__main__":
    sys.exit(main())
