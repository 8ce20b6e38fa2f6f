"""Tables II and III of P1 (Lin 1995): what the recursion costs, counted by running it on counting numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.links import links_only

import heft
from heft import minimal
from heft.minimal import counting, steps
from heft.minimal.counting import Count, Counted, Operations, Tally, count
from heft.minimal.steps import Turn
from heft.robot.joint import Joint
from heft.robot.model import Body, Robot
from heft.robot.placement import Placement

NONE = Operations(0, 0)


def ops(text: str) -> Operations:
    """Read "8M5A" as the tables write it."""
    M, _, rest = text.rpartition("M") if "M" in text else ("0", "", text)
    return Operations(int(M), int(rest.rstrip("A") or 0))


def general_chain(kinds: str) -> Robot:
    """An arm with nothing special in it; lower case: parallel to the joint before."""
    rng = np.random.default_rng(0)
    bodies = []
    for i, kind in enumerate(kinds):
        rpy = (0, 0, 0.3) if kind.islower() else tuple(rng.uniform(0.3, 1.0, 3))
        joint = Joint(f"j{i + 1}", {"r": "revolute", "p": "prismatic"}[kind.lower()])
        placement = Placement.at(rng.uniform(0.1, 0.5, 3).tolist(), rpy)
        bodies.append(Body(f"link{i + 1}", i - 1, joint, placement, rng.uniform(1, 2, 10)))
    return Robot(kinds, tuple(bodies)).with_gravity((3, 1, -9))


def counted(kinds: str) -> Count:
    return count(minimal.combinations(general_chain(kinds)).constants(), tip=True, general=True)


GENERAL = {
    "omega": "8M5A",
    "omega_dot": "10M7A",
    "Omega": "6M9A",
    "Psi": "3A",
    "a": "17M13A",
    "rho_bar": "6M3A",
    "zeta_bar": "22M19A",
    "p": "8M7A",
    "zeta": "12M11A",
}
SLIDING = {"omega": "8M4A", "omega_dot": "8M4A", "Omega": "6M9A", "h": "5M4A", "rho": "4M3A", "rho_bar": "3M"}
SLIDING |= {"zeta_bar": "9M5A", "p": "8M7A", "zeta": "12M11A", "tau": "1A"}
COLUMNS = {
    # The column's name: joints of the arm, which one, what Table II prints, what heft counts where it differs.
    "r = 1": ("RRRR", 0, {"Omega": "1M", "a": "3M", "zeta_bar": "3M2A", "p": "8M4A", "zeta": "6M6A"}, {}),
    "r > 1": (
        "PRRR",
        1,
        {"Omega": "1M", "a": "8M4A", "rho_bar": "4M2A", "zeta_bar": "3M2A", "p": "8M7A", "zeta": "6M6A"},
        {"p": "8M6A"},
    ),
    "R, r < i < s": (
        "rrrRR",
        1,
        {"omega": "1A", "omega_dot": "1A", "Omega": "1M", "a": "12M8A", "rho_bar": "4M2A", "zeta_bar": "3M2A"}
        | {"p": "8M7A", "zeta": "3M4A"},
        {"p": "8M6A"},
    ),
    "T, r < i < s": (
        "RPRR",
        1,
        {"omega": "3M", "omega_dot": "3M", "Omega": "6M9A", "h": "5M4A", "a": "14M10A", "rho": "4M2A", "rho_bar": "3M"}
        | {"zeta_bar": "6M3A", "p": "8M7A", "zeta": "15M11A", "tau": "1A"},
        {"a": "10M9A", "rho": "3M2A", "zeta": "14M10A"},
    ),
    "R, i >= s": ("RRRR", 2, GENERAL, {}),
    "R, i = n": ("RRRR", 3, GENERAL | {"p": "3A", "zeta": "6M9A"}, {}),
    "T, i >= s": ("RRRPR", 3, SLIDING | {"a": "14M10A"}, {"a": "11M10A"}),
}


@pytest.mark.parametrize("column", COLUMNS)
def test_table_ii(column: str):
    kinds, joint, printed, differing = COLUMNS[column]
    expected = {row: ops(text) for row, text in (printed | differing).items()}
    found = {row: n for row, n in counted(kinds).rows(joint).items() if n != NONE and row != "D"}
    assert found == expected
    for row, text in differing.items():
        assert np.all(np.array(ops(text)) <= ops(printed[row])), f"{row} costs more than printed"


def test_the_column_that_the_scan_has_lost():
    """Joints in front of r: nothing is printed to compare with, so this guards what the manual says."""
    arm = counted("PPRR")
    rows = [{row: n for row, n in arm.rows(joint).items() if n != NONE} for joint in (0, 1)]
    assert rows[1] == {row: ops(n) for row, n in {"a": "8M5A", "rho": "1M", "rho_bar": "1M", "p": "8M5A"}.items()} | {
        "tau": ops("1A")
    }
    assert rows[0]["a"] == ops("3M1A")


def test_the_manual_says_what_differs():
    page = (Path(__file__).parents[2] / "docs" / "minimal.md").read_text(encoding="utf-8")
    for _, _, printed, differing in COLUMNS.values():
        for row, found in differing.items():
            shown = f"| {printed[row]} | {found} |"
            assert shown in page or printed[row] == "15M11A", shown
    assert "15M11A printed, 14M10A and 1M1A counted" in page


def test_the_prismatic_row_that_table_ii_leaves_out_and_the_one_that_hides_it():
    """D_i grows as joints slide: 1M1A in group 2, which the printed 4M5A of zeta contains, 6M6A in group 3."""
    assert counted("RPRR").of(0, "D") == ops("1M1A")
    assert counted("RPRR").of(1, "zeta").multiplications + 1 == ops("15M11A").multiplications
    assert counted("RRRPR").of(2, "D") == ops("6M6A")


@pytest.mark.parametrize("n", [2, 3, 6, 9])
def test_table_iii_general(n: int):
    """(89n - 82) M and (77n - 71) A: the first joint, n - 2 in the middle, and the last, each as Table II counts it."""
    arm = counted("RRRR")
    first, middle, last = (np.array(arm.of(joint)) for joint in (0, 2, 3))
    assert tuple(first + (n - 2) * middle + last) == (89 * n - 82, 77 * n - 71)


@pytest.mark.parametrize("n", [3, 6, 9])
def test_run_as_a_whole_it_takes_less(n: int):
    """Joint 1 turns about its own axis alone; Table II counts joint 2 as if it did not: 13 M and 13 A."""
    assert counted("R" * n).of() == (89 * n - 82 - 13, 77 * n - 71 - 13)


def stanford(*, simple: bool) -> minimal.Combinations:
    arm = links_only(heft.load("zoo:stanford"))
    return minimal.combinations(arm if simple else arm.with_parameters(np.random.default_rng(1).uniform(1, 2, (6, 10))))


@pytest.mark.parametrize(
    ("simple", "printed", "found"), [(False, (231, 219), (231, 214)), (True, (139, 101), (136, 99))]
)
def test_table_iii_stanford_arm(simple: bool, printed: tuple[int, int], found: tuple[int, int]):
    """The two columns whose headings are lost are links of any inertia, and links that are symmetric."""
    operations = stanford(simple=simple).operations
    assert operations == found
    assert np.all(np.array(operations) <= printed)


def everything(operation: str, place: tuple[int, str]) -> bool:
    """heft's rule: what is known is not made again."""
    return True


def products(operation: str, place: tuple[int, str]) -> bool:
    """Products are made once, sums each time."""
    return operation == "M"


def products_but_two(operation: str, place: tuple[int, str]) -> bool:
    """The same, but Omega_2 makes its six products though two, w_x qd_2 and w_y qd_2, are known from wd_2."""
    return operation == "M" and place != (1, "Omega")


def nothing(operation: str, place: tuple[int, str]) -> bool:
    """Every operation is made where it is written."""
    return False


@pytest.mark.parametrize(
    ("shared", "general", "symmetric"),
    [
        (everything, "231M214A", "136M99A"),
        (products, "231M219A", "137M101A"),
        (products_but_two, "233M219A", "139M101A"),
        (nothing, "238M219A", "144M101A"),
    ],
    ids=lambda rule: getattr(rule, "__name__", ""),
)
def test_what_the_author_shared(shared, general: str, symmetric: str, monkeypatch):
    """Printed: 231M219A and 139M101A. Each column is met to the last operation, but by rules two products apart."""

    class Sharing(Tally):
        def made(self, operation: str, operands, sign: int) -> Counted:
            if not shared(operation, self.place):
                self._known.pop((operation, tuple(operands)), None)
            return super().made(operation, operands, sign)

    monkeypatch.setattr(counting, "Tally", Sharing)
    assert stanford(simple=False).operations == ops(general)
    assert stanford(simple=True).operations == ops(symmetric)


def test_the_printed_acceleration_of_a_prismatic_joint_is_made_in_its_own_frame():
    """R^T a + Omega_i b with b = (b cos, -b sin, 0) in E_i is the printed 14M10A; to add h are 3A that no row has.

    The other way, R^T (a + Omega_{i-1} b) + h with b = (b, 0, 0) in E_{i-1}, takes 11M10A. The Stanford arm has b = 0,
    so that these 3M are none of those by which its own figures differ.
    """
    tally = Tally()

    def some(n: int) -> list[Counted]:
        return [tally.variable() for _ in range(n)]

    part = replace(minimal.combinations(general_chain("RRPR")).constants().joints[2], cb=some(1)[0], sb=some(1)[0])
    turn, a, b, h = Turn(*some(5)), tuple(some(3)), (*some(2), 0.0), tuple(some(3))
    Omega = tuple(tuple(some(3)) for _ in range(3))
    carried = steps.plus(steps.into(part, turn, a), steps.applied(Omega, b))
    assert tally.count(range(len(tally.nodes))).of() == ops("14M10A")
    whole = steps.plus(carried, h)
    assert tally.count(tally.behind(list(whole))).of() == ops("14M13A")
    assert all(abs(step) < 1e-12 for step in stanford(simple=True).chain.b)


def test_the_stanford_arm_has_33_combinations():
    mlc = stanford(simple=False)
    assert len(mlc) == 33
    assert (mlc.groups.r, mlc.groups.s) == (0, 1)
