"""Base parameters of links and drives together, where a file rounds its angles."""

from __future__ import annotations

import re

import pytest
from numpy.testing import assert_allclose
from support.example_robots import PATHS

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of


@pytest.mark.parametrize("name", ["ur_description/urdf/ur5_robot.urdf", "panda_description/urdf/panda.urdf"])
def test_rounded_angles_have_the_base_parameters_of_the_angles_that_are_meant(name, tmp_path):
    """1.5708 is pi/2 to the reduction; the columns of the drives are sampled with 1.5708 itself."""
    text = PATHS[name].read_text()
    rounded = re.sub(r"3\.14159\d*", "3.1416", re.sub(r"1\.5707\d*", "1.5708", text))
    assert rounded != text
    (tmp_path / "rounded.urdf").write_text(rounded)
    (tmp_path / "exact.urdf").write_text(text)
    exact, coarse = (base_of(model_of(heft.load(tmp_path / f"{kind}.urdf"))) for kind in ("exact", "rounded"))
    assert coarse.names == exact.names
    assert_allclose(coarse.matrix, exact.matrix, atol=1e-4)
