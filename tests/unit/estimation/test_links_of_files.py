"""Links of careless files: replaced before the file is used as a prior, named, and never those of a sound file."""

import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.example_robots import FOLDER
from support.motions import drives, motion_of, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.findings.links_and_prior import replaced_links
from heft.estimation.plausible_links import plausible
from heft.estimation.scales import scales_of
from heft.parameters import from_com, is_physical, to_com

ARM = heft.load("zoo:ur10e")


def with_inertias(robot, about):
    """Return the robot with other inertias about the centres of mass."""
    coms = [to_com(ten) for ten in robot.parameters]
    return robot.with_parameters(np.array([from_com(m, c, about(inertia)) for m, c, inertia in coms]))


@pytest.mark.parametrize("name", ["ur10e", "puma560", "double_pendulum", "cheetah3_torso_leg", "furuta", "scara"])
def test_a_sound_file_is_believed(name):
    robot = heft.load(f"zoo:{name}")
    found, wrong = plausible(robot)
    assert found is robot
    assert not wrong


def test_inertias_of_other_units_and_point_masses_are_replaced():
    for about in (lambda I: 1e-6 * I, lambda I: 1e3 * I, np.zeros_like):
        found, wrong = plausible(with_inertias(ARM, about))
        assert set(wrong) == set(ARM.body_names)
        for ten, now in zip(ARM.parameters, found.parameters, strict=True):
            assert now[:4] == pytest.approx(ten[:4])  # mass and centre of mass stay
            moments = np.linalg.eigvalsh(to_com(now)[2])
            assert moments == pytest.approx(moments[0])
            assert is_physical(now)


def test_unit_inertias_of_a_small_arm_are_replaced():
    """The largest link may be right: a metre of tube of 13 kg has a moment of 1 kg m2."""
    wrong = plausible(with_inertias(ARM, lambda _: np.eye(3)))[1]
    assert len(wrong) >= 4
    assert "radius of gyration" in wrong["wrist1"]


def test_a_few_links_without_mass_are_dummies_and_half_of_them_are_not():
    light, P = ARM.parameters.copy(), ARM.parameters.copy()
    light[[2, 4]] = 0.0
    assert not plausible(ARM.with_parameters(light))[1]
    P[[0, 2, 4]] = 0.0
    found, wrong = plausible(ARM.with_parameters(P))
    assert dict(wrong) == dict.fromkeys((ARM.body_names[k] for k in (0, 2, 4)), "no mass")
    assert found.parameters[[0, 2, 4], 0] == pytest.approx(P[[1, 3, 5], 0].mean())
    bare = plausible(ARM.with_parameters(0 * P))[0]
    assert np.all(bare.parameters[:, 0] == 1.0)


def test_links_without_mass_and_length_join_the_axes_of_one_joint():
    """19 of the 36 links of the human are such: with masses of the others, he had 136 kg in place of 64 kg."""
    robot = heft.load(FOLDER / "human_description/robots/human.urdf")
    found, wrong = plausible(robot)
    assert found is robot
    assert not wrong
    wrong = plausible(robot.with_parameters(0 * robot.parameters))[1]
    assert len(wrong) == 17
    assert not any("virtual" in name for name in wrong)


def test_an_indefinite_inertia_is_replaced():
    P = ARM.parameters.copy()
    P[3] = from_com(2.0, [0, 0, 0.05], np.diag([0.01, 0.01, 0.05]))
    found, wrong = plausible(ARM.with_parameters(P))
    assert wrong == {ARM.body_names[3]: "an inertia that is not physically consistent"}
    assert is_physical(found.parameters[3])


def test_files_of_published_robots():
    """The wrists of the UR5 have the inertia of a metre of steel; other arms and legs are sound."""
    assert set(plausible(heft.load(FOLDER / "ur_description/urdf/ur5_robot.urdf"))[1]) == {
        f"wrist_{k}_link" for k in (1, 2, 3)
    }
    for path in (
        "ur_description/urdf/ur10_robot.urdf",
        "kinova_description/robots/kinova.urdf",
        "z1_description/urdf/z1.urdf",
        "talos_data/robots/talos_left_arm.urdf",
        "a1_description/urdf/a1.urdf",
        "anymal_b_simple_description/robots/anymal.urdf",
        "solo_description/robots/solo12.urdf",
        "double_pendulum_description/urdf/double_pendulum.urdf",
    ):
        assert not plausible(heft.load(FOLDER / path))[1], path


def run(robot, seed=3):
    """Return a noisy run of a robot with friction."""
    q, qd, qdd = wave(robot, seed, 3000, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd)
    return motion_of(robot, q, qd, qdd, tau + 0.05 * np.random.default_rng(seed).standard_normal(tau.shape))


def test_sizes_follow_plausible_links_and_results_show_the_file_beside_the_choice():
    careless = with_inertias(ARM, lambda _: 100 * np.eye(3))
    found = heft.identify(careless, run(ARM), friction="viscous,coulomb,offset", held_out=0)
    sound = scales_of(model_of(ARM), found.information)[:60]
    assert np.all(scales_of(found.model, found.information)[:60] < 20 * sound)
    assert np.all(np.abs(found.robot.parameters - ARM.parameters) < 5 * sound.reshape(6, 10))
    (said,) = [text for text in found.warnings if "cannot be right" in text]
    assert "6 links" in said
    assert "'forearm' has a radius of gyration of" in said
    shoulder = found.to_dict()["parameters"][4]
    assert shoulder["name"] == "shoulder.Ixx"
    assert shoulder["source"] == "prior"
    assert shoulder["half_width"] is None
    assert shoulder["file"] == pytest.approx(careless.parameters[0, 4])
    assert shoulder["prior"] == pytest.approx(plausible(careless)[0].parameters[0, 4])


@pytest.mark.parametrize("about", [lambda _: 100 * np.eye(3), lambda I: 1e6 * I, np.zeros_like])
def test_inertias_that_are_not_believed_accuse_no_log(about):
    """Efforts that are a hundredth of what unit inertias need were said to be in another unit."""
    found = heft.identify(with_inertias(ARM, about), run(ARM), friction="viscous,coulomb,offset", held_out=0)
    assert found.doubts == ()
    assert len(found.warnings) == 1


def test_efforts_in_another_unit_are_named_beside_a_careless_file():
    log = run(ARM)
    careless = with_inertias(ARM, lambda _: 100 * np.eye(3))
    found = heft.identify(
        careless, replace(log, effort=1000 * log.effort), friction="viscous,coulomb,offset", held_out=0
    )
    assert any("Are they in N mm?" in text for text in found.doubts)


def test_what_is_taken_for_links_is_said():
    """Of a file without masses it was not."""
    bare = ARM.parameters.copy()
    bare[[0, 2, 4]] = 0.0
    mixed = ARM.with_parameters(bare).with_parameters(
        np.array([ten if k != 5 else [*ten[:4], *(1e6 * ten[4:])] for k, ten in enumerate(bare)])
    )
    for robot, words in (
        (with_inertias(ARM, lambda _: 100 * np.eye(3)), "takes a round body of the same mass and centre of mass."),
        (ARM.with_parameters(0 * ARM.parameters), "takes a round body of 1 kg at its joint."),
        (mixed, "of the same mass and centre of mass, or, where it has no mass, of "),
    ):
        (said,) = replaced_links(base_of(model_of(robot)))
        assert words in said


def test_the_arm_of_the_readme_is_recovered(tmp_path):
    """The forearm as built has moments of 0.001, 0.018 and 0.018 kg m2, the drawing 0.001, 0.01 and 0.01."""
    example = runpy.run_path(str(Path(__file__).parents[3] / "examples/two_link_arm.py"))
    (tmp_path / "arm.urdf").write_text(example["URDF"])
    drawn = heft.load(tmp_path / "arm.urdf")
    built = example["as_built"](drawn)
    found = heft.identify(drawn, [example["recorded"](built, seed) for seed in (1, 2)])
    moments = np.linalg.eigvalsh(to_com(found.robot.parameters[1])[2])
    assert moments == pytest.approx([0.001, 0.018, 0.018], rel=0.25)
    assert found.warnings == ()
