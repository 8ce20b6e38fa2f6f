"""The exact corpus: 53 mechanisms with their answers, computed elsewhere in rational and modular arithmetic.

Each is asked for with and without gravity and at rest, links alone and with rotors. Answers hold the counts, the
dimensions of V, K and T, the class of every parameter, and the base parameters with exact coefficients.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from support import example_robots
from support.corpus import ABSENT, FILES, FOLDER, answers, name_of, needs_corpus
from support.ranks import sampled_rank

import heft
from heft.identifiability import Verdict
from heft.robot.model import Robot

NAMES = [name_of(path) for path in FILES]
pytestmark = needs_corpus


def cases() -> list[tuple[str, str]]:
    return [(name, case) for name in NAMES for case in answers(name)["cases"]]


def urdf_cases() -> list[tuple[str, str]]:
    return [(name, case) for name, case in cases() if "urdf" in answers(name)]


CASES = cases() or [pytest.param("", "", marks=pytest.mark.skip(reason=ABSENT))]
URDF_CASES = urdf_cases() or [pytest.param("", "", marks=pytest.mark.skip(reason=ABSENT))]


@cache
def mechanism(name: str) -> Robot:
    return heft.load(FOLDER / f"{name}.mech.json")


def asked(robot: Robot, case: str, method: str, **options: Any) -> Verdict:
    bodies, motion = case.split("/")
    return heft.identifiability(
        robot,
        gravity=False if motion == "nogravity" else None,
        static=motion == "static",
        rotors=bodies == "links_rotors",
        method=method,
        **options,
    )


def assert_answered(verdict: Verdict, expected: dict[str, Any], order: list[int] | None = None) -> None:
    bodies = verdict.bodies if order is None else [verdict.bodies[i] for i in order]
    assert (verdict.n_parameters, verdict.n_base) == (expected["n_params"], expected["n_base"])
    assert [list(body.dims or ()) for body in bodies] == expected["dims_V_K_T"]
    assert [body.classes for body in bodies] == expected["class"]
    rotors = {str(i): body.rotor_classes for i, body in enumerate(verdict.bodies) if body.rotor_classes is not None}
    assert rotors == expected.get("rotor_class", {})


def corpus_name(parameter: str, bodies: list[str]) -> str:
    """The corpus counts bodies: "body1.rotor.Izz" is "Izz_M1"."""
    owner, _, name = parameter.rpartition(".")
    if owner in bodies:
        return f"{name}_{bodies.index(owner)}"
    return f"{name}_M{bodies.index(owner.removesuffix('.rotor'))}"


def combinations(verdict: Verdict, bodies: list[str]) -> dict[str, dict[str, str | None]]:
    return {
        corpus_name(base, bodies): {corpus_name(name, bodies): exact for name, _, exact in verdict.terms(base)}
        for base in verdict.reduction.names
    }


def test_there_are_53() -> None:
    assert len(NAMES) == 53
    assert len(CASES) == 228


@pytest.mark.parametrize(("name", "case"), CASES)
def test_exact(name: str, case: str) -> None:
    robot, expected = mechanism(name), answers(name)["cases"][case]
    verdict = asked(robot, case, "exact")
    assert_answered(verdict, expected)
    assert verdict.certificate.field in ("Q", "F_p")
    if "regrouping" in expected:
        listed = {
            row["base"]: {parameter: exact for parameter, _, exact in row["terms"]} for row in expected["regrouping"]
        }
        assert combinations(verdict, robot.body_names) == listed
        assert [corpus_name(n, robot.body_names) for n in verdict.reduction.names] == list(listed)
        for row in expected["regrouping"]:
            base = verdict.reduction.names[list(listed).index(row["base"])]
            ours = {corpus_name(n, robot.body_names): value for n, value, _ in verdict.terms(base)}
            assert ours == {parameter: pytest.approx(value, rel=1e-12) for parameter, value, _ in row["terms"]}


@pytest.mark.parametrize(("name", "case"), CASES)
def test_float_counts(name: str, case: str) -> None:
    verdict, expected = asked(mechanism(name), case, "float"), answers(name)["cases"][case]
    assert (verdict.n_parameters, verdict.n_base) == (expected["n_params"], expected["n_base"])


@pytest.mark.parametrize(("name", "case"), CASES)
def test_sampled_in_a_prime_field(name: str, case: str) -> None:
    bodies, motion = case.split("/")
    rank = sampled_rank(mechanism(name), motion, rotors=bodies == "links_rotors")
    assert rank == answers(name)["cases"][case]["n_base"]


# -- the same robots from their URDF files ---------------------------------------------------------


@cache
def real_robot(name: str) -> Robot:
    path = example_robots.PATHS.get(answers(name)["urdf"])
    if path is None:
        pytest.skip(f"example-robot-data is not installed: no {answers(name)['urdf']} in {example_robots.FOLDER}")
    # The corpus has the two fingers of a gripper move by themselves.
    return heft.load(path, base="floating" if name.endswith("_floating") else "fixed", mimic=False)


@pytest.mark.parametrize(("name", "case"), URDF_CASES)
def test_urdf_files(name: str, case: str) -> None:
    robot = real_robot(name)
    at = {body.joint.name: i for i, body in enumerate(robot.bodies)}
    order = [at[body.joint.name] for body in mechanism(name).bodies]  # the corpus has Pinocchio's order, not the file's
    assert sorted(order) == list(range(robot.n_bodies))
    assert_answered(asked(robot, case, "exact"), answers(name)["cases"][case], order)


@pytest.mark.parametrize("name", sorted({name for name, _ in urdf_cases()}))
def test_urdf_files_without_a_warning(name: str) -> None:
    """Rounded numbers and floats: the cross-check of "auto" agrees on all of these robots, and says so."""
    verdict = asked(real_robot(name), "links/gravity", "auto")
    assert verdict.n_base == answers(name)["cases"]["links/gravity"]["n_base"]
    assert verdict.certificate.float_agrees is True
    assert verdict.warnings == ()


@pytest.mark.parametrize(("name", "case"), URDF_CASES)
def test_urdf_files_taken_literally(name: str, case: str) -> None:
    """Rounded right angles as they stand: the corpus knows those counts too."""
    literal = asked(real_robot(name), case, "exact", snap=0.0)
    assert literal.n_base == answers(name)["literal_n_base"][case.split("/")[1]]


def test_some_urdf_files_have_rounded_right_angles() -> None:
    """Else the tests above would say nothing about rounding."""
    rounded = {name for name, _ in urdf_cases() if asked(real_robot(name), "links/gravity", "float").snapped}
    assert {"urdf_hyq_no_sensors_fixed", "urdf_talos_reduced_floating"} <= rounded
