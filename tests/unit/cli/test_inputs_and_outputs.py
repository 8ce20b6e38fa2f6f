"""No output is an input, whatever it is called; and what cannot be written is refused before the work."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft import folders
from heft.errors import FileError
from heft.inputs import recorded, refuse_input


@pytest.fixture
def arm(folder):
    path = arm_in(folder)
    measured(heavier(library.load(path)), 1, samples=600).write(folder / "run.parquet")
    return path


def test_every_source_of_an_import_is_an_input(refused, folder):
    (folder / "raw").mkdir()
    rows = "\n".join(f"{0.01 * k},{k}" for k in range(50)) + "\n"
    for name in ("q", "tau"):
        (folder / "raw" / f"{name}.csv").write_text(f"t,{name}\n{rows}")
    (folder / "map.toml").write_text(
        'format = "heft-map/1"\njoints = ["a"]\n[time]\nfile = "q.csv"\ncolumn = "t"\n'
        '[q]\nfile = "q.csv"\ncolumns = ["q"]\n[tau]\nfile = "tau.csv"\ncolumns = ["tau"]\n'
    )
    before = (folder / "raw/tau.csv").read_bytes()
    said = refused("import", "raw", "--map", "map.toml", "-o", "raw/tau.csv")
    assert "input" in said
    assert (folder / "raw/tau.csv").read_bytes() == before
    log = library.read_log(folder / "raw", folder / "map.toml")
    with pytest.raises(FileError, match="never changed"):
        log.write(folder / "raw/tau.csv")
    assert (folder / "raw/tau.csv").read_bytes() == before


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_robot_that_is_a_link_into_the_folder_is_an_input(refused, folder, arm, link):
    (folder / "out").mkdir()
    (folder / "out/identified.urdf").write_bytes(arm.read_bytes())
    link(folder / "out/identified.urdf", folder / "linked.urdf")
    said = refused("identify", "linked.urdf", "run.parquet", "-o", "out")
    assert "read as 'linked.urdf'" in said
    assert (folder / "out/identified.urdf").read_bytes() == arm.read_bytes()
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["identified.urdf"]


def test_whatever_was_read_is_refused_by_every_writer(folder):
    """Also by another path, and also what a reader found by itself."""
    from heft.files import read_bytes, write_whole

    (folder / "below").mkdir()
    (folder / "mesh.stl").write_bytes(b"mesh")
    with recorded():
        read_bytes(folder / "below" / ".." / "mesh.stl")
        with pytest.raises(FileError, match="input"):
            write_whole(folder / "mesh.stl", b"other")
        with pytest.raises(FileError, match="input"):
            folders.write_folder(folder, {"mesh.stl": b"other"})
        refuse_input(folder / "else.stl")
    assert (folder / "mesh.stl").read_bytes() == b"mesh"


CALLS = [
    ("inspect", "zoo:scara", "x.json"),
    ("simulate", "zoo:scara", "--duration", "0.01", "x.csv"),
    ("export", "zoo:scara", "x.c"),
    ("identify", "arm.urdf", "run.parquet", "out"),
    ("payload", "arm.urdf", "run.parquet", "--unloaded", "run.parquet", "out"),
    ("learn", "arm.urdf", "run.parquet", "out"),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_a_place_that_cannot_be_written_is_refused_before_the_work(refused, folder, arm, call, monkeypatch):
    def work(*_, **__):
        raise AssertionError("the work has begun")

    monkeypatch.setattr("heft.robot.load.load", work)
    *front, name = call
    assert "There is no folder" in refused(*front, "-o", f"missing/{name}")
    (folder / "file").write_text("mine")
    assert "is not a folder" in refused(*front, "-o", f"file/{name}")
    if name == "out":
        assert "not a folder" in refused(*front, "-o", "file")
        assert "cannot be replaced: it is the current folder" in refused(*front, "-o", ".")
    monkeypatch.setattr("heft.cli.outputs.tempfile.TemporaryFile", lambda **_: (_ for _ in ()).throw(OSError(30, "ro")))
    assert "Nothing can be written to the folder" in refused(*front, "-o", name)
    assert (folder / "file").read_text() == "mine"


@pytest.mark.parametrize("exchange", [folders.exchange, lambda *_: False])
def test_other_files_stay_and_old_results_leave(folder, monkeypatch, exchange):
    monkeypatch.setattr(folders, "exchange", exchange)
    out = folder / "out"
    (out / "plots").mkdir(parents=True)
    (out / "plots/a.svg").write_text("mine")
    (out / "old.json").write_text("old")
    os.symlink("plots", out / "link")
    number = (out / "plots/a.svg").stat().st_ino
    folders.write_folder(out, {"new.json": b"new"}, ["old.json", "new.json"])
    assert {str(path.relative_to(out)) for path in out.rglob("*")} == {"new.json", "plots", "plots/a.svg", "link"}
    assert (out / "plots/a.svg").stat().st_ino == number
    assert os.readlink(out / "link") == "plots"
    assert [path.name for path in folder.iterdir()] == ["out"]


def test_a_folder_that_was_left_aside_comes_back(folder):
    (folder / ".out.before-abc").mkdir()
    (folder / ".out.before-abc/result.json").write_text("old")
    folders.recover(folder / "out")
    assert (folder / "out/result.json").read_text() == "old"
    assert [path.name for path in folder.iterdir()] == ["out"]


def test_writers_need_nothing_that_other_systems_lack(folder, monkeypatch):
    import ctypes
    import signal

    def none(*_, **__):
        raise TypeError

    for module, names in (
        (os, ("O_NONBLOCK", "fchmod", "chown", "getuid")),
        (signal, ("pthread_sigmask",)),
    ):
        for name in names:
            monkeypatch.delattr(module, name, raising=False)
    monkeypatch.setattr(ctypes, "CDLL", none)
    monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(1, "no links")))
    for content in (b"one", b"two"):
        folders.write_folder(folder / "out", {"a.json": content}, ["a.json"])
        Path("out/mine.txt").write_text("mine")
    assert Path("out/a.json").read_bytes() == b"two"
    assert Path("out/mine.txt").read_text() == "mine"
    from heft.cli import main

    assert main(["inspect", "zoo:scara", "-o", "x.json", "-q"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["out", "x.json"]


LONG = 300 * "a"


@pytest.mark.parametrize(
    "call",
    [
        ("inspect", "arm.urdf", "-o", f"{LONG}.json"),
        ("identify", "arm.urdf", "run.parquet", "-o", LONG),
        ("import", f"{LONG}.csv"),
        ("import", "run.parquet", "--gains", LONG),
        ("validate", LONG, "run.parquet"),
        ("excite", "arm.urdf", "--after", f"{LONG}.npz"),
    ],
    ids=lambda call: call[0],
)
def test_a_name_that_no_disk_takes_is_named(refused, arm, call):
    said = refused(*call)
    assert "aaaaa" in said
    assert "The output cannot be written" not in said


def test_a_failure_of_a_file_in_a_stream_without_a_number(arm, monkeypatch):
    """A caller in Python may have put a stream of its own in the place of standard output."""
    from heft.cli import main

    monkeypatch.setattr("sys.stdout", io.StringIO())
    monkeypatch.setattr("heft.cli.options.answer", full_disk)
    assert main(["inspect", "arm.urdf", "--json"]) == 2


def full_disk(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
