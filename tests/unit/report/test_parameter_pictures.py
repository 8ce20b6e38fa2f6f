"""The picture in each row of the table of parameters: the file's value, the estimate, and the interval."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from support.logs import ARM, heavier, measured

import heft
from heft.estimation.options import Options
from heft.report.page import page

DAMPING, FRICTION = 0.7, 0.3


@pytest.fixture(scope="module")
def estimate(tmp_path_factory: pytest.TempPathFactory) -> heft.Estimate:
    """An arm whose file has damping and friction at its elbow."""
    path: Path = tmp_path_factory.mktemp("damped") / "arm.urdf"
    lossy = f'\\1<dynamics damping="{DAMPING}" friction="{FRICTION}"/>'
    path.write_text(re.sub(r'(<joint name="elbow".*?<limit[^>]*/>)', lossy, ARM, flags=re.S))
    robot = heft.load(path)
    assert sum(joint.friction.viscous == DAMPING for joint in robot.joints) == 1
    return heft.identify(robot, measured(heavier(robot), 1), Options(friction=("viscous", "coulomb")))


def rows_of(text: str) -> dict[str, str]:
    """Return the rows of the table of parameters by name."""
    table = text.partition('id="parameters-table"')[2].partition("</table>")[0]
    return {match[1]: match[0] for match in re.finditer(r'<tr[^>]*data-name="([^"]+)".*?</tr>', table, re.S)}


def test_drives_stand_beside_what_the_file_says(estimate: heft.Estimate) -> None:
    rows, names = rows_of(page(estimate)), list(estimate.names)
    assert rows.keys() == set(names)
    units = estimate.model.units
    for kind, given in (("viscous", DAMPING), ("coulomb", FRICTION), ("armature", 0.0)):
        at = [k for k, name in enumerate(names) if name.endswith(f".{kind}")]
        drives = range(estimate.model.n_inertial, len(names))
        alike = [k for k in drives if units[k] == units[at[0]]]  # an offset counts beside dry friction
        scale = max(max(abs(estimate.values[k]), abs(estimate.model.prior[k])) for k in alike)
        for k in at:
            prior = given if names[k].startswith("elbow") else 0.0
            assert estimate.model.prior[k] == prior
            place = float(re.findall(r'cx="([\d.]+)"', rows[names[k]])[0])
            assert place == pytest.approx(np.clip(60 + 56 * (estimate.values[k] - prior) / scale, 2, 118), abs=0.06)
        assert f'data-value="{given}"' in rows[f"elbow.{kind}"]


def test_a_saved_result_has_the_same_pictures(estimate: heft.Estimate) -> None:
    saved = heft.Estimate.from_dict(json.loads(json.dumps(estimate.to_dict())))
    assert saved.information is None
    for direct, again in zip(rows_of(page(estimate)).values(), rows_of(page(saved)).values(), strict=True):
        assert re.findall("<svg.*?</svg>", direct) == re.findall("<svg.*?</svg>", again) != []
