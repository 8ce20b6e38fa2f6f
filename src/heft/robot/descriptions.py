"""Robots by their name in the package `robot_descriptions`, from its cache or a checkout; nothing is downloaded.

A description is a small module of that package: it downloads a repository when it is imported and says where in it the
robot's file is. Here the module runs with another function in place of the download, which only looks.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType

from heft.errors import ArgumentError, FileError, FormatError, MissingExtraError, did_you_mean

_NAME = re.compile(r"[A-Za-z0-9_+]+_description")
_PACKAGE = "robot_descriptions"
_DOWNLOADER = f"{_PACKAGE}._cache"


@dataclass(frozen=True)
class Description:
    """What a description says.

    Attributes:
        path: the robot's file.
        arguments: those of its xacro file, by name.
        packages: folders of the packages that it needs.
    """

    path: Path
    arguments: dict[str, str] = field(default_factory=dict)
    packages: tuple[Path, ...] = ()


def is_description(name: str) -> bool:
    """Return whether a name looks like one of `robot_descriptions`: these end in _description."""
    return _NAME.fullmatch(name) is not None


def described(name: str, packages: Sequence[Path] = ()) -> Description:
    """Return where the file of a description is.

    Args:
        name: such as "ur5e_description".
        packages: folders that may contain a checkout of its repository; they are searched before the cache.

    Raises:
        ArgumentError: there is no description of this name.
        FileError: its repository is neither in the cache nor in those folders.
        MissingExtraError: the package is not installed.
    """
    try:
        from robot_descriptions import DESCRIPTIONS
        from robot_descriptions._repositories import REPOSITORIES
    except ImportError:
        raise MissingExtraError(_PACKAGE, "descriptions", f"The name '{name}'") from None
    if name not in DESCRIPTIONS:
        what = f"There is no file '{name}', and robot_descriptions has no robot of this name."
        raise ArgumentError(what, remedy=did_you_mean(name, DESCRIPTIONS))

    def checkout(repository: str, commit: str | None = None) -> str:
        there = REPOSITORIES[repository].cache_path
        for folder in (*packages, _cache()):
            place = folder / there if commit is None else folder / f"{there}-{commit}" / there
            if place.is_dir():
                return str(place.absolute())
        raise FileError(
            f"The description is not on this computer: its repository {REPOSITORIES[repository].url} is not in "
            f"{_cache() / there}.",
            where=name,
            remedy=f"Download it once with: robot_descriptions pull {name}. heft itself downloads nothing.",
        )

    spec = find_spec(f"{_PACKAGE}.{name}")
    if spec is None or spec.loader is None:
        raise FileError(f"The package {_PACKAGE} has no module '{name}'.", where=name, remedy="Install it again.")
    module = module_from_spec(spec)
    with _looking(checkout), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
    return _read(name, module, packages)


def _cache() -> Path:
    return Path(os.environ.get("ROBOT_DESCRIPTIONS_CACHE", "~/.cache/robot_descriptions")).expanduser()


@contextmanager
def _looking(checkout: object) -> Iterator[None]:
    """Put a function in place of the one that downloads, for modules that are imported meanwhile."""
    before, stand_in = sys.modules.get(_DOWNLOADER), ModuleType(_DOWNLOADER)
    vars(stand_in)["clone_to_cache"] = checkout
    sys.modules[_DOWNLOADER] = stand_in
    try:
        yield
    finally:
        del sys.modules[_DOWNLOADER]
        if before is not None:
            sys.modules[_DOWNLOADER] = before


def _read(name: str, module: ModuleType, packages: Sequence[Path]) -> Description:
    said = vars(module)
    path = next((said[kind] for kind in ("URDF_PATH", "MJCF_PATH", "XACRO_PATH") if kind in said), None)
    if path is None:
        raise FormatError("The description names no file that heft reads.", where=name, remedy="Load a file instead.")
    if not Path(path).is_file():
        remedy = f"Is the checkout complete? Download it again with: robot_descriptions pull {name}."
        raise FileError(f"The checkout has no file {path}.", where=name, remedy=remedy)
    own = (said["PACKAGE_PATH"], said["REPOSITORY_PATH"], *said.get("XACRO_PACKAGE_PATHS", {}).values())
    arguments = said.get("XACRO_ARGS", {}) if str(path) == said.get("XACRO_PATH") else {}
    return Description(Path(path), dict(arguments), (*packages, *map(Path, dict.fromkeys(own))))
