"""Text tables with lists, times of day and words in their cells, and tables with a row for each joint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import heft
from heft.cli import main
from heft.errors import FormatError
from heft.logs.formats import format_of
from heft.logs.formats.raw_arrays import RawArrays

T = np.arange(60) / 20
Q = np.stack([np.sin(T), 0.5 * np.cos(2 * T)], axis=1)
TAU = np.stack([3 * np.cos(T), T - 1], axis=1)
SAMPLES = list(zip(T.tolist(), Q.tolist(), TAU.tolist(), strict=True))
JOINTS = ("shoulder", "elbow")


def raw(path: Path, lines: list[str]) -> RawArrays:
    path.write_text("\n".join(lines) + "\n")
    return format_of(path).raw(path, {})


def imported(tmp_path: Path, lines: list[str]) -> heft.Log:
    (tmp_path / "run.csv").write_text("\n".join(lines) + "\n")
    out = tmp_path / "log.parquet"
    assert main(["import", str(tmp_path / "run.csv"), "--robot", "zoo:double_pendulum", "-q", "-o", str(out)]) == 0
    return heft.read_log(out)


def check(log: heft.Log) -> None:
    order = [log.joints.index(joint) for joint in JOINTS]
    np.testing.assert_allclose(log.t - log.t[0], T, atol=1e-6)
    np.testing.assert_allclose(log.q[:, order], Q, atol=1e-12)
    assert log.effort is not None
    np.testing.assert_allclose(log.effort[:, order], TAU, atol=1e-12)


@pytest.mark.parametrize("form", ["[{}, {}]", "({}, {})", "[{} {}]", "array('d', [{}, {}])", "array([{}, {}])"])
def test_lists_in_cells(tmp_path: Path, form: str):
    rows = [f'{t!r},"{form.format(*q)}","{form.format(*e)}"' for t, q, e in SAMPLES]
    check(imported(tmp_path, ["time,position,effort", *rows]))


def test_lists_of_changing_length(tmp_path: Path):
    lines = ["time;position", "0.0;[0.1, 0.2]", "0.1;[0.1, 0.2]", "0.2;[0.1]"]
    with pytest.raises(FormatError, match=r"run.csv:4: Column 'position' has 1 numbers here and 2 in the first row"):
        raw(tmp_path / "run.csv", lines)


def clock(seconds: float) -> str:
    whole = round(seconds * 1000) % 86_400_000
    return f"{whole // 3_600_000:02}:{whole // 60_000 % 60:02}:{whole // 1000 % 60:02}.{whole % 1000:03}"


@pytest.mark.parametrize("start", [45_001.25, 86_398.5])
def test_times_of_day_go_on_past_midnight(tmp_path: Path, start: float):
    rows = [f"{clock(start + t)},{q[0]!r},{q[1]!r},{e[0]!r},{e[1]!r}" for t, q, e in SAMPLES]
    check(imported(tmp_path, ["time,q1,q2,tau1,tau2", *rows]))


def test_columns_of_words_are_passed_over(tmp_path: Path):
    rows = [f"{t!r},base_link,{'run' if t > 1 else 'idle'},{q[0]!r},{q[1]!r},{e[0]!r},{e[1]!r}" for t, q, e in SAMPLES]
    check(imported(tmp_path, ["time,frame_id,position_mode,q1,q2,tau1,tau2", *rows]))


def test_a_word_among_numbers_is_refused(tmp_path: Path):
    for words in (["oops", "0.2", "0.3"], ["0.1", "oops", "0.3"]):
        with pytest.raises(FormatError, match="'oops' is not a number"):
            raw(tmp_path / "run.csv", ["t,q.a", *(f"{k},{word}" for k, word in enumerate(words))])


@pytest.mark.parametrize("named", [JOINTS, (1, 2)], ids=["names", "numbers"])
@pytest.mark.parametrize("shuffled", [False, True])
def test_a_row_for_each_joint(tmp_path: Path, named, shuffled: bool):
    rows = []
    for k, (t, q, e) in enumerate(SAMPLES):
        rows += [f"{t!r},{named[j]},{q[j]!r},{e[j]!r}" for j in ((1, 0) if shuffled and k % 2 else (0, 1))]
    check(imported(tmp_path, ["time,joint,position,effort", *rows]))
    cut = imported(tmp_path, ["time,joint,position,effort", *rows[:-1]])
    assert len(cut.t) == len(T) - 1


def test_phases_are_not_joints(tmp_path: Path):
    """Two words that are equally frequent, but at different times."""
    rows = [
        f"{t!r},{'first' if k % 2 else 'second'},{q[0]!r},{q[1]!r}"
        for k, (t, q) in enumerate(zip(T.tolist(), Q.tolist(), strict=True))
    ]
    table = raw(tmp_path / "run.csv", ["t,phase,q.shoulder,q.elbow", *rows])
    assert [*table.names] == ["t", "q.shoulder", "q.elbow"]
    np.testing.assert_array_equal(table.columns["q.elbow"], Q[:, 1])
