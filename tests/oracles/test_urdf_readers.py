"""Identified robots that are written as URDF have the same torques in other programs (`benchmarks/urdf_readers.py`)."""

from __future__ import annotations

from urdf_readers import TOLERANCE, errors


def test_written_files_mean_the_same_to_other_programs():
    found = list(errors(("UR5", "Panda with gripper", "SO-101")))
    assert {program for _, program, _ in found} >= {"pinocchio", "mujoco"}
    assert len(found) >= 6
    assert [each for each in found if not each[2] < TOLERANCE] == []
