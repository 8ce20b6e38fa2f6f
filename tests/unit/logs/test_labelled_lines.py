"""Text in which every value has a label, as `Position: 0.1 0.2`: printed messages, logs of motor drivers."""

from __future__ import annotations

import numpy as np
import pytest

from heft.errors import FormatError
from heft.logs.formats.labelled_lines import is_labelled
from heft.logs.log_files import read_log
from heft.logs.maps.guess import toml
from heft.logs.maps.unmapped import read_unmapped

N = 30
T = np.round(np.arange(N) / 100, 4)
Q, QD, TAU = (np.round(np.stack(pair, axis=1), 5) for pair in ((np.sin(T), T), (np.cos(T), -T), (3 * T - 1e-5, 1 - T)))


def row(values, between=" "):
    return between.join(f"{x!r}" for x in values.tolist())


def items(values):
    return "".join(f"- {x!r}\n" for x in values.tolist())


STAMPED = {
    "blocks": "Time: {t}\nPosition: {q}\nVelocity: {qd}\nTorque: {tau}\n\n",
    "one line": "t: {t} Position: {q} Velocity: {qd} Torque: {tau}\n",
    "equals": "time = {t}, pos = [{q}], vel = [{qd}], torque = [{tau}]\n",
    "a stamp in front": "[{t}] Position: [{q}], Velocity: [{qd}], Torque: [{tau}]\n",
    "a logger": "[INFO] [{t}] [driver]: position: ({q}) velocity: ({qd}) effort: ({tau})\n",
    "numbers below": "Time:\n{t}\nPositions:\n{q}\nVelocities:\n{qd}\nTorques:\n{tau}\n----\n",
    "units": "time: {t} s; Position: {q} rad; Velocity: {qd} rad/s; Torque: {tau} Nm\n",
    "units, no sign between": "time: {t} s\nPosition: {q} rad Velocity: {qd} rad/s Torque: {tau} Nm\n",
}


def written(path, template, tail=""):
    parts = zip(T.tolist(), Q, QD, TAU, strict=True)
    path.write_text("".join(template.format(t=t, q=row(q), qd=row(qd), tau=row(tau)) for t, q, qd, tau in parts) + tail)
    return path


def is_the_run(log):
    np.testing.assert_array_equal(log.t, T)
    np.testing.assert_array_equal(log.q, Q)
    np.testing.assert_array_equal(log.qd, QD)
    np.testing.assert_array_equal(log.effort, TAU)


@pytest.mark.parametrize("form", STAMPED)
def test_labelled_lines(tmp_path, form):
    path = written(tmp_path / "run.txt", STAMPED[form])
    log, guess = read_unmapped(path)
    assert log.joints == ("joint0", "joint1")
    is_the_run(log)
    assert guess is not None
    (tmp_path / "map.toml").write_text(toml(guess.map))  # what is written can be given
    is_the_run(read_log(path, tmp_path / "map.toml"))


def test_lines_without_time(tmp_path):
    path = written(tmp_path / "run.log", "Position: {q}\nVelocity: {qd}\nTorque: {tau}\n")
    with pytest.raises(FormatError, match="--rate HZ"):
        read_unmapped(path)
    is_the_run(read_unmapped(path, rate=100)[0])


def test_units_are_units(tmp_path):
    path = written(tmp_path / "run.txt", "time: {t}\nPosition: {q} deg\nTorque: {tau} mNm\n")
    log, _ = read_unmapped(path)
    np.testing.assert_allclose(np.rad2deg(log.q), Q, atol=1e-12)
    np.testing.assert_allclose(1e3 * log.effort, TAU, atol=1e-12)


@pytest.mark.parametrize("sign", ["2024-05-06 07:08:{:05.2f} INFO ", "07:08:{:05.2f}: "])
def test_dates_in_front(tmp_path, sign):
    rows = zip(T.tolist(), Q, strict=True)
    (tmp_path / "run.txt").write_text("".join(f"{sign.format(t)}Position: {row(q)} Speed: {row(q)}\n" for t, q in rows))
    log, _ = read_unmapped(tmp_path / "run.txt")
    np.testing.assert_allclose(log.t - log.t[0], T, atol=1e-6)
    np.testing.assert_array_equal(log.q, Q)


@pytest.mark.parametrize("between", ["\n", " "])
def test_a_label_for_each_motor(tmp_path, between):
    rows = [
        f"{t} motor {m}:{between}  Position: {q[m]!r},{between}  Velocity: {qd[m]!r},{between}  Torque: {tau[m]!r}\n"
        for t, q, qd, tau in zip(T.tolist(), Q.tolist(), QD.tolist(), TAU.tolist(), strict=True)
        for m in (0, 1)
    ]
    (tmp_path / "run.txt").write_text("".join(rows))
    log, _ = read_unmapped(tmp_path / "run.txt")
    assert log.joints == ("motor_0", "motor_1")
    is_the_run(log)


def message(t, names, q, qd, tau, version=2):
    """A printed message of ROS."""
    whole, rest = int(1 + t), round(1e9 * (t % 1))
    if version == 1:
        stamp = f"header: \n  seq: 7\n  stamp: \n    secs: {whole}\n    nsecs: {rest:9d}\n  frame_id: ''\n"
        parts = {
            "name": ", ".join(names),
            "position": row(q, ", "),
            "velocity": row(qd, ", "),
            "effort": row(tau, ", "),
        }
        return stamp + "".join(f"{key}: [{value}]\n" for key, value in parts.items()) + "---\n"
    stamp = f"header:\n  stamp:\n    sec: {whole}\n    nanosec: {rest}\n  frame_id: base_link\n"
    named = "name:\n" + "".join(f"- {name}\n" for name in names)
    return f"{stamp}{named}position:\n{items(q)}velocity:\n{items(qd)}effort:\n{items(tau)}---\n"


@pytest.mark.parametrize("line", ["Torque", "Temperature"])
def test_a_label_that_some_samples_lack(tmp_path, line):
    """Samples begin at their first label, however often another one is there."""
    texts = []
    for k, (q, qd, tau) in enumerate(zip(Q, QD, TAU, strict=True)):
        texts.append(f"Position: {row(q)}\nVelocity: {row(qd)}\n")
        if line == "Temperature" and k % 10 == 3:
            texts.append(f"Temperature: {20 + k}.5\n")
        if line == "Temperature" or k % 10 != 3:
            texts.append(f"Torque: {row(tau)}\n")
    (tmp_path / "run.txt").write_text("".join(texts))
    log, _ = read_unmapped(tmp_path / "run.txt", rate=100)
    expected = TAU.copy()
    if line == "Torque":
        expected[3::10] = np.nan
    np.testing.assert_array_equal(log.q, Q)
    np.testing.assert_array_equal(log.qd, QD)
    np.testing.assert_array_equal(log.effort, expected)


@pytest.mark.parametrize("version", [1, 2])
def test_printed_messages(tmp_path, version):
    """As `rostopic echo` and `ros2 topic echo` print them; the joints are named in another order halfway."""
    names = ("elbow_joint", "wrist")
    text = ""
    for k, (t, *values) in enumerate(zip(T.tolist(), Q, QD, TAU, strict=True)):
        turn = slice(None, None, -1 if k > N // 2 else 1)
        text += message(t, names[turn], *(each[turn] for each in values), version=version)
    (tmp_path / "run.txt").write_text(text)
    log, _ = read_unmapped(tmp_path / "run.txt")
    assert log.joints == names
    np.testing.assert_allclose(log.t, 1 + T, atol=1e-9)
    np.testing.assert_array_equal(log.effort, TAU)


def test_messages_of_other_joints_are_refused(tmp_path):
    parts = [message(t, ("a", "b") if t < 0.2 else ("a", "c"), *[np.ones(2)] * 3) for t in T.tolist()]
    (tmp_path / "run.txt").write_text("".join(parts))
    with pytest.raises(FormatError, match=r"run\.txt:\d+: It names a, c here, and a, b at first"):
        read_unmapped(tmp_path / "run.txt")


def test_a_last_sample_that_breaks_off(tmp_path):
    path = written(tmp_path / "run.txt", STAMPED["blocks"], "Time: 0.3\nPosition: 0.1 0.2\nVelo")
    log, _ = read_unmapped(path)
    assert log.n == N + 1
    assert log.effort is not None
    assert np.isnan(log.effort[-1]).all()
    np.testing.assert_array_equal(log.q[-1], [0.1, 0.2])


def test_a_label_with_other_numbers_than_at_first(tmp_path):
    path = written(tmp_path / "run.txt", STAMPED["blocks"], "Time: 0.3\nPosition: 0.1\n")
    with pytest.raises(FormatError, match=rf"run\.txt:{5 * N + 2}: 'Position' has 1 numbers here and 2 at first"):
        read_unmapped(path)


@pytest.mark.parametrize(
    "lines",
    [
        ["t,q.a,q.b", "0,1,2", "1,2,3"],
        ["Rate: 100", "Channel: 1", "Channel: 2", *["0 1 2"] * 20],
        ["12:30:01.25, 0.1", "12:30:01.26, 0.2"],
        ["time mode", "0.1 mode: idle, state: on", "0.2 mode: idle, state: on"],
        ["Position: 0.1 0.2"],
    ],
)
def test_tables_are_not_taken_for_labelled_lines(lines):
    assert not is_labelled(lines)


def test_an_endless_line_is_read_in_time_that_grows_with_it():
    assert not is_labelled(["a " * 200_000, "word-" * 100_000, "[" * 100_000])
