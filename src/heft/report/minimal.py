"""The minimal linear combinations of a serial arm as tables for the terminal."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from heft.minimal.minimal_set import Combinations
from heft.report.tables import folded, remarks, section, table
from heft.report.words import counted, short
from heft.text import printable


def minimal_set(mlc: Combinations, every: bool = False) -> list[RenderableType]:
    """Return the set, its frames and the operations of inverse dynamics in it; what is worth a note comes first."""
    said = [remarks(mlc.notes), ""] if mlc.notes else []
    return [*said, _head(mlc), _frames(mlc), _combinations(mlc, every), _operations(mlc)]


def _head(mlc: Combinations) -> Text:
    joints = [body.joint.name for body in mlc.robot.bodies]

    def name(index: int) -> str:
        return printable(joints[index]) if index < len(joints) else "none"

    text = Text(printable(mlc.robot.name), style="bold cyan")
    text.append(f"  {counted(len(mlc), 'combination')} of {10 * mlc.chain.n} link parameters", "bold")
    text.append(f"\njoint r: {name(mlc.groups.r)}, joint s: {name(mlc.groups.s)}; ", "not bold default")
    proof = "the exact count agrees" if mlc.agrees else f"Theorem 2 alone counts {len(mlc.theorem)}"
    return text.append(f"{proof}.\n", "not bold default")


def _frames(mlc: Combinations) -> RenderableType:
    made = table("joint", "<kind", "b", "beta", "d", "theta")
    chain = mlc.chain
    for i, body in enumerate(mlc.robot.bodies):
        cells = [short(float(column[i])) for column in (chain.b, chain.beta, chain.d, chain.theta)]
        reversed_ = " (reversed)" if chain.sign[i] < 0 else ""
        made.add_row(Text(printable(body.joint.name)), f"{body.joint.kind}{reversed_}", *cells)
    return section("Frames at q = 0 [m, rad]", made)


def _combinations(mlc: Combinations, every: bool) -> RenderableType:
    made = table("combination", "value", "<in the link parameters")
    for k, name in enumerate(mlc.names):
        made.add_row(Text(printable(name)), short(float(mlc.values[k])), Text(printable(mlc.expression(k))))
    return section("Combinations [kg, kg m, kg m²]", *folded(made, every))


def _operations(mlc: Combinations) -> Text:
    (M, A), (any_M, any_A) = mlc.operations, mlc.operations_of_any
    return Text(
        f"Inverse dynamics in these combinations: {M} multiplications and {A} additions with these values, {any_M} and "
        f"{any_A} with links of any inertia. Sines and cosines are not counted."
    )
