"""A fit as data: the plan, the news on the way, what has been done so far, and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from heft.arrays import Array
from heft.learning import adam, levenberg


@dataclass(frozen=True)
class Plan:
    """How to fit.

    Attributes:
        method: "lm", "adam", "hybrid", or "auto": hybrid if there are networks, else lm.
        prior: whether the first start is the robot's own numbers; the others are random.
        starts: how many starts there are; None is one with a prior and six without.
        lm_steps: the most steps of a Levenberg-Marquardt run.
        adam_steps, rate, batch: of ADAM.
        seed: of everything random.
        seconds: stop after so long; None for no limit.
    """

    method: str = "auto"
    prior: bool = True
    starts: int | None = None
    lm_steps: int = 200
    adam_steps: int = 3000
    rate: float = 3e-3
    batch: int = 256
    seed: int = 0
    seconds: float | None = None


@dataclass(frozen=True)
class News:
    """What a fit reports now and then: the phase, how much of all work is done, the loss there, the best so far."""

    phase: str
    done: float
    loss: float
    best: float


Report = Callable[[News], None]


@dataclass
class Course:
    """What a fit has done so far."""

    runs: list[levenberg.State] = field(default_factory=list)
    networks: adam.State | None = None
    polish: levenberg.State | None = None


@dataclass(frozen=True, eq=False)
class Fit:
    """The end of a fit.

    Attributes:
        x: the best parameters.
        loss: of them.
        stopped: "done", "out of time", "interrupted", or "not finite" where ADAM ran away from the best.
        start_losses: of the starts.
        steps: in all.
        seconds: that it took.
    """

    x: Array
    loss: float
    stopped: str
    start_losses: tuple[float, ...]
    steps: int
    seconds: float
