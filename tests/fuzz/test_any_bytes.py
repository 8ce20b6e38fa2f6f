"""Whatever bytes a file holds, its reader refuses it with the file's name and a remedy, or reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import heft
from heft.errors import HeftError

NAMES = ("a.csv", "a.txt", "a.npz", "a.npy", "a.mat", "a.h5", "a.parquet", "a.mcap", "a.db3", "a.bag")
ROBOTS = ("a.urdf", "a.xml", "a.json", "a.toml")
STARTS = (b"", b"PK\x03\x04", b"\x93NUMPY\x01\x00", b"\x89HDF\r\n\x1a\n", b"PAR1", b"\x89MCAP0\r\n", b"#ROSBAG V2.0\n")

contents = st.tuples(
    st.sampled_from((*STARTS, b"t,q.a,tau.a\n", b"<robot name='a'>", b"<mujoco>", b'{"format": "heft-mechanism/1",')),
    st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "replace")),
).map(b"".join)


@pytest.mark.parametrize("name", [*NAMES, *ROBOTS])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=contents)
def test_any_bytes(tmp_path: Path, name: str, content: bytes):
    path = tmp_path / name
    path.write_bytes(content)
    refusal = None
    try:
        heft.load(path) if name in ROBOTS else heft.read_log(path)
    except HeftError as error:
        refusal = error
    assert refusal is None or (name in str(refusal) and refusal.remedy)
