"""Which reader a raw file gets: by the ending of its name. Each is read once, and its SHA-256 is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from heft.errors import FileError, FormatError, did_you_mean
from heft.files import read_bytes
from heft.logs.importing import bag, hdf5, mat, npz, text
from heft.logs.importing.raw import Raw
from heft.logs.importing.schema import FileEntry

TEXT = (".csv", ".txt", ".tsv", ".dat", ".asc", ".log")
BAG = (".mcap", ".bag", ".db3")


def _parquet(content: bytes, where: str) -> Raw:
    from heft.logs.files import parquet_columns

    columns = parquet_columns(content, where)[0]
    return Raw(where, {name: values[:, None] for name, values in columns.items()})


READERS: dict[str, Callable[[bytes, str], Raw]] = {
    ".npz": npz.read_npz,
    ".npy": npz.read_npy,
    ".mat": mat.read_mat,
    ".h5": hdf5.read_hdf5,
    ".hdf5": hdf5.read_hdf5,
    ".parquet": _parquet,
}


class Files:
    """The raw files of an import, read when they are first asked for.

    Args:
        root: a file, or a folder of files that the map names.
        entry: how text files are written, and the topic of a bag.
    """

    def __init__(self, root: Path, entry: FileEntry) -> None:
        self.root, self.entry = root, entry
        self.hashes: dict[str, str] = {}
        self._read: dict[Path, Raw] = {}

    def raw(self, name: str | None) -> Raw:
        """Return a file by its name beside or below the root; None for the root itself.

        Raises:
            FileError: there is no such file.
            FormatError: its format is not known, or it is damaged.
        """
        if not self.root.exists():
            raise FileError("There is no such file.", where=str(self.root))
        folder = self.root.is_dir() and not bag.is_bag(self.root)
        if folder and name is None:
            remedy = "Give 'file' in the map, or a file in place of the folder."
            raise FileError("It is a folder, and the map does not say which file.", where=str(self.root), remedy=remedy)
        path = self.root if name is None else (self.root if folder else self.root.parent) / name
        if path not in self._read:
            self._read[path] = self._open(path)
        return self._read[path]

    def _open(self, path: Path) -> Raw:
        ending = path.suffix.lower()
        if ending in BAG or bag.is_bag(path):
            self.hashes |= bag.hashes(path)
            return bag.read_bag(path, self.entry.topic)
        if ending not in (*TEXT, *READERS):
            known = [*TEXT, *READERS, *BAG]
            what = f"Files that end in '{ending}' cannot be read." if ending else "Its name has no ending."
            raise FormatError(what, where=str(path), remedy=did_you_mean(ending, known))
        content = read_bytes(path)
        self.hashes[str(path)] = hashlib.sha256(content).hexdigest()
        if ending in TEXT:
            return text.read(content, str(path), self.entry.delimiter, self.entry.header, self.entry.decimal)
        return READERS[ending](content, str(path))
