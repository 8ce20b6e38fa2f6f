"""Initial states and torques from the command line: `joint=value` pairs, and tables in CSV."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from heft.arrays import Array
from heft.cli.pairs import pairs_of
from heft.errors import ArgumentError, FormatError, did_you_mean
from heft.files import read_bytes
from heft.robot.joints import joint_kind
from heft.robot.model import Robot
from heft.robot.states import with_values

QUATERNION_TOLERANCE = 1e-2
"""A quaternion whose length differs from one by no more than this is normalised."""

Pairs = Sequence[str]
"""Each a comma-separated list of `name=value`."""


def configuration(robot: Robot, start: Array, pairs: Pairs) -> Array:
    """Return a configuration with the given coordinates in place of the initial ones, (nq,).

    Raises:
        ArgumentError: a name or a value is wrong, or the length of a quaternion is not one.
    """
    q = with_values(robot, start, pairs_of(pairs, "--q0"), robot.configuration_names, "--q0")
    for joint in robot.joints:
        if joint_kind(joint.kind).quaternion:
            quaternion = q[robot.q_index[joint.name]][:4]
            length = float(np.linalg.norm(quaternion))
            if abs(length - 1) > QUATERNION_TOLERANCE:
                raise ArgumentError(
                    f"The quaternion of '{joint.name}' has length {length:.4g}, not 1.",
                    where="--q0",
                    remedy=f"Give all four of {joint.name}.qw, .qx, .qy and .qz.",
                )
            quaternion /= length
    return q


def velocity(robot: Robot, start: Array, pairs: Pairs) -> Array:
    """Return a velocity with the given coordinates in place of the initial ones, (nv,).

    Raises:
        ArgumentError: a name or a value is wrong.
    """
    return with_values(robot, start, pairs_of(pairs, "--qd0"), robot.coordinate_names, "--qd0")


def torque_table(robot: Robot, path: Path, times: Array) -> Array:
    """Return the torques at the start of each step, (len(times), nv).

    A row of the file holds from its time to the next row's; before the first row the torque is zero, after the
    last it stays constant. Coordinates without a column have no torque; columns of other signals of a log are ignored.

    Args:
        robot: the robot.
        path: a CSV file with the columns t and tau.<coordinate>.
        times: [s].

    Raises:
        FileError: the file cannot be read.
        FormatError: it is not such a table, with the line.
    """
    header, rows = _read_csv(path)
    columns = _torque_columns(robot, header, path)
    stamps = np.array([row[header.index("t")] for row in rows])
    if np.any(np.diff(stamps) <= 0):
        line = int(np.argmax(np.diff(stamps) <= 0)) + 3
        raise FormatError(
            "Its time is not later than that of the previous row.",
            where=f"{path}:{line}",
            remedy="Sort the rows by t, and keep one row for each time.",
        )
    table = np.zeros((len(rows) + 1, robot.nv))
    for column, coordinate in columns.items():
        table[1:, coordinate] = [row[column] for row in rows]
    step = float(times[1] - times[0]) if len(times) > 1 else 1.0
    return table[np.searchsorted(stamps, times + 1e-6 * step, side="right")]


def _read_csv(path: Path) -> tuple[list[str], list[list[float]]]:
    """Return the header and the rows of numbers."""
    try:
        lines = list(csv.reader(read_bytes(path).decode("utf-8-sig").splitlines(), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise FormatError(
            f"This is not CSV text: {error}.", where=str(path), remedy="Save it as comma-separated text in UTF-8."
        ) from None
    header = [name.strip() for name in lines[0]] if lines else []
    if "t" not in header or len(lines) < 2:
        what = "It has no column 't'." if "t" not in header else "It has no rows."
        raise FormatError(what, where=str(path), remedy="A torque table has the columns t,tau.<coordinate>,...")
    for name in header:
        if header.count(name) > 1:
            raise FormatError(f"It has two columns '{name}'.", where=f"{path}:1", remedy="Keep one of them.")
    return header, [_numbers(line, len(header), f"{path}:{k}") for k, line in enumerate(lines[1:], start=2) if line]


def _numbers(cells: Iterable[str], count: int, where: str) -> list[float]:
    words = list(cells)
    if len(words) != count:
        raise FormatError(
            f"It has {len(words)} cells where the header has {count}.",
            where=where,
            remedy="Give every row one cell per column.",
        )
    values = []
    for word in words:
        try:
            values.append(float(word))
        except ValueError:
            values.append(math.nan)
        if not math.isfinite(values[-1]):
            raise FormatError(f"'{word:.40}' is not a finite number.", where=where, remedy="Correct the table.")
    return values


def _torque_columns(robot: Robot, header: list[str], path: Path) -> dict[int, int]:
    """Return which coordinate each column of torques belongs to."""
    names, found = robot.coordinate_names, dict[int, int]()
    for k, column in enumerate(header):
        symbol, _, name = column.partition(".")
        if symbol == "tau" and name in names:
            found[k] = names.index(name)
        elif symbol == "tau":
            what = f"Robot '{robot.name}' has no coordinate '{name}', so the column '{column}' cannot be used."
            raise FormatError(what, where=f"{path}:1", remedy=did_you_mean(name, names))
        elif column != "t" and symbol not in ("q", "qd", "qdd"):
            remedy = did_you_mean(column, ["t", *(f"tau.{name}" for name in names)])
            raise FormatError(f"The column '{column}' cannot be used here.", where=f"{path}:1", remedy=remedy)
    if not found:
        raise FormatError("It has no torque column.", where=f"{path}:1", remedy=f"Add tau.{names[0]}.")
    return found
