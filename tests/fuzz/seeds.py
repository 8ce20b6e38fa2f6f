"""Good inputs of every kind, small, made by the programs that make such files."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from fuzz import mutations
from fuzz.mutations import Random
from support import meshes
from support.logs import ARM, measured

ROOT = Path(__file__).parents[2]
T = np.arange(40) * 0.01
COLUMNS: dict[str, Any] = {"t": T, "q.waist": np.sin(T), "q.elbow": np.cos(T), "tau.waist": T**2, "tau.elbow": 1 - T}

MJCF = """<mujoco model="arm"><compiler angle="radian"/><default><joint damping="0.1"/></default>
<worldbody><body name="upper" pos="0 0 0.1"><joint name="waist" axis="0 0 1" range="-3 3"/>
<geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0" mass="4"/>
<body name="fore" pos="0.3 0 0.1" quat="1 0 0 0.1"><joint name="elbow" type="slide" axis="0 1 0" armature="0.01"/>
<inertial pos="0.2 0.02 0" mass="2.5" diaginertia="0.02 0.05 0.04"/><geom size="0.01"/></body></body></worldbody>
<actuator><motor joint="waist" gear="3"/></actuator></mujoco>
"""


def urdf() -> list[bytes]:
    extras = (
        '<joint name="tool" type="fixed"><parent link="hand"/><child link="tip"/><origin rpy="0 1.5708 0"/></joint>'
    )
    mimic = '<joint name="f" type="prismatic"><parent link="hand"/><child link="m"/><mimic joint="wrist"/></joint>'
    return [
        ARM.encode(),
        ARM.replace("</robot>", f'<link name="tip"/><link name="m"/>{extras}{mimic}</robot>').encode(),
    ]


def mjcf() -> list[bytes]:
    return [MJCF.encode()]


def mechanism_json() -> list[bytes]:
    folder = ROOT / "src/heft/robot/zoo"
    names = ("furuta", "double_pendulum", "rr_parallel", "cartpole", "scara")
    return [(folder / f"{name}.mech.json").read_bytes() for name in names]


def mechanism_toml() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "examples/robots").glob("*.toml"))]


SRDF = b"""<robot name="arm"><group name="all"><group name="upper"/><group name="lower"/></group>
<group name="upper"><joint name="waist"/><link name="hand"/></group>
<group name="lower"><chain base_link="foot" tip_link="fore"/></group>
<group_state name="home" group="all"><joint name="waist" value="0"/></group_state>
<disable_collisions link1="foot" link2="hand" reason="Never"/></robot>
"""


def srdf() -> list[bytes]:
    return [SRDF]


def obj() -> list[bytes]:
    return [meshes.obj()]


def stl() -> list[bytes]:
    return [meshes.binary_stl(), meshes.text_stl()]


def collada() -> list[bytes]:
    nodes = '<library_nodes><node id="n"><instance_geometry url="#g"/><scale>1 2 3</scale></node></library_nodes>'
    instance = '<node><instance_node url="#n"/></node><node><instance_node url="#n"/></node></visual_scene>'
    whole = meshes.DAE.replace("</visual_scene>", instance).replace("<library_visual", f"{nodes}<library_visual")
    return [meshes.DAE.encode(), whole.encode()]


def csv() -> list[bytes]:
    table = np.stack(list(COLUMNS.values()), axis=1)
    lines = [",".join(map(repr, row)) for row in table.tolist()]
    return [
        "\n".join([",".join(COLUMNS), *lines]).encode(),
        "\r\n".join(["# x", "t;q.a;tau.a", "0;1;", "1;2;3"]).encode(),
    ]


def labelled() -> list[bytes]:
    lines = "".join(f"[{t:.2f}] Position: [{t}, 1e-3], Velocity: [1 nan], Torque: [2 {t}]\n" for t in T.tolist())
    message = (
        "header:\n  stamp:\n    sec: {}\n    nanosec: 5\nname:\n- a\n- b\nposition:\n- 0.1\n- {}\neffort: []\n---\n"
    )
    return [lines.encode(), "".join(message.format(k, k / 7) for k in range(9)).encode()]


def samples() -> list[bytes]:
    rows = np.stack(list(COLUMNS.values()), axis=1).tolist()
    samples = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    return [json.dumps(samples).encode(), json.dumps({"mass": 1.0, "entries": samples}).encode()]


def npz() -> list[bytes]:
    plain, packed = io.BytesIO(), io.BytesIO()
    np.savez(plain, **COLUMNS)
    np.savez_compressed(packed, **COLUMNS, note=np.array("words"))
    return [plain.getvalue(), packed.getvalue()]


def npy() -> list[bytes]:
    file, by_columns = io.BytesIO(), io.BytesIO()
    np.save(file, np.stack(list(COLUMNS.values()), axis=1))
    np.save(by_columns, np.asfortranarray(np.ones((3, 4), ">i4")))
    return [file.getvalue(), by_columns.getvalue()]


def mat() -> list[bytes]:
    from scipy.io import savemat

    made = []
    arrays = {name.replace(".", "_"): values for name, values in COLUMNS.items()}
    for variables, options in (
        (arrays | {"run": {"q": np.eye(3), "deep": {"x": [1.0, 2.0]}}, "cell": np.array([[1, "a"]], object)}, {}),
        (arrays, {"do_compression": True}),
        (arrays, {"format": "4"}),
    ):
        file = io.BytesIO()
        savemat(file, variables, **options)  # type: ignore[arg-type]
        made.append(file.getvalue())
    return [*made, b"MATLAB 7.3 MAT-file".ljust(512) + hdf5()[0]]


def hdf5() -> list[bytes]:
    import h5py

    made = []
    for options in ({}, {"compression": "gzip", "chunks": (10,), "shuffle": True, "fletcher32": True}):
        file = io.BytesIO()
        with h5py.File(file, "w") as out:
            for name, values in COLUMNS.items():
                out.create_dataset(name, data=values, **options)
            out["group/words"] = "text"
            out["group"].attrs["unit"] = "rad"
        made.append(file.getvalue())
    return made


def parquet() -> list[bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from heft.logs.formats.parquet import Parquet
    from heft.logs.named_columns import from_columns

    log = from_columns(COLUMNS, metadata={"note": "x", "list": [1, 2]})
    file = io.BytesIO()
    pq.write_table(pa.table(COLUMNS), file, compression="snappy", row_group_size=10)
    dated = io.BytesIO()
    dates = pa.array(np.round(1e9 * T).astype(np.int64)).cast(pa.timestamp("ns", "UTC"))
    pq.write_table(pa.table(COLUMNS | {"t": np.arange(40), "when": dates}).drop_columns("t"), dated)
    return [Parquet().dump(log), file.getvalue(), dated.getvalue()]


def _bag(storage: str, packed: bool = False) -> bytes:
    from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    with tempfile.TemporaryDirectory() as folder:
        writer = Writer(Path(folder) / "bag", version=9, storage_plugin=StoragePlugin[storage])
        if packed:
            writer.set_compression(CompressionMode.STORAGE, CompressionFormat.ZSTD)
        with writer:
            _write_states(writer, store, store.serialize_cdr)
        return next(path.read_bytes() for path in (Path(folder) / "bag").iterdir() if path.suffix in (".mcap", ".db3"))


def _write_states(writer: Any, store: Any, serialize: Any, *header: int) -> None:
    State, Header, Time = (
        store.types[f"{name}"]
        for name in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    )
    connection = writer.add_connection("/joint_states", State.__msgtype__, typestore=store)
    for k in range(8):
        state = State(Header(*header, Time(k, 5), "base"), ["waist", "elbow"], *[np.array([0.1 * k, 1.0])] * 3)
        writer.write(connection, k * 10**9, serialize(state, State.__msgtype__))


def mcap() -> list[bytes]:
    return [_bag("MCAP"), _bag("MCAP", packed=True)]


def db3() -> list[bytes]:
    return [_bag("SQLITE3")]


def ros1() -> list[bytes]:
    from rosbags.rosbag1 import Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS1_NOETIC)
    made = []
    for compression in (None, Writer.CompressionFormat.BZ2, Writer.CompressionFormat.LZ4):
        with tempfile.TemporaryDirectory() as folder:
            writer = Writer(Path(folder) / "run.bag")
            if compression:
                writer.set_compression(compression)
            with writer:
                _write_states(writer, store, store.serialize_ros1, 1)
            made.append((Path(folder) / "run.bag").read_bytes())
    return made


MAP = b"""format = "heft-map/1"
joints = ["waist", "elbow"]
source = "made"
[file]
delimiter = ","
header = true
[time]
column = "t"
unit = "s"
[q]
columns = { waist = "q.waist", elbow = 2 }
unit = "deg"
scale = { waist = -1, elbow = "pi/2" }
offset = 0.5
late = { elbow = 2 }
side = "motor"
[current]
columns = [3, 4]
gain = 0.1
side = "motor"
passive = ["elbow"]
[transmission]
matrix = [[100, 0], ["1/2", 50]]
"""


def maps() -> list[bytes]:
    published = [(ROOT / f"examples/maps/{name}.toml").read_bytes() for name in ("double_pendulum", "ur10e", "qube")]
    return [MAP, MAP.replace(b'matrix = [[100, 0], ["1/2", 50]]', b"ratio = { waist = 100, elbow = 50 }"), *published]


def _estimate() -> Any:
    import heft

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "arm.urdf").write_text(ARM)
        robot = heft.load(Path(folder) / "arm.urdf")
    return heft.identify(robot, [measured(robot, seed, 600) for seed in (0, 1)])


def result() -> list[bytes]:
    return [json.dumps(_estimate().to_dict()).encode()]


def information() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        _estimate().information.save(Path(folder) / "a.npz")
        return [(Path(folder) / "a.npz").read_bytes()]


def npz_changed(content: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """Return an .npz file with other arrays in it, or another JSON text in its head; or with changed bytes."""
    if rng.random() < 0.3:
        return mutations.bytes_changed(content, rng, others)
    arrays = dict(np.load(io.BytesIO(content), allow_pickle=False))
    name, head = rng.choice(list(arrays)), "head" if "head" in arrays else "header"
    if name == head or rng.random() < 0.4:
        arrays[head] = np.array(str(mutations.json_changed(str(arrays[head]).encode(), rng, ()), "utf-8", "replace"))
    elif arrays[name].dtype.kind == "U":
        arrays[name] = rng.choice((np.array(rng.choice(mutations.TEXTS)), np.array(3.0), arrays[name][None]))
    else:
        array = np.atleast_1d(arrays[name])
        odd = np.full_like(array, rng.choice((-1, 0, 10**9)))
        made = (
            array[:-1],
            array[::-1],
            array.astype(str),
            array[None],
            array * np.nan,
            array * 1e300,
            odd,
            array.astype(">f4"),
        )
        with np.errstate(all="ignore"):
            arrays[rng.choice((name, name, "other"))] = rng.choice(made)
    if rng.random() < 0.1:
        del arrays[rng.choice(list(arrays))]
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def model() -> list[bytes]:
    import heft
    from heft.learning.learned import Learned
    from heft.learning.model import WhiteBox, constants_of

    robot = heft.load("zoo:double_pendulum")
    made = []
    for chain in ("none", "viscous"):
        structure = WhiteBox.of(robot, chain)
        ones = np.ones((2, 2))
        constants = constants_of(robot, ones * [[1], [2]], ones * [[1], [3]], ones * [[1], [2]], structure.actuators)
        learned = Learned(structure, structure.start(constants), constants, np.zeros(2), 0.005)
        made.append(json.dumps(learned.to_dict()).encode())
    return made


MARKS = {"robot": "0123456789abcdef", "logs": "0", "options": "1", "model": "2"}
"""Of the fit that a checkpoint belongs to."""


def checkpoint() -> list[bytes]:
    from heft.learning import checkpoint as checkpoints
    from heft.learning.adam import AdamState
    from heft.learning.course import Course
    from heft.learning.levenberg import LevenbergState

    x = np.arange(5.0)
    runs = [LevenbergState(x + k, 0.5, 1e-3, 2.0, k, 0, "converged" if k else "") for k in range(2)]
    courses = [Course(runs, AdamState(x, x, x, 7, x, 0.1), runs[0]), Course(runs[:1], None, None)]
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for stages in (courses, courses[1:]):
            checkpoints.save(Path(folder) / "a.npz", stages, MARKS)
            made.append((Path(folder) / "a.npz").read_bytes())
        return made
