"""The wheel: one for every platform, with what the package needs and nothing else."""

from __future__ import annotations

import ast
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src/heft"
ONLY_POSIX = {
    "os": {"fork", "forkpty", "getuid", "geteuid", "getgid", "mkfifo", "chown", "setsid", "killpg", "wait", "nice"},
    "signal": {"pthread_sigmask", "sigwait", "sigpending", "alarm", "setitimer", "SIGKILL", "SIGHUP", "SIGUSR1"},
}
POSIX_MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    build = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")
    folder = tmp_path_factory.mktemp("dist")
    (path,) = build.WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return zipfile.ZipFile(path)


def test_it_is_for_every_platform(wheel: zipfile.ZipFile):
    assert Path(str(wheel.filename)).name.endswith("-py3-none-any.whl")


def test_it_has_the_package_and_nothing_else(wheel: zipfile.ZipFile):
    names = set(wheel.namelist())
    tracked = {p.relative_to(ROOT / "src").as_posix() for p in SOURCE.rglob("*") if p.is_file()}
    expected = {name for name in tracked if "__pycache__" not in name}
    assert expected <= names
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert "heft/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_its_metadata(wheel: zipfile.ZipFile):
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    facts = Parser().parsestr(wheel.read(name).decode())
    assert facts["Requires-Python"] == ">=3.11"
    classifiers = facts.get_all("Classifier") or []
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in classifiers
    for system in ("MacOS", "POSIX :: Linux", "Microsoft :: Windows"):
        assert f"Operating System :: {system}" in classifiers
    needed = [line for line in facts.get_all("Requires-Dist") or [] if "extra ==" not in line]
    assert not any(line.startswith(("pyarrow", "jax", "mujoco")) for line in needed)
    assert {"all", "parquet"} <= {*(facts.get_all("Provides-Extra") or [])}
    (script,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "heft = heft.cli:main" in wheel.read(script).decode()


def test_all_is_every_extra():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (everything,) = extras.pop("all")
    assert {*everything.removeprefix("heft-robotics[").removesuffix("]").split(",")} == {*extras}


def test_all_can_be_installed_on_windows():
    """Coal has no wheels there: without a marker on it, pip would refuse everything else too."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    needed = [Requirement(line) for name, lines in extras.items() if name != "all" for line in lines]
    there = {need.name for need in needed if need.marker is None or need.marker.evaluate({"sys_platform": "win32"})}
    assert "coal" not in there
    assert {"jax", "mujoco", "rosbags", "h5py"} <= there


def test_nothing_is_used_that_windows_lacks():
    """Names of the standard library that do not exist there, unless they are asked for in a try or by hasattr."""
    found = []
    for file in SOURCE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        nodes = [*ast.walk(ast.parse(source))]
        tried = {line for node in nodes if isinstance(node, ast.Try) for line in node.body}
        for node in nodes:
            if node in tried:
                continue
            owner = node.value if isinstance(node, ast.Attribute) else None
            asked = isinstance(owner, ast.Name) and f'hasattr({owner.id}, "{node.attr}")' in source
            if isinstance(owner, ast.Name) and node.attr in ONLY_POSIX.get(owner.id, ()) and not asked:
                found.append(f"{file.name}: {owner.id}.{node.attr}")
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            module = [node.module] if isinstance(node, ast.ImportFrom) else []
            found += [f"{file.name}: {name}" for name in (*names, *module) if name in POSIX_MODULES]
    assert found == []
