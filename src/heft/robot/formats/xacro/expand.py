"""Expanding a xacro file to the URDF that it stands for, without ROS.

The package `xacro` looks for packages through ROS's index; here `$(find NAME)` looks where package:// does. Its globals
are put back afterwards, and what it prints is dropped. It opens files as heft does: only ordinary ones.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, cast

from heft.errors import ArgumentError, FormatError, HeftError, MissingExtraError, did_you_mean
from heft.files import open_ordinary, read_bytes
from heft.inputs import note_input
from heft.robot.packages import find_package
from heft.robot.source import Source

_DECLARED = re.compile(rb"<xacro:arg\b[^>]*?\bname\s*=\s*[\"']([^\"']+)[\"']")
_UNDEFINED = re.compile(r"Undefined substitution argument:? *(\S+)")
_ABSENT = re.compile("The package '[^']*' is not found")
_ONE_AT_A_TIME = Lock()  # xacro keeps its state in globals


def expanded(path: Path, arguments: Mapping[str, str], packages: Sequence[Path]) -> tuple[bytes, Source]:
    """Return the URDF that a xacro file expands to, and what was read for it.

    Args:
        path: the file.
        arguments: values of its <xacro:arg>, by name.
        packages: folders in which packages are looked for first.

    Raises:
        ArgumentError: the file has no argument of a given name.
        FormatError: it cannot be expanded; an argument or a package may be missing.
        MissingExtraError: xacro is not installed.
    """
    try:
        import xacro
    except ImportError:
        raise MissingExtraError("xacro", "xacro", "Reading .xacro") from None
    read_bytes(path)  # refuses what is not a file
    with _ONE_AT_A_TIME, _lent(path, packages), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        xacro.all_includes.clear()
        try:
            xacro.init_stacks(str(path))
            document: Any = xacro.parse(None, str(path.absolute()))
            xacro.process_doc(document, mappings=dict(arguments), verbosity=0)
            content = document.toprettyxml(indent="  ", encoding="utf-8")
        except Exception as error:  # whatever the expressions of a file raise
            raise _refusal(error, path) from None
        included = tuple(dict.fromkeys(file for name in xacro.all_includes if (file := Path(name)).is_file()))
    for file in included:
        note_input(file)
    _check_arguments(arguments, [path, *included])
    return content, Source("urdf", content, path, others=included, packages=tuple(packages))


@contextmanager
def _lent(path: Path, packages: Sequence[Path]) -> Iterator[None]:
    """Let xacro find packages without ROS, and open files as heft does."""
    import xacro
    from xacro import substitution_args as arguments

    def find(name: str) -> str:
        folder = find_package(name, path, packages)
        if folder is None:
            raise LookupError(f"The package '{name}' is not found")
        return str(folder)

    def opened(name: str) -> BinaryIO:
        return open_ordinary(Path(name))

    state, module = cast("Any", arguments), cast("Any", xacro)
    before = state._eval_find
    state._eval_find = state._eval_dict["find"] = find
    module.open = opened
    try:
        yield
    finally:
        state._eval_find = state._eval_dict["find"] = before
        del module.open


def _refusal(error: Exception, path: Path) -> HeftError:
    """Return the error for what xacro raised, which may contain another exception."""
    cause = error
    while isinstance(inner := getattr(cause, "exc", None), Exception):
        cause = inner
    if isinstance(cause, HeftError):
        return cause
    if isinstance(cause, RecursionError):
        what = "It cannot be expanded: a file or a macro contains itself."
        return FormatError(what, where=str(path), remedy="Remove it from itself.")
    text = " ".join(str(error).split()).removeprefix("<class 'LookupError'>: ")
    remedy = "Correct the file, or try it with the program xacro."
    if missing := _UNDEFINED.search(text):
        remedy = f"Give its value: on the command line --xacro-arg {missing[1]}=VALUE."
    elif absent := _ABSENT.search(text):
        text = absent[0]  # which xacro says twice where it includes a file
        remedy = "Give the folder that contains it: on the command line --package-path FOLDER, or ROS_PACKAGE_PATH."
    return FormatError(f"It cannot be expanded: {text.rstrip('.')}.", where=str(path), remedy=remedy)


def _check_arguments(arguments: Mapping[str, str], files: Sequence[Path]) -> None:
    """Refuse arguments that no file declares, which would have no effect."""
    declared: dict[str, None] = {}
    for file in files if arguments else ():
        declared |= dict.fromkeys(name.decode("utf-8", "replace") for name in _DECLARED.findall(read_bytes(file)))
    for name in arguments:
        if name not in declared:
            what = f"It has no argument '{name}'."
            remedy = did_you_mean(name, declared) if declared else "It takes none."
            raise ArgumentError(what, where=str(files[0]), remedy=remedy)
