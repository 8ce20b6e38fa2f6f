"""The option --to of `heft excite`: formats of controllers, each with a rate if it is not the usual one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from heft.cli.pairs import names_of
from heft.cli.settable import PLAIN
from heft.errors import HeftError
from heft.excitation.exporters import Exporter, exporter, exporters
from heft.robot.exact import Number

To = Annotated[
    str | None,
    PLAIN,
    Parameter(
        help="Also write the motion for controllers, separated by commas, each with its rate in Hz if wanted, "
        f"e.g. csv,urscript:500: {', '.join(exporters())}."
    ),
]


@dataclass(frozen=True)
class Wanted:
    """A format that was asked for.

    Attributes:
        exporter: the format.
        rate: [Hz], None for the usual one.
    """

    exporter: Exporter
    rate: float | None

    def check(self, joints: Sequence[str], moving: Collection[str]) -> None:
        """Refuse a robot whose motions the format does not take, before one is designed."""
        self.exporter.check(joints, moving, self.exporter.chosen(self.rate))

    def contents(self, curve: Any) -> dict[str, bytes]:
        """Return the files by their names in the folder of results."""
        return {self.exporter.place(name): content for name, content in self.exporter.files(curve, self.rate).items()}


def wanted(text: str | None) -> list[Wanted]:
    """Return the formats of --to.

    Raises:
        ArgumentError: there is no such format.
        FormatError: a rate is not a number.
    """
    found = []
    for word in names_of(text):
        name, colon, rate = word.partition(":")
        found.append(Wanted(exporter(name), float(Number.parse(rate, f"--to {word}")) if colon else None))
    return found


def all_files() -> list[str]:
    """Return the names of all files that --to can leave in a folder of results."""
    return [kind.place(name) for kind in exporters().values() for name in kind.names]


def written_for(curve: Any, formats: list[Wanted]) -> tuple[dict[str, bytes], HeftError | None]:
    """Return the files of all formats that take this motion, and why the first one that does not take it refuses it."""
    contents: dict[str, bytes] = {}
    refusal = None
    for each in formats:
        try:
            contents |= each.contents(curve)
        except HeftError as error:
            refusal = refusal or error
    return contents, refusal
