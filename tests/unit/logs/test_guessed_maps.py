"""Files without a map whose columns have telling names."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from support.small_robots import body, mechanism

from heft.errors import FormatError
from heft.logs.log_files import read_log
from heft.logs.maps.column_names import reading
from heft.logs.maps.guess import toml
from heft.logs.maps.unmapped import read_unmapped

N = 50
NAMES = ("shoulder", "elbow")
T = np.arange(N) / 100
VALUES = {
    "q": np.stack([np.sin(T), np.cos(T)], axis=1),
    "qd": np.stack([np.cos(T), -np.sin(T)], axis=1),
    "tau": np.stack([3 * np.sin(T), 2 * np.cos(T)], axis=1),
}


def robot(first="shoulder", second="elbow"):
    limits = {"lower": -3, "upper": 3, "velocity": 5, "effort": 50}
    inertia = {"mass": 1, "com": [0.1, 0, 0], "about_com": [0.01, 0.01, 0.01]}
    joint = {"type": "revolute", "axis": [0, 1, 0]}
    return mechanism(
        body("upper", None, joint | {"name": first}, inertia=inertia, limits=limits),
        body("lower", "upper", joint | {"name": second}, inertia=inertia, limits=limits),
    )


def csv(folder, columns, delimiter=","):
    path = folder / "run.csv"
    rows = np.stack(list(columns.values()), axis=1)
    lines = [delimiter.join(columns), *(delimiter.join(f"{x!r}" for x in row.tolist()) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    return path


def named(time, q, qd, tau, labels):
    """Columns as a recorder may name them."""
    columns = {time: T}
    for template, values in ((q, VALUES["q"]), (qd, VALUES["qd"]), (tau, VALUES["tau"])):
        columns |= {template.format(label): values[:, k] for k, label in enumerate(labels)}
    return columns


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        (("time", "q_{}", "qd_{}", "tau_{}"), (1, 2)),
        (("timestamp", "position/{}", "velocity/{}", "effort/{}"), NAMES),
        (("t", "{}_pos", "{}_vel", "{}_effort"), NAMES),
        (("Time [s]", "Position A{} [rad]", "Velocity A{} [rad/s]", "Torque A{} [Nm]"), (1, 2)),
        (("time", "q[{}]", "dq[{}]", "tau_J[{}]"), (0, 1)),
        (("timestamp", "actual_q_{}", "actual_qd_{}", "actual_torque_{}"), (0, 1)),
        (("time", "pos_meas{}", "vel_meas{}", "tau_meas{}"), (1, 2)),
        (("stamp", "{}.position", "{}.velocity", "{}.effort"), ("Shoulder", "Elbow")),
        (("time", "qpos{}", "qvel{}", "qfrc_actuator{}"), (0, 1)),
        (("t", "jointPosition{}", "jointVelocity{}", "jointTorque{}"), (1, 2)),
        (("t", "theta{}", "dtheta{}", "torque{}"), (1, 2)),
        (("t", "theta_{}", "theta_dot_{}", "tau_{}"), (1, 2)),
        (("t", "q_{}", "q_dot_{}", "tau_{}"), (1, 2)),
        (("__time", "/joint_states/{}/position", "/joint_states/{}/velocity", "/joint_states/{}/effort"), NAMES),
        (("time", "robot1_{}_joint_position", "robot1_{}_joint_velocity", "robot1_{}_joint_effort"), NAMES),
    ],
)
def test_common_names_need_no_map(tmp_path, words, labels):
    log, guess = read_unmapped(csv(tmp_path, named(*words, labels)), robot())
    assert guess is not None
    assert log.joints == ("shoulder", "elbow")
    np.testing.assert_array_equal(log.t, T)
    for values, found in zip(VALUES.values(), (log.q, log.qd, log.effort), strict=True):
        np.testing.assert_array_equal(found, values)
    again = tmp_path / "run.map.toml"
    again.write_text(toml(guess.map, ["a comment"]))
    np.testing.assert_array_equal(read_log(tmp_path / "run.csv", again).effort, VALUES["tau"])


@pytest.mark.parametrize("template", ["position/{}", "{}_pos", "actual_position.{}"])
def test_names_with_and_without_numbers(tmp_path, template):
    """As those of Universal Robots' arms are."""
    first, second = "shoulder_pan_joint", "wrist_1_joint"
    words = [template.replace("position", word).replace("pos", word[:3]) for word in ("velocity", "torque")]
    log, _ = read_unmapped(csv(tmp_path, named("time", template, *words, (first, second))), robot(first, second))
    assert log.joints == (first, second)
    np.testing.assert_array_equal(log.q, VALUES["q"])


def test_a_number_that_all_names_have_in_common_is_not_an_order(tmp_path):
    """Columns in another order than the joints, with a namespace that ends in a number."""
    columns = named("time", "robot1_{}_pos", "robot1_{}_vel", "robot1_{}_torque", ("elbow", "shoulder"))
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    assert log.joints == ("elbow", "shoulder")
    np.testing.assert_array_equal(log.q, VALUES["q"])
    assert "'robot1_elbow' is 'elbow'" in guess.notes[0]


def test_other_names_with_one_number_are_refused(tmp_path):
    columns = named("time", "robot1_{}_pos", "robot1_{}_vel", "robot1_{}_torque", ("hip", "knee"))
    with pytest.raises(FormatError, match="Its columns name 'robot1_hip', 'robot1_knee'; the robot has 'shoulder'"):
        read_unmapped(csv(tmp_path, columns), robot())


def test_without_a_robot_joints_keep_the_names_of_the_file(tmp_path):
    log, _ = read_unmapped(csv(tmp_path, named("time", "joint{}_pos", "joint{}_vel", "joint{}_torque", (1, 2))))
    assert log.joints == ("joint1", "joint2")


def test_arrays_need_no_map(tmp_path):
    path = tmp_path / "run.npz"
    np.savez(path, time=T, position=VALUES["q"], velocity=VALUES["qd"], torque=VALUES["tau"], other=np.eye(3))
    log, guess = read_unmapped(path, robot())
    assert guess.map["q"] == {"array": "position"}
    np.testing.assert_array_equal(log.effort, VALUES["tau"])


def test_measured_columns_are_preferred_to_commanded_ones(tmp_path):
    columns = named("time", "q_{}", "qd_{}", "tau_des{}", (1, 2)) | {"q_cmd_1": T, "q_cmd_2": T}
    columns |= {f"tau_meas{k}": VALUES["tau"][:, k - 1] + 1 for k in (1, 2)}
    log, _ = read_unmapped(csv(tmp_path, columns), robot())
    np.testing.assert_array_equal(log.q, VALUES["q"])
    np.testing.assert_array_equal(log.effort, VALUES["tau"] + 1)


def test_measured_currents_are_preferred_to_commanded_torques(tmp_path):
    columns = named("timestamp", "actual_q_{}", "actual_qd_{}", "target_moment_{}", (0, 1))
    columns |= {f"actual_current_{k}": T + k for k in (0, 1)}
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    assert log.effort_kind == "motor_current"
    assert any("gain" in note for note in guess.notes)


def test_commanded_torques_alone_are_used_with_a_note(tmp_path):
    log, guess = read_unmapped(csv(tmp_path, named("t", "q_{}", "qd_{}", "tau_cmd_{}", (1, 2))), robot())
    np.testing.assert_array_equal(log.effort, VALUES["tau"])
    assert any("commanded" in note for note in guess.notes)


def test_units_in_names_and_of_clocks(tmp_path):
    columns = named("timestamp", "pos{} [deg]", "vel{} [deg/s]", "torque{} [mNm]", (1, 2))
    columns["timestamp"] = 1.6e18 + 1e9 * T
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    assert guess.map["time"]["unit"] == "ns"
    np.testing.assert_allclose(np.diff(log.t), 0.01, atol=1e-6)
    np.testing.assert_allclose(log.q, np.deg2rad(VALUES["q"]))
    np.testing.assert_allclose(log.effort, 1e-3 * VALUES["tau"])


@pytest.mark.parametrize(("unit", "per_second"), [("ms", 1e3), ("us", 1e6), ("ns", 1e9)])
def test_the_unit_of_stamps_at_which_nobody_records_seconds(tmp_path, unit, per_second):
    columns = named("timestamp", "q_{}", "qd_{}", "tau_{}", (1, 2))
    columns["timestamp"] = per_second * T
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    assert guess.map["time"]["unit"] == unit
    np.testing.assert_allclose(log.t, T, atol=1e-12)
    assert any(f"are read as {unit}" in note for note in guess.notes)


def test_a_name_of_many_brackets_is_read_in_time_that_grows_with_it():
    assert reading("position" + "[(" * 100_000) is not None


def test_slow_stamps_stay_seconds(tmp_path):
    columns = named("timestamp", "q_{}", "qd_{}", "tau_{}", (1, 2))
    columns["timestamp"] = 20 * T  # five in a second
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    assert "unit" not in guess.map["time"]
    np.testing.assert_array_equal(log.t, 20 * T)


@pytest.mark.parametrize(("first", "second"), [("header.stamp.sec", "header.stamp.nanosec"), ("secs", "nsecs")])
def test_stamps_of_seconds_and_nanoseconds(tmp_path, first, second):
    """As a ROS message has them."""
    columns = named("time", "position[{}]", "velocity[{}]", "effort[{}]", (0, 1))
    nanoseconds = np.round(1e9 * columns.pop("time") + 7.8e8).astype(int)
    columns = {first: nanoseconds // 10**9, second: nanoseconds % 10**9} | columns
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    np.testing.assert_allclose(log.t, T + 0.78, atol=1e-9)
    assert not any("not used" in note for note in guess.notes)
    again = tmp_path / "run.map.toml"
    again.write_text(toml(guess.map))
    np.testing.assert_array_equal(read_log(tmp_path / "run.csv", again).t, log.t)


@pytest.mark.parametrize("between", ["T", " "])
@pytest.mark.parametrize("zone", ["", "Z", "+02:00"])
def test_stamps_that_are_dates(tmp_path, between, zone):
    """Through the hour that clocks in many countries leave out in spring; a date without a zone is in UTC."""
    columns = named("time", "q_{}", "qd_{}", "tau_{}", (1, 2))
    path = csv(tmp_path, columns)
    head, *rows = path.read_text().splitlines()
    begin = datetime(2024, 3, 31, 0, 59, 59, 900_000)
    dates = [(begin + timedelta(seconds=float(t))).isoformat(between, "microseconds") + zone for t in T]
    rows = [date + row[row.index(",") :] for date, row in zip(dates, rows, strict=True)]
    path.write_text("\n".join([head, *rows]) + "\n")
    log, _ = read_unmapped(path, robot())
    np.testing.assert_allclose(log.t - log.t[0], T, atol=1e-6)
    hours = 2 if zone == "+02:00" else 0
    expected = begin.replace(tzinfo=UTC) - timedelta(hours=hours)
    assert log.t[0] == pytest.approx(expected.timestamp(), abs=1e-6)
    np.testing.assert_array_equal(log.effort, VALUES["tau"])


@pytest.mark.parametrize(("mark", "delimiter"), [("# ", ","), ("%", ","), ("# ", " "), ("// ", ";")])
def test_names_in_a_comment_above_the_numbers(tmp_path, mark, delimiter):
    """As numpy.savetxt and `rostopic echo -p` write them."""
    path = csv(tmp_path, named("time", "q_{}", "qd_{}", "tau_{}", (1, 2)), delimiter)
    path = path.rename(path.with_suffix(".txt"))
    path.write_text("# recorded on a Monday\n" + mark + path.read_text())
    log, _ = read_unmapped(path, robot())
    np.testing.assert_array_equal(log.t, T)
    np.testing.assert_array_equal(log.effort, VALUES["tau"])


def test_a_comment_that_is_not_a_line_of_names(tmp_path):
    path = csv(tmp_path, named("time", "q_{}", "qd_{}", "tau_{}", (1, 2)))
    rows = path.read_text().split("\n", 1)[1]
    path.write_text("# time, q_1, q_2\n" + rows)
    with pytest.raises(FormatError, match="No column has a name of time stamps"):
        read_unmapped(path, robot())


@pytest.mark.parametrize("units", ["", "s;deg;deg;deg/s;deg/s;mNm;mNm\n"])
def test_lines_above_the_table_are_passed_over(tmp_path, units):
    path = csv(tmp_path, named("time", "q_{}", "qd_{}", "tau_{}", (1, 2)), ";")
    head, rows = path.read_text().split("\n", 1)
    path.write_text(f"Scope export, version 2\nrate;100\n\nname;a;b\n{head}\n{units}{rows}")
    log, _ = read_unmapped(path, robot())
    np.testing.assert_array_equal(log.t, T)
    np.testing.assert_allclose(log.effort, (1e-3 if units else 1) * VALUES["tau"])


def test_a_first_row_that_breaks_off_does_not_take_the_names_with_it(tmp_path):
    path = csv(tmp_path, named("time", "q_{}", "qd_{}", "tau_{}", (1, 2)))
    head, first, rows = path.read_text().split("\n", 2)
    path.write_text("\n".join([head, first[: first.rindex(",")], rows]))
    with pytest.raises(FormatError, match="6 cells where the first line has 7"):
        read_unmapped(path, robot())


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_line_of_units_below_the_names(tmp_path, delimiter):
    path = csv(tmp_path, named("time", "q_{}", "qd_{}", "tau_{}", (1, 2)), delimiter)
    head, rows = path.read_text().split("\n", 1)
    path.write_text("\n".join([head, delimiter.join(["s", "deg", "deg", "deg/s", "deg/s", "mNm", "mNm"]), rows]))
    log, _ = read_unmapped(path, robot())
    assert len(log.t) == len(T)
    np.testing.assert_allclose(log.q, np.deg2rad(VALUES["q"]))
    np.testing.assert_allclose(log.effort, 1e-3 * VALUES["tau"])


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_decimal_commas_are_found(tmp_path, delimiter):
    path = csv(tmp_path, named("time", "q_{}", "qd_{}", "tau_{}", (1, 2)), delimiter)
    path.write_text(path.read_text().replace(".", ","))
    log, _ = read_unmapped(path, robot())
    np.testing.assert_array_equal(log.q, VALUES["q"])
    np.testing.assert_array_equal(log.effort, VALUES["tau"])


def test_a_word_among_numbers_is_still_refused(tmp_path):
    path = csv(tmp_path, named("time", "q_{}", "qd_{}", "tau_{}", (1, 2)))
    head, first, rows = path.read_text().split("\n", 2)
    path.write_text("\n".join([head, "begin" + first[first.index(",") :], rows]))
    with pytest.raises(FormatError, match="'begin' is not a number"):
        read_unmapped(path, robot())


def test_positions_that_fit_the_limits_as_degrees_only(tmp_path):
    columns = named("t", "q_{}", "qd_{}", "tau_{}", (1, 2))
    columns |= {f"q_{k}": 100 * np.sin(T + k) for k in (1, 2)}
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    assert guess.map["q"]["unit"] == "deg"
    assert np.max(np.abs(log.q)) < np.pi
    assert "degrees" in guess.notes[0]


def test_two_plausible_readings_are_refused(tmp_path):
    columns = named("t", "q_{}", "qd_{}", "tau_{}", (1, 2)) | {"torque_1": T, "torque_2": T}
    with pytest.raises(FormatError, match="Both 'tau_1' and 'torque_1' could be the effort"):
        read_unmapped(csv(tmp_path, columns), robot())


def test_a_person_may_be_asked_which_of_two_readings_is_meant(tmp_path):
    columns = named("t", "q_{}", "qd_{}", "tau_{}", (1, 2)) | {"torque_1": T, "torque_2": 2 * T}
    asked = []

    def choose(question, names):
        asked.append((question, list(names)))
        return 1

    log, guess = read_unmapped(csv(tmp_path, columns), robot(), choose=choose)
    assert asked == [("Which column is the effort of the first joint?", ["tau_1", "torque_1"])]
    assert guess.map["tau"]["columns"] == ["torque_1", "torque_2"]
    np.testing.assert_array_equal(log.effort, np.column_stack([T, 2 * T]))
    with pytest.raises(FormatError, match="Both 'tau_1' and 'torque_1' could be the effort"):
        read_unmapped(csv(tmp_path, columns), robot(), choose=lambda question, names: None)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"a": T, "b": T}, "time stamps"),
        ({"time": T, "b": T}, "positions"),
        ({"time": T, "left_pos": T, "right_pos": T}, "the robot has 'shoulder', 'elbow'"),
        ({"time": T, "q_1": T, "q_2": T, "q_3": T}, "the robot has"),
    ],
)
def test_what_does_not_say_what_it_is_is_refused(tmp_path, columns, words):
    with pytest.raises(FormatError, match=words):
        read_unmapped(csv(tmp_path, columns), robot())


@pytest.mark.parametrize(
    "name", ["O_T_EE[3]", "tau_ext_hat_filtered[0]", "actual_TCP_pose_0", "temperature_1", "frame_index", "q_err_1"]
)
def test_columns_of_something_else(name):
    assert reading(name) is None


def servo():
    joint = {"type": "revolute", "axis": [0, 1, 0], "name": "pitch"}
    return mechanism(body("arm", None, joint, inertia={"mass": 1, "com": [0.1, 0, 0], "about_com": [0.01, 0.01, 0.01]}))


def test_the_only_joint_of_a_robot_needs_no_name(tmp_path):
    columns = {"timestamp": T, "position": VALUES["q"][:, 0], "goal_position": VALUES["q"][:, 0] + 0.1}
    log, _ = read_unmapped(csv(tmp_path, columns), servo())
    assert log.joints == ("pitch",)
    np.testing.assert_array_equal(log.command[:, 0], columns["goal_position"])
    with pytest.raises(FormatError, match="the robot has 'shoulder', 'elbow'"):
        read_unmapped(csv(tmp_path, columns), robot())


def test_samples_of_a_recorder_in_json(tmp_path):
    """The layout of recorders of single servos: facts of the run, then a list of samples with named numbers."""
    q = VALUES["q"][:, 0]
    samples = [
        {"position": x, "goal_position": x + 0.1, "timestamp": t, "torque_enable": True, "mode": "run"}
        for t, x in zip(T.tolist(), q.tolist(), strict=True)
    ]
    samples[7] |= {"seldom": 3.0}
    del samples[5]["goal_position"]
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"mass": 1.1, "gains": [1, 2], "notes": [{"n": 1}], "entries": samples}))
    log, _ = read_unmapped(path, servo())
    np.testing.assert_array_equal(log.q[:, 0], q)
    np.testing.assert_array_equal(np.flatnonzero(np.isnan(log.command[:, 0])), [5])
    path.write_text(json.dumps(samples))
    np.testing.assert_array_equal(read_unmapped(path, servo())[0].q[:, 0], q)
    for bad in ("{}", "3", '{"entries": [{"mode": "run"}]}', '{"t": [1, 2]}'):
        path.write_text(bad)
        with pytest.raises(FormatError, match="no list of samples with numbers"):
            read_unmapped(path, servo())


def test_every_column_has_the_unit_that_it_names(tmp_path):
    columns = {"time [s]": T, "shoulder pos [deg]": np.degrees(VALUES["q"][:, 0]), "elbow pos [rad]": VALUES["q"][:, 1]}
    columns |= {"shoulder torque [Nm]": VALUES["tau"][:, 0], "elbow torque [Ncm]": 100 * VALUES["tau"][:, 1]}
    log, guess = read_unmapped(csv(tmp_path, columns), robot())
    np.testing.assert_allclose(log.q, VALUES["q"])
    np.testing.assert_allclose(log.effort, VALUES["tau"])
    assert guess is not None
    assert guess.map["q"]["unit"] == {"shoulder": "deg", "elbow": "rad"}
    (tmp_path / "map.toml").write_text(toml(guess.map))
    np.testing.assert_allclose(read_log(tmp_path / "run.csv", map=tmp_path / "map.toml").q, VALUES["q"])


def test_a_unit_that_some_columns_name_is_that_of_all_or_refused(tmp_path):
    degrees = np.degrees(VALUES["q"])
    columns = {"t": T, "shoulder pos [deg]": degrees[:, 0], "elbow pos": degrees[:, 1]}
    log, guess = read_unmapped(csv(tmp_path, columns))
    np.testing.assert_allclose(log.q, VALUES["q"])
    assert guess is not None
    assert "all are taken to be in deg" in " ".join(guess.notes)
    columns = {"t": T, "a pos [deg]": degrees[:, 0], "b pos": degrees[:, 1], "c pos [rad]": VALUES["q"][:, 0]}
    with pytest.raises(FormatError, match=r"different units \(deg, rad\), and 'b pos'"):
        read_unmapped(csv(tmp_path, columns))


def test_efforts_that_match_no_joint_are_named(tmp_path):
    columns = {"t": T, "shoulder pos": VALUES["q"][:, 0], "elbow pos": VALUES["q"][:, 1]}
    columns |= {f"{name} torque [oz in]": VALUES["tau"][:, k] for k, name in enumerate(NAMES)}
    _, guess = read_unmapped(csv(tmp_path, columns))
    assert guess is not None
    assert "The file has columns of efforts ('shoulder torque [oz in]'" in " ".join(guess.notes)
