"""The report of a payload: what the robot carries, where, and how certain that is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from heft.estimation.estimate import TWO_SIDED_95
from heft.estimation.payload import Payload
from heft.report.kind import PageKind, file_made, plain
from heft.report.page_data import robot_data
from heft.report.payload import headline, payload_rows
from heft.report.saved import robot_of, subject_named
from heft.report.saved_schema import PayloadFile
from heft.report.scene import shown_inertia
from heft.report.section import Sheet
from heft.report.words import short
from heft.robot.model import Robot

VAGUE = 0.2
"""An interval of the mass that is wider than this part of it leaves much open."""


@dataclass(frozen=True, eq=False)
class Weighed:
    """A payload.

    Attributes:
        payload: what was found.
        subject: the robot or the result that it was weighed with, as it was named.
        robot: without the payload; None if it is not at hand.
        notes: what was not found.
    """

    payload: Payload
    subject: str
    robot: Robot | None = None
    notes: tuple[str, ...] = ()


class PayloadKind(PageKind):
    """The page of `heft payload`."""

    name, about, files, made_by = "payload", Weighed, "payload.json", "heft payload"
    entry = PayloadFile

    def sheet(self, subject: Weighed) -> Sheet:
        """Return the sheet of a payload."""
        payload = subject.payload
        data = robot_data(subject.robot, payload.body)
        links = tuple(
            replace(link, estimate=shown_inertia(payload.parameters), score=1.0, score_text=_where(payload))
            if link.name == payload.body
            else link
            for link in data.links
        )
        data = replace(data, links=links, shown_as="payload", notes=(*subject.notes, *data.notes))
        return Sheet(
            kind=self.name,
            name=f"{short(payload.mass)} kg on {payload.body}",
            subject=subject,
            data=data,
            sections=("payload", "sensor-bias", "robot", "beside", "made"),
            verdict=f"{_where(payload)} {headline(payload, subject.subject)}",
            doubts=[f"Do not rely on this payload. {doubt}" for doubt in payload.doubts],
            warnings=payload.warnings,
            steps=[*_steps(payload)],
            made=[*_made(payload)],
            details=[("All facts", json.dumps(payload.provenance, indent=1, default=str))],
        )

    def tables(self, subject: Weighed) -> dict[str, dict[str, str]]:
        """Return the numbers of the payload."""
        rows = payload_rows(subject.payload)
        numbers = {
            f"{label} [{unit}]": f"{short(value)} ± {short(half, 2)}" if np.isfinite(half) else "not determined"
            for label, value, half, unit in rows
        }
        return {"Payloads, with 95 % intervals": {"link": subject.payload.body} | numbers}

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Return whether it is a payload.json."""
        return {"body", "mass", "com", "inertia", "least_squares"} <= {*data}

    def read(self, data: Mapping[str, Any], file: Path, notes: list[str]) -> Weighed:
        """Return the payload of a payload.json, with its robot if that is found."""
        known = {name: value for name, value in data.items() if name not in ("subject", "doubts")}
        deviation = known["mass_deviation"]
        payload = Payload.from_dict(known | {"mass_deviation": np.inf if deviation is None else deviation})
        subject, said = str(data.get("subject", "")), list[str]()
        robot = robot_of(subject_named(subject, file, said))
        notes += said
        return Weighed(payload, subject, robot, tuple(said))


def _where(payload: Payload) -> str:
    half = TWO_SIDED_95 * payload.mass_deviation
    sure = "given" if payload.mass_known else f"± {short(half, 2)}" if np.isfinite(half) else "not determined"
    found = zip(payload.com, payload.com_deviation, strict=True)
    place = ", ".join(short(float(x), 3) if np.isfinite(deviation) else "–" for x, deviation in found)
    return f"Mass {short(payload.mass)} kg ({sure}), centre of mass ({place}) m in the frame of '{payload.body}'."


def _steps(payload: Payload) -> Iterator[str]:
    open_ones = [label for label, _, half, _ in payload_rows(payload) if not np.isfinite(half)]
    if open_ones:
        yield (
            f"These logs do not determine {', '.join(open_ones)}. Turn the payload about other axes, and faster, "
            "if they matter."
        )
    if not payload.mass_known and TWO_SIDED_95 * payload.mass_deviation > VAGUE * payload.mass:
        yield "The mass is uncertain. Record longer, or weigh the payload and compare."
    yield "Give the numbers to the controller: heft payload --to writes them in the formats of several controllers."


def _made(payload: Payload) -> Iterator[tuple[str, str]]:
    for key, word in (("loaded", "log with payload"), ("unloaded", "log without it")):
        for entry in payload.provenance.get(key, ()):
            source = entry.get("source") or {}
            yield word, file_made(source.get("path") or "a motion", source.get("sha256"))
    yield "fitted to", plain(payload.provenance.get("from", ""))


KIND = PayloadKind()
