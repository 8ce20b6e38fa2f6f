"""`heft simulate`: a simulation from a state."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from heft.cli.given import refuse_given
from heft.cli.options import LOADING, All, Json, Loading, LoadingOptions, Output, Quiet, RobotName, refuse_idle_all
from heft.cli.outputs import output_file
from heft.cli.settable import PLAIN
from heft.cli.terminal import progress, show, show_json
from heft.errors import ArgumentError

if TYPE_CHECKING:
    from heft.dynamics.simulation import Trajectory
    from heft.parameters import Array
    from heft.robot.model import Robot

MOST_NUMBERS = 2.5e8
"""A motion of more numbers than this (2 GB) is refused rather than tried."""

TimeStep = Annotated[float, Parameter(help="Time step [s].", show_default=True)]
Integrator = Annotated[
    Literal["rk4", "semi-implicit-euler"], Parameter(help="The integration method.", show_default=True)
]
Positions = Annotated[
    list[str] | None, PLAIN, Parameter(help="Start posture, e.g. shoulder=1.0,elbow=pi/2; the other joints at zero.")
]
Velocities = Annotated[
    list[str] | None, PLAIN, Parameter(help="Start velocities, written like --q0; the others at rest.")
]
Torques = Annotated[
    Path | None, PLAIN, Parameter(help="CSV file with columns t,tau.<coordinate>,... A row holds until the next.")
]
Follow = Annotated[
    Path | None,
    PLAIN,
    Parameter(
        help="A motion to follow, as heft excite writes it (motion.json, motion.parquet) or any log: its torques, and "
        "a controller that corrects deviations."
    ),
]


def simulate(
    robot: RobotName,
    /,
    *,
    duration: Annotated[float | None, Parameter(help="How long [s]; with --follow, as long as the motion.")] = None,
    dt: TimeStep = 1e-3,
    integrator: Integrator = "rk4",
    q0: Positions = None,
    qd0: Velocities = None,
    seed: Annotated[int | None, Parameter(help="Start in the random state of this seed.")] = None,
    tau: Torques = None,
    follow: Follow = None,
    no_friction: Annotated[
        bool, Parameter(negative="--with-friction", help="Leave out the joints' friction, or include it (the default).")
    ] = False,
    no_gravity: Annotated[bool, Parameter(help="Leave gravity out.")] = False,
    loading: LoadingOptions = LOADING,
    json: Json = False,
    output: Annotated[Output, Parameter(help="Write the motion to this file, NAME.csv.")] = None,
    quiet: Quiet = False,
    every: All = False,
) -> None:
    """Simulate a robot under gravity, friction and torques; with --json, the samples are in the object or in -o."""
    from heft.cli.motions import sampled_motion
    from heft.cli.states import torque_table
    from heft.dynamics.following import following
    from heft.files import write_whole
    from heft.report.trajectory import TrajectorySummary, summary

    refuse_idle_all(json, quiet)
    inputs = [Path(robot), *(path for path in (tau, follow) if path)]
    place = output_file(output, ".csv", *inputs) if output else None
    loaded = _loaded(robot, loading, no_gravity)
    followed = None
    if follow:
        refuse_given(("duration", "q0", "qd0", "seed", "tau"), "with --follow, which sets it")
        _times(loaded, 1.0, dt)
        followed = sampled_motion(loaded, follow, 2 / dt)
        duration = (len(followed[0]) - 1) // 2 * dt
    elif duration is None:
        raise ArgumentError("No duration is given.", where="--duration", remedy="Give it in seconds.")
    times = _times(loaded, duration, dt)
    start = _start(loaded, q0 or [], qd0 or [], seed) if followed is None else (followed[0][0], followed[1][0])
    torques = torque_table(loaded, tau, times) if tau else None
    law = torques if followed is None else following(loaded, dt / 2, *followed)
    with progress(f"simulating {loaded.name}", quiet) as report:
        from heft.dynamics import simulation

        path = simulation.simulate(
            loaded,
            duration,
            q0=start[0],
            qd0=start[1],
            tau=law,
            dt=dt,
            integrator=integrator,
            friction=not no_friction,
            progress=report,
        )
    motion = TrajectorySummary(path, not no_friction)
    if place:
        write_whole(place, _csv(path))
    if json:
        samples = {"output": str(output), "columns": None} if place else {"output": None, "columns": path.to_dict()}
        away = {} if followed is None else {"largest_deviation": _deviation(path, followed[0])}
        show_json(motion.to_dict() | {"integrator": integrator, "seed": seed, **away, **samples})
    elif not quiet:
        if followed is not None:
            show(f"The motion is followed to {_deviation(path, followed[0]):.3g} rad or m.")
        show(*summary(motion, every))
        show(*([f"Written to {output}."] if output else []))


def _deviation(path: Trajectory, q: Array) -> float:
    """Return the largest distance of any joint from the motion that it follows [rad or m]."""
    import numpy as np

    return float(np.abs(path.q - q[::2][: len(path.q)]).max())


def _loaded(name: str, loading: Loading, no_gravity: bool) -> Robot:
    """Return the robot under the gravity that was asked for."""
    if loading.gravity and no_gravity:
        raise ArgumentError("--gravity and --no-gravity contradict each other.", remedy="Keep one of them.")
    robot = loading.load(name)
    return robot.with_gravity((0, 0, 0)) if no_gravity else robot


def _times(robot: Robot, duration: float, dt: float) -> Array:
    """Return the instants of the motion, (steps + 1,) [s]."""
    import numpy as np

    if not robot.nv:
        raise ArgumentError(
            "None of its bodies can move.", where=f"robot '{robot.name}'", remedy="Try --base floating."
        )
    if not (0 < dt < math.inf and 0 <= duration < math.inf):
        raise ArgumentError(
            f"A duration of {duration:g} s in steps of {dt:g} s cannot be simulated.",
            where="--duration, --dt",
            remedy="Both must be positive.",
        )
    numbers = duration / dt * (1 + robot.nq + 3 * robot.nv)
    if numbers > MOST_NUMBERS:
        raise ArgumentError(
            f"{duration:g} s in steps of {dt:g} s are {duration / dt:.3g} steps, {8e-9 * numbers:.3g} GB.",
            where="--duration, --dt",
            remedy="Take a shorter --duration or a longer --dt.",
        )
    return np.asarray(dt * np.arange(round(duration / dt) + 1), dtype=float)


def _start(robot: Robot, q0: list[str], qd0: list[str], seed: int | None) -> tuple[Array, Array]:
    """Return the state to start from: neutral or random, and changed where the user says so."""
    import numpy as np

    from heft.cli.states import configuration, velocity

    if seed is not None and seed < 0:
        raise ArgumentError(f"The seed is {seed}.", where="--seed", remedy="It must not be negative.")
    q, qd = (robot.neutral, np.zeros(robot.nv)) if seed is None else robot.random_state(seed)[:2]
    start = configuration(robot, q, q0), velocity(robot, qd, qd0)
    plain = configuration(robot, robot.neutral, q0), velocity(robot, np.zeros(robot.nv), qd0)
    if all(np.array_equal(*pair) for pair in zip(start, plain, strict=True)):
        refuse_given("seed", "where --q0 and --qd0 give the whole state")
    return start


def _csv(path: Trajectory) -> bytes:
    """Return the motion as CSV, numbers with all their digits."""
    columns = path.to_dict()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode()
