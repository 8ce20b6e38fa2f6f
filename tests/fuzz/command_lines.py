"""Command lines of every verb on a robot of two joints, small enough to be run many times, and how they are damaged."""

from __future__ import annotations

import functools
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from fuzz import mutations, seeds
from fuzz.commands import run
from fuzz.mutations import Random

import heft

LIFT = """<robot name="lift"><link name="foot"/>
<link name="slide"><inertial><origin xyz="0 0 0.1"/><mass value="3"/>
<inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial></link>
<link name="rod"><inertial><origin xyz="0.2 0 0.1"/><mass value="2"/>
<inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.03"/></inertial></link>
<joint name="up" type="prismatic"><parent link="foot"/><child link="slide"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="200" velocity="3"/></joint>
<joint name="hinge" type="revolute"><parent link="slide"/><child link="rod"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="50" velocity="5"/></joint></robot>
"""

LINES = (
    "inspect lift.urdf --base floating --json",
    "inspect lift.urdf --lock up=0.1",
    "inspect lift.urdf --base-link slide --tip-link rod --package-path . --json",
    "identifiable lift.urdf --group h* --lock up=0.1 --json",
    "identifiable lift.urdf --method float --snap 1e-5 --gravity 0 0 -9.81 --static --json",
    "identifiable lift.urdf --no-rotors --no-gravity --quiet",
    "minimal lift.urdf --json",
    "export lift.urdf --lang python --what regressor,mass-matrix",
    "export lift.urdf --what friction,forward-dynamics,slotine-li-regressor --precision float --header -o arm.c",
    "import raw.csv --map map.toml -o out.parquet",
    "import swing.parquet --samples 10:200 -o part.csv",
    "simulate lift.urdf --duration 0.01 --dt 0.002 --q0 up=0.1,hinge=pi/2 --qd0 hinge=0.5 --json",
    "check lift.urdf swing.parquet --cutoff 8 --friction viscous --json",
    "validate lift.urdf swing.parquet --cutoff 8 --decimation 2 --velocity-threshold 0.05,0.1 --json",
    "identify lift.urdf swing.parquet --friction viscous --cutoff 8 --held-out 0.3 --total-mass 5 --json",
    "identify lift.urdf swing.parquet --friction none --cutoff 8 --coupling up=1,hinge=0.5 -o out",
    "identify lift.urdf swing.parquet --friction viscous --cutoff 8 --spring hinge=0.5,0.2,1.57 --quiet",
    "payload lift.urdf loaded.parquet --unloaded swing.parquet --friction viscous --cutoff 8 --link rod --json",
    "payload lift.urdf loaded.parquet --unloaded swing.parquet --friction viscous --cutoff 8 --to ur,ros2 "
    "--frame rod -o load",
    "learn lift.urdf swing.parquet --kind linear --cutoff 8 -o model",
    "excite lift.urdf --duration 2 --harmonics 2 --starts 1 --search-seconds 0.2 --acceleration up=5,hinge=10 "
    "--jerk 200 --no-collisions --q0 up=0,hinge=0.1 --noise 0.1 --rate 50 --to csv:50 -o motion",
    "excite lift.urdf --duration 2 --starts 1 --search-seconds 0.2 --acceleration 10 --jerk 200 --no-collisions "
    "--sensors=-up",
)

SLOW = {"--scheduler", "--seconds", "--search-seconds", "--duration", "--starts", "--help", "--version"}
"""Options that are not added: they ask for a server or for time; seeds have them, so that values are replaced."""

PAIRS = ("up={}", "hinge={}", "up=1,hinge={}", "hinge={},0.2,1.57", "{},{}", "nobody={}", "hinge={},hinge={}", "{}:{}")
"""Words with numbers in them."""


def commands() -> list[bytes]:
    """Return the words of each line, after each was run once: kernels are compiled before anyone waits for them."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder))
        (Path(folder) / "raw.csv").write_bytes(seeds.csv()[0])
        (Path(folder) / "map.toml").write_bytes(seeds.MAP)
        for line in LINES:
            run(line.split(), Path(folder))
    return [json.dumps(line.split()).encode() for line in LINES]


def write_files(folder: Path, urdf: str = LIFT) -> None:
    """Write the robot and its logs."""
    (folder / "lift.urdf").write_text(urdf)
    robot = heft.load(folder / "lift.urdf")
    _log(robot, 0).write(folder / "swing.parquet")
    load = heft.parameters.from_com(0.8, np.array([0.3, 0.02, 0.1]), 1e-3 * np.eye(3))
    carrying = robot.with_parameters(robot.parameters + np.stack([np.zeros(10), load]))
    _log(carrying, 1).write(folder / "loaded.parquet")


def _log(robot: heft.Robot, seed: int) -> heft.Log:
    t, rng = np.arange(240) / 60.0, np.random.default_rng(seed)
    w, a = np.array([[2.1, 1.7], [5.3, 4.1]]), np.array([[0.3, 0.9], [0.1, 0.4]])
    angles = t[:, None, None] * w + seed
    q, qd, qdd = np.sum([a * np.sin(angles), a * w * np.cos(angles), -a * w**2 * np.sin(angles)], axis=2)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.3 * qd + 0.02 * rng.standard_normal(q.shape)
    return heft.Log(t, tuple(robot.joint_names), q + 1e-6 * rng.standard_normal(q.shape), effort=tau)


@functools.cache
def options_of(verb: str) -> list[tuple[str, bool]]:
    """Return the options of a verb that may be added to a line, and whether each takes a value."""
    from heft.cli.app import app

    found = []
    for argument in app[verb].assemble_argument_collection():
        for name in argument.names:
            if name.startswith("--") and not name.startswith("--empty-") and name not in SLOW:
                found.append((name, not argument.is_flag()))
    return found


def options_changed(content: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """Return a command line with a word replaced, a number in a word replaced, or an option added."""
    words = json.loads(content)
    for _ in range(rng.choice((1, 1, 2))):
        place, change = rng.randrange(1, len(words)), rng.randrange(5)
        if change == 0:
            words[place] = _value(rng)
        elif change <= 2:
            name, valued = rng.choice(options_of(words[0]))
            words += [f"{name}={_value(rng)}"] if valued else [name]
        elif change == 3 and any(c.isdigit() for c in words[place]):
            words[place] = str(mutations.number_changed(words[place].encode(), rng), "utf-8", "replace")
        else:
            words[place:place] = json.loads(rng.choice(others))[1:]
    return json.dumps([word.replace("\0", "0") for word in words]).encode()


def _value(rng: Random) -> str:
    number = str(rng.choice(mutations.NUMBERS), "ascii")
    usual = rng.choice(("1", "2", "0.5", "-1", "0.01", "viscous", "hinge", "rod", "swing.parquet", "out", "map.toml"))
    pair = rng.choice(PAIRS).replace("{}", rng.choice((number, number, "1", "pi")))
    return rng.choice((number, usual, usual, usual, pair, pair, rng.choice(mutations.TEXTS)))
