"""Files that a robot is read from: pipes are refused at once, includes are bounded, and none is ever written to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import heft
from heft.cli import main
from heft.errors import FileError, FormatError

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")

MESH = """<mujoco><asset><mesh name="m" file="part.stl"/></asset>
<worldbody><body><joint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("name", ["arm.urdf", "arm.xml", "arm.json", "arm.toml"])
def test_a_pipe_is_not_a_robot(tmp_path: Path, name: str):
    os.mkfifo(tmp_path / name)
    with pytest.raises(FileError, match=rf"{name}: It is not an ordinary file"):
        heft.load(tmp_path / name)


def test_a_pipe_as_a_mesh_or_an_included_file(tmp_path: Path):
    pytest.importorskip("mujoco")
    (tmp_path / "arm.xml").write_text(MESH)
    os.mkfifo(tmp_path / "part.stl")
    with pytest.raises(FileError, match=r"part\.stl: It is not an ordinary file"):
        heft.load(tmp_path / "arm.xml")
    (tmp_path / "main.xml").write_text('<mujoco><include file="pipe.xml"/></mujoco>')
    os.mkfifo(tmp_path / "pipe.xml")
    with pytest.raises(FileError, match=r"pipe\.xml: It is not an ordinary file"):
        heft.load(tmp_path / "main.xml")


def include(folder: Path, name: str, inner: str) -> None:
    (folder / name).write_text(f'<mujoco><include file="{inner}"/></mujoco>')


ARM = """<mujoco><worldbody><body name="b"><joint name="j"/><geom type="mesh" mesh="m"/></body></worldbody>
<asset><mesh name="m" file="part.obj"/></asset></mujoco>"""
PART = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def test_files_that_include_each_other_for_ever_or_very_deep(tmp_path: Path):
    pytest.importorskip("mujoco")
    include(tmp_path, "one.xml", "two.xml")
    include(tmp_path, "two.xml", "one.xml")
    include(tmp_path, "self.xml", "self.xml")
    for name in ("one", "self"):
        with pytest.raises(FormatError, match="already included"):
            heft.load(tmp_path / f"{name}.xml")
    for k in range(3000):
        include(tmp_path, f"i{k}.xml", f"i{k + 1}.xml")
    (tmp_path / "i3000.xml").write_text(MESH)
    with pytest.raises(FormatError, match="more than 64 levels deep"):
        heft.load(tmp_path / "i0.xml")


def test_a_file_that_is_included_must_fit_in_memory(tmp_path: Path):
    pytest.importorskip("mujoco")
    include(tmp_path, "main.xml", "huge.xml")
    with open(tmp_path / "huge.xml", "wb") as huge:
        huge.truncate(1 << 42)  # 4 TB, of which none is on the disk
    with pytest.raises(FileError, match=r"huge\.xml"):
        heft.load(tmp_path / "main.xml")


@pytest.mark.parametrize("kind", ["included", "mesh"])
def test_what_a_file_includes_is_an_input(tmp_path: Path, monkeypatch, capsys, kind: str):
    """`-o` that is an included file or a mesh, by another name, is refused and the file stays."""
    pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)
    include(tmp_path, "main.xml", "arm.xml")
    (tmp_path / "arm.xml").write_text(ARM)
    (tmp_path / "part.obj").write_text(PART)
    assert main(["inspect", "main.xml", "-q", "-o", "plain.json"]) == 0
    source = tmp_path / ("arm.xml" if kind == "included" else "part.obj")
    before = source.read_bytes()
    os.link(source, tmp_path / "out.json")
    assert main(["inspect", "main.xml", "-q", "-o", "out.json"]) == 2
    assert "This is an input" in capsys.readouterr().err
    assert source.read_bytes() == before
    assert (tmp_path / "out.json").samefile(source)


def test_a_pipe_as_heft_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    os.mkfifo(tmp_path / "heft.toml")
    monkeypatch.chdir(tmp_path)
    assert main(["inspect", "zoo:furuta"]) == 2
    assert "heft.toml: It is not an ordinary file" in capsys.readouterr().err
