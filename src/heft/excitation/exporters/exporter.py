"""What a format for motions must offer, and the samples of a motion that all of them write."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from heft.arguments import number
from heft.arrays import Array
from heft.errors import ArgumentError, FileError
from heft.files import write_whole

AT_REST = 1e-6
"""[rad/s or m/s, and per s2] A motion with smaller velocities and accelerations rests."""

ONE_FILE = ""
"""The name of the file of a format that has only one, which is written under the name that the user gives."""


class CurveSamples(NamedTuple):
    """A motion at a fixed rate.

    Attributes:
        t: (n,) [s]; the last may be later than the end of the motion, by less than one step, and rests.
        q: (n, joints) positions.
        qd: (n, joints) velocities.
        qdd: (n, joints) accelerations.
        jerk: (n, joints).
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    jerk: Array


def sampled(curve: Any, rate: float) -> CurveSamples:
    """Sample a motion from its start to its end at a fixed rate [Hz]."""
    steps = math.ceil(curve.duration * rate * (1 - 1e-12))
    t = np.arange(steps + 1) / rate
    return CurveSamples(t, *curve.sample(np.minimum(t, curve.duration)))


class Exporter(ABC):
    """A format in which a controller takes a motion.

    Attributes:
        name: by which it is asked for.
        summary: what it is, in a line for tables and help.
        file: the usual name of the file, or of the folder if there are several.
        rate: of the samples where the user gives none [Hz].
        unit: digits or type of the numbers, for the manual.
        folder: whether it is a folder of files.
        names: of the files in the folder.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    file: ClassVar[str]
    rate: ClassVar[float]
    unit: ClassVar[str] = "17 digits"
    folder: ClassVar[bool] = False
    names: ClassVar[tuple[str, ...]] = (ONE_FILE,)

    def place(self, name: str) -> str:
        """Return the name of one of its files where the format has its usual name."""
        return f"{self.file}/{name}" if name else self.file

    def check(self, joints: Sequence[str], moving: Collection[str], rate: float) -> None:  # noqa: B027 - a format may take all
        """Refuse what can be refused before there is a motion.

        Args:
            joints: of the motion.
            moving: those of them that will move.
            rate: of the samples [Hz].

        Raises:
            ArgumentError: the controller cannot take motions of these joints, or not at this rate.
        """

    @abstractmethod
    def contents(self, curve: Any, rate: float) -> Mapping[str, bytes]:
        """Return the contents of the files by their names; of a single file, under the name `ONE_FILE`.

        Args:
            curve: the motion.
            rate: of the samples [Hz].

        Raises:
            ArgumentError: the controller cannot take this motion, or not at this rate.
        """

    def files(self, curve: Any, rate: float | None = None) -> dict[str, bytes]:
        """Return the contents of the files by name, at the given rate [Hz] or the usual one.

        Raises:
            ArgumentError: the rate is not positive, or as for `contents`.
        """
        chosen = self.chosen(rate)
        self.check(curve.joints, moving_joints(curve), chosen)
        return dict(self.contents(curve, chosen))

    def chosen(self, rate: float | None) -> float:
        """Return the rate [Hz] that is given, or the usual one.

        Raises:
            ArgumentError: it is not positive.
        """
        chosen = self.rate if rate is None else number("'rate'", rate)
        if not 0 < chosen < math.inf:
            raise ArgumentError(f"The rate is {chosen:g} Hz.", remedy="Give a rate above 0 Hz.")
        return chosen

    def write(self, curve: Any, path: str | Path, rate: float | None = None) -> None:
        """Write a motion, whole or not at all.

        Args:
            curve: the motion.
            path: the file, or the folder, which must not exist yet.
            rate: of the samples [Hz]; None for the usual one of the format.

        Raises:
            ArgumentError: the controller cannot take this motion, or not at this rate.
            FileError: it cannot be written.
        """
        contents = self.files(curve, rate)
        if not self.folder:
            write_whole(Path(path), contents[ONE_FILE])
            return
        write_new_folder(Path(path), contents)


def write_new_folder(path: Path, contents: Mapping[str, bytes]) -> None:
    """Write files, in folders below it, into a folder that does not exist yet, all or none.

    Raises:
        FileError: it exists, or cannot be written.
    """
    place = path.resolve()
    if place.exists():
        raise FileError("It exists already.", where=str(path), remedy="Choose another name for the folder.")
    beside = None
    try:
        beside = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
        for name, content in contents.items():
            (beside / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(beside / name, content)
        mask = os.umask(0)
        os.umask(mask)
        beside.chmod(0o777 & ~mask)
        beside.rename(place)
    except OSError as error:
        remedy = "Choose another place, or check its free space and permissions."
        raise FileError(f"It cannot be written: {error.strerror}.", where=str(path), remedy=remedy) from None
    finally:
        if beside is not None:
            shutil.rmtree(beside, ignore_errors=True)


def check_rests(curve: Any) -> None:
    """Refuse a motion that does not start and end at rest, which no controller can follow.

    Raises:
        ArgumentError: a joint moves or accelerates there.
    """
    _, qd, qdd, _ = curve.sample(np.array([0.0, curve.duration]))
    moving = np.argwhere(np.maximum(np.abs(qd), np.abs(qdd)) > AT_REST)
    if len(moving):
        end, joint = moving[0]
        raise ArgumentError(
            f"Joint '{curve.joints[joint]}' does not rest at the {('start', 'end')[end]} of the motion.",
            remedy="Design a motion that starts and ends at rest.",
        )


def in_order(joints: Sequence[str], moving: Collection[str], endings: Sequence[str], whose: str) -> list[int]:
    """Return the columns of a motion's joints in the order of a controller.

    Joints whose names end in those of the controller are found by name, and the others must rest. Otherwise the motion
    must have as many joints as the controller, in its order.

    Args:
        joints: the names of the motion's joints.
        moving: those of them that move.
        endings: how the names of the controller's joints end, in its order.
        whose: the name of the controller.

    Raises:
        ArgumentError: there are other joints that move, or not as many joints.
    """
    found = [[k for k, name in enumerate(joints) if name.endswith(ending)] for ending in endings]
    if all(len(each) == 1 for each in found):
        columns = [each[0] for each in found]
        for k, name in enumerate(joints):
            if k not in columns and name in moving:
                raise ArgumentError(
                    f"Joint '{name}' moves, and is not a joint of {whose}.", remedy="Hold it still with --lock."
                )
        return columns
    if len(joints) != len(endings):
        raise ArgumentError(
            f"The motion has {len(joints)} joints, and {whose} has {len(endings)}.",
            remedy=f"Design a motion of {len(endings)} joints, or choose another format.",
        )
    return list(range(len(endings)))


def moving_joints(curve: Any) -> list[str]:
    """Return the names of the joints that a motion moves."""
    reach = np.ptp(sampled(curve, 100.0).q, axis=0)
    return [name for name, far in zip(curve.joints, reach, strict=True) if far > AT_REST]
