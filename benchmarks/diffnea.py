"""The benchmark of the DiffNEA paper: 26 models, two plants, three kinds of data, several seeds.

    python benchmarks/diffnea.py --quick            5 seeds of reduced size, about an hour on two cores
    python benchmarks/diffnea.py --smoke            four models, one plant, one seed: a minute or two
    python benchmarks/diffnea.py --scheduler HOST   the same on a dask cluster

Each fit is kept in a file of its own under --results, so that a run can be stopped and continued. A markdown table and
a figure of rollouts (as Figure 1 of the paper) are written from whatever is there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))
ACTUATORS = ("none", "viscous", "stribeck", "nn-friction", "nn-residual", "nn")
DATASETS = ("uniform", "trajectories", "real")
MODELS = [
    f"{family}/{actuator}/{prior}"
    for family, actuator, prior in product(("DiffNEA", "no-Kin"), ACTUATORS, ("prior", "no-prior"))
]
MODELS += ["NEA", "FF-NN"]


@dataclass(frozen=True)
class Size:
    """How much is done: seeds, samples, seconds of a trajectory, steps of both optimisers."""

    seeds: int
    samples: int
    seconds: float
    lm_steps: int
    adam_steps: int


SIZES = {
    "smoke": Size(1, 200, 3.0, 60, 100),
    "quick": Size(5, 500, 6.0, 120, 1000),
    "full": Size(5, 2000, 10.0, 200, 10_000),
}


@dataclass(frozen=True)
class Job:
    """One fit."""

    plant: str
    dataset: str
    model: str
    seed: int

    @property
    def file(self) -> str:
        """Its file in the folder of results."""
        return f"{self.plant}-{self.dataset}-{self.model.replace('/', '-')}-{self.seed}.json"


@lru_cache(maxsize=256)
def shape(plant: str, dataset: str, name: str) -> Any:
    """Return the model of a name, one object per process."""
    from diffnea_data import PLANTS, robot_of

    from heft.learning.model import BlackBox, WhiteBox

    robot = robot_of(plant, {"uniform": 0.0, "real": 0.0}.get(dataset, 1.0 if plant == "cartpole" else 10.0))
    if name == "FF-NN":
        return BlackBox(robot)
    if name == "NEA":
        return WhiteBox.of(robot, "none", "linear")
    family, actuator, _ = name.split("/")
    first, second = robot.joint_names
    driven = f"{PLANTS[plant].motor}+{actuator}" if dataset == "real" else actuator
    return WhiteBox.of(robot, {first: driven, second: actuator}, kinematics=family == "no-Kin")


def run(job: Job, size: Size, results: str) -> dict[str, Any]:
    """Fit one model, judge it, and keep the answer."""
    import jax
    from diffnea_data import DT, dataset

    jax.config.update("jax_compilation_cache_dir", str(Path(results) / "compiled"))
    from heft.learning.fit import Fitter, Plan
    from heft.learning.learned import Learned
    from heft.learning.linear import fit_linear
    from heft.learning.model import constants_of

    data, model = (
        dataset(job.plant, job.dataset, job.seed, size.samples, size.seconds),
        shape(job.plant, job.dataset, job.model),
    )
    train = data.train
    if job.model == "NEA" and job.dataset == "real":
        return _keep(job, size, results, {"skipped": "linear regression has no motor for the real commands"})
    constants = constants_of(data.robot, train.qd, train.qdd, train.u, getattr(model, "actuators", None))
    constants["q"] = np.std(train.q, axis=0)
    began = time.perf_counter()
    if job.model == "NEA":
        x, loss, stopped = fit_linear(model, train), float("nan"), "done"
    else:
        prior = not job.model.endswith("no-prior")
        plan = Plan(prior=prior, seed=job.seed, lm_steps=size.lm_steps, adam_steps=size.adam_steps)
        fit = Fitter(model, constants, "accelerations", train, plan).run()
        x, loss, stopped = fit.x, fit.loss, fit.stopped
    seconds = time.perf_counter() - began
    learned = Learned(model, x, constants, np.array([data.delay, 0.0]), DT)
    measures = learned.validate(data.test, horizon=3.0, apart=0.25).to_dict()
    answer = {"loss": loss, "stopped": stopped, "seconds": seconds, "energy_class": model.energy_class} | measures
    if data.truth is not None and job.model != "FF-NN" and not job.model.startswith("no-Kin"):
        verdict = learned.verdict.reduction
        true = verdict.reduce(data.truth.parameter_vector)
        answer["base_error"] = float(
            np.linalg.norm(verdict.reduce(learned.robot.parameter_vector) - true) / np.linalg.norm(true)
        )
    if job.seed == 0:
        test = data.test[0][:750]
        answer["rollout"] = {"truth": test.q.tolist(), "q": learned.rollout(test.q[0], test.qd[0], test.u).q.tolist()}
    return _keep(job, size, results, answer)


def _keep(job: Job, size: Size, results: str, answer: dict[str, Any]) -> dict[str, Any]:
    from heft.robot.source import write_whole

    whole = asdict(job) | {"size": asdict(size)} | answer
    write_whole(Path(results) / job.file, json.dumps(whole).encode())
    return whole


def jobs_of(arguments: argparse.Namespace, size: Size) -> list[Job]:
    """Return what is to be done, models of one shape together."""
    models = ["DiffNEA/none/prior", "DiffNEA/viscous/no-prior", "NEA", "FF-NN"] if arguments.smoke else MODELS
    models = [name for name in models if arguments.only in name]
    plants = ("cartpole",) if arguments.smoke else ("cartpole", "furuta")
    datasets = ("uniform",) if arguments.smoke else arguments.datasets
    return [Job(p, d, m, s) for p, d, m, s in product(plants, datasets, models, range(size.seeds))]


def answers(jobs: list[Job], size: Size, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Run jobs on this machine's processes or on a cluster."""
    if arguments.scheduler:
        from distributed import Client
        from distributed import as_completed as completed

        client = Client(arguments.scheduler)
        for future in completed(client.map(run, jobs, size=size, results=str(arguments.results))):
            yield future.result()
        return
    if arguments.processes == 1:
        yield from (run(job, size, str(arguments.results)) for job in jobs)
        return
    with ProcessPoolExecutor(arguments.processes, mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(run, job, size, str(arguments.results)): job for job in jobs}
        for future in as_completed(futures):
            if error := future.exception():
                print(f"{futures[future].file}: {type(error).__name__}: {error}", file=sys.stderr)
            else:
                yield future.result()


def table(found: Iterable[dict[str, Any]]) -> str:
    """Return the medians over the seeds as a markdown table."""
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for answer in found:
        if "mse" in answer:
            groups[answer["plant"], answer["dataset"], answer["model"]].append(answer)
    heads = "plant, data, model, energy, seeds, MSE, valid 0.01 [s], valid 0.1 [s], diverged, energy gain, base error"
    titles = [*heads.split(", "), "time [s]"]
    lines = [f"| {' | '.join(titles)} |", f"| {' | '.join(['---'] * 4 + ['---:'] * 8)} |"]
    order = sorted(groups, key=lambda key: (key[0], DATASETS.index(key[1]), MODELS.index(key[2])))
    for plant, kind, model in order:
        rows = groups[plant, kind, model]

        def median(pick: Any, rows: list[dict[str, Any]] = rows) -> float:
            return float(np.median([pick(row) for row in rows]))

        base = [row["base_error"] for row in rows if "base_error" in row]
        lines.append(
            f"| {plant} | {kind} | {model} | {rows[0]['energy_class']} | {len(rows)} "
            f"| {median(lambda r: r['mse']):.1e} "
            f"| {median(lambda r: r['valid']['0.01']):.2f} | {median(lambda r: r['valid']['0.1']):.2f} "
            f"| {100 * float(np.mean([r['diverged'] for r in rows])):.0f} % "
            f"| {max(r['energy_gain'] for r in rows):.1e} "
            f"| {f'{np.median(base):.1e}' if base else ''} | {median(lambda r: r['seconds']):.1f} |"
        )
    return "\n".join(lines) + "\n"


def figure(found: list[dict[str, Any]], path: Path) -> None:
    """Draw the rollouts of every model beside the truth, as Figure 1 of the paper: a row per model."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "heft"
    from matplotlib import pyplot as plt

    drawn = {(a["plant"], a["dataset"], a["model"]): a for a in found if "rollout" in a}
    columns = [key for key in product(("cartpole", "furuta"), DATASETS) if any(key == k[:2] for k in drawn)]
    rows = [model for model in MODELS if any(model == key[2] for key in drawn)]
    colours = {"conserving": "tab:blue", "bounded": "tab:green", "unbounded": "tab:red"}
    plot, axes = plt.subplots(
        len(rows), len(columns), figsize=(2.2 * len(columns) + 1.6, 0.62 * len(rows) + 0.6), squeeze=False
    )
    for r, model in enumerate(rows):
        for c, (plant, kind) in enumerate(columns):
            axis, answer = axes[r][c], drawn.get((plant, kind, model))
            axis.set_xticks([])
            axis.set_yticks([])
            if answer:
                truth, q = np.array(answer["rollout"]["truth"])[::4, 1], np.array(answer["rollout"]["q"])[:-1][::4, 1]
                axis.plot(truth, color="black", linewidth=0.8)
                axis.plot(np.where(np.abs(q) < 30, q, np.nan), color=colours[answer["energy_class"]], linewidth=0.8)
                axis.set_ylim(truth.min() - 2, truth.max() + 2)
            if r == 0:
                axis.set_title(f"{plant}, {kind}", fontsize=7)
            if c == 0:
                axis.set_ylabel(model, rotation=0, ha="right", va="center", fontsize=6)
    plot.tight_layout(pad=0.3)
    plot.savefig(path, metadata={"Date": None})


def main() -> int:
    """Run what is left to do, then write the table and the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="5 seeds of reduced size")
    parser.add_argument("--smoke", action="store_true", help="four models, one plant, one seed")
    parser.add_argument("--datasets", nargs="+", choices=DATASETS, default=DATASETS)
    parser.add_argument("--only", default="", help="models whose name contains this")
    parser.add_argument("--seeds", type=int, help="another number of seeds")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--scheduler", help="address of a dask scheduler")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "diffnea")
    parser.add_argument("--table", type=Path, default=ROOT / "build" / "diffnea" / "table.md")
    parser.add_argument("--figure", type=Path, default=ROOT / "build" / "diffnea" / "rollouts.svg")
    arguments = parser.parse_args()
    size = SIZES["smoke" if arguments.smoke else "quick" if arguments.quick else "full"]
    size = Size(**(asdict(size) | ({"seeds": arguments.seeds} if arguments.seeds else {})))
    arguments.results.mkdir(parents=True, exist_ok=True)
    from diffnea_data import missing

    for kind in arguments.datasets:
        if lack := missing(kind):
            print(f"Left out: {lack}", file=sys.stderr)
    jobs = [job for job in jobs_of(arguments, size) if not missing(job.dataset)]
    open_jobs = [job for job in jobs if not (arguments.results / job.file).exists()]
    print(f"{len(jobs) - len(open_jobs)} of {len(jobs)} fits are there already", flush=True)
    began = time.monotonic()
    for k, answer in enumerate(answers(open_jobs, size, arguments), 1):
        left = (time.monotonic() - began) / k * (len(open_jobs) - k)
        words = (
            answer.get("skipped")
            or f"MSE {answer['mse']:.1e}, valid {answer['valid']['0.1']:.2f} s, fit in {answer['seconds']:.1f} s"
        )
        print(
            f"[{k}/{len(open_jobs)}, {left / 60:.0f} min left] {answer['plant']} {answer['dataset']} "
            f"{answer['model']} seed {answer['seed']}: {words}",
            flush=True,
        )
    found = [json.loads(path.read_text()) for path in sorted(arguments.results.glob("*-*.json"))]
    arguments.table.write_text(table(found))
    figure(found, arguments.figure)
    print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
