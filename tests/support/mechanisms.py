"""A mechanism file that says all that can be said, ways to spoil it, and what is then answered."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from heft.errors import FormatError
from heft.robot.formats.mechanism.read import from_dict
from heft.robot.formats.mechanism.schema import FORMAT

FULL: dict[str, Any] = {
    "format": FORMAT,
    "name": "full",
    "base": "fixed",
    "gravity": [0, 0, "-981/100"],
    "source": "made up for this test",
    "bodies": [
        {
            "name": "upper",
            "parent": None,
            "joint": {"type": "revolute", "name": "shoulder", "axis": [0, 1, 0]},
            "placement": {"xyz": ["1/3", 0, "0.1"], "rpy": [0, 0, "pi/2"]},
            "inertia": {"mass": 2, "com": ["1/4", 0, 0], "about_com": [[0.1, 0, 0], [0, 0.2, 0.01], [0, 0.01, 0.25]]},
            "rotor": {
                "ratio": "101/2",
                "symmetric": True,
                "placement": [{"xyz": [0, 0, 0.2]}, {"quat": [1, 1, 0, 0]}],
                "inertia": {"mass": 0.2, "com": [0, 0, 0.01], "about_com": [1e-4, 1e-4, 2e-4]},
            },
            "limits": {"lower": "-pi", "upper": "pi/2", "velocity": 2, "effort": 100},
            "friction": {"viscous": 0.5, "coulomb": "1/8", "offset": -0.1},
            "armature": "1/50",
        },
        {
            "name": "lower",
            "parent": "upper",
            "joint": {"type": "helical", "axis": [1, 1, 0], "pitch": "1/100"},
            "placement": [{"xyz": [1, 0, 0]}, {"rotation": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}],
            "inertia": {"mass": 1, "about_origin": [0.1, 0.01, 0.02, 0.2, 0.03, 0.25]},
        },
        {
            "name": "finger",
            "parent": "lower",
            "joint": {"type": "prismatic", "mimic": {"joint": "shoulder", "multiplier": "-1/2", "offset": "1/10"}},
            "inertia": {"parameters": [1, 0, 0, 0, 0.1, 0, 0, 0.1, 0, 0.1]},
        },
    ],
}


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """FULL with some entries replaced, each named by its path; an entry that is `...` is removed."""
    data = copy.deepcopy(FULL)
    for path, value in changes:
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = data
        for part in parents:
            place = place[part]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    return data


def refusal(data: object) -> FormatError:
    """The error with which a mechanism is refused, in one line that starts with the file."""
    with pytest.raises(FormatError) as caught:
        from_dict(data, "arm.json")
    assert caught.value.where.startswith("arm.json")
    assert "\n" not in str(caught.value)
    return caught.value
