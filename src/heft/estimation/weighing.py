"""What loaded runs add to an identification: drive gains before it, and the payload after it.

Both use the model, the estimator and the cleaning of the identification, and of the unloaded runs only the part that is
fitted. Friction that grows with the load on the gears depends on the payload itself: it is computed for the payload
that was found last, until that settles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.base_fit import BaseFit
from heft.estimation.drive_gains import DriveGains, drive_gains
from heft.estimation.estimators import Estimator
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.findings.almost_no_effort import joints_without_effort
from heft.estimation.findings.conflicting_logs import load_faults
from heft.estimation.findings.effort_lag import effort_lag
from heft.estimation.payload import Payload, carrier, load_columns, payload_between, sizes_of_load
from heft.estimation.residuals import Residuals
from heft.logs.motion import Motion

if TYPE_CHECKING:
    from heft.estimation.options import Options
    from heft.estimation.runs import Runs

ROUNDS, SETTLED = 5, 1e-3
"""How often friction is computed again for a payload, and the relative change of its mass at which that ends."""


def gains_of(base: Base, runs: Runs, options: Options) -> DriveGains | None:
    """Return the drive gains that a payload of known mass fixes; None if no mass is known.

    Args:
        base: the base parameters of the unloaded robot.
        runs: with motor currents; what is held out has no part in it.
        options: the mass of the payload, and the link that carries it.
    """
    if options.payload_mass is None:
        return None
    known, heavy = {"m": options.payload_mass}, base
    gains = drive_gains(base, runs.fitted, runs.loaded, known, options.payload_link)
    for _ in range(ROUNDS if base.model.loaded else 0):
        before, heavy = gains.values, carrying(base, gains.load, options.payload_link)
        gains = drive_gains(base, runs.fitted, runs.loaded, known, options.payload_link, loaded_base=heavy)
        if np.nanmax(np.abs(gains.values / before - 1)) < SETTLED:
            break
    return gains


def payload_of(
    base: Base,
    unloaded: BaseFit,
    loaded: Sequence[Motion],
    how: Estimator,
    *,
    values: Array,
    body: str | None = None,
    mass: float | None = None,
    gains: DriveGains | None = None,
) -> Payload:
    """Return the payload of loaded runs.

    Args:
        base: the base parameters of the unloaded robot.
        unloaded: their estimate.
        loaded: runs with the payload; efforts are torques.
        how: the estimator.
        values: (n_base,) the base parameters with which the loaded runs are predicted.
        body: that carries it; the last one if None.
        mass: [kg], if it is known.
        gains: by which currents were turned into torques, if they are estimates.
    """
    covariance = None if gains is None else gains.covariance

    def weighed(heavy: Base) -> tuple[Payload, Evidence]:
        evidence = Evidence.of(heavy, loaded)
        full = BaseFit.by(how, evidence, gains)
        return payload_between(base, unloaded, full, body, mass=mass, gain_covariance=covariance), evidence

    found, evidence = weighed(base)
    for _ in range(ROUNDS if base.model.loaded else 0):
        before = found.mass
        found, evidence = weighed(carrying(base, found.parameters, body))
        if abs(found.mass - before) < SETTLED * abs(found.mass):
            break
    columns = load_columns(base, found.body)
    whole = values + columns @ found.parameters
    sized = columns * sizes_of_load(base.model.robot, found.body)
    faults = [*load_faults(evidence.base, loaded, Weighted().fit(evidence), whole, sized), *_late(evidence, loaded)]
    return replace(found, residuals=Residuals.of_information(evidence.information, whole), faults=tuple(faults))


def _late(evidence: Evidence, loaded: Sequence[Motion]) -> list[str]:
    """Return a sentence if the efforts of loaded runs are late or early; of terms that cancel, no lag can be told.

    Only joints have efforts: the rows of force/torque sensors, with which the unloaded robot was identified, are left
    out.
    """
    if any(joints_without_effort(evidence)):
        return []
    model, columns = evidence.base.model, evidence.base.columns
    of_torques = replace(model, extra=tuple(column for column in model.extra if not column.of_sensor), sensors=())
    late, _ = effort_lag(of_torques, columns[columns < len(of_torques.names)], loaded)  # biases of sensors are the last
    return [f"In the loaded runs: {sentence}" for sentence in late]


def carrying(base: Base, load: Array, body: str | None) -> Base:
    """Return the same base parameters with the friction that a load (10,) on a body causes in the gears."""
    robot = base.model.carrier
    parameters = np.array(robot.parameters)
    parameters[robot.body_index(carrier(robot, body))] += load
    return replace(base, model=replace(base.model, carrying=robot.with_parameters(parameters)))
