"""A log: what was measured in one run, as columns over time stamps.

Everything in a `Log` is in SI units (rad or m, N m or N; currents in A), a missing number is NaN, and joints are found
by name. A joint with one coordinate has one column. A joint with several has a column for each, in the order of heft's
q and qd: its positions `q.<joint>.0`, `q.<joint>.1`, ... and its velocities and efforts likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.logs.contact_channels import columns_of_contacts
from heft.logs.content import content_of
from heft.logs.log_views import channel_table, figures
from heft.logs.wrench_channels import columns_of
from heft.showing.shown import Shown

EFFORT_KINDS = {"joint_torque": "tau", "motor_torque": "tau", "motor_current": "current"}
"""What effort columns can be, and how their names begin."""

UNITS = {
    "t": "s",
    "q": "rad or m",
    "qd": "rad/s or m/s",
    "qdd": "rad/s2 or m/s2",
    "tau": "N m or N",
    "current": "A",
    "command": "rad or m",
    "ft": "N, N m",
}

_VELOCITIES_OF = {4: 3, 7: 6}
"""The number of velocities of a joint by its number of positions, where they differ: quaternions."""


@dataclass(frozen=True)
class Origin:
    """The file a log was read from, and the SHA-256 of its bytes, in hexadecimal digits."""

    path: str
    sha256: str


class Sampled:
    """What logs and motions have in common: samples over time, from a file."""

    t: Array
    source: Origin | None

    @property
    def n(self) -> int:
        """Number of samples."""
        return len(self.t)

    @property
    def where(self) -> str:
        """How errors and warnings call it: the file it came from, or "log"."""
        return self.source.path if self.source else "log"


BROKEN_OFF = {"broken_off": True}
"""What the metadata of a log say whose file ends within a sample."""


@dataclass(frozen=True, eq=False)
class Log(Sampled, Shown):
    """One run: time stamps, and positions, velocities, accelerations and efforts by joint.

    Attributes:
        t: (n,) time stamps [s] as measured: they may be uneven, and need not start at zero.
        joints: the names of the joints that were logged.
        q: (n, j) positions; j counts the coordinates of all joints, in the order of `q_names`.
        qd: (n, k) velocities in the order of `v_names`, or None; k is j unless there are quaternions.
        qdd: (n, k) accelerations, or None.
        effort: (n, k) torques, forces or currents, or None.
        effort_kind: "joint_torque" (at the joint's side of the gear), "motor_torque" or "motor_current".
        sizes: number of positions of each joint; () means one each.
        metadata: whatever else is known about the run, ready for JSON.
        source: the file it came from; None for logs made in Python.
        command: (n, j) positions that were asked for, in the order of `q_names`, or None.
        contacts: (n,) by link: not 0 where it touches something; see `heft.logs.contact_channels`.
        wrenches: (n, 6) forces and moments of force/torque sensors by their frames; see `heft.logs.wrench_channels`.
    """

    t: Array
    joints: tuple[str, ...]
    q: Array
    qd: Array | None = None
    qdd: Array | None = None
    effort: Array | None = None
    effort_kind: str = "joint_torque"
    sizes: tuple[int, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    source: Origin | None = None
    command: Array | None = None
    wrenches: Mapping[str, Array] = field(default_factory=dict)
    contacts: Mapping[str, Array] = field(default_factory=dict)
    _table, _figures = channel_table, figures

    def __post_init__(self) -> None:
        object.__setattr__(self, "joints", tuple(self.joints))
        object.__setattr__(self, "sizes", tuple(self.sizes) or (1,) * len(self.joints))
        if self.effort_kind not in EFFORT_KINDS:
            remedy = did_you_mean(self.effort_kind, EFFORT_KINDS)
            raise ArgumentError(f"Unknown effort kind '{self.effort_kind}'.", where="log", remedy=remedy)
        if len(self.sizes) != len(self.joints) or len(set(self.joints)) != len(self.joints):
            remedy = "Name each joint once, and give one size for each, or none."
            raise ArgumentError("A log has every joint once, with one size for each.", where="log", remedy=remedy)
        object.__setattr__(self, "t", read_only(self.t))
        if self.t.ndim != 1:
            remedy = "Give one time stamp for each sample, with shape (n,)."
            raise ArgumentError(f"The time stamps have shape {self.t.shape}.", where="log", remedy=remedy)
        wrenches = {frame: read_only(values) for frame, values in self.wrenches.items()}
        object.__setattr__(self, "wrenches", wrenches)
        for frame, values in wrenches.items():
            if values.shape != (len(self.t), 6):
                remedy = "Give fx, fy, fz, mx, my and mz for each sample."
                raise ArgumentError(f"The wrenches of '{frame}' have shape {values.shape}.", where="log", remedy=remedy)
        object.__setattr__(self, "contacts", {link: read_only(values) for link, values in self.contacts.items()})
        for link, values in self.contacts.items():
            if values.shape != self.t.shape:
                what = f"The contacts of '{link}' have shape {values.shape}."
                raise ArgumentError(what, where="log", remedy="Give one number for each sample.")
        for name, columns in self._columns_of.items():
            values = getattr(self, name)
            if values is None:
                continue
            object.__setattr__(self, name, read_only(values))
            shape = (len(self.t), len(columns))
            if getattr(self, name).shape != shape:
                what = f"'{name}' has shape {getattr(self, name).shape}; {len(self.t)} time stamps and {len(columns)}"
                remedy = "Give one row for each sample and one column for each coordinate of the joints."
                raise ArgumentError(f"{what} coordinates need {shape}.", where="log", remedy=remedy)

    # -- names and sizes --------------------------------------------------------------------------

    @property
    def _columns_of(self) -> dict[str, tuple[str, ...]]:
        """The coordinates that each signal has a column for."""
        moving = dict.fromkeys(("qd", "qdd", "effort"), self.v_names)
        return {"q": self.q_names, **moving, "command": self.q_names}

    @cached_property
    def q_names(self) -> tuple[str, ...]:
        """One name per column of q: the joint's, with .0, .1, ... where a joint has several."""
        return tuple(_numbered(self.joints, self.sizes))

    @cached_property
    def v_names(self) -> tuple[str, ...]:
        """One name per column of qd, qdd and effort: the joint's, with .0, .1, ... where a joint has several."""
        return tuple(_numbered(self.joints, [_VELOCITIES_OF.get(size, size) for size in self.sizes]))

    @property
    def duration(self) -> float:
        """Time from the earliest to the latest stamp [s]; zero if there is no sample."""
        finite = self.t[np.isfinite(self.t)]
        return float(np.ptp(finite)) if len(finite) else 0.0

    @property
    def rate(self) -> float:
        """Sampling rate [Hz] by the median step between increasing stamps; NaN if there is none."""
        steps = np.diff(self.t[np.isfinite(self.t)])
        steps = steps[steps > 0]
        return 1 / float(np.median(steps)) if len(steps) else float("nan")

    @property
    def effort_symbol(self) -> str:
        """How the names of effort columns begin: "tau" or "current"."""
        return EFFORT_KINDS[self.effort_kind]

    # -- columns ----------------------------------------------------------------------------------

    @property
    def columns(self) -> dict[str, Array]:
        """The log as a table of named columns, `t` first; signals that were not logged are omitted."""
        table = {"t": self.t}
        for symbol, names, values in (
            ("q", self.q_names, self.q),
            ("qd", self.v_names, self.qd),
            ("qdd", self.v_names, self.qdd),
            (self.effort_symbol, self.v_names, self.effort),
            ("command", self.q_names, self.command),
        ):
            if values is not None:
                table |= {f"{symbol}.{name}": values[:, k] for k, name in enumerate(names)}
        return table | columns_of(self.wrenches) | columns_of_contacts(self.contacts)

    @property
    def broken_off(self) -> list[str]:
        """The columns that lack a number in the last sample alone, if the file was cut off within it."""
        if not BROKEN_OFF.items() <= self.metadata.items():
            return []
        lacking = {name: ~np.isfinite(values) for name, values in self.columns.items()}
        return [name for name, at in lacking.items() if at.any() and not at[:-1].any()]

    @cached_property
    def content(self) -> str:
        """A hash of its positions and efforts; see `heft.logs.content`."""
        return content_of((name, x) for name, x in self.columns.items() if name.startswith(("q.", self.effort_symbol)))

    def part(self, first: int | None, last: int | None) -> Log:
        """Return samples first .. last - 1, counted as Python counts; the metadata record which part it is."""
        rows = slice(first, last)
        signals = {name: getattr(self, name) for name in self._columns_of}
        kept: dict[str, Any] = {name: None if values is None else values[rows] for name, values in signals.items()}
        kept["wrenches"] = {frame: values[rows] for frame, values in self.wrenches.items()}
        kept["contacts"] = {link: values[rows] for link, values in self.contacts.items()}
        cut = {"first": rows.indices(self.n)[0], "last": rows.indices(self.n)[1], "of": self.n}
        return replace(self, t=self.t[rows], **kept, metadata={**self.metadata, "samples": cut})

    def write(self, path: str | Path) -> None:
        """Write it to a .parquet file with its metadata, or to a .csv file without them."""
        from heft.logs.log_files import write_log

        write_log(self, Path(path))

    def facts(self) -> dict[str, Any]:
        """Return everything except the samples, ready for JSON."""
        return {
            "joints": list(self.joints),
            "sizes": list(self.sizes),
            "signals": [name for name in ("q", "qd", "qdd") if getattr(self, name) is not None]
            + ([self.effort_symbol] if self.effort is not None else [])
            + (["command"] if self.command is not None else [])
            + [f"ft.{frame}" for frame in self.wrenches]
            + [f"contact.{link}" for link in self.contacts],
            "effort_kind": self.effort_kind if self.effort is not None else None,
            "units": {symbol: UNITS[symbol] for symbol in ("t", "q", "qd", "qdd", self.effort_symbol, "command", "ft")},
            "samples": self.n,
            "duration": self.duration,
            "rate": self.rate,
            "source": None if self.source is None else {"path": self.source.path, "sha256": self.source.sha256},
            "metadata": self.metadata,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return facts and columns, ready for JSON; `from_dict` reads it back. NaN stays NaN."""
        return self.facts() | {"columns": {name: values.tolist() for name, values in self.columns.items()}}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Log:
        """Read what `to_dict` returned."""
        from heft.logs.named_columns import from_columns

        columns = {name: np.array(values, float) for name, values in data["columns"].items()}
        source = data["source"]
        return from_columns(
            columns,
            joints=data["joints"],
            effort_kind=data["effort_kind"],
            metadata=data["metadata"],
            source=source and Origin(**source),
        )

    def __repr__(self) -> str:
        effort = f", {self.effort_kind}" if self.effort is not None else ""
        return (
            f"<Log: {len(self.joints)} joints, {self.n} samples, {self.duration:.4g} s at {self.rate:.4g} Hz{effort}>"
        )


def read_only(values: ArrayLike) -> Array:
    """Return the same numbers as an array that cannot be written to; copied only if the data type differs."""
    array = np.asarray(values, float).view()
    array.flags.writeable = False
    return array


def _numbered(names: tuple[str, ...], sizes: Iterator[int] | list[int] | tuple[int, ...]) -> Iterator[str]:
    for name, size in zip(names, sizes, strict=True):
        yield from [name] if size == 1 else [f"{name}.{k}" for k in range(size)]
