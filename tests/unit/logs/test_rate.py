"""Files without time stamps, with a sampling rate that is given."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat

from heft.errors import FormatError
from heft.logs.log_files import read_log
from heft.logs.maps.guess import toml
from heft.logs.maps.unmapped import read_unmapped

N, RATE = 50, 500.0
T = np.arange(N) / RATE
Q, TAU = np.stack([np.sin(T), np.cos(T)], axis=1), np.stack([T, 1 - T], axis=1)
MAP = 'format = "heft-map/1"\njoints = ["a", "b"]\n[q]\ncolumns = [0, 1]\n[tau]\ncolumns = [2, 3]\n'


def table(path: Path, header: str = "") -> Path:
    np.savetxt(path, np.concatenate([Q, TAU], axis=1), delimiter=",", header=header, comments="", fmt="%.17g")
    return path


def arrays(path: Path) -> Path:
    save = np.savez if path.suffix == ".npz" else lambda path, **found: savemat(path, found)
    save(path, position=Q, torque=TAU)
    return path


def is_the_run(log):
    np.testing.assert_allclose(log.t, T, rtol=1e-15)
    np.testing.assert_array_equal(log.q, Q)
    np.testing.assert_array_equal(log.effort, TAU)


def test_a_table_with_a_header(tmp_path):
    path = table(tmp_path / "run.csv", "q_1,q_2,tau_1,tau_2")
    log, guess = read_unmapped(path, rate=RATE)
    is_the_run(log)
    assert guess is not None
    assert guess.map["time"] == {"rate": RATE}
    (tmp_path / "map.toml").write_text(toml(guess.map))
    is_the_run(read_log(path, tmp_path / "map.toml"))
    with pytest.raises(FormatError, match="It says where the time stamps are, and a rate is given"):
        read_log(path, tmp_path / "map.toml", rate=RATE)


@pytest.mark.parametrize("name", ["run.npz", "run.mat"])
def test_arrays(tmp_path, name):
    is_the_run(read_unmapped(arrays(tmp_path / name), rate=RATE)[0])


def test_a_table_without_a_header(tmp_path):
    path = table(tmp_path / "run.csv")
    (tmp_path / "map.toml").write_text(MAP)
    is_the_run(read_log(path, tmp_path / "map.toml", rate=RATE))
    with pytest.raises(FormatError, match=r"heft import FILE --rate HZ"):
        read_log(path, tmp_path / "map.toml")
    assert "time" not in tomllib.loads(MAP)


def test_the_columns_of_a_log(tmp_path):
    path = table(tmp_path / "run.csv", "q.a,q.b,tau.a,tau.b")
    is_the_run(read_log(path, rate=RATE))
    is_the_run(read_unmapped(path, rate=RATE)[0])
    with pytest.raises(FormatError, match=r"time stamps.*--rate HZ"):
        read_log(path)


def test_a_rate_of_a_file_with_time_stamps_is_refused(tmp_path):
    for head in ("t,q.b,tau.a,tau.b", "time,q_1,q_2,tau_1"):
        path = table(tmp_path / "run.csv", head)
        with pytest.raises(FormatError, match=r"It has time stamps, in 't.*and a rate is given as well"):
            read_unmapped(path, rate=RATE)


@pytest.mark.parametrize("rate", [0.0, -5.0, np.nan, np.inf])
def test_a_rate_is_above_zero(tmp_path, rate):
    path = table(tmp_path / "run.csv", "q_1,q_2,tau_1,tau_2")
    with pytest.raises(FormatError, match="The rate is"):
        read_unmapped(path, rate=rate)
    (tmp_path / "map.toml").write_text(MAP)
    with pytest.raises(FormatError, match=r"The rate is|time\.rate"):
        read_log(path, tmp_path / "map.toml", rate=rate)
