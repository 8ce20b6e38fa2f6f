"""What stands twice in an <inertial> is noted: the first is read, and nothing is dropped silently."""

import pytest
from support.logs import ARM

import heft


@pytest.mark.parametrize(
    ("tag", "again"),
    [
        ("mass", '<mass value="9"/>'),
        ("inertia", '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'),
        ("origin", '<origin xyz="1 1 1"/>'),
    ],
)
def test_a_second_element_is_noted(tmp_path, tag, again):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM.replace("</inertial>", f"{again}</inertial>", 1))
    robot = heft.load(path)
    assert f"ignored 1 second <{tag}> in <inertial>: upper" in robot.notes
    path.write_text(ARM)
    plain = heft.load(path)
    assert (robot.parameters == plain.parameters).all()
    assert not any("second" in note for note in plain.notes)
