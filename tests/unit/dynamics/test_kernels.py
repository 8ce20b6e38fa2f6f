"""What the kernels refuse, how their frames and threads behave, and that their cache cannot be stale."""

import multiprocessing
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace

import numba
import numpy as np
import pytest

import heft
from heft.dynamics import kernels
from heft.dynamics.kernels import cache, cold
from heft.dynamics.kernels.lanes import sincos
from heft.dynamics.kernels.layout import LANE, TURN, layout_of, turned_layout_of
from heft.dynamics.kernels.threads import in_threads, lane_ranges
from heft.errors import ArgumentError
from heft.robot import zoo


def test_a_gear_across_parents_is_refused_and_not_answered_wrongly() -> None:
    robot = zoo.random_tree(1, 8, kinds=["revolute", "prismatic", "helical"])
    q, qd, tau = robot.random_state(0, 3)
    for call in (kernels.forward_dynamics, lambda *x: kernels.acceleration_gradient(*x, tau)):
        with pytest.raises(ArgumentError, match="different parent bodies"):
            call(robot, q, qd, tau)
    assert np.all(np.isfinite(heft.forward_dynamics(robot, q, qd, tau)))


def test_arrays_of_unequal_length_are_refused() -> None:
    robot = heft.load("zoo:panda")
    q, qd, qdd = robot.random_state(0, 3)
    with pytest.raises(ArgumentError, match=r"\(2, 7\), \(3, 7\)"):
        kernels.inverse_dynamics(robot, q[:2], qd, qdd)
    with pytest.raises(ArgumentError, match="must be"):
        next(kernels.regressor_tiles(robot, q, qd[:, :6], qdd))


def test_what_the_kernels_cannot_read_is_refused() -> None:
    robot = heft.load("zoo:panda")
    q, qd, qdd = robot.random_state(0, 3)
    none, room = np.array([-1]), np.empty((1, LANE))
    calls = {
        "masked array": lambda: kernels.torque_regressor(robot, np.ma.masked_equal(q, q[0, 0]), qd, qdd),
        "'weight' has shape": lambda: kernels.acceleration_gradient(robot, q, qd, qdd, qdd, np.ones(6)),
        "'weight' is not an array": lambda: kernels.acceleration_gradient(robot, q, qd, qdd, qdd, ["1"] * 7),
        "'samples' is 0": lambda: next(kernels.regressor_tiles(robot, q, qd, qdd, 0)),
        "'samples' is '8'": lambda: next(kernels.regressor_tiles(robot, q, qd, qdd, "8")),
        "do not fit": lambda: kernels.regressor_rows(robot, q, qd, qdd, none, none, room[:, :3]),
        "'out' has shape": lambda: kernels.torque_regressor(robot, q, qd, qdd, out=np.empty((1, 1, 1))),
        "not one of": lambda: kernels.regressor_rows(robot, q, qd, qdd, none + 10**6, none, room),
        "are of two pairs": lambda: kernels.regressor_rows(robot, q, qd, qdd, none + 10, none + 11, room),
    }
    for complaint, call in calls.items():
        with pytest.raises(ArgumentError, match=complaint):
            call()


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 60, reason="needs a longer float than float64 to compare with")
def test_sines_are_good_to_the_last_bits() -> None:
    """The reduced angle is rounded twice, where its ulp may be twice the result's, and the result once: below 3 ulp."""
    rng = np.random.default_rng(0)
    quarter = np.pi / 4 * np.arange(-400, 401)
    sizes = [rng.uniform(-a, a, 100_000) for a in (1e-3, 1.0, 10.0, 1e3, kernels.LARGEST_ANGLE)]
    x = np.concatenate([quarter, np.nextafter(quarter, 9e9), *sizes])
    found = np.array(_sines(x))
    expected = np.array([np.sin(x.astype(np.longdouble)), np.cos(x.astype(np.longdouble))])
    assert np.max(np.abs(found - expected)) < 2e-16
    assert np.max(np.abs(found - expected) / np.spacing(np.abs(found))) < 3


@numba.njit
def _sines(x):
    s, c = np.empty_like(x), np.empty_like(x)
    for k in range(len(x)):
        s[k], c[k] = sincos(x[k])
    return s, c


@pytest.mark.parametrize(
    "given",
    [
        {"armature": np.zeros(2)},
        {"gravity": np.zeros(1)},
        {"parameters": np.zeros((7, 9))},
        {"placement": (np.zeros((7, 3, 3)), np.zeros((6, 3)))},
        {"mass": 1.0},
    ],
    ids=lambda given: next(iter(given)),
)
def test_numbers_of_another_shape_or_name_are_refused(given) -> None:
    robot = heft.load("zoo:panda")
    with pytest.raises(ArgumentError, match=next(iter(given))):
        kernels.inverse_dynamics(robot, *robot.random_state(0, 3), **given)


def test_no_samples_give_no_rows() -> None:
    robot = heft.load("zoo:panda")
    q, qd, qdd = robot.random_state(0, 0)
    assert kernels.inverse_dynamics(robot, q, qd, qdd).shape == (0, 7)
    assert kernels.torque_regressor(robot, q, qd, qdd).shape == (0, 7, 70)
    assert list(kernels.regressor_tiles(robot, q, qd, qdd)) == []
    assert not np.any(kernels.acceleration_gradient(robot, q, qd, qdd, qdd).parameters)


def test_revolute_joints_turn_about_z_unless_they_move_several_bodies() -> None:
    puma = heft.load("zoo:puma560")
    assert not np.any(turned_layout_of(puma)[0].kind == TURN)
    assert not np.any(layout_of(heft.load("zoo:panda")).kind == TURN)
    layout, back = turned_layout_of(heft.load("zoo:panda"))
    assert np.all(layout.kind == TURN)
    np.testing.assert_array_equal(back, np.tile(np.eye(10), (7, 1, 1)))


def test_lanes_are_shared_out_once_each() -> None:
    for samples in (1, LANE, LANE + 1, 1000 * LANE):
        ranges = lane_ranges(samples)
        covered = [lane for first, last in ranges for lane in range(first, last)]
        assert covered == list(range(-(-samples // LANE)))
        assert len(ranges) <= numba.get_num_threads()
    assert lane_ranges(1000, 2) == [(0, -(-1000 // LANE))]  # too little to hand over


def test_an_error_in_any_thread_is_raised() -> None:
    def fails() -> None:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        in_threads([lambda: None, fails])


def _in_child(answer) -> None:
    robot = heft.load("zoo:panda")
    answer.put(float(kernels.inverse_dynamics(robot, *robot.random_state(0, 3000)).sum()))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:os.fork.. was called:RuntimeWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    robot = heft.load("zoo:panda")
    expected = float(kernels.inverse_dynamics(robot, *robot.random_state(0, 3000)).sum())
    assert len(lane_ranges(3000, 7)) == min(numba.get_num_threads(), 10)
    context = multiprocessing.get_context("fork")
    answer = context.Queue()
    child = context.Process(target=_in_child, args=(answer,))
    child.start()
    assert answer.get(timeout=600) == expected
    child.join()


@pytest.mark.parametrize(("name", "base"), [("zoo:panda", "fixed"), ("zoo:cheetah3", "floating")])
def test_one_sample_is_as_one_of_many(name: str, base: str) -> None:
    robot = heft.load(name, base=base)
    q, qd, qdd = robot.random_state(0, 3)
    many, one = kernels.forward_dynamics(robot, q, qd, qdd), kernels.forward_dynamics_of(robot, 1)
    spread = np.repeat(qdd, 2, axis=1)[:, ::2]  # a torque law may return any view
    found = [one(*(x[None] for x in row))[0] for row in zip(q, qd, spread, strict=True)]
    np.testing.assert_array_equal(found, many)
    spaced = [np.column_stack([x[0], x[0]])[:, 0][None] for x in (q, qd, qdd)]  # every other number of an array
    np.testing.assert_array_equal(one(*spaced), many[:1])


def test_many_samples_on_several_threads_are_as_one_by_one() -> None:
    robot = heft.load("zoo:panda")
    q, qd, qdd = robot.random_state(0, 3000)
    turned = [np.asfortranarray(x) for x in (q, qd, qdd)]
    np.testing.assert_array_equal(
        kernels.forward_dynamics_of(robot, 3000)(*turned), kernels.forward_dynamics(robot, q, qd, qdd)
    )


def cached_in(folder: Path) -> SimpleNamespace:
    """A kernel that numba caches in a folder."""
    return SimpleNamespace(stats=SimpleNamespace(cache_path=str(folder)))


def test_code_compiled_from_other_sources_is_dropped(tmp_path, monkeypatch) -> None:
    source, folder = tmp_path / "cache.py", tmp_path / "compiled"
    folder.mkdir()
    index, data, other = (folder / name for name in ("a.nbi", "a.1.nbc", "a.pyc"))
    monkeypatch.setattr(cache, "__file__", str(source))
    for text, kept in (("x = 1", False), ("x = 1", True), ("x = 2", False), ("x = 2", True)):
        source.write_text(text)
        for path in (index, data, other):
            path.write_text("")
        cache.drop_stale(cached_in(folder))
        assert [index.exists(), data.exists(), other.exists()] == [kept, kept, True]


def test_code_compiled_from_files_elsewhere_is_dropped_with_them(tmp_path) -> None:
    source, compiled = tmp_path / "reflect.py", tmp_path / "a.nbi"
    for text, kept in (("x = 1", False), ("x = 1", True), ("x = 2", False)):
        source.write_text(text)
        compiled.write_text("")
        cache.drop_stale(cached_in(tmp_path), str(source))
        assert compiled.exists() == kept


def test_a_cache_that_cannot_be_written_is_left_alone(tmp_path) -> None:
    cache.drop_stale(cached_in(tmp_path / "absent"))
    (tmp_path / "file").write_text("")
    cache.drop_stale(cached_in(tmp_path / "file"))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("variables", [{}, {"NUMBA_DISABLE_JIT": "1"}], ids=["compiled", "not compiled"])
def test_the_cache_is_found_where_numba_keeps_it(tmp_path, variables) -> None:
    """All kernels are cached in one folder, in that of NUMBA_CACHE_DIR if it is set."""
    code = """
        from pathlib import Path
        from heft.dynamics.kernels import articulated, newton_euler, regressor
        kernels = (articulated.accelerations, newton_euler.inverse_dynamics, regressor.dense, regressor.packed)
        print(*{kernel.stats.cache_path for kernel in kernels if hasattr(kernel, "stats")}, sep="|", end="")
    """

    def imported() -> str:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)} | variables
        call = [sys.executable, "-c", textwrap.dedent(code)]
        return subprocess.run(call, env=environment, check=True, capture_output=True, text=True).stdout

    folder = Path(imported())
    if variables:
        assert not list(tmp_path.iterdir())
        return
    assert folder.parent == tmp_path
    (folder / "old.nbi").write_text("")
    imported()
    assert (folder / "old.nbi").exists()
    (folder / cache.STAMP).write_text("compiled from other sources")
    imported()
    assert not (folder / "old.nbi").exists()


def test_read_only_arrays_are_not_another_signature() -> None:
    """A robot whose joints are held gets rates that are broadcast zeros; to compile everything again takes seconds."""
    robot = heft.load("zoo:panda")
    q, _, _ = robot.random_state(0, 3)
    still = np.broadcast_to(0.0, q.shape)
    moving = kernels.inverse_dynamics(robot, q, np.zeros_like(q), np.zeros_like(q))
    before = len(kernels.newton_euler.inverse_dynamics.signatures)
    np.testing.assert_array_equal(kernels.inverse_dynamics(robot, q, still, still), moving)
    frozen = q.copy()
    frozen.setflags(write=False)
    np.testing.assert_array_equal(kernels.inverse_dynamics(robot, frozen, frozen * 0, frozen * 0), moving)
    assert len(kernels.newton_euler.inverse_dynamics.signatures) == before


@pytest.mark.parametrize(
    ("compile_it", "kernel", "use"),
    [
        (cold.compile_inverse_dynamics, kernels.newton_euler.inverse_dynamics, kernels.inverse_dynamics),
        (cold.compile_accelerations, kernels.articulated.accelerations, kernels.forward_dynamics),
        (cold.compile_dense, kernels.regressor.dense, kernels.torque_regressor),
        (cold.compile_packed, kernels.regressor.packed, lambda *state: next(kernels.regressor_tiles(*state))),
        (cold.compile_rows, kernels.regressor.rows, kernels.sampled_regressor),
    ],
)
def test_what_is_compiled_ahead_is_what_is_used(compile_it, kernel, use, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another signature would be compiled again by whoever needs it."""
    for name in ("_cold", "_cold_rows"):
        monkeypatch.setattr(kernels, name, SimpleNamespace(takes=lambda work: False, ready=True))
    robot = heft.load("zoo:panda")
    use(robot, *robot.random_state(0, 3))
    before = len(kernel.signatures)
    compile_it()
    assert len(kernel.signatures) == before


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics", "torque_regressor"])
def test_long_logs_are_done_by_numpy_while_nothing_is_compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = heft.load("zoo:double_pendulum")
    state = robot.random_state(0, 20_000)
    expected = getattr(heft, name)(robot, *state)
    monkeypatch.setitem(kernels.COLD, name, SimpleNamespace(takes=lambda work: True))
    monkeypatch.setattr(kernels, name, None)
    np.testing.assert_allclose(getattr(heft, name)(robot, *state), expected, rtol=1e-10, atol=1e-10)


def test_a_short_simulation_needs_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = heft.load("zoo:double_pendulum")
    expected = heft.simulate(robot, 0.1, q0=[1.0, 0.5])
    monkeypatch.setitem(kernels.COLD, "forward_dynamics", SimpleNamespace(takes=lambda work: True))
    monkeypatch.setattr(kernels, "forward_dynamics_of", None)
    np.testing.assert_allclose(heft.simulate(robot, 0.1, q0=[1.0, 0.5]).q, expected.q, rtol=1e-12, atol=1e-12)


def test_nothing_is_compiled_twice_for_arrays_of_another_kind() -> None:
    """Compiling forward dynamics takes half a minute."""
    robot = heft.load("zoo:double_pendulum")
    q, qd, qdd = robot.random_state(0, 2)
    kernels.forward_dynamics(robot, q, qd, qdd)
    expected = kernels.torque_regressor(robot, q, qd, qdd)
    before = [len(kernel.signatures) for kernel in (kernels.articulated.accelerations, kernels.regressor.dense)]
    kept = q.copy()
    kept.flags.writeable = False
    kernels.forward_dynamics_of(robot, 2)(kept, qd, qdd)
    out = np.empty(expected.shape, order="F")
    assert kernels.torque_regressor(robot, kept, qd, qdd, out=out) is out
    np.testing.assert_array_equal(out, expected)
    after = [len(kernel.signatures) for kernel in (kernels.articulated.accelerations, kernels.regressor.dense)]
    assert after == before
