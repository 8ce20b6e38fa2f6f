"""Tables with a row for each joint at each time: made tables with a row for each time.

The column that names the joints repeats its words in every group of rows. A column that has one value in each group,
such as the time stamps, is kept; of every other one there is then a column for each joint, as position/elbow.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Array

KEYS = ("joint", "joint_name", "joint_id", "name", "motor", "motor_id", "axis", "actuator", "servo", "id")
"""How a column is named whose numbers say which joint a row is of."""


def by_time(values: Array, names: Sequence[str], words: Sequence[str], key: int) -> tuple[Array, list[str]] | None:
    """Return a table with a row for each time, and the names of its columns; None if the rows are not of joints.

    Rows at the end that are not a whole group are left out.

    Args:
        values: (n, k) the numbers.
        names: of the k columns.
        words: (n,) what the rows are of.
        key: the column of the words, which is left out.
    """
    joints = list(dict.fromkeys(words))
    groups = len(words) // len(joints) if joints else 0
    if len(joints) < 2 or groups < 2:
        return None
    labels = np.array(words[: groups * len(joints)]).reshape(groups, len(joints))
    order = np.argsort(labels, axis=1)
    if np.any(np.take_along_axis(labels, order, axis=1) != np.sort(joints)):
        return None
    stacked = values[: labels.size].reshape(groups, len(joints), -1)
    stacked = np.take_along_axis(stacked, order[:, :, None], axis=1)
    stacked = stacked[:, np.argsort(np.argsort(joints))]  # in the order of the first group
    shared = [k for k in range(len(names)) if k != key and np.ptp(stacked[:, :, k], axis=1).max() == 0]
    if not shared:
        return None
    columns, titles = [stacked[:, 0, k] for k in shared], [names[k] for k in shared]
    for k in range(len(names)):
        if k != key and k not in shared:
            columns += list(stacked[:, :, k].T)
            titles += [f"{names[k]}/{joint}" for joint in joints]
    return np.stack(columns, axis=1), titles
