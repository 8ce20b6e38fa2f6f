"""The speed of generated inverse dynamics compared with Pinocchio's rnea, and their number of operations.

Claims (`--check` exits with 1 if one fails):
    the Stanford arm takes no more operations than Lin's table III, with simplified and with general inertias;
    PUMA 560 takes fewer than the general count (89 n - 82) M, (77 n - 71) A;
    code for a tree of 30 joints is generated in less than 10 s;
    on every robot the generated code is faster than rnea.

The generated C is compiled with `cc -O2` and called in a compiled loop. The wheel of Pinocchio has its headers but not
those of Eigen, so nothing can be compiled against it. rnea is called from Python, and the cost of an empty call,
measured on a model without joints in the same run, is subtracted. The remainder is the work of the C++ library and the
part of the conversion that grows with the length of the arrays.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pinocchio as pin
from rich.console import Console
from rich.table import Table

import heft
from heft import parameters as inertial
from heft.export.generate import GeneratedCode
from heft.robot import zoo
from heft.robot.interop import PinocchioMap

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
CASES = {
    "Stanford": "zoo:stanford",
    "PUMA 560": "zoo:puma560",
    "UR5": ROBOTS / "ur_description/urdf/ur5_robot.urdf",
    "Panda": ROBOTS / "panda_description/urdf/panda.urdf",
}
SAMPLES, LOOP, ROUNDS = 2_000, 1_000, 200
LARGEST = {"Stanford": (139, 101), "Stanford, general inertias": (231, 219), "PUMA 560": (89 * 6 - 82, 77 * 6 - 71)}
LOOP_C = """
void loop(long n, long width, const double *q, const double *qd, const double *qdd, double *tau)
{{
    for (long k = 0; k < n; ++k)
        {function}(q + k*width, qd + k*width, qdd + k*width, tau + k*width);
}}
"""


@dataclass(frozen=True)
class Result:
    """One robot: operations, and seconds for each call."""

    name: str
    code: GeneratedCode
    ours: float
    rnea: float
    call: float

    @property
    def ratio(self) -> float:
        """How many times faster the generated code is than rnea without its call."""
        return (self.rnea - self.call) / self.ours


def without_drives(robot: heft.Robot) -> heft.Robot:
    """The robot without rotors and armature, which Pinocchio's rnea does not have, or not in the same way."""
    bodies = (replace(body, rotor=None, joint=replace(body.joint, armature=0.0)) for body in robot.bodies)
    return replace(robot, bodies=tuple(bodies))


def pinocchio_model(robot: heft.Robot) -> pin.Model:
    """Return the same robot as a Pinocchio model."""
    model = pin.Model()
    model.gravity.linear[:] = [float(g) for g in robot.gravity]
    aligned = {
        "revolute": (pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ, pin.JointModelRevoluteUnaligned),
        "prismatic": (pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ, pin.JointModelPrismaticUnaligned),
    }
    for body in robot.bodies:
        axis = np.array([float(x) for x in body.joint.axis])
        *plain, general = aligned[body.joint.kind]
        joint = plain[int(np.argmax(axis))]() if sorted(axis) == [0, 0, 1] else general(axis)
        place = pin.SE3(np.array(body.placement.rotation), np.array(body.placement.translation))
        index = model.addJoint(body.parent + 1, joint, place, body.joint.name)
        mass, com, inertia = inertial.to_com(body.parameters)
        model.appendBodyToJoint(index, pin.Inertia(float(mass), com, inertia), pin.SE3.Identity())
    return model


def compiled_loop(code: GeneratedCode, folder: Path) -> Callable[..., None]:
    """Compile the code with a loop around it."""
    source, library = folder / "code.c", folder / "code.so"
    source.write_text(code.text + LOOP_C.format(function=code.functions["inverse-dynamics"]))
    subprocess.run(["cc", "-std=c99", "-O2", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    loop = ctypes.CDLL(str(library)).loop
    loop.argtypes = [ctypes.c_long, ctypes.c_long, *[ctypes.POINTER(ctypes.c_double)] * 4]
    return lambda *arrays: loop(*arrays[0].shape, *(a.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for a in arrays))


def calls(model: pin.Model, Q: np.ndarray, V: np.ndarray, A: np.ndarray) -> Callable[[], None]:
    """Return a loop of calls of rnea."""
    data, rnea = model.createData(), pin.rnea
    rows = list(zip(Q, V, A, strict=True))

    def loop() -> None:
        for q, v, a in rows:
            rnea(model, data, q, v, a)

    return loop


def measure(name: str, folder: Path) -> Result:
    """Compare both sides, then time them in turn and take the best of several rounds."""
    robot = without_drives(heft.load(CASES[name], mimic=False))
    code, model = heft.generate_code(robot), pinocchio_model(robot)
    q, qd, qdd = (np.ascontiguousarray(x) for x in robot.random_state(0, SAMPLES))
    tau, loop = np.zeros_like(qd), compiled_loop(code, folder)
    to_pin = PinocchioMap(robot, model)
    Q, V, A = to_pin.q(q[:LOOP]), to_pin.v(qd[:LOOP]), to_pin.v(qdd[:LOOP])
    loop(q, qd, qdd, tau)
    data = model.createData()
    theirs = to_pin.tau_from(np.array([pin.rnea(model, data, *row) for row in zip(Q, V, A, strict=True)]))
    error = np.max(np.abs(theirs - tau[:LOOP])) / np.max(np.abs(theirs))
    if not error < 1e-10:
        sys.exit(f"{name}: heft and Pinocchio differ by {error:.2g}; nothing was measured.")
    nothing = np.zeros((LOOP, 0))
    rnea, empty = calls(model, Q, V, A), calls(pin.Model(), nothing, nothing, nothing)
    best = [np.inf] * 3
    for _ in range(ROUNDS):
        rounds = ((lambda: loop(q, qd, qdd, tau), SAMPLES), (rnea, LOOP), (empty, LOOP))
        for k, (function, samples) in enumerate(rounds):
            start = time.perf_counter()
            function()
            best[k] = min(best[k], (time.perf_counter() - start) / samples)
    return Result(name, code, *best)


def operations(code: GeneratedCode) -> tuple[int, int]:
    """Return multiplications and additions."""
    counts = code.counts["inverse-dynamics"]
    return counts.multiplications, counts.additions


def general_stanford() -> GeneratedCode:
    """Return code for the Stanford arm with ten general parameters for each link."""
    robot = without_drives(heft.load("zoo:stanford"))
    theta = np.random.default_rng(0).uniform(-0.5, 0.5, (robot.n_bodies, 10))
    return heft.generate_code(robot.with_parameters(inertial.from_log_cholesky(theta)))


def tree_seconds() -> dict[str, float]:
    """Return how long it takes to generate code for a tree of 30 joints."""
    robot = zoo.random_tree(1, 30, kinds=("revolute", "prismatic", "helical"), mimics=False)
    seconds = {}
    for what in ("inverse-dynamics", "mass-matrix", "regressor"):
        start = time.perf_counter()
        heft.generate_code(robot, [what])
        seconds[what] = time.perf_counter() - start
    return seconds


def main() -> int:
    """Measure, print, and check the claims if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="exit with 1 if a claim fails")
    check = parser.parse_args().check
    if shutil.which("cc") is None:
        sys.exit("There is no C compiler 'cc' on the path; nothing was measured.")
    table = Table("robot", "M", "A", "sin, cos", "generated [ns]", "rnea [ns]", "its call [ns]", "ratio")
    failed, found = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for k, name in enumerate(CASES):
            place = Path(folder) / str(k)
            place.mkdir()
            r = measure(name, place)
            found[name] = operations(r.code)
            M, A = found[name]
            trigonometric = r.code.counts["inverse-dynamics"].trigonometric
            nanoseconds = (f"{1e9 * s:.0f}" for s in (r.ours, r.rnea - r.call, r.call))
            table.add_row(name, str(M), str(A), str(trigonometric), *nanoseconds, f"{r.ratio:.1f}")
            failed += [f"{name}: slower than rnea"] if r.ratio < 1 else []
    general = general_stanford()
    found["Stanford, general inertias"] = operations(general)
    Console().print(table)
    print("No rotors, no armature. rnea: Pinocchio", pin.__version__, "from Python, the call subtracted.")
    for name, (M, A) in LARGEST.items():
        print(f"{name}: {found[name][0]} M / {found[name][1]} A; published {M} M / {A} A")
        failed += [f"{name}: too many operations"] if found[name][0] > M or found[name][1] > A else []
    seconds = tree_seconds()
    print("A tree of 30 joints:", ", ".join(f"{what} in {s:.1f} s" for what, s in seconds.items()))
    failed += [f"30 joints, {what}: {s:.1f} s" for what, s in seconds.items() if s > 10]
    for line in failed:
        print("Not reached:", line)
    return int(check and bool(failed))


if __name__ == "__main__":
    sys.exit(main())
