"""Estimates of all kinds of robots from short simulated runs, for pages that show them."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from typing import Any

import numpy as np

import heft
from heft.estimation.options import Options
from heft.report.packing import FIELDS, MISSING, pooled
from heft.robot.joints import joint_kind
from heft.robot.model import Robot
from support.motions import motion_of

RATE = 100.0


def data_of(text: str) -> dict[str, Any]:
    """Return the data of a page, every packed array with its own bytes."""
    packed = text.partition('id="data">')[2].partition("</script>")[0]
    data = json.loads(zlib.decompress(base64.b64decode(packed)))
    return _own_bytes(data, data.pop("arrays"))


def with_data(text: str, data: dict[str, Any]) -> str:
    """Return a page with other data."""
    head, mark, rest = text.partition('id="data">')
    arrays: dict[str, int] = {}
    plain = json.dumps({**pooled(data, arrays), "arrays": [*arrays]}).encode()
    return f"{head}{mark}{base64.b64encode(zlib.compress(plain)).decode()}</script>{rest.partition('</script>')[2]}"


def _own_bytes(value: Any, arrays: list[str]) -> Any:
    if isinstance(value, dict):
        made = {key: _own_bytes(each, arrays) for key, each in value.items()}
        return made | {"data": arrays[made["data"]]} if {*made} == FIELDS else made
    return [_own_bytes(each, arrays) for each in value] if isinstance(value, list) else value


def numbers(packed: dict[str, Any]) -> np.ndarray:
    """Return the numbers of a packed array in the data of a page, as the page's script reads them."""
    content, shape = base64.b64decode(packed["data"]), packed["shape"]
    if packed["kind"] != "codes":
        kind = {"whole": "<u2", "u4": "<u4", "f4": "<f4"}[packed["kind"]]
        return np.frombuffer(content, kind).astype(float).reshape(shape)
    low, high = np.frombuffer(content, np.uint8).reshape(2, *shape).astype(np.uint16)
    codes = np.cumsum(low + 256 * high, axis=0, dtype=np.uint16)
    values = packed["low"] + codes * ((packed["high"] - packed["low"]) / (MISSING - 1))
    return np.where(codes == MISSING, np.nan, values)


def swing(robot: Robot, n: int, seed: int):
    """Return q, qd, qdd (n, ...) along which every joint swings, on whatever manifold it moves."""
    rng = np.random.default_rng(seed)
    t = np.arange(n)[:, None] / RATE
    w, phase = rng.uniform(1.0, 4.0, robot.nv), rng.uniform(0, 6, robot.nv)
    qd, qdd = 0.8 * np.cos(w * t + phase), -0.8 * w * np.sin(w * t + phase)
    q = np.empty((n, robot.nq))
    q[0] = robot.neutral
    for k in range(1, n):
        for joint in robot.joints:
            at, v = robot.q_index[joint.name], robot.v_index[joint.name]
            step = qd[k - 1, v] / RATE + qdd[k - 1, v] / (2 * RATE**2)
            kind = joint_kind(joint.kind)
            q[k, at] = (
                q[k - 1, at] + step if kind.adds else kind.exponential(q[k - 1, at][:, None], step[:, None])[:, 0]
            )
    return q, qd, qdd


@cache
def estimate_of(robot: Robot, n: int = 300) -> heft.Estimate:
    """Return an estimate of a robot whose links are a tenth heavier than its file has them."""
    q, qd, qdd = swing(robot, n, 3)
    tau = heft.inverse_dynamics(robot.with_parameters(1.1 * robot.parameters), q, qd, qdd)
    tau += 0.05 * np.random.default_rng(5).standard_normal(tau.shape)
    motion = motion_of(robot, q, qd, qdd, tau, rate=RATE)
    return heft.identify(robot, motion, Options(friction=("viscous",), armature=False))
