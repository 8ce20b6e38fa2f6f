"""`heft payload`: its first line, its files, and what it refuses."""

import json
from dataclasses import replace
from shutil import copytree

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft.cli import main

LOAD = library.parameters.from_com(1.5, [0.05, 0.02, 0.1], np.diag([0.006, 0.005, 0.004]))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The arm's file, two logs without the payload and one with it."""
    folder = tmp_path_factory.mktemp("files")
    truth = heavier(library.load(arm_in(folder)))
    rows = truth.parameters.copy()
    rows[-1] += LOAD
    for seed, name, robot in ((1, "bare", truth), (2, "bare2", truth), (7, "loaded", truth.with_parameters(rows))):
        measured(robot, seed).write(folder / f"{name}.parquet")
    return folder


@pytest.fixture
def arm(folder, files):
    copytree(files, folder, dirs_exist_ok=True)
    return folder / "arm.urdf"


@pytest.fixture(scope="module")
def identified(files, tmp_path_factory):
    """What `heft identify arm.urdf bare.parquet -o out` writes."""
    out = tmp_path_factory.mktemp("results") / "out"
    assert main(["identify", str(files / "arm.urdf"), str(files / "bare.parquet"), "-o", str(out), "-q"]) == 0
    return out


@pytest.fixture
def out(folder, identified):
    copytree(identified, folder / "out")


@pytest.mark.usefixtures("arm", "out")
def test_payload_beside_a_result(heft, folder):
    answer = heft("payload", "out", "loaded.parquet", "-o", "load")
    assert answer.status == 0, answer.err
    read, said = (" ".join(part.split()) for part in answer.out.split("\n\n")[:2])
    assert read.startswith("Read loaded.parquet: 3 joints, 2400 samples")
    assert said == "Payload on hand, fitted to the joint efforts of loaded.parquet. Robot: out."
    assert "Residuals on the loaded logs" in answer.out
    facts = json.loads((folder / "load/payload.json").read_text())
    assert abs(facts["mass"] - 1.5) < 4 * facts["mass_deviation"] < 0.2
    assert "kg on hand" in (folder / "load/report.html").read_text()
    for name, at in (("com_deviation", facts["com_deviation"]), ("inertia_deviation", facts["inertia_deviation"][0])):
        at[0] = None
        assert facts[name]
    (folder / "open.json").write_text(json.dumps(facts))
    assert heft("report", "open.json", "-o", "open.html").status == 0
    page = (folder / "open.html").read_text()
    assert "centre of mass (–, " in page
    for label in ("centre of mass x", "Ixx"):
        assert f"<tr><td>{label}</td><td>–</td><td>∞</td>" in page
    robot = library.load(folder / "load/loaded.urdf")
    bare = library.load(folder / "out/identified.urdf")
    np.testing.assert_allclose(robot.parameters[-1] - bare.parameters[-1], facts["parameters"], atol=1e-6)
    assert json.loads(heft("payload", "out", "loaded.parquet", "--json").out)["mass"] == facts["mass"]


@pytest.mark.usefixtures("arm", "out")
def test_a_payload_that_does_not_explain_the_loaded_log_says_so_first(heft, folder):
    log = library.read_log("loaded.parquet")
    replace(log, effort=-log.effort).write(folder / "flipped.parquet")  # signs that only this log has
    answer = heft("payload", "out", "flipped.parquet", "-o", "load")
    assert answer.status == 1
    assert answer.out.startswith("Do not rely on this payload. ")
    assert json.loads((folder / "load/payload.json").read_text())["doubts"]
    assert heft("report", "load", "-o", "again.html").status == 0
    assert "Do not rely on this payload" in (folder / "again.html").read_text()


def test_payload_of_a_robot_file(heft, arm):
    answer = heft("payload", arm, "loaded.parquet", "--unloaded", "bare.parquet", "bare2.parquet")
    assert answer.status == 0, answer.err
    assert "compared with bare.parquet, bare2.parquet without it" in " ".join(answer.out.split())
    log = library.read_log("loaded.parquet")
    record = np.column_stack([log.t, np.ones((log.n, 6))])
    np.savetxt("ft.csv", record, delimiter=",", header="t,fx,fy,fz,mx,my,mz", comments="")
    # a constant wrench is a bias of the sensor, and no load
    answer = heft("payload", arm, "loaded.parquet", "--wrench", "ft.csv", "--link", "hand", "--json")
    assert answer.status == 1, answer.err
    facts = json.loads(answer.out)
    assert facts["mass"] < 1e-6
    assert facts["doubts"][0].startswith("No load can be distinguished from zero")
    assert facts["provenance"]["bias"]["fz"]["value"] == pytest.approx(1.0)


@pytest.mark.usefixtures("out")
def test_payload_refuses(refused, arm):
    assert "unloaded logs" in refused("payload", arm, "loaded.parquet")
    assert "its own friction" in refused("payload", "out", "loaded.parquet", "--friction", "viscous")
    assert "no body 'hnad'" in refused("payload", "out", "loaded.parquet", "--link", "hnad")
    log = library.read_log("loaded.parquet")
    replace(log, effort_kind="motor_current", source=None).write("currents.parquet")
    assert "motor currents" in refused("payload", "out", "currents.parquet")


@pytest.mark.usefixtures("out")
def test_warnings_and_errors_of_the_loaded_run_are_shown(heft, refused, arm):
    log = library.read_log("loaded.parquet")
    effort = np.array(log.effort)
    effort[500:520] = np.nan
    replace(log, effort=effort, source=None).write("holes.parquet")
    replace(log, q=np.degrees(log.q), source=None).write("degrees.parquet")
    for call in (("payload", "out"), ("identify", arm, "bare.parquet", "--payload")):
        answer = heft(*call, "holes.parquet")
        assert answer.status == 0, answer.err
        assert "! holes.parquet: 20 of 2400 samples are left out because they lack a number." in answer.out
        message = refused(*call, "degrees.parquet")
        assert "degrees.parquet" in message
        assert "look like degrees" in message or "as degrees" in message


def test_payload_for_controllers(heft, refused, arm, folder):
    assert (
        heft("identify", arm, "bare.parquet", "-o", "out", "-q", "--to", "isaac", "--friction", "viscous").status == 0
    )
    assert (folder / "out/actuators.csv").read_text().startswith("joint,armature,friction,")
    call = ("payload", "out", "loaded.parquet", "--to", "franka,ur,ros2")
    assert "--to has no effect without a folder" in refused(*call)
    assert "--frame has no effect without --to" in refused(*call[:3], "--frame", "hand", "-o", "load")
    assert "no format for controllers 'kuka'" in refused(*call[:3], "--to", "kuka", "-o", "load")
    assert heft(*call, "-o", "load", "-q").status == 0
    facts = json.loads((folder / "load/payload.json").read_text())
    assert json.loads((folder / "load/franka_load.json").read_text())["load_mass"] == facts["mass"]
    assert (folder / "load/payload.script").read_text().startswith(f"set_target_payload({facts['mass']!r}, [")
    assert (folder / "load/payload.yaml").exists()
