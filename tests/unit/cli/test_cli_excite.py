"""`heft excite`: files that other verbs take, exit codes, and sentences for bad input."""

from __future__ import annotations

import json
import signal
from contextlib import contextmanager
from shutil import copytree

import numpy as np
import pytest
from support.reports import data_of

import heft as library
from heft.cli import main

ARM = "zoo:planar_n(2)"
QUICK = (ARM, "--duration", "4", "--harmonics", "3", "--starts", "1", "--lower=-2", "--upper", "2")
FULL = (*QUICK, "--velocity", "2", "--effort", "50")


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """A motion of the arm, as `heft excite -o` writes it."""
    folder = tmp_path_factory.mktemp("planned") / "out"
    assert main(["excite", *FULL, "-o", str(folder), "-q"]) == 0
    return folder


def test_the_folder_holds_what_check_and_plan_take(heft, folder):
    answer = heft("excite", *FULL, "-o", "out", "--preview")
    assert answer.status == 0, answer
    assert "Condition number" in answer.out
    assert "q over time" in answer.out
    assert "no distance was checked" in answer.out
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["motion.json", "motion.parquet", "report.html"]
    checked = heft("check", ARM, "out/motion.parquet", "--friction", "viscous,coulomb,offset")
    assert checked.status == 0, checked
    plan = library.Plan.from_dict(json.loads((folder / "out/motion.json").read_text()))
    log = library.read_log("out/motion.parquet")
    assert np.allclose(log.q, plan.curve.sample(log.t)[0], atol=1e-12)
    robot = library.load(ARM)
    torques = library.inverse_dynamics(robot, log.q, log.qd, log.qdd) + library.friction_torque(robot, log.qd)
    assert np.allclose(log.effort, torques, atol=1e-9)
    page = (folder / "out/report.html").read_text()
    data = data_of(page)
    assert [len(figure["charts"]) for figure in data["figures"] if figure["group"] == "motion"] == [4] * robot.nv
    assert data["runs"][0]["duration"] == plan.duration
    weakest = plan.weak[0]
    assert f"<li>{weakest.terms[0][0]}" in page.partition("What the motion says least about</h2>")[2]
    assert f": {100 * weakest.deviation:.2g} %</li>" in page


def test_the_motion_is_written_for_controllers(heft, folder):
    answer = heft("excite", *FULL, "-o", "out", "--to", "csv:50, ros2,lerobot")
    assert answer.status == 0, answer
    assert "motion.csv, trajectory.yaml, lerobot" in answer.out
    plan = library.Plan.from_dict(json.loads((folder / "out/motion.json").read_text()))
    log = library.read_log("out/motion.csv")
    assert np.allclose(np.diff(log.t), 1 / 50)
    assert np.allclose(log.q, plan.curve.sample(log.t)[0], atol=1e-12)
    info = json.loads((folder / "out/lerobot/meta/info.json").read_text())
    assert info["features"]["action"]["names"] == list(plan.curve.joints)
    assert (folder / "out/trajectory.yaml").exists()
    again = heft("excite", *FULL, "-o", "out", "--seed", "1")
    assert again.status == 0
    assert sorted(path.name for path in (folder / "out").rglob("*.*")) == [
        "motion.json",
        "motion.parquet",
        "report.html",
    ]


def test_a_format_that_refuses_the_motion_does_not_cost_the_motion(heft, folder):
    arm = ("zoo:planar_n(7)", *FULL[1:], "--search-seconds", "0.3")
    answer = heft("excite", *arm, "-o", "out", "--to", "franka,csv")
    assert answer.status == 2
    assert "The position of joint" in answer.err
    assert {path.name for path in (folder / "out").iterdir()} == {
        *("motion.json", "motion.parquet", "report.html", "motion.csv")
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--to", "csv"), "--to has no effect without --output"),
        (("--to", "cvs", "-o", "out"), "Did you mean 'csv'?"),
        (("--to", "csv:fast", "-o", "out"), "--to csv:fast"),
        (("--to", "csv:0", "-o", "out"), "The rate is 0 Hz"),
        (("--to", "csv,franka", "-o", "out"), "The motion has 2 joints, and a Franka arm has 7"),
        (("--to", "urscript", "-o", "out"), "The motion has 2 joints, and a Universal Robots arm has 6"),
        (("--to", "lerobot:0.5", "-o", "out"), "a whole number of frames"),
    ],
)
def test_formats_that_cannot_be_written_are_refused_at_once(heft, monkeypatch, words, said):
    def never(*_: object, **__: object) -> None:
        raise AssertionError("A motion is designed.")

    monkeypatch.setattr(library, "excite", never)
    answer = heft("excite", *FULL, *words)
    assert answer.status == 2
    assert said in answer.err


def test_json_is_the_same_object_as_the_file(heft, folder):
    answer = heft("excite", *FULL, "-o", "out", "--json")
    assert json.loads(answer.out) == json.loads((folder / "out/motion.json").read_text())


@pytest.mark.parametrize(
    ("lower", "found"),
    [("-0.1,-0.2", [-0.1, -0.2]), ("-pi/2", [-np.pi / 2] * 2), ("joint2=-0.3,joint1=-1", [-1.0, -0.3])],
)
def test_a_limit_may_begin_with_a_minus(heft, lower, found):
    words = (ARM, "--duration", "2", "--harmonics", "3", "--starts", "1", "--search-seconds", "0.3", "--upper", "2")
    answer = heft(
        "excite", *words, "--lower", lower, "--velocity", "2,1.5", "--effort", "50", "--margin", "0", "--json"
    )
    assert answer.status in (0, 1), answer
    limits = json.loads(answer.out)["limits"]
    assert limits["lower"] == found
    assert limits["velocity"] == [2.0, 1.5]


def test_a_list_of_limits_has_a_number_for_each_joint(refused):
    said = refused("excite", *QUICK, "--velocity", "1,2,3", "--effort", "50")
    assert "There are 3 velocity limits, and 2 joints: joint1, joint2" in said


def test_the_start_is_given_as_for_simulate(heft, refused, folder):
    """By one name, on the command line, in heft.toml and in Python, by joint or as an array."""
    quick = (*FULL, "--search-seconds", "0.3", "--json")
    start = [0.5, np.pi / 4]
    for words in (("--q0", "joint1=0.5,joint2=pi/4"), ("--q0", "joint1=0.5", "--q0", "joint2=pi/4")):
        answer = heft("excite", *quick, *words)
        assert json.loads(answer.out)["curve"]["coefficients"][0] == start, answer
    (folder / "heft.toml").write_text("[excite.q0]\njoint1 = 0.5\njoint2 = 'pi/4'\n[simulate.q0]\njoint1 = 0.5")
    assert json.loads(heft("excite", *quick).out)["curve"]["coefficients"][0] == start
    assert "no coordinate 'joint3'" in refused("excite", *FULL, "--q0", "joint3=1")
    robot, limits = library.load(ARM), {"lower": -2, "upper": 2, "velocity": 2, "effort": 50}
    for q0 in ({"joint1": 0.5, "joint2": np.pi / 4}, start, np.array(start)):
        options = {"duration": 4.0, "harmonics": 3, "starts": 1, "search_seconds": 0.3, "limits": limits}
        plan = library.excite(robot, q0=q0, **options)
        assert plan.sample(0.0)[0].tolist() == start
        assert library.Plan.from_dict(json.loads(json.dumps(plan.to_dict()))).options["q0"] is not None
        assert library.simulate(robot, 0.01, q0=q0).q[0].tolist() == start
    path = library.simulate(robot, 0.01, q0={"joint2": 0.2}, qd0={"joint1": 0.1})
    assert path.q[0].tolist() == [0.0, 0.2]
    assert path.qd[0].tolist() == [0.1, 0.0]
    for wrong in ({"joint3": 1.0}, {"joint1": "far"}, [1.0, 2.0, 3.0]):
        with pytest.raises(library.HeftError):
            library.simulate(robot, 0.01, q0=wrong)
        with pytest.raises(library.HeftError):
            library.excite(robot, q0=wrong, limits=limits)


def test_what_is_not_excited_fails_the_check_and_is_named(heft):
    held = heft("excite", *FULL, "--joints", "joint1")
    assert held.status == 1
    assert "Not excited" in held.out
    assert "which is held" in held.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (QUICK, "has no limit in the robot's file"),
        ((ARM, "--assume", "--lower", "3", "--upper", "2"), "contradict each other"),
        ((*QUICK, "--effort", "50", "--velocity", "joint2=0"), "cannot move"),
        ((ARM, "--assume", "--duration", "0.01", "--starts", "1"), "does not show in a log"),
        ((*FULL, "--noise", "1e6"), "hides it: 1e+06 N m at 'joint"),
        ((*FULL, "--q0", "joint1=9"), "beyond its limits, with margin"),
        ((*FULL, "--q0", "joint1"), "is not joint=value"),
        ((*FULL, "--noise", "big"), "--noise"),
        ((*FULL, "--friction", "hysteresis"), "hysteresis"),
        ((*FULL, "--seed", "-1"), "The seed is -1"),
        ((*FULL, "--criterion", "condition", "--runs", "2"), "earlier motions and logs do not count"),
        ((ARM, "--base", "floating", "--assume"), "several coordinates"),
    ],
)
def test_bad_input_is_one_sentence(refused, folder, words, said):
    assert said in refused("excite", *words, "-o", "out")
    assert list(folder.iterdir()) == []


def test_several_runs_and_formats_for_controllers(heft, folder):
    answer = heft("excite", *FULL, "-o", "out", "--runs", "2", "--to", "csv:50,ros2")
    assert answer.status == 0, answer
    names = {path.name for path in (folder / "out").iterdir()}
    assert {
        "motion.json",
        "motion-2.json",
        "motion.parquet",
        "motion-2.parquet",
        "report.html",
        "report-2.html",
    } < names
    assert len(names) == 10
    first, second = (
        library.Plan.from_dict(json.loads((folder / "out" / name).read_text()))
        for name in ("motion.json", "motion-2.json")
    )
    assert all(b.half_width < a.half_width for a, b in zip(first.predictions, second.predictions, strict=True))


@pytest.fixture
def listening():
    """Take Ctrl-C as a terminal's process does; one in the background, as tests may be, ignores it."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.fixture
def interrupted(monkeypatch, listening):
    """Return what lets Ctrl-C come in a run, when some of its stages are done."""

    def at(run: int, stages: int) -> None:
        runs = []

        @contextmanager
        def best_so_far(*_: object):
            runs.append(None)

            def tell(done: int, total: int, value: float) -> None:
                if len(runs) == run and done == stages:
                    signal.raise_signal(signal.SIGINT)

            yield tell

        monkeypatch.setattr("heft.cli.excite.best_so_far", best_so_far)

    return at


@pytest.mark.parametrize("words", [("-o", "out"), ("-o", "out", "-q"), ()])
def test_ctrl_c_says_what_it_kept(heft, folder, interrupted, words):
    interrupted(run=1, stages=1)
    answer = heft("excite", *FULL, *words)
    assert answer.status == 130
    kept = "in out" if words else "shown above, and not written without --output"
    assert f"Interrupted. The best motion so far is {kept}." in answer.err
    assert (folder / "out/report.html").exists() == bool(words)
    if "-q" not in words:
        assert "The motion is the best that was found until then" in answer.out


def test_ctrl_c_ends_all_runs_and_keeps_those_that_were_found(heft, folder, interrupted):
    interrupted(run=2, stages=1)
    answer = heft("excite", *FULL, "-o", "out", "--runs", "3")
    assert answer.status == 130
    assert "Interrupted. 2 of 3 motions were found; they are in out." in answer.err
    assert sorted(path.name for path in (folder / "out").glob("*.json")) == ["motion-2.json", "motion.json"]


@pytest.mark.usefixtures("listening")
def test_ctrl_c_before_there_is_a_motion_says_so(heft, folder, monkeypatch):
    def stopped(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(library, "excite", stopped)
    answer = heft("excite", *FULL, "-o", "out")
    assert answer.status == 130
    assert "before a motion was found that keeps every limit. Nothing is written." in answer.err
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--to", "csv"), "--to has no effect without --output"),
        (("--runs", "0"), "--runs"),
        (("--to", "abb", "-o", "out"), "no format for motions 'abb'"),
        (("--no-collisions", "--clearance", "0.1"), "--clearance has no effect"),
    ],
)
def test_options_without_effect_are_refused(refused, words, said):
    assert said in refused("excite", *FULL, *words)


STATIC = (ARM, "--static", "5", "--starts", "1", "--lower=-2", "--upper", "2", "--velocity", "2", "--effort", "50")
UPRIGHT = ("--gravity", "0", "-9.81", "0")


def test_postures_are_written_as_a_motion(heft, folder):
    answer = heft("excite", *STATIC, *UPRIGHT, "-o", "out", "--to", "csv,ros2", "--hold", "0.5")
    assert answer.status == 0, answer
    assert "Postures" in answer.out
    plan = library.Plan.from_dict(json.loads((folder / "out/motion.json").read_text()))
    assert len(plan.stops) == 5
    log = library.read_log("out/motion.csv")
    assert np.allclose(log.q, plan.curve.sample(np.minimum(log.t, plan.duration))[0], atol=1e-12)
    assert '<h2 id="postures">Postures</h2>' in (folder / "out/report.html").read_text()
    assert (folder / "out/trajectory.yaml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*STATIC, *UPRIGHT, "--duration", "3"), "--duration has no effect with --static"),
        ((*STATIC, *UPRIGHT, "--armature"), "--armature has no effect with --static"),
        ((*FULL, "--hold", "2"), "--hold has no effect without --static"),
        ((*STATIC, "--gravity", "0", "0", "0"), "Without gravity"),
    ],
)
def test_options_of_postures_and_of_motions_do_not_mix(refused, words, said):
    assert said in refused("excite", *words)


@pytest.mark.parametrize("name", ["motion.json", "motion.parquet"])
def test_check_and_simulate_take_the_motion_as_it_is(heft, folder, planned, name):
    copytree(planned, folder / "out")
    checked = heft("check", ARM, f"out/{name}", "--friction", "viscous,coulomb,offset", "--json")
    assert checked.status == 0, checked
    assert json.loads(checked.out)["enough"]
    answer = heft("simulate", ARM, "--follow", f"out/{name}", "-o", "path.csv", "--json")
    assert answer.status == 0, answer
    assert json.loads(answer.out)["largest_deviation"] < 1e-4
    plan, path = (
        library.Plan.from_dict(json.loads((folder / "out/motion.json").read_text())),
        library.read_log("path.csv"),
    )
    assert path.t[-1] == pytest.approx(plan.duration)
    assert np.abs(path.q - plan.curve.sample(path.t)[0]).max() < 1e-4


def test_a_motion_that_cannot_be_followed_is_refused(refused, folder, planned):
    copytree(planned, folder / "out")
    said = refused("simulate", "zoo:puma560", "--follow", "out/motion.json")
    assert "The motion has the joints joint1, joint2, and the robot joint1" in said
    assert "--duration has no effect with --follow" in refused(
        "simulate", ARM, "--follow", "out/motion.json", "--duration", "2"
    )
    data = json.loads((folder / "out/motion.json").read_text())
    (folder / "broken.json").write_text(json.dumps(data | {"curve": {}}))
    assert "broken.json" in refused("check", ARM, "broken.json")
    assert "broken.json" in refused("simulate", ARM, "--follow", "broken.json")


WALL = """
format = "heft-scene/1"

[[plane]]
name = "wall"
point = [1.1, 0, 0]
normal = [-1, 0, 0]
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--q0", "joint1=0"), "cannot rest in the start posture: link2 - wall comes 0.012"),
        (("--clearance", "5"), "No posture keeps 5 m between link"),
        (("--margin", "1"), "A margin of 1"),
    ],
)
def test_a_start_too_near_and_margins_that_cannot_be_kept_are_one_sentence(refused, folder, words, said):
    pytest.importorskip("coal", reason="coal is not installed")
    (folder / "scene.toml").write_text(WALL)
    assert said in refused("excite", *FULL, "--scene", "scene.toml", *words, "-o", "out")
    assert not (folder / "out").exists()


def test_a_result_and_saved_information_count_in_the_next_design(heft, folder):
    """The first log moves the second joint alone, so that what the first joint shows is weak."""
    upright = ("--gravity", "0", "-9.81", "0")
    arm = ("--noise", "0.05", *upright)
    assert heft("excite", *FULL, *arm, "--joints", "joint2", "-o", "first", "-q").status == 1
    log = library.read_log("first/motion.parquet")
    noise = 0.05 * np.random.default_rng(0).standard_normal(log.effort.shape)
    library.Log(log.t, log.joints, log.q, log.qd, log.qdd, log.effort + noise).write("run.parquet")
    fixed = ("--friction", "viscous,coulomb,offset", "--held-out", "0")
    kept = ("--save-information", "info.npz", "-o", "result", "-q")
    identified = heft("identify", ARM, "run.parquet", *upright, *fixed, *kept)
    assert identified.status in (0, 1), identified
    widths = {}
    for after in ("result", "result/result.json", "info.npz", "first", "none"):
        words = () if after == "none" else ("--after", after)
        answer = heft("excite", *FULL, *arm, *words, "--json")
        assert answer.status == 0, answer
        widths[after] = {each["name"]: each["half_width"] for each in json.loads(answer.out)["predictions"]}
    for after in ("result", "result/result.json", "info.npz", "first"):
        assert all(widths[after][name] < width for name, width in widths["none"].items() if "joint2" in name), after
