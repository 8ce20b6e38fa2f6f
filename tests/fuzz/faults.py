"""Faults while files are written, and what they leave behind: kinds of fault x verbs x moments.

A verb is run once without a fault, to count its file events: every call by which heft opens, writes, syncs, links,
renames, removes or exchanges something. Then it is run again for every event and every kind of fault, in a process of
its own that is forked from one in which everything is loaded. The estimate or model that a verb writes is computed
once, and its report is drawn once: what is tried here is the writing.

After every fault the folder must be all old or all new, files that are not heft's own must be as they were, inputs must
be as they were, the exit code must be the right one, and standard error must have no traceback.

    python tests/fuzz/faults.py [--list FILE] [--table FILE] [--most N] [--seed K] [CASE ...]
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import importlib
import os
import pkgutil
import random
import shutil
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz import fault_cases
from fuzz.fault_cases import CASES, Case, Freeze
from support.logs import arm_in, heavier, measured

import heft
from heft import cli, folders

EVENTS = ("open", "write", "fsync", "close", "link", "rename", "replace", "unlink", "rmdir", "mkdir", "chmod", "utime")
"""Functions of `os` that are file events; reading is not among them, but opening is."""

SIGNALS = {"KILL": signal.SIGKILL, "TERM": signal.SIGTERM, "INT": signal.SIGINT}
FAILURES = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EROFS": errno.EROFS}
KINDS = (*SIGNALS, *FAILURES)
CODES = {"KILL": {-9}, "TERM": {143}, "INT": {130}}
"""The exit codes that a signal may end in. A failure ends in 2, or as without it if it does no harm."""

STATES = ("old", "new", "mixed")
"""What the output can be afterwards."""

FOREIGN = {"mine.txt": b"mine\n", "plots/one.svg": b"<svg/>\n"}
"""What the user keeps in the folder of a result."""


@dataclass(frozen=True)
class Outcome:
    """What a fault left behind."""

    case: str
    kind: str
    event: int
    call: str
    code: int
    found: str
    wrong: str

    def line(self) -> str:
        name, end = self.case.replace(",", ":"), self.wrong or "ok"
        return f"{name},{self.kind},{self.event},{self.call},{self.code},{self.found},{end}"


HEADER = "case,fault,event,call,exit code,output afterwards,judgement"


# -- the process that is to fail ------------------------------------------------------------------


def _hooked(kind: str, at: int, journal: int) -> None:
    """Let the event number `at` fail, or be the last; note the name of every event."""
    count = 0

    def hook(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **options: Any) -> Any:
            nonlocal count
            if name in ("write", "close", "fsync") and arguments and arguments[0] in (0, 1, 2, journal):
                return function(*arguments, **options)
            count += 1
            write(journal, f"{name}\n".encode())
            if count == at and kind in SIGNALS:
                os.kill(os.getpid(), SIGNALS[kind])
            elif count == at and kind in FAILURES:
                raise OSError(FAILURES[kind], os.strerror(FAILURES[kind]))
            return function(*arguments, **options)

        return called

    write = os.write
    for name in EVENTS:
        setattr(os, name, hook(name, getattr(os, name)))
    folders.exchange = hook("exchange", folders.exchange)


def _child(case: Case, frozen: Freeze, place: Path, kind: str, at: int, journal: int) -> None:
    """Run a verb with a fault, its long work done before, and end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.environ["SOURCE_DATE_EPOCH"] = "0"  # reports name the minute in which they were made
    os.chdir(place)
    error = os.open(place / "stderr", os.O_WRONLY | os.O_CREAT)
    os.dup2(error, 2)
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115 - pytest has its own
    code = 99
    try:
        if not case.exchange:
            folders.exchange = lambda one, other: False
        frozen()
        _hooked(kind, at, journal)
        code = cli.main(list(case.call))
    except BaseException as wrong:
        os.write(2, f"Traceback: {wrong!r}\n".encode())
    os._exit(code)


# -- what it leaves behind --------------------------------------------------------------------------


def digest(path: Path) -> dict[str, str]:
    """Return a hash of every file below a folder, or of a file; none if there is nothing."""
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    return {str(file.relative_to(path)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@dataclass(frozen=True)
class Plain:
    """A case without a fault.

    Attributes:
        frozen: gives its work again.
        code: its exit code.
        events: the names of its file events.
        old: the state before, see `Workshop._state`.
        new: the state after.
        whole: what the file beside the output may be meanwhile.
    """

    frozen: Freeze
    code: int
    events: list[str]
    old: tuple[dict[str, str], str]
    new: tuple[dict[str, str], str]
    whole: frozenset[str]


class Workshop:
    """A place with inputs and old results, copied for every fault.

    Args:
        folder: an empty one.
    """

    def __init__(self, folder: Path) -> None:
        self.root, self.fresh = folder, folder / "fresh"
        self.fresh.mkdir()
        robot = heft.load(arm_in(self.fresh))
        for k in (1, 2):
            log = measured(heavier(robot), k, samples=600)
            log.write(self.fresh / f"run{k}.parquet")
        log.write(self.fresh / "raw.csv")
        titles, _, rows = (self.fresh / "raw.csv").read_text().partition("\n")
        (self.fresh / "odd.csv").write_text(f"{titles.replace('q.', 'position_').replace('tau.', 'torque_')}\n{rows}")
        self.inputs = digest(self.fresh)
        for module in pkgutil.walk_packages(heft.__path__, "heft."):  # once here, and not in every child
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        self.plain: dict[str, Plain] = {}

    def prepare(self, case: Case) -> None:
        """Run a verb once, compute what it writes once and for all, and count its events."""
        frozen = fault_cases.at(self.fresh, lambda: fault_cases.frozen(case))
        first = self._run(case, frozen, "none", 0)[2]  # which may also write compiled kernels
        frozen = fault_cases.with_report(frozen, first / case.output / "report.html")
        shutil.rmtree(first)
        before = Path(tempfile.mkdtemp(dir=self.root))
        fault_cases.put_old(case, before, FOREIGN)
        code, names, after = self._run(case, frozen, "none", 0)
        assert code in (0, 1), (after / "stderr").read_text()
        whole = {hashlib.sha256(content).hexdigest() for content in fault_cases.whole_files(case, self.root)}
        self.plain[case.name] = Plain(
            frozen, code, names, self._state(case, before), self._state(case, after), frozenset(whole)
        )
        shutil.rmtree(before)
        shutil.rmtree(after)

    def _state(self, case: Case, place: Path) -> tuple[dict[str, str], str]:
        """Return the hashes of the output, and of the file beside it, "" if there is none."""
        output = place / case.output
        found = digest(output)
        beside = place / case.beside
        if not case.beside or not beside.is_file():
            return found, ""
        if beside.is_relative_to(output):
            found.pop(str(beside.relative_to(output)), None)
        return found, digest(beside)["."]

    def _run(self, case: Case, frozen: Freeze, kind: str, at: int) -> tuple[int, list[str], Path]:
        place = Path(tempfile.mkdtemp(dir=self.root))
        shutil.copytree(self.fresh, place, dirs_exist_ok=True)
        fault_cases.put_old(case, place, FOREIGN)
        journal = os.open(self.root / "journal", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        pid = os.fork()
        if pid == 0:
            _child(case, frozen, place, kind, at, journal)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.close(journal)
        return code, (self.root / "journal").read_text().split(), place

    def fault(self, case: Case, kind: str, at: int) -> Outcome:
        """Run a verb with one fault, and judge what it leaves behind."""
        plain = self.plain[case.name]
        code, names, place = self._run(case, plain.frozen, kind, at)
        if not case.exchange:
            folders.recover(place / case.output)
        found, beside = self._state(case, place)
        if kind == "KILL" and case.beside:  # a process that is killed leaves a hidden file where it wrote
            found = {name: value for name, value in found.items() if not name.startswith(f".{Path(case.beside).name}.")}
        state = "new" if found == plain.new[0] else "old" if found == plain.old[0] else "mixed"
        said = (place / "stderr").read_text()
        wrong = []
        if state == "mixed":
            wrong.append("neither old nor new")
        if beside not in (plain.old[1], plain.new[1], *plain.whole):
            wrong.append("the file beside it is not whole")
        if not beside and plain.old[1] and plain.new[1]:
            wrong.append("the file beside it is gone")
        if {name: value for name, value in digest(place).items() if name in self.inputs} != self.inputs:
            wrong.append("an input has changed")
        if code not in CODES.get(kind, {plain.code, 2}):
            wrong.append(f"exit code {code}")
        if code == 2 and (state != "old" or said.count("\n") != 1):
            wrong.append("refused but not in one sentence with everything as it was")
        if code == plain.code and kind in FAILURES and (state, beside) != ("new", plain.new[1]):
            wrong.append("no word of the failure")
        if "Traceback" in said:
            wrong.append("traceback")
        left = [path.name for path in place.iterdir() if path.name.startswith(".")]
        if left and kind not in ("KILL", *FAILURES):
            wrong.append("something is left beside")
        shutil.rmtree(place)
        name = names[at - 1] if at <= len(names) else "none"
        return Outcome(case.name, kind, at, name, code, state, "; ".join(wrong))

    def all_faults(self, cases: list[Case]) -> Iterator[tuple[Case, str, int]]:
        """Return every fault that there is: each kind at each event of each case."""
        for case in cases:
            if case.name not in self.plain:
                self.prepare(case)
        for case in cases:
            for kind in KINDS:
                yield from ((case, kind, at + 1) for at in range(len(self.plain[case.name].events)))


def table(outcomes: list[Outcome]) -> str:
    """Return how often each kind of fault left the output of each case old or new, as a table of the manual."""
    counts = Counter((outcome.case, outcome.kind, outcome.found) for outcome in outcomes)
    lines = [f"| case | {' | '.join(KINDS)} | faults |", f"| --- |{' --- |' * len(KINDS)} ---: |"]
    for case in dict.fromkeys(outcome.case for outcome in outcomes):
        cells = []
        for kind in KINDS:
            found = [f"{counts[case, kind, state]} {state}" for state in STATES if counts[case, kind, state]]
            cells.append(", ".join(found))
        lines.append(f"| {case} | {' | '.join(cells)} | {sum(outcome.case == case for outcome in outcomes)} |")
    totals = (str(sum(outcome.kind == kind for outcome in outcomes)) for kind in KINDS)
    lines.append(f"| all | {' | '.join(totals)} | {len(outcomes)} |")
    bad = sum(bool(outcome.wrong) for outcome in outcomes)
    return "\n".join(
        [*lines, "", f"Something was wrong afterwards in {bad or 'none'} of these {len(outcomes)} cases.", ""]
    )


def main() -> int:
    """Try every fault, or a part of them, and print the table and what was wrong."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("cases", nargs="*", help=f"which of: {'; '.join(CASES)}")
    parser.add_argument("--list", type=Path, help="write every fault with its outcome to this CSV file")
    parser.add_argument("--table", type=Path, help="write the table to this file, such as docs/faults_table.md")
    parser.add_argument("--most", type=int, help="try only this many, drawn at random")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")  # JAX warns of every fork; what is forked computes nothing with it
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(Path(folder))
        faults = [*workshop.all_faults([CASES[name] for name in chosen.cases or CASES])]
        if chosen.most is not None and chosen.most < len(faults):
            faults = random.Random(chosen.seed).sample(faults, chosen.most)
        began, outcomes = time.monotonic(), []
        with open(chosen.list or os.devnull, "w", encoding="utf-8") as listed:
            print(HEADER, file=listed, flush=True)
            for fault in faults:
                outcomes.append(workshop.fault(*fault))
                print(outcomes[-1].line(), file=listed, flush=True)
    print(table(outcomes))
    if chosen.table:
        chosen.table.write_text(table(outcomes), encoding="utf-8")
    bad = [outcome for outcome in outcomes if outcome.wrong]
    for outcome in bad:
        print(outcome.line())
    print(f"{len(outcomes)} faults in {time.monotonic() - began:.0f} s, {len(bad)} with something wrong.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
