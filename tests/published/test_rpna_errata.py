"""Where the papers on RPNA are wrong or leave something out: what is true instead, computed exactly."""

from __future__ import annotations

import numpy as np
import pytest
from support.ranks import sampled_rank
from support.small_robots import Z, body, mechanism, two_bodies

import heft
from heft.identifiability.cluster_operators import operators_of
from heft.identifiability.exact_fields import Rationals
from heft.identifiability.operators import rate
from heft.identifiability.rpna import NullspaceDescriptor
from heft.linalg import column_space
from heft.parameters import DISPLAY_NAMES, INDEX
from heft.robot.model import WORLD, Robot

# -- rotors (section 8) ----------------------------------------------------------------------------

FLIPPED = {"rpy": ["pi", 0, 0]}
TILTED = {"rotation": [[1, 0, 0], [0, "3/5", "-4/5"], [0, "4/5", "3/5"]]}


def rotor_counts(ratio: object, placement: dict[str, object], kind: str = "revolute") -> int:
    """How many combinations a symmetric rotor adds to a floating body and its child."""
    joint = {"type": kind, "axis": [0, 0, 1]} | ({"pitch": "1/50"} if kind == "helical" else {})
    robot = two_bodies(joint, rotor={"ratio": ratio, "symmetric": True, "placement": placement})
    links, rotors = (heft.identifiability(robot, rotors=r, method="exact").n_base for r in (False, True))
    assert rotors == sampled_rank(robot)
    return rotors - links


@pytest.mark.parametrize(
    ("ratio", "placement", "adds"),
    [
        (1, {}, 0),
        (1, {"xyz": ["1/3", "-1/7", "2"]}, 0),  # where the rotor sits is irrelevant
        (6, {}, 1),
        (-1, {}, 1),  # a rotor that turns backwards is seen
        (-1, FLIPPED, 0),  # but not if its axis points backwards as well
        (1, FLIPPED, 1),
        (1, TILTED, 1),
        ("3/5", TILTED, 1),  # eq. 63 holds, n_R = cos(angle), but eq. 60 does not
    ],
)
def test_when_a_rotor_adds_a_parameter(ratio: object, placement: dict[str, object], adds: int) -> None:
    assert rotor_counts(ratio, placement) == adds


@pytest.mark.parametrize("ratio", [1, 6])
def test_a_rotor_on_a_prismatic_joint_is_always_seen(ratio: int) -> None:
    assert rotor_counts(ratio, {}, "prismatic") == 1


def test_a_rotor_on_a_fixed_base_is_seen_where_it_is_felt_earlier() -> None:
    """Section 8: no inertia of a first motor; the second on parallel axes, not on perpendicular ones."""
    for kind, adds in (("parallel", 1), ("perpendicular", 0)):
        robot = heft.load(f"zoo:rr_{kind}")
        links, rotors = (
            heft.identifiability(robot, gravity=False, rotors=r, method="exact").n_base for r in (False, True)
        )
        assert rotors - links == adds


def asymmetric_on_helical() -> Robot:
    """A link that turns about z and carries another on a helical joint, driven by a rotor without any symmetry."""
    rotor = {"ratio": 5, "symmetric": False, "placement": {"xyz": ["1/4", "1/7", 0], **TILTED}}
    helical = {"type": "helical", "axis": [0, 0, 1], "pitch": "1/50"}
    second = body("b", "a", helical, placement={"xyz": ["1/3", "1/5", 0], **TILTED}, rotor=rotor)
    return mechanism(body("a", None, {"type": "revolute"} | Z), second, gravity=[0, 0, 0])


def test_the_mapping_condition_of_an_asymmetric_rotor_needs_more_than_ten_derivatives() -> None:
    """Appendix I says k up to 10. Link and rotor have 20 parameters together, so Cayley-Hamilton says 20."""
    field, robot = Rationals(), asymmetric_on_helical()
    verdict = heft.identifiability(robot, method="exact")
    assert verdict.source is not None
    first, second = verdict.source[1]
    [operators] = operators_of(field, [second.cluster])
    [A] = (each.T for each in operators.A_transposed)
    assert A.shape == (20, 20)

    def mapping_rank(derivatives: int) -> int:
        rows, power = [], field.product(first.K[0].T, second.B)
        for _ in range(derivatives):
            power = field.product(power, A)
            rows.append(power)
        return len(field.echelon(np.vstack(rows))[1])

    assert first.K[0].shape == (10, 1)
    assert [mapping_rank(k) for k in (10, 20, 30)] == [10, 12, 12]
    assert verdict.n_base == sampled_rank(robot, "nogravity")


# -- the directions and indices of the appendices --------------------------------------------------


def floats(matrix: np.ndarray) -> np.ndarray:
    return np.array([[float(int(x.p) / int(x.q)) for x in row] for row in matrix]).reshape(matrix.shape)


def system_matrix(steps: tuple[NullspaceDescriptor, ...], robot: Robot) -> np.ndarray:
    """Appendix G with its index put right: N_i on the columns of i, N_i B_j ... B on those of its descendants j."""
    parents = [b.parent for b in robot.bodies]
    blocks = []
    for i, step in enumerate(steps):
        row = {i: floats(step.conditions)}
        for j in range(i + 1, len(steps)):
            if parents[j] in row:
                row[j] = row[parents[j]] @ floats(steps[j].B)
        blocks.append(np.hstack([row.get(j, np.zeros((len(row[i]), 10))) for j in range(len(steps))]))
    return np.vstack(blocks)


@pytest.mark.parametrize("name", ["puma560", "scara", "cheetah3_leg", "cheetah3"])
def test_appendix_g_sums_over_descendants(name: str) -> None:
    """The identifiable combinations are those rows, and the reduction spans the same."""
    robot = heft.load(f"zoo:{name}")
    verdict = heft.identifiability(robot, rotors=False, method="exact")
    assert verdict.source is not None
    stacked = system_matrix(verdict.source[1], robot)
    place = [10 * i + INDEX[n] for i in range(robot.n_bodies) for n in DISPLAY_NAMES]
    reduced = verdict.reduction.matrix[:, place]
    rows = column_space(stacked.T)
    assert rows.shape[1] == verdict.n_base
    assert np.abs(reduced - reduced @ rows @ rows.T).max() < 1e-9


def test_b_maps_children_to_parents() -> None:
    """d pi_parent = -B d pi_child along a transfer leaves all torques as they are; the transpose does not."""
    robot = heft.load("zoo:puma560")
    verdict = heft.identifiability(robot, rotors=False, method="exact")
    assert verdict.source is not None
    step = verdict.source[1][2]
    free = DISPLAY_NAMES.index("m")
    assert free not in step.pivots
    child = np.zeros(10)
    child[free] = 1.0
    child[list(step.pivots)] = -floats(step.conditions)[:, free]
    Y = heft.torque_regressor(robot, *robot.random_state(1, 20))
    for B, unseen in ((floats(step.B), True), (floats(step.B).T, False)):
        change = np.zeros((robot.n_bodies, 10))
        for i, values in ((2, child), (1, -B @ child)):
            change[i, [INDEX[n] for n in DISPLAY_NAMES]] = values
        padded = np.concatenate([change.ravel(), np.zeros(Y.shape[-1] - change.size)])
        assert (np.abs(Y @ padded).max() < 1e-12) == unseen


def test_joints_with_several_freedoms_need_all_generators_together() -> None:
    """Izz turned about x, about y and about z gives five parameters; turned about all of them in turn, six."""
    field = Rationals()
    one = field.array(np.eye(6, dtype=int).tolist())
    turns = [rate(field, axis).T for axis in one[:3]]
    seed = field.zeros(10, 1)
    seed[DISPLAY_NAMES.index("Izz"), 0] = field.half * 2
    each = field.basis(np.hstack([field.ctrb([turn], seed) for turn in turns]))
    assert each.shape[1] == 5
    assert field.ctrb(turns, seed).shape[1] == 6


# -- sensing (section 7.4, theorem 3 of appendix H) -------------------------------------------------


def tree() -> Robot:
    """A floating body with two arms on joints of three kinds."""
    return mechanism(
        body("torso", None, {"type": "floating"}),
        body("upper", "torso", {"type": "revolute", "axis": [1, 2, 0]}, placement={"xyz": ["1/5", "1/3", 0]}),
        body("lower", "upper", {"type": "helical", "pitch": "1/30"} | Z, placement={"rpy": ["pi/3", 0, "pi/4"]}),
        body("slide", "torso", {"type": "prismatic"} | Z, placement={"xyz": [0, "1/2", "1/9"]}),
        body("ball", "slide", {"type": "spherical"}, placement={"xyz": ["1/8", 0, 0]}),
        base="floating",
    )


@pytest.mark.parametrize("name", ["tree", "cheetah3_torso_leg"])
@pytest.mark.parametrize("gravity", [None, False])
def test_theorem_3_the_base_wrench_alone_suffices(name: str, gravity: bool | None) -> None:
    robot = tree() if name == "tree" else heft.load(f"zoo:{name}")
    options = {"gravity": gravity, "rotors": False, "method": "exact"}
    every = heft.identifiability(robot, **options)
    wrench = heft.identifiability(robot, sensors=f"none,{robot.joint_names[0]}", **options)
    assert wrench.reduction.names == every.reduction.names
    assert np.allclose(wrench.reduction.matrix, every.reduction.matrix, atol=1e-12)


def test_the_joint_torques_alone_do_not_suffice() -> None:
    robot = heft.load("zoo:cheetah3_torso_leg")
    every = heft.identifiability(robot, rotors=False, method="exact")
    torques = heft.identifiability(robot, rotors=False, method="exact", sensors="-root_joint")
    assert torques.n_base < every.n_base


def test_rotors_break_theorem_3() -> None:
    """Their inertias are felt by their own joints only (the footnote of section 8)."""
    robot = heft.load("zoo:cheetah3_torso_leg")
    every = heft.identifiability(robot, method="exact")
    wrench = heft.identifiability(robot, method="exact", sensors="none,root_joint")
    assert every.n_base == 34
    assert wrench.n_base < every.n_base
    assert wrench.n_base == sampled_rank(robot, sensors="none,root_joint")
    lost = {name for name, letter in every.classes.items() if letter == "I" and wrench.classes[name] != "I"}
    assert {f"{joint}.rotor.Izz" for joint in ("abad", "hip", "knee")} <= lost


def test_a_wrench_sensor_under_a_fixed_base_is_no_floating_base() -> None:
    """Theorem 3 needs the base to move: on a fixed one, neither kind of sensor sees all that the other does."""
    robot = heft.load("zoo:rr_perpendicular")
    options = {"rotors": False, "method": "exact"}
    torques = heft.identifiability(robot, **options)
    wrench = heft.identifiability(robot, sensors="none,ft@base", **options)
    both = heft.identifiability(robot, sensors="ft@base", **options)
    assert both.n_base >= wrench.n_base > torques.n_base
    assert robot.bodies[0].parent == WORLD
