"""A learned model: frozen, saved as one JSON file, ready to predict."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.dynamics.api import forward_dynamics, inverse_dynamics
from heft.errors import ArgumentError, FormatError, PhysicsError
from heft.files import read_bytes, write_whole
from heft.folders import write_folder
from heft.identifiability.analysis import identifiability
from heft.identifiability.verdict import Verdict
from heft.learning import CHECKPOINT, FORMAT
from heft.learning.actuators import Actuators
from heft.learning.bodies import learned_robot
from heft.learning.data import RolloutData, Samples
from heft.learning.energy import energy_of
from heft.learning.jacobian import numbers, torques
from heft.learning.learned_schema import KIND, REMEDY, check_learned, check_sizes
from heft.learning.learned_views import base_table, figures
from heft.learning.metrics import Measures, measure, predict
from heft.learning.model import BlackBox, Constants, DynamicsModel, WhiteBox
from heft.learning.recording import Recording, motions_to_learn, recordings_of
from heft.learning.validation import validated
from heft.logs.cleaning_options import Cleaning
from heft.logs.comparability import with_doubts
from heft.logs.residuals import Validation
from heft.logs.runs import Progress, RunLike
from heft.parameters import is_physical
from heft.reading.guard import reading
from heft.reading.text import json_value
from heft.robot.formats import robot_format
from heft.robot.model import Robot
from heft.showing.shown import Shown

HORIZON, APART = 3.0, 0.25
"""[s] The longest prediction of `judge`, and the time between the starts of two predictions."""
FILES = ("model.json", "learned.urdf", "report.html", CHECKPOINT)
"""What may be in the folder of a model; a checkpoint only if the fit is not finished."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """A predicted motion.

    Attributes:
        t: (steps + 1,) [s].
        q: (steps + 1, nq), from the start on.
        qd: (steps + 1, nv).
        diverged_at: when a speed reached a thousand times its typical size [s], None if none did; from there on the
            state is constant.
    """

    t: Array
    q: Array
    qd: Array
    diverged_at: float | None


@dataclass(frozen=True, eq=False)
class Learned(Shown):
    """A model with the parameters that were learned.

    Attributes:
        model: its structure.
        x: its parameters.
        constants: typical sizes of the data, see `heft.learning.model.constants_of`.
        delays: (nv,) delays of the commands [s].
        dt: the time step of the logs [s].
        facts: how it was learned, ready for JSON.
        held: the recordings that it was tested on; not part of the JSON.
    """

    model: DynamicsModel
    x: Array
    constants: Constants
    delays: Array
    dt: float
    facts: dict[str, Any] = field(default_factory=dict)
    held: tuple[Recording, ...] = ()
    _table, _figures = base_table, figures

    @cached_property
    def _energy(self) -> tuple[str, str]:
        return energy_of(self.model, self.x, self.constants)

    @property
    def energy_class(self) -> str:
        """Whether its energy without command is "conserving", "bounded" or "unbounded", by the numbers it has."""
        return self._energy[0]

    @property
    def energy_reason(self) -> str:
        """Why its energy is not bounded, as a clause; "" if it is."""
        return self._energy[1]

    # -- prediction -------------------------------------------------------------------------------

    def forward(self, q: ArrayLike, qd: ArrayLike, u: ArrayLike) -> Array:
        """Return accelerations (n, nv) at states (n, nq), (n, nv) under commands (n, nv) that act there."""
        q, qd, u = (np.atleast_2d(np.asarray(part, float)) for part in (q, qd, u))
        if isinstance(self.model, BlackBox):
            return np.asarray(self.model.forward(self.x, self.constants, q, qd, u))
        return forward_dynamics(self.robot, q, qd, torques(self.model, self.x, self.constants, q, qd, u))

    def inverse(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Return the commands (n, nv) for a motion, through the inverse of the actuators.

        Raises:
            ArgumentError: the model is a black box, or an actuator cannot be inverted.
        """
        if isinstance(self.model, BlackBox) or not self.model.actuators.is_affine:
            raise ArgumentError(
                "This model cannot compute the command for a motion: its actuators have a network or a saturation.",
                remedy="Learn with actuators that can be inverted, such as viscous or stribeck.",
            )
        q, qd, qdd = (np.atleast_2d(np.asarray(part, float)) for part in (q, qd, qdd))
        tau = inverse_dynamics(self.robot, q, qd, qdd)
        offset = torques(self.model, self.x, self.constants, q, qd, np.zeros_like(qd))
        gain = torques(self.model, self.x, self.constants, q, qd, np.ones_like(qd)) - offset
        return (tau - offset) / gain

    def rollout(self, q0: ArrayLike, qd0: ArrayLike, u: ArrayLike, dt: float | None = None) -> Prediction:
        """Predict from a state by RK4; the command (steps, nv) is held over each step and acts after the delay.

        Args:
            q0: (nq,).
            qd0: (nv,).
            u: (steps, nv).
            dt: time step [s]; None takes that of the logs it was learned from.
        """
        step = self.dt if dt is None else dt
        q0, qd0, u = (np.asarray(part, float) for part in (q0, qd0, u))
        t = np.asarray(step * np.arange(len(u) + 1), dtype=float)
        late = Recording(t[:-1], u, u, u, u).delayed(self.delays).u if len(u) else u
        q, qd, end = predict(self.model, self.x, self.constants, q0[None], qd0[None], late[:, None], step)
        sound = int(end[0])
        return Prediction(
            t,
            np.concatenate([q0[None], q[:, 0]]),
            np.concatenate([qd0[None], qd[:, 0]]),
            None if sound == len(u) else float(step * sound),
        )

    def judge(
        self,
        runs: RunLike | Recording | Iterable[RunLike | Recording],
        horizon: float = HORIZON,
        apart: float = APART,
    ) -> Measures:
        """Judge the motions that the model predicts, on runs that it has not seen.

        Args:
            runs: the path of a log file, a `Log`, a `Motion`, or a list of them, with the commands as recorded; the
                model's own delay is applied here. Logs are cleaned as those that the model was learned from, and
                faster ones resampled to the slowest.
            horizon: longest prediction [s]; half of the shortest run if that is less.
            apart: time between the starts of predictions [s].

        Raises:
            ArgumentError: there is no run, or a run does not fit the robot.
            FileError: a file cannot be read.
            FormatError: a log cannot be used.
        """
        recordings = recordings_of(self.model.robot, runs, self.cleaning, self.model.servos)
        if not recordings:
            raise ArgumentError("There are no logs to judge the model on.", remedy="Give at least one run.")
        late = [recording.delayed(self.delays) for recording in recordings]
        samples = Samples.of(recordings, self.delays, self.model.held)
        segments = RolloutData.tests(self.model.robot, late, horizon, apart)
        return measure(self.model, self.x, self.constants, samples, segments)

    def validate(
        self,
        runs: RunLike | Sequence[RunLike],
        *,
        cleaning: Cleaning | None = None,
        all_samples: bool = False,
        payload: bool = False,
        progress: Progress | None = None,
    ) -> Validation:
        """Return the residuals on other runs, of efforts or, without an inverse, accelerations; see `heft.validate`.

        Logs are cleaned as those that the model was learned from, but for options of `cleaning` that are not the
        default.

        Raises:
            ArgumentError: a payload is asked for, or the efforts are of another kind.
            HeftError: a run cannot be read or used.
        """
        if payload:
            raise ArgumentError("A learned model has no payload.", remedy="Leave the payload out.")
        cleaning = (cleaning or Cleaning()).over(self.cleaning)
        motions, _ = motions_to_learn(self.model.robot, runs, cleaning, progress)
        for motion in motions:
            if not np.any(self.model.servos):
                motion.require_effort()
        return with_doubts(validated(self, motions, all_samples), motions, self.facts.get("runs", ()))

    @property
    def cleaning(self) -> Cleaning:
        """How the logs that it was learned from were cleaned, with what was chosen; others are cleaned alike."""
        return Cleaning.from_dict(self.facts.get("cleaning") or self.facts.get("options", {}).get("cleaning", {}))

    # -- the robot ----------------------------------------------------------------

    @cached_property
    def robot(self) -> Robot:
        """The robot with the inertias and placements that were learned; a black box has the robot it was given."""
        return learned_robot(self.model, self.x, self.constants)

    @cached_property
    def verdict(self) -> Verdict:
        """Which parameters of this robot are identifiable (by floats where placements were learned)."""
        return identifiability(self.robot, method="float" if self.model.kinematics else "auto")

    def base_parameters(self) -> list[dict[str, Any]]:
        """Return the base parameters: name, learned value, prior value, and terms.

        Single masses are not shown: models with the same error can have very different ones. With learned placements
        the prior has other combinations, so that its value is None.
        """
        verdict = self.verdict
        learned = verdict.reduction.reduce(self.robot.parameter_vector)
        prior = verdict.reduction.reduce(self.model.robot.parameter_vector)
        return [
            {
                "name": name,
                "value": float(learned[k]),
                "prior": None if self.model.kinematics else float(prior[k]),
                "terms": [{"parameter": term, "coefficient": c} for term, c, _ in verdict.terms(name)],
            }
            for k, name in enumerate(verdict.reduction.names)
        ]

    def coefficients(self) -> dict[str, dict[str, dict[str, float]]]:
        """Return the coefficients of the actuators by joint and component: {"arm": {"viscous": {"mu": 0.001}}}."""
        if isinstance(self.model, BlackBox):
            return {}
        return self.model.actuators.coefficients(self.model.theta(self.x)["actuators"])

    def write_urdf(self, path: str | Path) -> None:
        """Write the URDF that the robot was read from with the learned inertias.

        Raises:
            ArgumentError: it is a black box, its kinematics were learned, or the robot was not read from a URDF.
            PhysicsError: a body is not physically consistent (linear regression allows that).
        """
        self._require_urdf()
        self.robot.write_urdf(path)

    def _require_urdf(self) -> None:
        if isinstance(self.model, BlackBox) or self.model.kinematics:
            raise ArgumentError(
                "A URDF can take learned inertias only, and this model has learned something else.",
                remedy="Learn a white-box model with known kinematics.",
            )
        for body in self.robot.bodies:
            verdict = is_physical(body.parameters)
            if not verdict:
                raise PhysicsError(
                    f"The learned inertia is not physically consistent: {verdict.reason}.",
                    where=f"body '{body.name}'",
                    remedy='Learn with kind "white-box", whose bodies are always physically consistent.',
                )

    def urdf(self, folder: str | Path | None = None) -> bytes:
        """Return the URDF that the robot was read from with the learned inertias; see `write_urdf`.

        Args:
            folder: where it will be, so that it finds its meshes from there; by default where the robot's file is.
        """
        self._require_urdf()
        kind = robot_format("urdf")
        return kind.content(self.robot) if folder is None else kind.content_in(self.robot, Path(folder))

    def write(
        self, folder: str | Path, *, finished: bool = True, more: Mapping[str, bytes] | None = None
    ) -> dict[str, Any]:
        """Write `model.json` and, where inertias can be written back, `learned.urdf` into a folder, all or none.

        Args:
            folder: it is made if it does not exist; its parent must exist. Other files in it stay.
            finished: a checkpoint in the folder is no longer needed, and leaves.
            more: the contents of further files, by name.

        Returns:
            "written", the names of the files, and "no_urdf", why there is no URDF, or None.

        Raises:
            FileError: nothing can be written there.
        """
        files, no_urdf = {"model.json": self._json()}, None
        try:
            files["learned.urdf"] = self.urdf(folder)
        except (ArgumentError, PhysicsError) as error:
            no_urdf = str(error)
        files |= more or {}
        write_folder(Path(folder), files, FILES if finished else FILES[:-1])
        return {"written": [*files], "no_urdf": no_urdf}

    # -- files -------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return {
            "format": FORMAT,
            "robot": self.model.robot.to_dict(),
            "model": self.model.shape(),
            "energy_class": self.energy_class,
            "x": self.x.tolist(),
            "constants": {name: np.asarray(value).tolist() for name, value in self.constants.items()},
            "delays": self.delays.tolist(),
            "dt": self.dt,
            "facts": self.facts,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any], where: str = "learned model") -> Learned:
        """Read what `to_dict` returned.

        Raises:
            FormatError: it is something else, or damaged; names the file `where`.
        """
        if data.get("format") != FORMAT:
            raise FormatError(f"This is not a learned model ({FORMAT}).", where=where, remedy=REMEDY)
        entry = check_learned(data, where)
        with reading(where, KIND, REMEDY):
            robot, shape = Robot.from_dict(entry.robot), entry.model
            model: DynamicsModel = BlackBox(robot)
            if shape.kind == "white-box":
                actuators = Actuators.of(robot, data["model"]["actuators"])
                model = WhiteBox(robot, actuators, shape.parameterisation, shape.kinematics == "learned")
            check_sizes(entry, len(model.is_network()), robot.nv, where)
            constants = {name: np.array(value, float) for name, value in data["constants"].items()}
            x, delays = np.array(entry.x, float), np.array(entry.delays, float)
            # bodies fail if the parameterisation or the prior does not fit the robot
            bodies = [numbers(model, x, constants)["parameters"]] if isinstance(model, WhiteBox) else []
            if not all(np.all(np.isfinite(part)) for part in (*constants.values(), *bodies)):
                raise FormatError(f"This {KIND} is damaged. It has numbers that are not finite.", remedy=REMEDY)
            return cls(model, x, constants, delays, float(entry.dt), entry.facts)

    def save(self, path: str | Path) -> None:
        """Write one JSON file, whole or not at all."""
        write_whole(Path(path), self._json())

    def _json(self) -> bytes:
        return json.dumps(self.to_dict(), allow_nan=False).encode()

    @classmethod
    def load(cls, path: str | Path) -> Learned:
        """Read a model that `save` wrote.

        Raises:
            FileError: it cannot be read.
            FormatError: it is something else.
        """
        data = json_value(read_bytes(Path(path)), str(path), REMEDY)
        return cls.from_dict(data if isinstance(data, dict) else {}, str(path))

    def __repr__(self) -> str:
        name = "black box" if isinstance(self.model, BlackBox) else "rigid bodies"
        return f"<Learned {name} of '{self.model.robot.name}': {len(self.x)} parameters, energy {self.energy_class}>"
