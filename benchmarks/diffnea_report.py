"""The report of the DiffNEA benchmark: the table of all models, the paper's conclusions in numbers, and its figure."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from diffnea_fit import ACTUATORS, DATASETS, MODELS, PATIENCE, RATES, ROUNDS

Answer = dict[str, Any]
Groups = dict[tuple[str, str, str], list[Answer]]
CLASSES = ("conserving", "bounded", "unbounded")
COLOURS = {"conserving": "tab:blue", "bounded": "tab:green", "unbounded": "tab:red"}
CLOSE = 0.2
"""Valid times that differ by less than this part of the longer one are called equal."""


def grouped(found: list[Answer]) -> Groups:
    """Return the seeds of each plant, data and model, in the order of the table."""
    groups: Groups = defaultdict(list)
    for answer in found:
        groups[answer["plant"], answer["dataset"], answer["model"]].append(answer)
    order = sorted(groups, key=lambda key: (key[0], DATASETS.index(key[1]), MODELS.index(key[2])))
    return {key: groups[key] for key in order}


def valid(rows: list[Answer], limit: str = "0.1") -> float:
    """Return the median over seeds of the valid prediction time [s]."""
    return float(np.median([row["valid"][limit] for row in rows]))


def in_phase(rows: list[Answer], phase: str) -> str:
    """Return the median over seeds of the valid prediction time [s] of the starts in a phase; "" if there are none."""
    times = [row["phases"][phase]["valid"]["0.1"] for row in rows if phase in row["phases"]]
    return f"{np.median(times):.2f}" if times else ""


def energy_of(rows: list[Answer]) -> str:
    """Return the worst energy class of the seeds: bodies of linear regression may be consistent by chance."""
    return max((row["energy_class"] for row in rows), key=CLASSES.index)


def gain(rows: list[Answer]) -> float:
    """Return the largest energy gain; infinite if one was not finite."""
    return max(np.inf if row["energy_gain"] is None else row["energy_gain"] for row in rows)


def markdown(titles: str, words: int, lines: list[list[str]]) -> str:
    """Return a table whose first columns are words and whose others are numbers."""
    heads = titles.split(", ")
    rule = ["---"] * words + ["---:"] * (len(heads) - words)
    return "".join(f"| {' | '.join(line)} |\n" for line in [heads, rule, *lines])


def table(found: list[Answer]) -> str:
    """Return all models: medians over the seeds, the mean fraction that diverged, the largest energy gain."""
    lines = []
    for (plant, kind, model), rows in grouped(found).items():
        base = [row["base_error"] for row in rows if "base_error" in row]
        numbers = [f"{np.median([row['mse'] for row in rows]):.1e}", f"{valid(rows, '0.01'):.2f}", f"{valid(rows):.2f}"]
        numbers += [in_phase(rows, "swinging"), in_phase(rows, "balancing")]
        numbers += [f"{100 * np.mean([row['diverged'] for row in rows]):.0f} %"]
        numbers += [f"{gain(rows):.1e}", f"{np.median(base):.1e}" if base else ""]
        numbers += [f"{np.median([row['seconds'] for row in rows]):.1f}"]
        lines.append([plant, kind, model, energy_of(rows), str(len(rows)), *numbers])
    titles = (
        "plant, data, model, energy, seeds, MSE, valid 0.01 [s], valid 0.1 [s], swinging [s], balancing [s], diverged"
    )
    return markdown(f"{titles}, energy gain, base error [sizes], fit [s]", 4, lines)


def kinematics(found: list[Answer]) -> str:
    """Return the first conclusion: each model with unknown kinematics beside the same with known ones."""
    groups, lines = grouped(found), []
    for plant, kind, limit in product(("cartpole", "furuta"), DATASETS, ("0.01", "0.1")):
        pairs = []
        for actuator, start in product(ACTUATORS, ("prior", "no-prior")):
            known, unknown = (groups.get((plant, kind, f"{f}/{actuator}/{start}")) for f in ("DiffNEA", "no-Kin"))
            if known and unknown:
                pairs.append((valid(known, limit), valid(unknown, limit)))
        if pairs:
            known, unknown = np.array(pairs).T
            close = np.abs(known - unknown) <= CLOSE * np.maximum(known, unknown)
            counts = [np.sum(close), np.sum(~close & (unknown > known)), np.sum(~close & (unknown < known))]
            medians = [f"{np.median(known):.2f}", f"{np.median(unknown):.2f}"]
            lines.append([plant, kind, limit, str(len(pairs)), *medians, *map(str, counts)])
    titles = "plant, data, error, models, known: valid [s], unknown: valid [s], equal, unknown longer, known longer"
    return markdown(titles, 2, lines)


def energies(found: list[Answer]) -> str:
    """Return the second conclusion: the classes of energy beside each other."""
    groups, lines = grouped(found), []
    for plant, kind, energy in product(("cartpole", "furuta"), DATASETS, CLASSES):
        chosen = {
            model: rows
            for (p, k, model), rows in groups.items()
            if (p, k) == (plant, kind) and energy_of(rows) == energy
        }
        if chosen:
            times = np.array([[valid(rows, limit) for limit in ("0.01", "0.1")] for rows in chosen.values()])
            fits = [row for rows in chosen.values() for row in rows]
            numbers = [f"{np.max(times[:, k]):.2f} / {np.median(times[:, k]):.2f}" for k in range(2)]
            numbers += [f"{fits[0]['horizon']:.2f}", f"{sum(row['diverged'] > 0 for row in fits)} of {len(fits)}"]
            numbers += [f"{100 * np.mean([row['diverged'] for row in fits]):.1f} %"]
            numbers += [f"{gain(fits):.0e}"]
            lines.append([plant, kind, energy, str(len(chosen)), *numbers])
    titles = "plant, data, energy, models, valid 0.01: best / median [s], valid 0.1: best / median [s], of at most [s]"
    return markdown(f"{titles}, fits that diverged, free motions that diverged, largest energy gain", 3, lines)


TREATMENTS = {
    "plain": "fixed rate and steps",
    "stopped early": "early stopping",
    "searched": "and rate searched",
    "refitted": "and fitted again",
}


def black_boxes(found: list[Answer]) -> str:
    """Return what validation changes for the network without bodies: how it is fitted, and what it then predicts."""
    lines = []
    for (plant, kind, model), rows in grouped(found).items():
        if model == "FF-NN":
            for name, words in TREATMENTS.items():
                fits = [row.get(name, row) for row in rows]
                numbers = [f"{np.median([fit['mse'] for fit in fits]):.1e}"]
                numbers += [f"{valid(fits, limit):.2f}" for limit in ("0.01", "0.1")]
                numbers += [f"{100 * np.mean([fit['diverged'] for fit in fits]):.0f} %", f"{gain(fits):.1e}"]
                lines.append([plant, kind, words, *numbers])
    return markdown("plant, data, fit, MSE, valid 0.01 [s], valid 0.1 [s], diverged, energy gain", 3, lines)


def chosen_rates(found: list[Answer]) -> str:
    """Return how many fits with networks each learning rate was best for, on the samples that validate."""
    counts: dict[str, Counter[float]] = {"FF-NN": Counter(), "bodies with a network": Counter()}
    for row in found:
        if "rate" in row:
            counts["FF-NN" if row["model"] == "FF-NN" else "bodies with a network"][row["rate"]] += 1
    lines = [[family, *(str(count[rate]) for rate in RATES)] for family, count in counts.items() if count]
    return markdown(f"fits, {', '.join(map(str, RATES))}", 1, lines)


def report(found: list[Answer], made: str) -> str:
    """Return everything as one page."""
    return f"""# The benchmark of the DiffNEA paper, all models

Made by `benchmarks/diffnea.py`: {made}. Each row shows the median over the seeds of a model, the mean fraction of free
motions that diverged, and the largest energy gain. *Valid* is the time until the squared position error reaches 0.1
(or 0.01), median over the starts in the test runs; *swinging* and *balancing* are the same for an error of 0.1, by the
phase of the start. A free motion *diverged* if within 20 s it gained energy and a speed left the range that was learned
from by a factor of 1.5. *Base error* is in plausible sizes of the base parameters. [](learning.md) explains what was
learned and what the columns mean.

## Known and unknown kinematics

Pairs of models with the same actuator and start, one with unknown and one with known kinematics. Two models are *equal*
if their valid times differ by at most {100 * CLOSE:.0f} % of the longer one. The times are medians over the models.

{kinematics(found)}
## Classes of energy

{energies(found)}
## Networks: early stopping and the learning rate

The network without bodies (FF-NN), fitted in four ways. *Fixed rate and steps*: to all samples at the learning rate
0.003, the best parameters chosen by the loss of these samples. *Early stopping*: a fifth of the samples is held out,
the best parameters are chosen by the loss of that fifth, and ADAM ends when this loss has not fallen for {PATIENCE}
steps. *And rate searched*: at the best of {len(RATES)} learning rates, by the same loss: the two worse of them are
given up after {100 * ROUNDS[0]:.0f} % of the steps and the next after {100 * ROUNDS[1]:.0f} %. *And fitted again*: to
all samples, at that learning rate and for the number of steps that was best. The other tables show the last way, for
every model with a network.

{black_boxes(found)}
How often each learning rate was chosen:

{chosen_rates(found)}
## All models

{table(found)}"""


def figure(found: list[Answer], path: Path) -> None:
    """Draw rollouts of every model over the truth, as Figure 1 of the paper: a column per dataset, a row per model."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    drawn = {(a["plant"], a["dataset"], a["model"]): a for a in found if "rollout" in a}
    columns = [key for key in product(("cartpole", "furuta"), DATASETS) if any(key == k[:2] for k in drawn)]
    rows = [model for model in MODELS if any(model == key[2] for key in drawn)]
    with matplotlib.rc_context({"svg.hashsalt": "heft", "svg.fonttype": "none", "font.size": 7}):
        plot, axes = plt.subplots(1, max(1, len(columns)), figsize=(11, 0.36 * len(rows) + 0.8), squeeze=False)
        for axis, (plant, kind) in zip(axes[0], columns, strict=False):
            for row, model in enumerate(rows):
                if answer := drawn.get((plant, kind, model)):
                    truth, q = (np.array(answer["rollout"][name]) for name in ("truth", "q"))
                    t = np.linspace(0, answer["horizon"], len(truth))
                    middle, span = 0.5 * (truth.min() + truth.max()), np.ptp(truth)

                    def placed(q: Any, middle: float = middle, span: float = span, row: int = row) -> Any:
                        y = 0.7 * (q - middle) / span
                        return np.where(np.abs(y) < 0.5, y, np.nan) - row

                    axis.plot(t, placed(truth), color="0.6", linewidth=1.4)
                    axis.plot(t, placed(q), color=COLOURS[answer["energy_class"]], linewidth=0.8)
            axis.set(title=f"{plant}, {kind}", xlabel="time [s]", ylim=(-len(rows) + 0.5, 0.5))
            axis.set_yticks(-np.arange(len(rows)), rows if axis is axes[0][0] else [])
            axis.spines[["top", "right", "left"]].set_visible(False)
            axis.tick_params(left=False)
        lines = [plt.Line2D([], [], color=colour) for colour in ("0.6", *COLOURS.values())]
        plot.legend(lines, ["truth", *COLOURS], loc="upper center", ncols=4, frameon=False)
        plot.tight_layout(pad=0.4, rect=(0.01, 0, 1, 1 - 0.25 / plot.get_figheight()))
        plot.savefig(path, metadata={"Date": None})
        plt.close(plot)
