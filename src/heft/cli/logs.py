"""What the verbs about logs share: options, and a folder of results that is written whole or not at all."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from heft.errors import ArgumentError, FileError

if TYPE_CHECKING:
    from heft.logs.cleaning_options import Cleaning

LogFiles = Annotated[list[Path], Parameter(help="Logs: .parquet or .csv files; see heft import.")]
Friction = Annotated[
    str,
    Parameter(
        help="Columns of friction, separated by commas: viscous, coulomb, asymmetric, stribeck, hysteresis, load, "
        "offset; or none.",
        show_default=True,
    ),
]
Armature = Annotated[
    bool | None,
    Parameter(
        negative="--no-armature", help="Reflected inertia of the drives, or not; by default unless rotors are modelled."
    ),
]
Coupling = Annotated[
    list[str] | None,
    Parameter(help="A motor that turns with several joints, with its gears, as joint_5=1,joint_6=1; may be repeated."),
]
Cutoff = Annotated[
    list[float] | None,
    Parameter(
        consume_multiple=True, help="Low-pass [Hz], one number or one for each joint; by default from the spectrum."
    ),
]
Decimate = Annotated[int | None, Parameter(help="Keep one of so many rows of the regression, behind a low-pass.")]
Slow = Annotated[
    list[float] | None,
    Parameter(
        consume_multiple=True,
        help="Speed [rad/s, m/s] below which friction is in doubt and samples are left out, one or one for each joint.",
    ),
]
Trim = Annotated[
    bool, Parameter(negative="--no-trim", help="Leave out rest before the motion begins and after it ends, or not.")
]
Passive = Annotated[
    list[str] | None, Parameter(consume_multiple=True, help="Joints without a drive: their effort is zero.")
]

ESTIMATORS = {"wls": "weighted", "ols": "ordinary"} | {name: name for name in ("covariance", "huber", "recursive")}
Estimator = Annotated[
    Literal["wls", "ols", "covariance", "huber", "recursive"],
    Parameter(
        help="Least squares weighted per joint or ordinary, with the joints' full covariance, robust, or joint by "
        "joint from the tip to the base.",
        show_default=True,
    ),
]


@dataclass(frozen=True)
class Tidy:
    """How logs are cleaned, as options."""

    cutoff: Cutoff = None
    trim: Trim = True
    passive: Passive = None

    def cleaning(self) -> Cleaning:
        """Return it as cleaning takes it."""
        from heft.logs.cleaning_options import Cleaning

        return Cleaning(cutoff=_numbers(self.cutoff), trim=self.trim, passive=tuple(self.passive or ()))


@dataclass(frozen=True)
class TidyRows(Tidy):
    """The same, and which rows a regression takes."""

    decimate: Decimate = None
    slow: Slow = None

    def cleaning(self) -> Cleaning:
        """Return it as cleaning takes it."""
        return replace(super().cleaning(), decimation=self.decimate, velocity_threshold=_numbers(self.slow))


TidyOptions = Annotated[Tidy, Parameter(name="*")]
TidyRowsOptions = Annotated[TidyRows, Parameter(name="*")]
TIDY, TIDY_ROWS = Tidy(), TidyRows()


def _numbers(values: Sequence[float] | None) -> float | tuple[float, ...] | None:
    return None if not values else values[0] if len(values) == 1 else tuple(values)


def kinds(friction: str) -> tuple[str, ...]:
    """Return the kinds of friction in words separated by commas."""
    words = tuple(word.strip() for word in friction.split(",") if word.strip())
    return () if words == ("none",) else words


def couplings(options: Sequence[str] | None) -> tuple[dict[str, float], ...]:
    """Return gears by joint for every coupled motor."""
    found = []
    for text in options or ():
        try:
            pairs = [pair.rsplit("=", 1) for pair in text.split(",")]
            found.append({name.strip(): float(gear) for name, gear in pairs})
        except ValueError:
            raise ArgumentError(
                f"'{text}' says no gears.", where="--coupling", remedy="Write joint_5=1,joint_6=1."
            ) from None
    return tuple(found)


def output_folder(path: Path, names: Sequence[str], *inputs: Path) -> Path:
    """Return the folder to write to, checked before any work is done.

    Args:
        path: as the user gave it; it need not exist, but its parent must.
        names: of the files that will be in it.
        inputs: files that are read, which must not be overwritten.

    Raises:
        FileError: nothing can be written there.
    """
    place = path.resolve()
    if place.exists() and not place.is_dir():
        raise FileError("It is there already and is no folder.", where=str(path), remedy="Choose another name.")
    if not place.parent.is_dir():
        raise FileError(f"There is no folder '{path.parent}'.", where=str(path), remedy="Make it first.")
    if not os.access(place if place.is_dir() else place.parent, os.W_OK):
        raise FileError("It may not be written to.", where=str(path))
    for given in inputs:
        if given.exists() and given.resolve().parent == place and given.name in names:
            raise FileError(
                f"'{given}' is an input, which is never changed.", where=str(path), remedy="Choose another folder."
            )
    return place


def write_folder(place: Path, contents: Mapping[str, bytes], names: Sequence[str] = ()) -> None:
    """Write files into a folder, all or none: into a folder beside it first, then renamed.

    Args:
        place: the folder.
        contents: by name.
        names: files that an earlier result may have left there; those that this one does not have leave.

    Raises:
        FileError: they cannot be written; what was there before is untouched.
    """
    beside = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
    try:
        for name, content in contents.items():
            with open(beside / name, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        if place.is_dir():
            with _uninterrupted():
                for name in contents:
                    os.replace(beside / name, place / name)
                for name in {*names} - {*contents}:
                    (place / name).unlink(missing_ok=True)
        else:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o777 & ~mask)
            os.rename(beside, place)
    except OSError as error:
        raise FileError(f"It cannot be written: {error.strerror}.", where=str(place)) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until it is over, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def file_facts(name: str) -> dict[str, Any]:
    """Return the path of a robot file and the SHA-256 of its bytes."""
    import hashlib

    from heft.files import read_bytes

    if name.startswith("zoo:"):
        return {"path": name, "sha256": None}
    return {"path": name, "sha256": hashlib.sha256(read_bytes(Path(name))).hexdigest()}
