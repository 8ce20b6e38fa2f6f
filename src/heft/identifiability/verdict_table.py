"""The table of a verdict as the paper prints it, in text, Markdown or LaTeX: one line for each body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.identifiability.explanation import combination
from heft.parameters import DISPLAY_NAMES, SYMMETRIC_ROTOR_NAMES
from heft.text import latex, markdown, printable

if TYPE_CHECKING:
    from heft.identifiability.verdict import Verdict

SYMBOLS = {"I": "★", "B": "●", "c": "○", "X": "✕"}
LEGEND = "★ identifiable alone   ● in combination, chosen as base   ○ in combination   ✕ not identifiable"
_LATEX = {"I": r"$\bigstar$", "B": r"$\bullet$", "c": r"$\circ$", "X": r"$\times$"}
_LATEX_NAMES = {n: f"${n[0]}_{{{n[1:]}}}$" if n[0] == "I" else f"${n}$" for n in DISPLAY_NAMES}


def rows(verdict: Verdict) -> tuple[list[str], list[list[str]]]:
    """Return the header, and a row per body and rotor: its name, a class letter per parameter, and V, K, T."""
    header = ["body", *DISPLAY_NAMES, "V", "K", "T"]
    table = []
    for body in verdict.bodies:
        dims = [str(d) for d in body.dims] if body.dims else ["", "", ""]
        table.append([body.name, *body.classes, *dims])
        if body.rotor_classes is not None:
            cells = dict.fromkeys(DISPLAY_NAMES, "")
            names = SYMMETRIC_ROTOR_NAMES if len(body.rotor_classes) == 4 else DISPLAY_NAMES
            for name, letter in zip(names, body.rotor_classes, strict=True):
                cells["Ixx" if name == "It" else name] = letter
            table.append([f"{body.name}.rotor", *cells.values(), "", "", ""])
    return header, table


def headline(verdict: Verdict) -> str:
    """Return the count and the conditions under which it holds."""
    weight = "at rest" if verdict.static else "with gravity" if any(verdict.gravity) else "without gravity"
    rotors = ", rotors included" if verdict.rotors else ""
    loops = ", loops ignored" if verdict.dropped_loops else ""
    return (
        f"{verdict.robot}: {verdict.n_base} of {verdict.n_parameters} inertial parameters are identifiable "
        f"({verdict.base} base, {weight}{rotors}{loops})"
    )


def proof(verdict: Verdict) -> str:
    """Return how the count was reached; of a machine whose loops were ignored it proves nothing."""
    c = verdict.certificate
    if verdict.dropped_loops:
        how = {"Q": "in rational arithmetic", "F_p": "modulo primes", "float64": "in floats"}[c.field]
        return f"Computed {how} for the tree without its loops, which need not hold for the machine."
    how = {
        "Q": "Proved in rational arithmetic",
        "F_p": f"Computed exactly modulo the primes {', '.join(map(str, c.primes))}",
        "float64": "Computed in floats, not proved",
    }[c.field]
    check = {True: "; floats agree", False: "; floats disagree, see the warning", None: ""}[c.float_agrees]
    return f"{how}{check}."


def as_text(verdict: Verdict) -> str:
    """Return the table for a terminal, with the base parameters below it."""
    header, table = rows(verdict)
    cells = [header] + [[row[0], *(SYMBOLS.get(x, x) for x in row[1:])] for row in table]
    widths = [max(len(row[k]) for row in cells) for k in range(len(header))]
    lines = [headline(verdict), ""]
    lines += ["  ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip() for row in cells]
    lines += ["", LEGEND, proof(verdict), *notes(verdict), "", "Base parameters:"]
    lines += [f"  {combination(verdict, name)}" for name in verdict.reduction.names]
    return "\n".join(lines)


def as_markdown(verdict: Verdict) -> str:
    """Return the table in Markdown."""
    header, table = rows(verdict)
    lines = [f"**{markdown(headline(verdict))}**", "", "| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join([markdown(row[0]), *(SYMBOLS.get(x, x) for x in row[1:])]) + " |" for row in table]
    lines += ["", LEGEND, "", markdown(" ".join([proof(verdict), *notes(verdict)])), ""]
    lines += [f"- {markdown(combination(verdict, n))}" for n in verdict.reduction.names]
    return "\n".join(lines)


def as_latex(verdict: Verdict) -> str:
    """Return the table in LaTeX (amssymb for the star)."""
    header, table = rows(verdict)
    names = ["", *(_LATEX_NAMES[n] for n in DISPLAY_NAMES), "$V$", "$K$", "$T$"]
    said = [headline(verdict), proof(verdict), *notes(verdict)]
    lines = [
        *(f"% {printable(line)}" for line in said),
        r"\begin{tabular}{l" + "c" * (len(header) - 1) + "}",
        r"\hline",
    ]
    lines += [" & ".join(names) + r" \\", r"\hline"]
    for row in table:
        cells = [latex(row[0]), *(_LATEX.get(x, x) for x in row[1:])]
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join([*lines, r"\hline", r"\end{tabular}"])


def notes(verdict: Verdict) -> list[str]:
    """Return the sensors, the snapped numbers and the warnings, a sentence each."""
    said = [f"Measured: {', '.join(verdict.sensors)}."] if verdict.sensors else []
    if verdict.snapped:
        first, *others = verdict.snapped
        more = f"; and {len(others)} more" if others else ""
        said.append(f"Rounded numbers were snapped: {first}{more}.")
    return said + [f"Warning: {text}" for text in verdict.warnings]
