"""A URDF that finds its meshes from another folder than the one that it was read in."""

from __future__ import annotations

from pathlib import Path

from heft.robot.formats.format import seen_from
from heft.robot.formats.xml import Edit, escaped, read


def elsewhere(content: bytes, path: Path, folder: Path) -> bytes:
    """Return a file in which meshes that are named relative to its folder are found from another one.

    Names with a scheme, such as package://, stay, and so do those of files that are not there.

    Args:
        content: the bytes of the file.
        path: where it was read.
        folder: where it will be; it need not exist yet.
    """
    home, there = path.parent.resolve(), folder.resolve()
    if home == there:
        return content
    document, edits = read(content, str(path)), list[Edit]()
    for element in document.root.descendants():
        name = element.attributes.get("filename", "") if element.tag in ("mesh", "texture") else ""
        span = document.attribute_span(element, "filename")
        if name and span and "://" not in name and not Path(name).is_absolute() and (home / name).is_file():
            edits.append((*span, escaped(seen_from(there, home / name)).encode()))
    return document.edited(edits) if edits else content
