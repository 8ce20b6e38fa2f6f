"""The benchmark of the DiffNEA paper: 26 models, two plants, three kinds of data, several seeds.

    python benchmarks/diffnea.py --seeds 1          one seed of full size
    python benchmarks/diffnea.py --quick            5 seeds of reduced size, about an hour on two cores
    python benchmarks/diffnea.py --smoke            four models, one plant, one seed: half a minute
    python benchmarks/diffnea.py --scheduler HOST   the same on a dask cluster, whose workers see this folder

Each fit is stored in its own file under --results, in a folder that is named after the size and the code of the
models, so that a run can be stopped and continued and never mixes results that are not comparable. A page of tables and
a figure of rollouts (like Figure 1 of the paper) are written from the fits that exist.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from diffnea_fit import DATASETS, MODELS, ROOT, SIZES, Job, Size, run_all, version

SMOKE = ["DiffNEA/none/prior", "DiffNEA/viscous/no-prior", "NEA", "FF-NN"]
SEEDS = 5


def jobs_of(arguments: argparse.Namespace) -> list[Job]:
    """Return what is to be done."""
    from diffnea_data import missing

    models = [name for name in (SMOKE if arguments.smoke else MODELS) if arguments.only in name]
    plants = ("cartpole",) if arguments.smoke else ("cartpole", "furuta")
    datasets = ("uniform",) if arguments.smoke else arguments.datasets
    for kind in datasets:
        if lack := missing(kind):
            print(f"Left out: {lack}", file=sys.stderr)
    seeds = range(arguments.seeds or (1 if arguments.smoke else SEEDS))
    return [Job(*job) for job in product(plants, datasets, models, seeds) if not missing(job[1])]


def slow(job: Job) -> tuple[bool, bool]:
    """Sort what takes long to the end, so that a run that is stopped early has done most."""
    return "/nn" in job.model, job.model.startswith("no-Kin")


def _broken(jobs: list[Job], error: BaseException) -> list[dict[str, Any]]:
    """Return the answers of jobs whose process did not live to give them."""
    return [vars(job) | {"failed": f"{type(error).__name__}: {error}"} for job in jobs]


def answers(jobs: list[Job], size: Size, folder: str, processes: int, scheduler: str | None) -> Iterator[Any]:
    """Run jobs on this machine's processes or on a cluster, those of one shape together, and give their answers."""
    shapes: dict[Any, list[Job]] = defaultdict(list)
    for job in sorted(jobs, key=slow):
        shapes[job.shape].append(job)
    if scheduler:
        from distributed import Client
        from distributed import as_completed as completed

        with Client(scheduler) as client:
            here = str(Path(__file__).parent)
            for everywhere in (client.run_on_scheduler, client.run):
                everywhere(lambda: sys.path.insert(0, here))
            futures = {client.submit(run_all, part, size, folder, pure=False): part for part in shapes.values()}
            for future in completed(futures):
                error = future.exception()
                yield from _broken(futures[future], error) if error else future.result()
    elif processes == 1:
        for part in shapes.values():
            yield from run_all(part, size, folder)
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            submitted = {pool.submit(run_all, part, size, folder): part for part in shapes.values()}
            for done in as_completed(submitted):
                error = done.exception()
                yield from _broken(submitted[done], error) if error else done.result()


def kept(jobs: list[Job], folder: Path) -> list[dict[str, Any]]:
    """Return the answers of jobs that are there."""
    return [json.loads((folder / job.file).read_text()) for job in jobs if (folder / job.file).exists()]


def absent(jobs: list[Job], found: list[dict[str, Any]]) -> str:
    """Say which fits are not there, by plant, data and model; "" if none is absent."""
    there = {tuple(answer[name] for name in ("plant", "dataset", "model", "seed")) for answer in found}
    lacking = [job for job in jobs if (job.plant, job.dataset, job.model, job.seed) not in there]
    counts = Counter((job.plant, job.dataset, job.shape[2]) for job in lacking)
    parts = [f"{count} of {model} on {plant} {kind}" for (plant, kind, model), count in counts.items()]
    return f". Not fitted: {', '.join(parts)}" if parts else ""


def main() -> int:
    """Run the fits that are missing, then write the tables and the figure; 1 if a fit failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="reduced size")
    parser.add_argument("--smoke", action="store_true", help="four models, one plant, one seed")
    parser.add_argument("--report", action="store_true", help="fit nothing more, write what is there")
    parser.add_argument("--datasets", nargs="+", choices=DATASETS, default=DATASETS)
    parser.add_argument("--only", default="", help="models whose name contains this")
    parser.add_argument("--seeds", type=int, help=f"another number of seeds than {SEEDS}")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--scheduler", help="address of a dask scheduler")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "diffnea")
    parser.add_argument("--table", type=Path, default=ROOT / "build" / "diffnea" / "table.md")
    parser.add_argument("--figure", type=Path, default=ROOT / "build" / "diffnea" / "rollouts.svg")
    arguments = parser.parse_args()
    # A process a core: threads of linear algebra would only stand in each other's way.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    name = "smoke" if arguments.smoke else "quick" if arguments.quick else "full"
    folder, size = (arguments.results / f"{name}-{version()}").resolve(), SIZES[name]
    for path in (folder, arguments.table.parent, arguments.figure.parent):
        path.mkdir(parents=True, exist_ok=True)
    others = [path.name for path in folder.parent.glob(f"{name}-*") if path != folder]
    if others:
        print(f"Made by other code, and left alone: {', '.join(sorted(others))}")
    jobs = jobs_of(arguments)
    left = [job for job in jobs if not (folder / job.file).exists()]
    print(f"{len(jobs) - len(left)} of {len(jobs)} fits are there already", flush=True)
    left = [] if arguments.report else left
    began, failed = time.monotonic(), 0
    for k, answer in enumerate(answers(left, size, str(folder), arguments.processes, arguments.scheduler), 1):
        minutes = (time.monotonic() - began) / k * (len(left) - k) / 60
        words = f"{answer['plant']} {answer['dataset']} {answer['model']} seed {answer['seed']}: "
        if "failed" in answer:
            failed += 1
            print(words + answer["failed"], file=sys.stderr, flush=True)
            continue
        words += f"MSE {answer['mse']:.1e}, valid {answer['valid']['0.1']:.2f} s, fit in {answer['seconds']:.1f} s"
        print(f"[{k}/{len(left)}, {minutes:.0f} min left] {words}", flush=True)
    from diffnea_report import figure, report, table

    found = kept(jobs, folder)
    seeds = len({job.seed for job in jobs})
    made = (
        f"size {name}, {size}, {len(found)} of {len(jobs)} fits, {seeds} seed{'s' * (seeds != 1)}{absent(jobs, found)}"
    )
    arguments.table.write_text(report(found, made))
    figure(found, arguments.figure)
    print(table(found))
    if failed:
        print(f"{failed} of {len(left)} fits failed; run it again to try those again.", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
