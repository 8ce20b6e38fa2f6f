"""What people have, as heft reads it: robots and logs of many kinds, the command, seconds, and whether it was right.

    python benchmarks/inputs.py                        print the table
    python benchmarks/inputs.py --table docs/inputs_table.md
    python benchmarks/inputs.py --check                exit code 1 if an input is not read, or wrongly
    python benchmarks/inputs.py --check --quick        the same in this process, with one or two inputs of each kind
    python benchmarks/inputs.py --mjcf FILE...         these MJCF files, too
    python benchmarks/inputs.py --menagerie FOLDER...  these folders of the MuJoCo menagerie, too

Robots are those of example-robot-data: as URDF; by names of robot_descriptions, from a cache in which files of example-
robot-data are where the descriptions of other repositories would be; and in folders like those of the MuJoCo menagerie,
which MuJoCo writes of a URDF. Folders of the menagerie itself are those that the packages genesis-world and mjlab have
copies of, two of them also by their names in robot_descriptions. MJCF files are those of the packages mjlab and
robosuite. These packages are not installed with heft. Robots are right if their masses and numbers of coordinates are
those that Pinocchio or MuJoCo reads. Logs are written here as their recorders write them, bags by the library rosbags;
they are right if all positions and efforts come back. Seconds are processor time of the whole command, start of Python
included.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from input_robots import described, menagerie, mjcf, real_folders, robots
from input_trials import Heft, Tried

import heft

ARM = "zoo:ur10e"
QUICK = {"robots": ["UR5", "Panda with gripper"], "menagerie": ["UR5"], "described": ["panda_description"]}


# -- logs -------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Recording:
    """What was recorded on a UR10e: positions, velocities, torques and commands."""

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray
    names: tuple[str, ...]

    @classmethod
    def made(cls) -> Recording:
        """Return a short motion."""
        robot, t = heft.load(ARM), np.arange(400) / 125.0
        phase = t[:, None] + np.arange(robot.nv)
        q, qd, qdd = np.sin(phase), np.cos(phase), -np.sin(phase)
        return cls(t, q, qd, heft.inverse_dynamics(robot, q, qd, qdd), tuple(robot.joint_names))

    def named(self, time: str, q: str, qd: str, tau: str, first: int = 0, command: str = "") -> dict[str, np.ndarray]:
        """Return columns named by templates with {} for the joint's number, or {joint} for its name."""
        columns = {time: self.t}
        both = ((q, self.q), (qd, self.qd), (tau, self.tau), *([(command, self.q)] if command else []))
        for template, values in both:
            for k, joint in enumerate(self.names):
                columns[template.format(k + first, joint=joint)] = values[:, k]
        return columns


def text(path: Path, columns: dict[str, np.ndarray], delimiter: str = ",") -> Path:
    """Write a table of text."""
    rows = np.stack(list(columns.values()), axis=1)
    np.savetxt(path, rows, delimiter=delimiter, header=delimiter.join(columns), comments="", fmt="%.17g")
    return path


def parquet(path: Path, columns: dict) -> Path:
    """Write a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return path


def lerobot(folder: Path, run: Recording, version: str, rate: int = 125) -> Path:
    """Write a LeRobot dataset with two episodes at a rate [Hz]."""
    half = len(run.t) // 2
    parts = []
    for episode, at in enumerate((slice(0, half), slice(half, None))):
        n = len(run.t[at])
        parts.append(
            {
                "observation.state": run.q[at].tolist(),
                "observation.effort": run.tau[at].tolist(),
                "action": (run.q[at] + 0.01).tolist(),
                "timestamp": np.arange(n) / rate,
                "frame_index": np.arange(n),
                "episode_index": np.full(n, episode),
            }
        )
    features = {
        name: {"dtype": "float64", "shape": [len(run.names)], "names": [f"{joint}.pos" for joint in run.names]}
        for name in ("observation.state", "observation.effort", "action")
    }
    features |= {name: {"dtype": "int64", "shape": [1]} for name in ("timestamp", "frame_index", "episode_index")}
    (folder / "meta").mkdir(parents=True)
    info = {"codebase_version": version, "fps": rate, "features": features}
    (folder / "meta/info.json").write_text(json.dumps(info))
    if version.startswith("v3"):
        whole = {key: [*parts[0][key], *parts[1][key]] for key in parts[0]}
        parquet(folder / "data/chunk-000/file-000.parquet", whole)
    else:
        for k, part in enumerate(parts):
            parquet(folder / f"data/chunk-000/episode_{k:06d}.parquet", part)
    return folder


def rosbag(path: Path, run: Recording, storage: str) -> Path:
    """Write a bag of joint states by rosbags."""
    from rosbags import rosbag1, rosbag2
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS1_NOETIC if storage == "bag" else Stores.ROS2_HUMBLE)
    State, Header = store.types["sensor_msgs/msg/JointState"], store.types["std_msgs/msg/Header"]
    Time = store.types["builtin_interfaces/msg/Time"]
    if storage == "bag":
        writer, encode = rosbag1.Writer(path), store.serialize_ros1
    else:
        plugin = rosbag2.StoragePlugin.MCAP if storage == "mcap" else rosbag2.StoragePlugin.SQLITE3
        writer, encode = rosbag2.Writer(path, version=9, storage_plugin=plugin), store.serialize_cdr
    with writer:
        connection = writer.add_connection("/joint_states", State.__msgtype__, typestore=store)
        for k, t in enumerate(run.t):
            stamp = Time(sec=1 + int(t), nanosec=round(1e9 * (t % 1)))
            header = Header(k, stamp, "") if storage == "bag" else Header(stamp, "")
            state = State(header, list(run.names), run.q[k], run.qd[k], run.tau[k])
            writer.write(connection, int(1e9 * (1 + t)), encode(state, State.__msgtype__))
    return path


def npz(path: Path, run: Recording) -> Path:
    """Write arrays."""
    np.savez(path, time=run.t, position=run.q, velocity=run.qd, torque=run.tau)
    return path


def flobaroid(path: Path, run: Recording) -> Path:
    """Write the measurements of FloBaRoID: filtered and raw arrays."""
    filtered = {"positions": run.q, "velocities": run.qd, "torques": run.tau}
    raw = {f"{name}_raw": values + 0.01 for name, values in filtered.items()}
    np.savez(path, times=run.t, frequency=125.0, **filtered, **raw)
    return path


def signals(folder: Path, run: Recording) -> Path:
    """Write a folder with a file for each signal, as FIGAROH has them of TIAGo."""
    folder.mkdir()
    for word, values in (("position", run.q), ("velocity", run.qd), ("effort", run.tau)):
        columns = {f"- {joint}_{word}": values[:, k] for k, joint in enumerate(run.names)}
        text(folder / f"robot_{word}.csv", {"t": run.t} | columns)
    return folder


def mat(path: Path, run: Recording) -> Path:
    """Write a MATLAB file."""
    from scipy.io import savemat

    savemat(path, {"time": run.t[:, None], "q": run.q, "qd": run.qd, "tau": run.tau})
    return path


def hdf5(path: Path, run: Recording) -> Path:
    """Write an HDF5 file."""
    import h5py

    with h5py.File(path, "w") as file:
        for name, values in (("timestamps", run.t), ("position", run.q), ("velocity", run.qd), ("effort", run.tau)):
            file[name] = values
    return path


def samples(path: Path, columns: dict[str, np.ndarray]) -> Path:
    """Write a JSON file with one object for each sample."""
    rows = zip(*(values.tolist() for values in columns.values()), strict=True)
    path.write_text(json.dumps({"entries": [dict(zip(columns, row, strict=True)) for row in rows]}), encoding="utf-8")
    return path


def lists_in_cells(path: Path, run: Recording) -> Path:
    """Write CSV in which a cell has the numbers of all joints, as data frames with lists are saved."""
    rows = zip(run.t.tolist(), run.q.tolist(), run.tau.tolist(), strict=True)
    path.write_text("time,position,effort\n" + "".join(f'{t!r},"{q}","{tau}"\n' for t, q, tau in rows))
    return path


def row_for_each_joint(path: Path, run: Recording) -> Path:
    """Write CSV in the long format: a row for each joint at each time, which is that of a clock."""
    lines = ["time,joint,position,effort"]
    for k, t in enumerate(run.t):
        clock = f"{12 + int(t) // 3600:02}:{int(t) // 60 % 60:02}:{t % 60:09.6f}"
        pairs = zip(run.names, run.q[k].tolist(), run.tau[k].tolist(), strict=True)
        lines += [f"{clock},{joint},{q!r},{tau!r}" for joint, q, tau in pairs]
    path.write_text("\n".join(lines) + "\n")
    return path


def recordings(folder: Path, run: Recording) -> Iterator[tuple[str, str, Callable[[], Path]]]:
    """Yield the kind of each file, where it comes from, and what writes it."""
    ur = run.named("timestamp", "actual_q_{}", "actual_qd_{}", "actual_torque_{}", command="target_q_{}")
    yield "text", "UR RTDE recorder", lambda: text(folder / "rtde.csv", ur, " ")
    franka = run.named("time", "q[{}]", "dq[{}]", "tau_J[{}]", command="q_d[{}]")
    yield "CSV", "libfranka", lambda: text(folder / "franka.csv", franka)
    yield "CSV", "numbered", lambda: text(folder / "numbers.csv", run.named("t", "q_{}", "qd_{}", "tau_{}", 1))
    words = run.named("time", "position/{joint}", "velocity/{joint}", "effort/{joint}")
    yield "CSV", "PlotJuggler", lambda: text(folder / "plot.csv", words)
    ends = run.named("timestamp", "{joint}_pos", "{joint}_vel", "{joint}_torque")
    yield "CSV", "names first", lambda: text(folder / "names.csv", ends, ";")
    units = run.named("Time [s]", "Position A{} [rad]", "Velocity A{} [rad/s]", "Torque A{} [Nm]", 1)
    yield "text", "with units", lambda: text(folder / "units.txt", units, "\t")
    sensors = run.named("time", "qpos{}", "qvel{}", "qfrc_actuator{}")
    yield "CSV", "MuJoCo sensors", lambda: text(folder / "mujoco.csv", sensors)
    yield "CSV", "lists in cells", lambda: lists_in_cells(folder / "cells.csv", run)
    yield "CSV", "a row for each joint", lambda: row_for_each_joint(folder / "long.csv", run)
    yield "JSON", "samples", lambda: samples(folder / "run.json", ends)
    yield "NumPy", "arrays", lambda: npz(folder / "run.npz", run)
    yield "MATLAB", "arrays", lambda: mat(folder / "run.mat", run)
    yield "HDF5", "data sets", lambda: hdf5(folder / "run.h5", run)
    yield "Parquet", "columns", lambda: parquet(folder / "run.parquet", words)
    lists = {"time": run.t, "position": run.q.tolist(), "effort": run.tau.tolist()}
    yield "Parquet", "lists", lambda: parquet(folder / "lists.parquet", lists)
    one = run.named("t", "q{}", "dq{}", "") | {f"tau{k + 1}": run.tau[:, k] for k in range(len(run.names))}
    yield "CSV", "FIGAROH, one table", lambda: text(folder / "train.csv", {k: v for k, v in one.items() if k})
    yield "folder", "FIGAROH, files of signals", lambda: signals(folder / "figaroh", run)
    yield "NumPy", "FloBaRoID", lambda: flobaroid(folder / "measurements.npz", run)
    yield "LeRobot", "version 2.1", lambda: lerobot(folder / "dataset2", run, "v2.1")
    yield "LeRobot", "version 3.0", lambda: lerobot(folder / "dataset3", run, "v3.0")
    yield "ROS 2 bag", "MCAP", lambda: rosbag(folder / "mcap", run, "mcap")
    yield "ROS 2 bag", "SQLite", lambda: rosbag(folder / "sqlite", run, "sqlite3")
    yield "ROS 1 bag", "", lambda: rosbag(folder / "run.bag", run, "bag")


def logs(call: Heft) -> Iterator[Tried]:
    """Import logs of every kind, and compare them with what was recorded."""
    run = Recording.made()
    with TemporaryDirectory() as name:
        folder = Path(name)
        for k, (kind, what, write) in enumerate(recordings(folder, run)):
            path, to = write(), folder / f"log{k}.parquet"
            seconds, found = call("import", str(path), "--robot", ARM, "-o", str(to))
            command = f"heft import {path.name} --robot {ARM} -o log.parquet"
            map = "guessed" if found.get("map") else "none" if found else "needed"
            yield Tried(kind, what, command, seconds, map, bool(found) and same(heft.read_log(to), run))


def same(log: heft.Log, run: Recording) -> bool:
    """Return whether a log has the positions and efforts that were recorded, by joint."""
    order = [log.joints.index(name) for name in run.names]
    return (
        log.effort is not None
        and np.allclose(log.q[:, order], run.q, rtol=0, atol=1e-9)
        and np.allclose(log.effort[:, order], run.tau, rtol=0, atol=1e-9)
    )


def everything(quick: bool, files: list[Path], folders: list[Path]) -> Iterator[Tried]:
    """Try all inputs, or few."""
    call, chosen = Heft(inside=quick), QUICK if quick else {}
    yield from robots(call, chosen.get("robots"))
    yield from described(call, chosen.get("described"))
    yield from menagerie(call, *([chosen["menagerie"]] if quick else []))
    yield from real_folders(call, folders)
    yield from mjcf(call, files)
    yield from logs(call)


def main(words: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, help="write it to this file")
    parser.add_argument("--check", action="store_true", help="exit code 1 if an input is not read, or wrongly")
    parser.add_argument("--quick", action="store_true", help="one or two inputs of each kind, in this process")
    parser.add_argument("--mjcf", type=Path, nargs="+", default=[], help="MJCF files to try as well")
    parser.add_argument("--menagerie", type=Path, nargs="+", default=[], help="folders of the menagerie to try as well")
    chosen = parser.parse_args(words)
    tried = []
    for each in everything(chosen.quick, chosen.mjcf, chosen.menagerie):
        tried.append(each)
        print(f"{each.kind:18} {each.what:27} {each.seconds:5.1f} s  {each.map:8} {'right' if each.right else 'WRONG'}")
    lines = ["| input | what | command | map | seconds | right |", "| --- | --- | --- | --- | --- | --- |"]
    for each in tried:
        cells = (each.kind, each.what, f"`{each.command}`", each.map, f"{each.seconds:.1f}")
        lines.append(f"| {' | '.join(cells)} | {'yes' if each.right else '**no**'} |")
    if chosen.table:
        about = " ".join(__doc__.split("\n\n")[-1].split())
        head = f"# Inputs that were tried\n\nMade by `benchmarks/inputs.py`; do not edit. {about}\n\n"
        chosen.table.write_text(head + "\n".join(lines) + "\n")
    return int(chosen.check and not all(each.right for each in tried))


if __name__ == "__main__":
    sys.exit(main())
