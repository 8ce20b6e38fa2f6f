"""Claim: Theorem 2 of P1 counts and spans exactly what is identifiable if there is gravity.

The peer is the exact answer of `heft.identifiability`, over the rationals or prime fields. Every serial mechanism of
revolute and prismatic joints in ../shared/oracle and 1000 random chains are compared: the count, the span (how far the
exact base is from the span of the closed form) and, on the way, inverse dynamics in the combinations with the full
Newton-Euler recursion, a wrench on the tip included.

    python benchmarks/minimal.py [number of random chains]

It ends with 1 if a disagreement has no known cause, a span is off by 1e-10 or a torque by a relative 1e-10.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import heft
from heft import minimal
from heft.errors import ArgumentError
from heft.minimal.theorem import about_a_point
from heft.robot.model import Robot
from heft.robot.zoo.chains import random_chain

UNKNOWN = "unknown"
ORACLE = Path(__file__).resolve().parents[2] / "shared" / "oracle"


@dataclass(frozen=True)
class Comparison:
    """One robot: the counts, how far apart the spans are, and the error of inverse dynamics."""

    name: str
    gravity: str
    theorem: int
    exact: int
    about_a_point: int
    residual: float
    torque_error: float

    @property
    def verdict(self) -> str:
        """Whether the closed form counts right."""
        if self.theorem == self.exact:
            return "agree"
        return "theorem counts more" if self.theorem > self.exact else "theorem counts fewer"

    @property
    def cause(self) -> str:
        """Why the closed form counts more."""
        if self.gravity == "none" and self.theorem - self.exact == 2 * self.about_a_point:
            return f"no gravity, {self.about_a_point} joints from s on turn about one point: two each"
        return UNKNOWN


def compare(robot: Robot) -> Comparison:
    """Compare the closed form of one robot with the exact answer, and its torques with Newton-Euler's."""
    mlc = minimal.combinations(robot)
    bare = tuple(replace(b, rotor=None, joint=replace(b.joint, armature=0.0)) for b in robot.bodies)
    links = replace(robot, bodies=bare)
    if not links.parameters.any():
        links = links.with_parameters(np.random.default_rng(0).standard_normal((robot.n_bodies, 10)))
    state = links.random_state(0, 5)
    wrench = np.random.default_rng(1).standard_normal((5, 6))
    values = mlc.matrix[:, : links.parameters.size] @ links.parameter_vector
    found = minimal.inverse_dynamics(mlc, *state, values=values, tip=wrench)
    expected = heft.inverse_dynamics(links, *state, wrenches={links.body_names[-1]: wrench})
    error = float(np.max(np.linalg.norm(found - expected, axis=1) / np.linalg.norm(expected, axis=1)))
    point = len(about_a_point(mlc.chain, mlc.groups))
    return Comparison(robot.name, gravity_of(mlc), len(mlc.theorem), mlc.exact_count, point, mlc.residual, error)


def gravity_of(mlc: minimal.Combinations) -> str:
    """Say how gravity stands to the first axis."""
    if not mlc.chain.gravity:
        return "none"
    return "along the first axis" if abs(np.sin(mlc.chain.beta[0])) < mlc.chain.snap else "across or oblique"


def corpus() -> Iterator[Robot]:
    """Yield the serial mechanisms of the corpus, each with and without gravity."""
    for path in sorted(ORACLE.glob("*.mech.json")):
        robot = heft.load(str(path))
        try:
            minimal.combinations(robot)
        except ArgumentError:
            continue
        yield robot
        yield replace(robot.with_gravity((0, 0, 0)), name=f"{robot.name} without gravity")


def table(title: str, results: list[Comparison]) -> bool:
    """Print how many agree, by gravity, and which do not; return whether the claim holds."""
    print(f"\n{title}: {len(results)} robots")
    print(f"  largest distance of the spans {max(r.residual for r in results):.1e}")
    print(f"  largest relative error of inverse dynamics, wrench on the tip {max(r.torque_error for r in results):.1e}")
    print(f"  {'gravity':22} {'verdict':22} robots")
    for (gravity, verdict), number in sorted(Counter((r.gravity, r.verdict) for r in results).items()):
        print(f"  {gravity:22} {verdict:22} {number:6}")
    for r in results:
        if r.verdict != "agree":
            print(f"    {r.name}: theorem {r.theorem}, exact {r.exact}: {r.cause}")
    explained = all(r.verdict == "agree" or r.cause != UNKNOWN for r in results)
    return explained and max(max(r.residual, r.torque_error) for r in results) < 1e-10


def main() -> None:
    """Compare the corpus, then random chains."""
    number, held = int(sys.argv[1]) if len(sys.argv) > 1 else 1000, True
    if ORACLE.is_dir():
        title = "Serial mechanisms of the oracle corpus, as they are and without gravity"
        held = table(title, [compare(r) for r in corpus()])
    else:
        print(f"{ORACLE} is not there; the corpus is left out.")
    chains = [random_chain(seed, 1 + seed % 7) for seed in range(number)]
    held = table("Random chains", [compare(chain) for chain in chains]) and held
    kinds = Counter(how for chain in chains for how in neighbours(chain))
    print("  neighbouring axes: " + ", ".join(f"{number} {how}" for how, number in kinds.most_common()))
    sys.exit(0 if held else 1)


def neighbours(robot: Robot) -> Iterator[str]:
    """Yield how each axis stands to the one before."""
    for body in robot.bodies[1:]:
        cosine = abs(body.placement.rotation[2, 2])
        yield "parallel" if cosine > 1 - 1e-12 else "perpendicular" if cosine < 1e-12 else "generic"


if __name__ == "__main__":
    main()
