"""The files that an MJCF file consists of: what it includes, put together, and what it refers to, from elsewhere.

MuJoCo puts the elements of an included file in the place of the <include>, and looks for meshes and textures in
`meshdir` and `texturedir`, seen from the folder of the main file. `in_one` does the first byte by byte. `elsewhere`
changes these two folders, so that the file can stand in another place than its meshes.
"""

from __future__ import annotations

from pathlib import Path

from heft.errors import FormatError
from heft.robot.formats import xml
from heft.robot.formats.format import seen_from
from heft.robot.formats.mjcf.included import read_included
from heft.robot.formats.mjcf.numbers import set_text

REFERENCES = ("mesh", "hfield", "skin", "texture", "flexcomp")
"""Elements that refer to a file in one of the folders."""


def in_one(content: bytes, path: Path) -> bytes:
    """Return a file with what it includes in it; one that includes nothing is returned as it is.

    Args:
        content: the bytes of the file.
        path: where it is.

    Raises:
        FormatError: an included file is missing or not XML.
    """
    root = xml.parse(content, str(path))
    if not any(element.tag == "include" for element in root.descendants()):
        return content
    return _joined(content, read_included(root, path)[0], str(path))


def _joined(content: bytes, included: dict[str, bytes], where: str) -> bytes:
    document, edits = xml.read(content, where), list[xml.Edit]()
    for element in document.root.descendants():
        if element.tag == "include":
            name = element.attributes.get("file", "")
            if name not in included:
                raise FormatError(
                    f"The file '{name}' that it includes is not there.",
                    where=f"{where}:{element.line}",
                    remedy="Put it there.",
                )
            part = xml.read(_joined(included[name], included, name), name)
            inside = b"" if part.root.is_empty_tag else part.content[part.root.tag_end : part.root.close]
            edits.append((element.start, element.end, inside.strip()))
    return document.edited(edits)


def elsewhere(content: bytes, path: Path, folder: Path) -> bytes:
    """Return a file that finds its meshes and textures from another folder, with what it includes written into it.

    Args:
        content: the bytes of the file.
        path: where it was read.
        folder: where it will be; it need not exist yet.
    """
    home, there = path.parent.resolve(), folder.resolve()
    document = xml.read(in_one(content, path), str(path))
    root = document.root
    files = any(
        name.startswith("file") for each in root.descendants() if each.tag in REFERENCES for name in each.attributes
    )
    if home == there:
        return content
    if not files:
        return document.content
    compilers, edits = [*root.all("compiler")], list[xml.Edit]()
    folders = {"meshdir": "", "texturedir": ""}
    for compiler in compilers:
        for name in folders:
            folders[name] = compiler.attributes.get(name, compiler.attributes.get("assetdir", folders[name]))
    moved = {name: seen_from(there, home / place) for name, place in folders.items() if not Path(place).is_absolute()}
    if compilers:
        edits = [set_text(document, compilers[-1], name, place) for name, place in moved.items()]
    else:
        text = " ".join(f'{name}="{xml.escaped(place)}"' for name, place in moved.items())
        edits = [(root.tag_end, root.tag_end, f"\n  <compiler {text}/>".encode())]
    return document.edited(edits)
