"""The files that an MJCF names, looked at before MuJoCo opens any of them: included files, models, meshes and the rest.

MuJoCo looks for an included file beside the main one; heft also looks beside the file that names it, where <model> has
its own. What is not there is left to MuJoCo to miss.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from pathlib import Path, PurePath

from heft.errors import FormatError
from heft.files import read_bytes, refuse_special
from heft.robot.formats import xml
from heft.robot.formats.mjcf.crowds import refuse_crowded

DEEPEST = 64
"""How deep files may include each other: MuJoCo itself would overflow its stack."""

FOLDERS = ("assetdir", "meshdir", "texturedir")
"""Attributes with a folder of files, seen from the file that has them."""


def read_included(root: xml.XmlElement, path: Path) -> tuple[dict[str, bytes], tuple[Path, ...]]:
    """Read the files that MuJoCo will read for an MJCF's <include> and <model>; the same is refused in them as in it.

    Args:
        root: the main file's outermost element.
        path: the main file.

    Returns:
        The files' contents by the names that they are included by, and the files.

    Raises:
        FileError: one of them is there but cannot be read, or a file that one of them names is not an ordinary file.
        FormatError: one of them is not XML, or declares entities; or together they ask for too many bodies.
    """
    contents: dict[str, bytes] = {}
    seen: dict[str, Path] = {}
    roots = [(root, path.parent)]
    waiting = [(root, path.parent, 0)]
    while waiting:
        element, folder, depth = waiting.pop()
        if depth > DEEPEST:
            raise FormatError(
                f"Files include each other more than {DEEPEST} levels deep.", where=str(path), remedy="Include fewer."
            )
        names = [e.attributes.get("file") for e in element.descendants() if e.tag in ("include", "model")]
        for name, place in product(filter(None, names), (path.parent, folder)):
            file = place / name
            if os.path.realpath(file) not in seen and os.path.exists(file):
                seen[os.path.realpath(file)] = file
                content = read_bytes(file)
                contents.setdefault(name, content)
                inner = xml.parse(content, str(file))
                roots.append((inner, file.parent))
                waiting.append((inner, file.parent, depth + 1))
    refuse_crowded([inner for inner, _ in roots], str(path))
    _refuse_special_files(roots, path.parent)
    return contents, tuple(seen.values())


def _refuse_special_files(roots: Iterable[tuple[xml.XmlElement, Path]], main: Path) -> None:
    """Refuse a pipe or a device in any place where MuJoCo may look for a file; with `strippath` it drops folders."""
    names: dict[str, None] = {}
    folders: dict[Path, None] = {}
    for root, beside in roots:
        folders[beside] = None
        for element in root.descendants():
            for attribute, text in element.attributes.items():
                if attribute.startswith("file"):
                    names |= dict.fromkeys((text, PurePath(text).name))
                elif attribute in FOLDERS:
                    folders |= {place / text: None for place in (main, beside) if os.path.isdir(place / text)}
    for folder, name in product(folders, names):
        refuse_special(folder / name)
