"""Functions that are not expressions: friction, which asks for signs, and forward dynamics, which divide.

Forward dynamics solve M qdd = tau - bias by M = L D L^T, with arrays of fixed size and no allocation.
"""

from __future__ import annotations

from heft.export.print_code import Language
from heft.export.program import Counts
from heft.friction.robots import coefficients
from heft.robot.model import Robot


def friction_lines(robot: Robot, language: Language) -> list[str]:
    """Return the expressions of the friction torques."""
    lines = []
    for k, (viscous, coulomb, offset) in enumerate(coefficients(robot).T):
        parts = [
            f"{language.literal(viscous)}*qd[{k}]" if viscous else "",
            f"{language.literal(coulomb)}*{language.sign.format(x=f'qd[{k}]')}" if coulomb else "",
            language.literal(offset) if offset else "",
        ]
        lines.append(" + ".join(filter(None, parts)) or language.literal(0.0))
    return lines


def friction_counts(robot: Robot) -> Counts:
    """Return the operations of the friction torques; comparisons are not counted."""
    used = coefficients(robot) != 0
    return Counts(int(used[:2].sum()), int((used.sum(axis=0).clip(1) - 1).sum()), 0)


def solve_counts(n: int) -> Counts:
    """Return the operations of the solution by L D L^T, divisions counted as multiplications."""
    products = sum(2 * j + (n - j - 1) * (j + 1) for j in range(n)) + n * (n - 1) + n
    sums = sum(j + (n - j - 1) * j for j in range(n)) + n * (n - 1) + n
    return Counts(products, sums, 0)


C_SOLVE = """\
{type} M[{size}], b[{n}], x[{n}];
{mass}(q, M);
{bias}(q, qd, b);
for (int j = 0; j < {n}; ++j) {{
    for (int k = 0; k < j; ++k)
        M[{n}*j + j] -= M[{n}*j + k]*M[{n}*j + k]*M[{n}*k + k];
    for (int i = j + 1; i < {n}; ++i) {{
        for (int k = 0; k < j; ++k)
            M[{n}*i + j] -= M[{n}*i + k]*M[{n}*j + k]*M[{n}*k + k];
        M[{n}*i + j] /= M[{n}*j + j];
    }}
}}
for (int i = 0; i < {n}; ++i) {{
    x[i] = tau[i] - b[i];
    for (int k = 0; k < i; ++k)
        x[i] -= M[{n}*i + k]*x[k];
}}
for (int i = {n} - 1; i >= 0; --i) {{
    x[i] /= M[{n}*i + i];
    for (int k = i + 1; k < {n}; ++k)
        x[i] -= M[{n}*k + i]*x[k];
}}
for (int i = 0; i < {n}; ++i)
    qdd[i] = x[i];"""

PYTHON_SOLVE = """\
M, b = {mass}(q), {bias}(q, qd)
for j in range({n}):
    for k in range(j):
        M[j][j] -= M[j][k]*M[j][k]*M[k][k]
    for i in range(j + 1, {n}):
        for k in range(j):
            M[i][j] -= M[i][k]*M[j][k]*M[k][k]
        M[i][j] /= M[j][j]
x = [tau[i] - b[i] for i in range({n})]
for i in range({n}):
    for k in range(i):
        x[i] -= M[i][k]*x[k]
for i in reversed(range({n})):
    x[i] /= M[i][i]
    for k in range(i + 1, {n}):
        x[i] -= M[k][i]*x[k]
return x"""
