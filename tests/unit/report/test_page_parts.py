"""What the report of an identification is made of: packed arrays, decimated curves, shapes, and the document."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from support.logs import ARM, arm_in, heavier, measured
from support.motions import noisy_run
from support.reports import data_of, numbers

import heft
from heft.arrays import Array
from heft.estimation.options import Options
from heft.report.document import asset, compressed, document, policy
from heft.report.efforts import predicted
from heft.report.figures import bucket_times, extremes
from heft.report.packing import MISSING, Packed, packed, packed_indices, packed_times
from heft.report.page import page, sheet_of
from heft.report.scene import MOST_TRIANGLES, coarser, figure_of, poses_along, shown_inertia
from heft.robot.meshes import Mesh
from heft.text import printable

WEB = Path(__file__).resolve().parents[3] / "web"
FRICTION = ("viscous", "coulomb", "offset")


def unpacked(array: Packed) -> Array:
    """Return the numbers as the page's script reads them."""
    return numbers(asdict(array))


@pytest.fixture(scope="module")
def estimate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("arm")
    robot = heft.load(arm_in(folder))
    logs = [measured(heavier(robot), seed) for seed in (1, 2)]
    return heft.identify(robot, logs, Options(friction=FRICTION))


def test_packed_values_come_back_to_sixteen_bits() -> None:
    values = np.random.default_rng(1).normal(size=(50, 7))
    values[3, 2] = np.nan
    values[4, 1] = np.inf
    found = unpacked(packed(values))
    finite = np.isfinite(values)
    assert np.array_equal(np.isfinite(found), finite)
    step = np.ptp(values[finite]) / (MISSING - 1)
    assert np.abs(found - values)[finite].max() <= 0.51 * step


@pytest.mark.parametrize("values", [np.full(3, 2.5), np.full(2, np.nan), np.empty(0)])
def test_what_has_no_range_is_packed_too(values: Array) -> None:
    assert np.array_equal(unpacked(packed(values)), values, equal_nan=True)


def test_times_keep_their_steps() -> None:
    t = np.arange(600_000) / 1000
    assert np.all(np.diff(unpacked(packed_times(t))) > 0)


@pytest.mark.parametrize("largest", [0, 65_535, 65_536, 4_000_000])
def test_whole_numbers_are_kept(largest: int) -> None:
    numbers = np.array([[0, 1, largest]])
    assert np.array_equal(unpacked(packed_indices(numbers)), numbers)


def test_a_bucket_keeps_its_extremes() -> None:
    values = np.random.default_rng(2).normal(size=10_007)
    values[5000] = 40.0
    kept, t = extremes(values, 200), bucket_times(np.arange(10_007.0), 200)
    assert len(kept) == len(t) == 200
    assert (kept.min(), kept.max()) == (values.min(), 40.0)
    peak = t[np.argmax(kept)]
    assert abs(peak - 5000) <= 10_007 / 100
    assert np.all(np.diff(t) > 0)
    assert np.array_equal(extremes(values[:200], 200), values[:200])


def test_gaps_stay_gaps_but_do_not_hide_their_neighbours() -> None:
    values = np.array([1.0, np.nan, 3.0, 4.0, np.nan, np.nan, np.nan, np.nan])
    assert np.array_equal(extremes(values, 4), [1.0, 4.0, np.nan, np.nan], equal_nan=True)


def test_curves_are_the_predictions_of_the_estimate_and_of_the_file(estimate) -> None:
    (motion,) = estimate.runs.held_out
    at = np.arange(*motion.segments[0])[::7]
    # contacts do not bend, as `predict` has them
    file, own = predicted(estimate.model, np.array([estimate.model.prior, estimate.values]), motion, at, {})
    state = motion.q[at], motion.qd[at], motion.qdd[at]
    assert np.allclose(own, estimate.predict(*state), rtol=0, atol=1e-9 * np.abs(own).max())
    assert np.allclose(file, heft.inverse_dynamics(estimate.model.robot, *state), rtol=0, atol=1e-9 * np.abs(own).max())


def test_a_long_log_makes_a_small_page() -> None:
    robot = heft.load("zoo:double_pendulum")
    short = noisy_run(robot, n=2000)
    estimate = heft.identify(robot, short, Options(friction=("viscous",)))
    times = 300  # ten minutes at 1 kHz
    long = replace(
        short,
        **{name: np.tile(getattr(short, name), (times, 1)) for name in ("q", "qd", "qdd", "effort")},
        t=np.arange(600_000) / 1000,
        segments=((0, 600_000),),
    )
    text = page(replace(estimate, runs=replace(estimate.runs, unloaded=(long,), held_out=())))
    assert 1_000_000 < len(text.encode()) < 5_000_000
    assert "the smallest and the largest of 60 samples" in text


def test_rotors_do_not_get_in_the_way() -> None:
    robot = heft.load("zoo:puma560")
    assert robot.rotors
    found = unpacked(poses_along(robot, robot.random_state(1, 3)[0]))
    assert found.shape == (3, robot.n_bodies, 7)
    assert np.allclose(np.linalg.norm(found[:, :, 3:], axis=2), 1, atol=1e-4)


def test_the_page_shows_held_out_runs_first(estimate) -> None:
    data = sheet_of(estimate).data
    assert ["held out" in run.label for run in data.runs] == [True, False]
    elbow, other = (figure for figure in data.figures if figure.group == "curves" and figure.title == "elbow")
    assert [shade.kind for shade in elbow.shades][:1] == ["held"]
    assert "held" not in [shade.kind for shade in other.shades]
    for view in ("as measured", "low-pass filtered"):
        measured_, _, own = (unpacked(each.values) for each in elbow.charts[0].views[view].series)
        residual = unpacked(elbow.charts[1].views[view].series[-1].values)
        assert np.nanmax(np.abs(measured_ - own - residual)) < 1e-3 * np.nanmax(np.abs(measured_))


def test_the_end_of_a_single_log_is_marked(tmp_path: Path) -> None:
    robot = heft.load(arm_in(tmp_path))
    alone = heft.identify(robot, measured(heavier(robot), 1), Options(friction=FRICTION))
    data = sheet_of(alone).data
    held = next(each for each in data.figures[0].shades if each.kind == "held")
    ((start, end),) = unpacked(held.spans)
    length = data.runs[0].duration
    assert end == pytest.approx(length, rel=1e-3)
    assert start == pytest.approx(0.8 * length, rel=0.02)


def test_links_stand_where_their_joints_are(estimate) -> None:
    data = sheet_of(estimate).data
    rest = unpacked(data.rest)[0]
    assert np.allclose(rest[:, :3], [[0, 0, 0], [0.3, 0, 0.1], [0.65, 0, 0.1]], atol=1e-4)
    assert np.allclose(rest[:, 3:], [0, 0, 0, 1], atol=1e-4)
    assert data.links[1].axis == (0.0, 1.0, 0.0)
    assert {parameter.symbol: parameter.verdict for parameter in data.links[0].parameters}["Izz"] == "combination"
    assert data.links[0].parameters[0].verdict == "never"


def test_a_robot_without_shapes_has_capsules_to_its_next_joints(tmp_path: Path) -> None:
    figure = figure_of(heft.load(arm_in(tmp_path)))
    assert [shape.kind for shapes in figure.bodies for shape in shapes] == ["capsule"] * 3
    ((_, length),) = [shape.size for shape in figure.bodies[0]]
    assert length == pytest.approx(np.hypot(0.3, 0.1))
    assert figure.notes == ()


def test_shapes_of_the_file_are_shown_and_missing_meshes_named(tmp_path: Path) -> None:
    box = '<visual><origin xyz="0.1 0 0"/><geometry><box size="0.2 0.1 0.1"/></geometry></visual>'
    lost = '<visual><geometry><mesh filename="lost.stl"/></geometry></visual>'
    text = ARM.replace('<link name="foot"/>', f'<link name="foot">{box}</link>')
    text = text.replace('<link name="upper">', f'<link name="upper">{box}').replace(
        '<link name="fore">', f'<link name="fore">{lost}'
    )
    path = tmp_path / "shaped.urdf"
    path.write_text(text)
    figure = figure_of(heft.load(path))
    assert [[shape.kind for shape in shapes] for shapes in figure.bodies] == [["box"], ["capsule"], ["capsule"]]
    assert figure.bodies[0][0].pose == (0.1, 0, 0, 0, 0, 0, 1)
    assert [shape.kind for shape in figure.fixed] == ["box"]
    assert "lost.stl" in figure.notes[0]


def test_a_fine_mesh_becomes_coarse_and_stays_where_it_is() -> None:
    u, v = np.meshgrid(np.linspace(0, 1, 200), np.linspace(0, 1, 200), indexing="ij")
    vertices = np.stack([u.ravel(), v.ravel(), np.sin(6 * u).ravel()], axis=1)
    k = np.arange(199 * 200).reshape(199, 200)[:, :-1].ravel()
    triangles = np.concatenate([np.stack([k, k + 1, k + 200], 1), np.stack([k + 1, k + 201, k + 200], 1)])
    made = coarser(Mesh(vertices, triangles), MOST_TRIANGLES)
    assert 500 < len(made.triangles) <= MOST_TRIANGLES
    assert np.allclose(made.vertices.min(axis=0), vertices.min(axis=0), atol=0.05)
    assert np.allclose(made.vertices.max(axis=0), vertices.max(axis=0), atol=0.05)


def test_the_ellipsoid_of_a_solid_ellipsoid_is_itself() -> None:
    radii, mass, com = np.array([0.1, 0.2, 0.3]), 3.0, np.array([0.4, 0.5, 0.6])
    inertia = np.diag(mass / 5 * (np.sum(radii**2) - radii**2))
    found = shown_inertia(heft.parameters.from_com(mass, com, inertia))
    assert found is not None
    assert sorted(found.radii) == pytest.approx(sorted(radii))
    assert found.pose[:3] == pytest.approx(com)
    assert shown_inertia(np.zeros(10)) is None
    assert shown_inertia(heft.parameters.from_com(1.0, np.zeros(3), np.diag([1.0, 0.1, 0.1]))) is None


# -- the document ---------------------------------------------------------------------------------


def test_no_name_can_end_the_data(estimate) -> None:
    name = "</script><script>alert(1)</script><!--&\u2028"
    sheet = sheet_of(estimate)
    text = document(replace(sheet, data=replace(sheet.data, robot=name)))
    assert "alert(1)" not in text
    assert data_of(text)["robot"] == printable(name)
    text = compressed(replace(sheet.data, robot="\u202earm"))
    assert re.fullmatch("[A-Za-z0-9+/=]+", text)
    assert "\u202e" not in zlib.decompress(base64.b64decode(text)).decode()


def test_what_changes_little_packs_into_little() -> None:
    curve = packed(np.sin(np.linspace(0, 6, 5000)))
    content = base64.b64decode(curve.data)
    codes = np.rint((unpacked(curve) - curve.low) / (curve.high - curve.low) * (MISSING - 1)).astype("<u2")
    assert len(content) == codes.nbytes
    assert len(zlib.compress(content)) < 0.5 * len(zlib.compress(codes.tobytes()))


def test_an_array_is_kept_once_and_that_saves_room(estimate) -> None:
    data = sheet_of(estimate).data
    text = zlib.decompress(base64.b64decode(compressed(data))).decode()
    arrays = json.loads(text)["arrays"]
    assert len(arrays) == len({*arrays})
    times = [view.x.data for figure in data.figures for chart in figure.charts for view in chart.views.values()]
    assert len({*times}) < len(times)
    plain = json.dumps(asdict(data), separators=(",", ":")).encode()
    assert len(compressed(data)) < len(base64.b64encode(zlib.compress(plain, 9)))


def test_the_policy_allows_this_script_and_this_style_alone() -> None:
    found = policy("b { color: red }", "run()")
    digest = base64.b64encode(hashlib.sha256(b"run()").digest()).decode()
    assert f"script-src 'sha256-{digest}'" in found
    assert found.startswith("default-src 'none'")
    assert "unsafe" not in found


def test_the_page_contains_the_assets_byte_for_byte(estimate) -> None:
    text = page(estimate)
    script = text.rpartition("<script>")[2].partition("</script>")[0]
    assert script == asset("report.js")
    assert policy(asset("report.css"), script) in text
    assert len(text.encode()) < 3_000_000


def test_a_result_without_its_logs_says_so(estimate) -> None:
    text = page(heft.Estimate.from_dict(json.loads(json.dumps(estimate.to_dict()))))
    assert "The logs are not at hand" in text
    assert 'id="plots"' not in text


@pytest.mark.skipif(not WEB.is_dir(), reason="the sources of the assets are not here")
def test_the_assets_are_built_from_their_sources() -> None:
    built = json.loads(asset("built.json"))
    sources = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (WEB / "src").iterdir()}
    assert built["sources"] == sources, "web/src changed: run make assets"
    assert built["versions"] == json.loads((WEB / "package.json").read_text())["devDependencies"]
    for name in ("three", "uplot"):
        assert "Permission is hereby granted" in asset(f"LICENSE.{name}")
