"""What the papers on RPNA print: tables 2, 4 and 5 of P0, its examples, and the transfers of P4 section III-B.

The tables' marks are transcribed from P3, where they are readable: H identifiable alone, I in combination and chosen as
base, 5 not identifiable; an open circle leaves no mark.
"""

from __future__ import annotations

import numpy as np
import pytest
from support.small_robots import two_bodies

import heft
from heft.identifiability import Verdict
from heft.identifiability.rpna import NullspaceDescriptor
from heft.parameters import DISPLAY_NAMES

LETTER = {"H": "I", "I": "B", "5": "X"}
ROWS = (*DISPLAY_NAMES, "Im")

PUMA = {
    "m": "55",
    "mcx": "5IIHHH",
    "mcy": "5HIIIH",
    "mcz": "55",
    "Ixx": "5IIIII",
    "Iyy": "5",
    "Izz": "IIIIIH",
    "Iyz": "5HHHHH",
    "Ixz": "5IHHHH",
    "Ixy": "5HIHHH",
    "Im": "HHHH",
}
SCARA = {
    "m": "5I",
    "mcx": "5IH",
    "mcy": "5IH",
    "mcz": "5555",
    "Ixx": "5555",
    "Iyy": "5555",
    "Izz": "IIH",
    "Iyz": "5555",
    "Ixz": "5555",
    "Ixy": "5555",
    "Im": "HHH",
}
CHEETAH_FIXED = {
    "m": "5",
    "mcx": "HIH",
    "mcy": "IHH",
    "mcz": "5",
    "Ixx": "5II",
    "Iyy": "5",
    "Izz": "IIH",
    "Iyz": "5HH",
    "Ixz": "5IH",
    "Ixy": "5HH",
    "Im": "H",
}
CHEETAH_FREE = {
    "m": "",
    "mcx": "HIH",
    "mcy": "IHH",
    "mcz": "",
    "Ixx": "III",
    "Iyy": "",
    "Izz": "IIH",
    "Iyz": "HHH",
    "Ixz": "HHH",
    "Ixy": "HHH",
    "Im": "HHH",
}


def both(name: str, **options: object) -> tuple[Verdict, Verdict]:
    """The verdicts without and with rotors."""
    robot = heft.load(f"zoo:{name}")
    return tuple(heft.identifiability(robot, rotors=rotors, method="exact", **options) for rotors in (False, True))


def marks(links: Verdict, rotors: Verdict, bodies: slice = slice(None)) -> dict[str, str]:
    """Each row of the table without its open circles. The row Im has the motor inertias identifiable alone."""
    rows = {
        name: "".join(body.classes[k] for body in links.bodies[bodies]).replace("c", "")
        for k, name in enumerate(DISPLAY_NAMES)
    }
    inertias = [body.rotor_classes[-1] for body in rotors.bodies[bodies] if body.rotor_classes]
    return rows | {"Im": "".join(letter for letter in inertias if letter == "I")}


def printed(table: dict[str, str]) -> dict[str, str]:
    return {row: "".join(LETTER[mark] for mark in table[row]) for row in ROWS}


def dims(verdict: Verdict) -> list[tuple[int, ...] | None]:
    return [body.dims for body in verdict.bodies]


# -- the tables ------------------------------------------------------------------------------------


def test_table_2_puma_560() -> None:
    links, rotors = both("puma560")
    assert (links.n_base, rotors.n_base) == (36, 40)
    assert marks(links, rotors) == printed(PUMA)
    assert dims(links) == [(2, 1, 9), (5, 8, 3), *[(6, 10, 3)] * 4]
    assert [body.rotor_classes[-1] == "I" for body in rotors.bodies] == [False, False, True, True, True, True]
    assert [body.classes for body in links.bodies] == [
        "XXXXXXBXXX",
        "XBIXBcBIBI",
        "cBBcBcBIIB",
        "cIBcBcBIII",
        "cIBcBcBIII",
        "cIIcBcIIII",
    ]


def test_table_4_scara() -> None:
    links, rotors = both("scara")
    assert (links.n_base, rotors.n_base) == (8, 11)
    assert marks(links, rotors) == printed(SCARA)
    assert dims(links) == [(2, 1, 9), (4, 4, 7), (4, 4, 9), (4, 4, 7)]
    assert [body.rotor_classes[-1] == "I" for body in rotors.bodies] == [False, True, True, True]


def test_table_5_cheetah_leg_on_a_fixed_torso() -> None:
    links, rotors = both("cheetah3_leg")
    assert (links.n_base, rotors.n_base) == (17, 18)
    assert marks(links, rotors) == printed(CHEETAH_FIXED)
    assert dims(links) == [(3, 3, 7), (6, 9, 3), (6, 10, 3)]
    assert [body.rotor_classes[-1] == "I" for body in rotors.bodies] == [False, False, True]


def test_table_5_cheetah_leg_on_a_floating_torso() -> None:
    """As printed but for Ixz of link 2, which is marked as identifiable alone; the count holds."""
    links, rotors = both("cheetah3_torso_leg")
    assert (links.n_base - 10, rotors.n_base - 10) == (21, 24)
    assert marks(links, rotors, slice(1, None)) == printed(CHEETAH_FREE) | {"Ixz": "IBI"}
    assert dims(links) == [(6, 10, 0), *[(6, 10, 3)] * 3]


def test_table_5_floating_ixz_of_link_2_is_only_known_with_mcz_of_link_3() -> None:
    links, _ = both("cheetah3_torso_leg")
    assert links.classes["hip.Ixz"] == "B"
    assert links.terms("hip.Ixz") == [("hip.Ixz", 1.0, "1"), ("knee.mcz", -0.342, "-171/500")]
    # Moving it alone is felt, moving it with mcz3 at the printed place is not.
    robot = heft.load("zoo:cheetah3_torso_leg")
    Y = heft.torque_regressor(robot, *robot.random_state(0, 20))
    alone, tied = np.zeros((2, Y.shape[-1]))
    alone[robot.parameter_names.index("knee.mcz")] = 1.0
    tied[:] = alone
    tied[robot.parameter_names.index("hip.mcz")] = -1.0
    tied[robot.parameter_names.index("hip.Ixz")] = 0.342
    assert np.abs(Y @ alone).max() > 0.1
    assert np.abs(Y @ tied).max() < 1e-12


def test_the_dimensions_of_t_are_those_with_gravity() -> None:
    """Tables 2 and 5 print V and K twice, T once: without gravity it is larger."""
    assert dims(both("puma560", gravity=False)[0]) == [(1, 1, 9), (3, 6, 5), *[(6, 10, 3)] * 4]
    assert dims(both("cheetah3_leg", gravity=False)[0]) == [(1, 1, 9), (3, 6, 5), (6, 10, 3)]
    assert dims(both("scara", gravity=False)[0]) == [(1, 1, 9), (3, 4, 7), (4, 4, 9), (4, 4, 7)]


@pytest.mark.parametrize(
    ("name", "options", "counts"),
    [
        ("puma560", {"gravity": False}, (34, 38)),
        ("puma560", {"static": True}, (10, 10)),
        ("scara", {"gravity": False}, (8, 11)),
        ("cheetah3_leg", {"gravity": False}, (13, 14)),
        ("cheetah3_leg", {"static": True}, (6, 6)),
        ("cheetah3", {}, (94, 106)),
        ("stanford", {}, (33, 37)),
    ],
)
def test_counts_elsewhere(name: str, options: dict[str, object], counts: tuple[int, int]) -> None:
    links, rotors = both(name, **options)
    assert (links.n_base, rotors.n_base) == counts


def test_cheetah_at_rest() -> None:
    assert heft.identifiability(heft.load("zoo:cheetah3"), static=True, rotors=False, method="exact").n_base == 28


# -- two bodies (sections 3.2 and 4.5, appendix B; P4 section III-B) --------------------------------


def step_of(verdict: Verdict, body: int) -> NullspaceDescriptor:
    assert verdict.source is not None
    return verdict.source[1][body]


def units(basis: np.ndarray, names: tuple[str, ...]) -> list[str]:
    """The names of unit vectors that a basis in echelon form consists of."""
    rows = np.array(basis.T, dtype=float)
    assert np.array_equal(np.sort(rows, axis=1)[:, -1], np.ones(len(rows)))
    assert np.count_nonzero(rows) == len(rows)
    return [names[k] for k in rows.argmax(axis=1)]


def named(touched: np.ndarray) -> set[str]:
    return {name for name, felt in zip(DISPLAY_NAMES, touched, strict=True) if felt}


MOTIONS = ("wx", "wy", "wz", "vx", "vy", "vz")


def rr(kind: str, gravity: object = False) -> Verdict:
    return heft.identifiability(heft.load(f"zoo:rr_{kind}"), gravity=gravity, rotors=False, method="exact")


def test_parallel_axes() -> None:
    """Section 4.5.1: the spans, both conditions, and the four groups of the mass matrix."""
    verdict = rr("parallel")
    first, second = step_of(verdict, 0), step_of(verdict, 1)
    assert units(first.V[0], MOTIONS) == ["wz"]
    assert units(first.K[0], DISPLAY_NAMES) == ["Izz"]
    assert units(second.V[0], MOTIONS) == ["wz", "vx", "vy"]
    assert named(first.felt) == {"Izz"}
    assert named(first.mapped) == set()
    assert named(second.felt) == {"mcx", "mcy", "Izz"}
    assert named(second.mapped) == {"mcx", "mcy"}
    assert verdict.bodies[1].dims == (3, 4, 7)
    assert {base: [(n, e) for n, _, e in verdict.terms(base)] for base in verdict.reduction.names} == {
        "link1.Izz": [("link1.Izz", "1"), ("link2.m", "1/4")],
        "link2.mcx": [("link2.mcx", "1")],
        "link2.mcy": [("link2.mcy", "1")],
        "link2.Izz": [("link2.Izz", "1")],
    }


def test_perpendicular_axes() -> None:
    """Section 4.5.2 and appendix B, eqs. 67 and 68."""
    verdict = rr("perpendicular")
    second = step_of(verdict, 1)
    assert units(step_of(verdict, 0).K[0], DISPLAY_NAMES) == ["Izz"]
    assert units(second.V[0], MOTIONS) == ["wx", "wy", "wz", "vz"]
    assert named(second.felt) == {"Ixz", "Iyz", "Izz"}
    assert named(second.mapped) == {"mcx", "mcy", "Ixx", "Iyy", "Ixy"}
    pivots = [DISPLAY_NAMES[k] for k in second.pivots]
    assert pivots == ["mcx", "mcy", "Ixx", "Izz", "Iyz", "Ixz", "Ixy"]
    difference = second.conditions[pivots.index("Ixx")]
    assert [(n, int(x)) for n, x in zip(DISPLAY_NAMES, difference, strict=True) if x != 0] == [("Ixx", 1), ("Iyy", -1)]
    assert verdict.n_base == 8
    # Appendix B: about z1 body 2 has m l^2 + c2^2 Iyy + s2^2 Ixx + ..., so m and Iyy (at q2 = 0) go to Izz1.
    assert [(n, e) for n, _, e in verdict.terms("link1.Izz")] == [
        ("link1.Izz", "1"),
        ("link2.m", "1/4"),
        ("link2.Iyy", "1"),
    ]


@pytest.mark.parametrize(
    ("kind", "gravity", "count"),
    [
        ("parallel", [0, 0, "-9.81"], 4),
        ("parallel", [0, "-9.81", 0], 6),
        ("perpendicular", [0, 0, "-9.81"], 8),
        ("perpendicular", [0, "-9.81", 0], 10),
    ],
)
def test_gravity_along_the_first_axis_and_across_it(kind: str, gravity: list[object], count: int) -> None:
    assert rr(kind, gravity).n_base == count


def transfers(step: NullspaceDescriptor) -> list[set[tuple[str, int]]]:
    """The ways to move parameters of the body unseen: a basis, one free parameter each."""
    ways = []
    for free in (c for c in range(10) if c not in step.pivots):
        moved = {free: 1} | {p: -int(step.conditions[k, free]) for k, p in enumerate(step.pivots)}
        ways.append({(DISPLAY_NAMES[c], x) for c, x in moved.items() if x})
    return ways


def test_transfers_across_a_revolute_joint() -> None:
    """P0 eqs. 16 and 17, P4 eq. 33: m, mcz, and Ixx with Iyy, as of thin rods along the axis."""
    step = step_of(heft.identifiability(two_bodies({"type": "revolute"}), method="exact"), 1)
    assert named(step.felt) == {"Ixz", "Iyz", "Izz", "mcx", "mcy"}
    assert named(step.mapped) == {"mcx", "mcy", "Ixy", "Ixz", "Iyz", "Ixx", "Iyy"}
    assert transfers(step) == [{("m", 1)}, {("mcz", 1)}, {("Ixx", 1), ("Iyy", 1)}]


def test_transfers_across_a_prismatic_joint() -> None:
    """P4 III-B.2: any of the six moments of inertia."""
    step = step_of(heft.identifiability(two_bodies({"type": "prismatic"}), method="exact"), 1)
    assert named(step.felt) == {"m", "mcx", "mcy"}
    assert transfers(step) == [{(name, 1)} for name in DISPLAY_NAMES[4:]]


def test_transfers_across_a_helical_joint() -> None:
    """P4 eq. 34: only Ixx with Iyy, where both kinds above agree."""
    step = step_of(heft.identifiability(two_bodies({"type": "helical", "pitch": "1/50"}), method="exact"), 1)
    assert transfers(step) == [{("Ixx", 1), ("Iyy", 1)}]


def test_a_fixed_joint_transfers_everything() -> None:
    """N_i has no rows, T_i all ten dimensions."""
    step = step_of(heft.identifiability(two_bodies({"type": "fixed"}), method="exact"), 1)
    assert step.conditions.shape == (0, 10)
    assert step.transfer_dimension == 10


@pytest.mark.parametrize("name", ["cheetah3_torso_leg", "cheetah3"])
def test_gravity_adds_nothing_to_a_floating_base(name: str) -> None:
    """Remark 9."""
    robot = heft.load(f"zoo:{name}")
    with_, without = (heft.identifiability(robot, gravity=g, method="exact") for g in (None, False))
    assert with_.reduction.names == without.reduction.names
    assert np.array_equal(with_.reduction.matrix, without.reduction.matrix)
