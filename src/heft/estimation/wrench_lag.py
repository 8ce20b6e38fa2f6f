"""How late the record of a force/torque sensor is against the motion, as another clock or its filter makes it.

The record is shifted by every lag of a grid, and the load and the bias are fitted to it. The lag is where the residual
is least; it is found like that of efforts (`heft.estimation.findings.effort_lag`).
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.estimation.lags import BLOCKS, HALVED, INSTANTS, LONGEST, STEP, lag_at_least
from heft.logs.motion import Motion
from heft.logs.sensor_record import SensorRecord


def late_record(kept: Array, motion: Motion, wrenches: SensorRecord) -> str:
    """Return a sentence if the rms residual of a load and a bias halves without a lag of the record; else "".

    Args:
        kept: (m, 6, 16) what acts on the sensor for each parameter of load and bias, filtered like a regression.
        motion: of the joints.
        wrenches: the record.
    """
    half = round(LONGEST / STEP)
    grid = np.linspace(-half * STEP, half * STEP, 2 * half + 1)
    some = slice(None, None, max(1, len(kept) // INSTANTS))
    shifted = np.stack([motion.filtered(wrenches.at(motion.t + lag))[some] for lag in grid], axis=2)
    rows = kept[some]
    used = np.isfinite(rows).all(axis=(1, 2)) & np.isfinite(shifted).all(axis=(1, 2))
    if used.sum() < 4 * rows.shape[2]:
        return ""
    rows, shifted = rows[used], shifted[used]
    weights = 1 / np.maximum(_rest(rows, shifted[..., half : half + 1])[..., 0].std(axis=0), 1e-300)
    rest = _rest(rows * weights[:, None], shifted * weights[:, None])
    blocks = np.array([np.sum(part**2, axis=(0, 1)) for part in np.array_split(rest, BLOCKS)])
    lag = lag_at_least(grid, blocks, float(blocks[:, half].sum()))
    if not lag.certain or lag.remains >= HALVED:
        return ""
    return (
        f"The sensor's record is {lag.words} relative to the motion: without that lag, the rms residual would be "
        f"{100 * (1 - np.sqrt(lag.remains)):.0f} % lower. {'Subtract' if lag.seconds > 0 else 'Add'} "
        f"{abs(lag.seconds):.3g} s {'from' if lag.seconds > 0 else 'to'} the times of the record."
    )


def _rest(rows: Array, wrenches: Array) -> Array:
    """Return what rows (m, 6, p) leave of wrenches (m, 6, lags)."""
    basis = np.linalg.qr(rows.reshape(-1, rows.shape[2]))[0]
    flat = wrenches.reshape(len(basis), -1)
    return np.asarray(flat - basis @ (basis.T @ flat)).reshape(wrenches.shape)
