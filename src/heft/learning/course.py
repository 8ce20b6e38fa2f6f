"""A fit as data: the plan, the news on the way, what has been done so far, and the end."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.learning import adam, levenberg

METHODS = ("auto", "lm", "adam", "hybrid")
INITIAL_GUESSES = ("prior", "random")


@dataclass(frozen=True)
class FitPlan:
    """How to fit.

    Attributes:
        method: "lm", "adam", "hybrid", or "auto": hybrid if there are networks, else lm.
        initial_guess: "prior" starts from the robot's own parameters, "random" from random ones; with several starts,
            all but the first are random.
        starts: number of starts; None means one from the prior, and six from random guesses.
        lm_steps: the most steps of a Levenberg-Marquardt run.
        adam_steps: number of steps of ADAM.
        rate: learning rate of ADAM at the beginning.
        batch: samples in a step of ADAM.
        seed: seed of everything random.
        seconds: stop after this time [s], reading and compiling included; None for no limit.
    """

    method: str = "auto"
    initial_guess: str = "prior"
    starts: int | None = None
    lm_steps: int = 200
    adam_steps: int = 3000
    rate: float = 3e-3
    batch: int = 256
    seed: int = 0
    seconds: float | None = None

    @property
    def from_prior(self) -> bool:
        """Whether the first start is the prior."""
        return self.initial_guess == "prior"

    def method_for(self, networks: bool) -> str:
        """Return the method that is used for a model with or without networks."""
        return ("hybrid" if networks else "lm") if self.method == "auto" else self.method

    def check(self) -> None:
        """Refuse unknown words, and numbers out of range.

        Raises:
            ArgumentError: names the option.
        """
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            remedy = "Give a number of seconds above zero, or leave it out for no limit."
            raise ArgumentError(f"seconds={self.seconds:g} is not a time to stop after.", remedy=remedy)
        for name, known in (("method", METHODS), ("initial_guess", INITIAL_GUESSES)):
            if getattr(self, name) not in known:
                value = getattr(self, name)
                raise ArgumentError(f"{name}='{value}' is unknown.", remedy=did_you_mean(str(value), known))
        if self.starts is not None and self.starts < 1:
            raise ArgumentError(f"starts={self.starts} is out of range.", remedy="Give at least one start.")
        if self.seed < 0:
            raise ArgumentError(f"seed={self.seed} is out of range.", remedy="Give a seed that is not negative.")


class FitPlanChanges(TypedDict, total=False):
    """Fields of `FitPlan` by name, each with its type."""

    method: str
    initial_guess: str
    starts: int | None
    lm_steps: int
    adam_steps: int
    rate: float
    batch: int
    seed: int
    seconds: float | None


@dataclass(frozen=True)
class News:
    """What a fit reports from time to time.

    Attributes:
        phase: what it is doing.
        done: fraction of all work that is done.
        loss: the current loss.
        best: the best loss so far.
    """

    phase: str
    done: float
    loss: float
    best: float


Report = Callable[[News], None]

MOST_NEWS = 400


@dataclass
class History:
    """The losses on the way of a fit, which also go to whoever else wants the news."""

    report: Report | None = None
    losses: list[tuple[float, float, str]] = field(default_factory=list)

    def note(self, news: News) -> None:
        """Take the news."""
        self.losses.append((news.loss, news.best, news.phase))
        if self.report is not None:
            self.report(news)

    def thinned(self) -> list[list[float | str | None]]:
        """Return step, loss, best loss and phase of at most `MOST_NEWS` news, ready for JSON."""
        every = max(1, -(-len(self.losses) // MOST_NEWS))
        chosen = sorted({*range(0, len(self.losses), every), *range(len(self.losses))[-1:]})
        return [[k, *(x if math.isfinite(x) else None for x in self.losses[k][:2]), self.losses[k][2]] for k in chosen]


@dataclass
class Course:
    """What a fit has done so far."""

    runs: list[levenberg.LevenbergState] = field(default_factory=list)
    networks: adam.AdamState | None = None
    polish: levenberg.LevenbergState | None = None


@dataclass(frozen=True, eq=False)
class FitResult:
    """The end of a fit.

    Attributes:
        x: the best parameters.
        loss: their loss.
        stopped: "done", "out of time", "interrupted", or "not finite" if ADAM diverged from the best parameters.
        start_losses: the loss of each start.
        steps: number of steps of all starts and phases.
        seconds: the time it took [s].
    """

    x: Array
    loss: float
    stopped: str
    start_losses: tuple[float, ...]
    steps: int
    seconds: float
