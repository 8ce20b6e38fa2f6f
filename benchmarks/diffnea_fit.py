"""One fit of the DiffNEA benchmark: the models, how one is fitted and tested, and where the result is stored."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
ACTUATORS = ("none", "viscous", "stribeck", "nn-friction", "nn-residual", "nn")
DATASETS = ("uniform", "trajectories", "real")
MODELS = [
    f"{family}/{actuator}/{prior}"
    for family, actuator, prior in product(("DiffNEA", "no-Kin"), ACTUATORS, ("prior", "no-prior"))
]
MODELS += ["NEA", "FF-NN"]
APART = 0.25
"""[s] between the starts of two predictions."""
RATES = (1e-2, 3e-3, 1e-3, 3e-4)
"""Learning rates of ADAM that are tried for every model with a network."""
ROUNDS = (0.1, 0.2, 1.0)
"""Parts of ADAM's steps; after each of them the worse half of the learning rates is given up."""
PATIENCE = 1000
"""ADAM stops when the loss on samples that it is not fitted to has not fallen for so many steps."""


@dataclass(frozen=True)
class Size:
    """How much is done: samples, seconds of a trajectory, steps of both optimisers."""

    samples: int
    seconds: float
    lm_steps: int
    adam_steps: int


SIZES = {"smoke": Size(100, 2.0, 40, 100), "quick": Size(500, 6.0, 120, 2000), "full": Size(2000, 10.0, 200, 10_000)}


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

    @property
    def shape(self) -> tuple[str, str, str]:
        """What it is compiled for: plant, what drives it, and the model whatever it starts from."""
        command = "volts" if self.dataset == "real" else "torques"
        return self.plant, command, self.model.removesuffix("/no-prior").removesuffix("/prior")


def version(*scripts: Path) -> str:
    """Return a name for the code of models and data, and of scripts: results of another one are not comparable."""
    folders = [ROOT / "src" / "heft" / name for name in ("dynamics", "learning", "logs", "robot")]
    files = [*(file for folder in folders for file in sorted(folder.rglob("*.py"))), Path(__file__)]
    files += [Path(__file__).with_name(name) for name in ("diffnea_data.py", "base_error.py")] + [*scripts]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:8]


@lru_cache(maxsize=256)
def model_of(plant: str, command: str, name: str) -> Any:
    """Return the model of a shape, one object per process, so that it is compiled once."""
    from diffnea_data import DELAY, PLANTS, robot_of

    from heft.learning.model import BlackBox, WhiteBox

    robot = robot_of(plant)
    if name == "FF-NN":
        return BlackBox(robot)
    family, _, actuator = name.partition("/")
    first, second = robot.joint_names
    friction = actuator or "none"
    k, resistance = PLANTS[plant].motor
    command_chain = f"delay({DELAY})+motor({k},{resistance})+{friction}" if command == "volts" else friction
    chains = {first: command_chain, second: friction}
    if family == "NEA":
        return WhiteBox.of(robot, chains, "linear")
    return WhiteBox.of(robot, chains, kinematics=family == "no-Kin")


def run(job: Job, size: Size, folder: str) -> dict[str, Any]:
    """Fit one model, judge it, and keep the answer; what goes wrong is part of the answer, and is not kept."""
    import jax

    from heft.files import write_whole

    if jax.config.jax_compilation_cache_dir is None:
        jax.config.update("jax_compilation_cache_dir", str(Path(folder).parent / "compiled"))
    began = time.perf_counter()
    try:
        answer = _fit(job, size)
    except Exception as error:
        return asdict(job) | {"failed": f"{type(error).__name__}: {error}"}
    answer = asdict(job) | answer | {"wall": time.perf_counter() - began}
    write_whole(Path(folder) / job.file, json.dumps(answer).encode())
    return answer


def run_all(jobs: list[Job], size: Size, folder: str) -> list[dict[str, Any]]:
    """Run jobs of one shape, one after the other in one process, and give back what was compiled for them.

    A process that keeps the programs of some hundred fits has no more room for another.
    """
    import jax

    answers = [run(job, size, folder) for job in jobs]
    jax.clear_caches()
    return answers


class Trial:
    """A fit of a model with networks at one learning rate, stopped early by samples that it is not fitted to.

    Args:
        fitter: the fit, which watches these samples.

    Attributes:
        loss: the smallest on these samples.
        steps: of ADAM, until it was found.
        taken: steps of ADAM so far.
    """

    def __init__(self, fitter: Any) -> None:
        self.fitter, self.most = fitter, 0.0
        self.loss, self.steps, self.taken = np.inf, 0, 0

    @property
    def x(self) -> Any:
        """The best parameters on these samples."""
        return self.fitter.course.networks.best_x

    def run(self, part: float) -> None:
        """Continue until so large a part of all steps is taken, or until patience ends."""
        self.most = part * self.fitter.plan.adam_steps
        if not self._is_over:
            self.fitter.run(self._note)

    @property
    def _is_over(self) -> bool:
        return self.taken >= self.most or self.taken - self.steps >= PATIENCE

    def _note(self, news: Any) -> None:
        if news.phase != "networks":
            return
        self.taken = round(news.done * self.fitter.plan.adam_steps)
        if news.best < self.loss:
            self.loss, self.steps = news.best, self.taken
        if self._is_over:
            # A fit that is interrupted returns what it has, and can be continued.
            raise KeyboardInterrupt


def searched(model: Any, constants: Any, train: Any, plan: Any) -> dict[float, Trial]:
    """Return a fit at each of `RATES`, the best of which took all steps; bodies without networks are fitted once."""
    from diffnea_data import split

    from heft.learning.course import Course
    from heft.learning.fit import Fitter

    part, held_out = split(train)
    trials: dict[float, Trial] = {}
    runs: list[Any] = []
    for rate in RATES:
        course, tried = Course(list(runs)), replace(plan, rate=rate)
        trials[rate] = Trial(Fitter(model, constants, "accelerations", part, tried, watch=held_out, course=course))
        trials[rate].run(ROUNDS[0])
        runs = course.runs
    rivals = list(trials)
    for share in ROUNDS[1:]:
        rivals = sorted(rivals, key=lambda rate: trials[rate].loss)[: len(rivals) // 2]
        for rate in rivals:
            trials[rate].run(share)
    return trials


def _fit(job: Job, size: Size) -> dict[str, Any]:
    from base_error import base_error
    from diffnea_data import DT, dataset

    from heft.learning.data import RolloutData, Samples
    from heft.learning.fit import FitPlan, Fitter
    from heft.learning.learned import Learned
    from heft.learning.linear import fit_linear
    from heft.learning.metrics import predict
    from heft.learning.model import BlackBox, WhiteBox, constants_of

    data, model = dataset(job.plant, job.dataset, job.seed, size.samples, size.seconds), model_of(*job.shape)
    train, trials = data.train, {}
    constants = constants_of(data.robot, train.qd, train.qdd, train.u, getattr(model, "actuators", None))
    constants["q"] = np.std(train.q, axis=0)
    guess = "random" if job.model.endswith("/no-prior") else "prior"
    plan = FitPlan(initial_guess=guess, seed=job.seed, lm_steps=size.lm_steps, adam_steps=size.adam_steps)
    began = time.perf_counter()
    if job.model == "NEA":
        bodies = WhiteBox.of(model.robot, "none", "linear")
        tau = np.asarray(model.torque(np.zeros(model.size), constants, train.q, train.qd, train.u))
        x, stopped = fit_linear(bodies, Samples(train.q, train.qd, train.qdd, tau)), "done"
    else:
        if np.any(model.is_network()):
            trials = searched(model, constants, train, plan)
            rate = min(trials, key=lambda rate: trials[rate].loss)
            plan = replace(plan, rate=rate, adam_steps=trials[rate].steps)
        fit = Fitter(model, constants, "accelerations", train, plan).run()
        x, stopped = fit.x, fit.stopped
    seconds = time.perf_counter() - began

    def judged(x: Any) -> tuple[Any, Any]:
        learned = Learned(model, x, constants, np.array([data.delay, 0.0]), DT)
        return learned, learned.judge(data.test, apart=APART)

    learned, measures = judged(x)
    answer = {"stopped": stopped, "seconds": seconds, "energy_class": learned.energy_class} | measures.to_dict()
    if trials:
        answer |= {"rate": plan.rate, "steps": plan.adam_steps}
    if isinstance(model, BlackBox):
        usual = replace(plan, rate=FitPlan.rate, adam_steps=size.adam_steps)
        ways = {"plain": Fitter(model, constants, "accelerations", train, usual).run().x}
        trials[usual.rate].run(ROUNDS[-1])
        ways |= {"stopped early": trials[usual.rate].x, "searched": trials[plan.rate].x}
        answer |= {way: judged(x)[1].to_dict() for way, x in ways.items()}
    if data.truth is not None and isinstance(model, WhiteBox) and not model.kinematics:
        answer["base_error"] = base_error(learned.verdict.reduction, data.truth, learned.robot)
    if job.seed == 0:
        # The first of the predictions that were judged, in the same shapes, so that nothing is compiled anew.
        late = [run.delayed(learned.delays) for run in data.test]
        parts = RolloutData.of(late, round(measures.horizon / DT), round(APART / DT))
        q, _, _ = predict(model, x, constants, parts.q0, parts.qd0, parts.u, DT)
        answer["rollout"] = {"truth": parts.q[::5, 0, 1].round(4).tolist(), "q": q[::5, 0, 1].round(4).tolist()}
    return answer
