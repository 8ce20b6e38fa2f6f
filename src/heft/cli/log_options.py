"""The options that the verbs about logs share: which model is fitted, and how logs are cleaned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter, Token

from heft.cli.options import words_of
from heft.cli.settable import PLAIN, RUNS_CODE
from heft.errors import ArgumentError
from heft.estimation.estimators import estimators
from heft.friction import AUTO, DEFAULT_FRICTION, OTHERS, all_laws

if TYPE_CHECKING:
    from heft.logs.cleaning_options import Cleaning


def _numbers_of(_: Any, tokens: Sequence[Token]) -> list[float]:
    """Return the numbers of an option, separated by commas."""
    return [_number(word) for word in words_of(_, tokens)]


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise ValueError(f"'{word}' is not a number.") from None


def some_paths(_: Any, paths: Sequence[Path] | None) -> None:
    """Refuse an option that takes the paths after it where there are none."""
    if paths is not None and not paths:
        raise ValueError("No path follows it.")


LogFile = Annotated[Path, Parameter(required=True, help="Log files; heft import --help lists the formats.")]
"""Of `*logs`: options may stand before and between them."""
Friction = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        help=f"{AUTO} (the default): laws chosen for each joint by cross-validation; or laws for all joints, separated "
        f"by commas: {', '.join(all_laws())}; or none. For a joint with laws of its own, e.g. "
        f"elbow={','.join(DEFAULT_FRICTION)},spring; may be repeated. All others then have the laws for all joints, or "
        f"{', '.join(DEFAULT_FRICTION)}.",
    ),
]
FrictionPerLog = Annotated[
    bool,
    Parameter(negative="", help="Let friction differ between the fitted logs; the robot gets the mean."),
]
GasSpring = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        help="A gas spring or counterbalance, with the distances of its ends from the joint's axis [m] and the angle "
        "between them at q = 0 [rad], e.g. joint_2=0.5,0.2,1.57; may be repeated."
    ),
]
Armature = Annotated[
    bool | None,
    Parameter(
        negative="--no-armature",
        help="Estimate the reflected inertia of the drives, or not. Estimated by default unless rotors are modelled.",
    ),
]
Coupling = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        help="A motor that turns with several joints, with its gear ratios, e.g. joint_5=1,joint_6=1; may be repeated."
    ),
]
Cutoff = Annotated[
    list[float] | None,
    Parameter(
        converter=_numbers_of,
        help="Cut-off frequency of the low-pass filter [Hz], one number or one for each joint, separated by commas; by "
        "default chosen from the spectrum and by how well efforts are predicted.",
    ),
]
Velocities = Annotated[
    Literal["auto", "positions", "recorded"],
    Parameter(
        help="Differentiate positions, use recorded velocities, or use those where they agree with the positions.",
        show_default=True,
    ),
]
Gap = Annotated[
    float | None,
    Parameter(
        help="A step longer than this many median steps splits a log, and shorter ones are bridged; by default, "
        "pauses that are short compared with the period of the cut-off frequency are bridged."
    ),
]
Decimation = Annotated[
    int | None, Parameter(help="Keep one row in N of the regression, low-pass filtered; 1 turns off both.")
]
VelocityThreshold = Annotated[
    list[float] | None,
    Parameter(
        converter=_numbers_of,
        help="Speed [rad/s, m/s] below which the sign of friction is in doubt and samples are left out, one number or "
        "one for each joint, separated by commas.",
    ),
]
Trim = Annotated[
    bool | None,
    Parameter(
        negative="--no-trim",
        help="Leave out rest before and after the motion (the default), or keep it.",
    ),
]
Passive = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(converter=words_of, help="Joints without a drive, separated by commas: their effort is zero."),
]

Touching = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        converter=words_of,
        help="Links that touch something with unmeasured forces, separated by commas: points, or balls with their "
        "radius [m] on level ground, e.g. fl_foot=0.02.",
    ),
]
Ballistic = Annotated[
    bool,
    Parameter(
        negative="", help="The robot flies throughout: only the rows of its floating base are used, and no efforts."
    ),
]
SensorFrames = Annotated[
    str,
    PLAIN,
    Parameter(
        help=f"Force/torque sensors whose wrenches are fitted with the efforts, by the frames that the logs name, "
        f"separated by commas; {AUTO}: all that the logs have; none: only efforts.",
        show_default=True,
    ),
]

Estimator = Annotated[
    str,
    PLAIN,
    Parameter(help=f"How residuals are weighted: {', '.join(sorted(estimators()))}.", show_default=True),
]
Controller = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        help="With --estimator output-error: the gains Kp [N m/rad] and Kd [N m s/rad] of a joint's position "
        "controller, e.g. elbow=120,8; repeat for every joint. They are fitted if not given."
    ),
]
Prior = Annotated[
    Literal["entropic", "euclidean"],
    Parameter(help="How parameters that the data do not excite stay near the robot file.", show_default=True),
]
ErrorBound = Annotated[
    float | None,
    Parameter(
        help="With --prior entropic: by how many percent it may raise the rms residual of the fitted rows above that "
        "of the best physically consistent parameters; if not given, as much as noise excuses."
    ),
]
TotalMass = Annotated[float | None, Parameter(help="Mass of all links together [kg], if it is known.")]
HeldOut = Annotated[
    float,
    Parameter(
        help="Fraction at the end of a single log that is held out; of several logs, the last is held out. 0 holds out "
        "nothing.",
        show_default=True,
    ),
]

Scheduler = Annotated[
    str | None,
    RUNS_CODE,
    Parameter(
        help="Let workers of this dask scheduler, such as tcp://host:8786, read the logs that are fitted. "
        "The result is the same."
    ),
]

BaseTilt = Annotated[bool, Parameter(help="Estimate how the base is tilted: two angles of gravity about its axes.")]


@dataclass(frozen=True)
class Tidy:
    """How logs are cleaned, as options."""

    cutoff: Cutoff = None
    velocities: Velocities = "auto"
    gap: Gap = None
    trim: Trim = None
    passive: Passive = None

    def cleaning(self) -> Cleaning:
        """Return it as cleaning takes it."""
        from heft.logs.cleaning_options import Cleaning

        return Cleaning(
            cutoff=_numbers(self.cutoff),
            velocities=self.velocities,
            gap=self.gap,
            trim=self.trim,
            passive=tuple(self.passive or ()),
        )


@dataclass(frozen=True)
class TidyRows(Tidy):
    """The same, and which rows a regression takes."""

    decimation: Decimation = None
    velocity_threshold: VelocityThreshold = None

    def cleaning(self) -> Cleaning:
        """Return it as cleaning takes it."""
        threshold = _numbers(self.velocity_threshold)
        return replace(super().cleaning(), decimation=self.decimation, velocity_threshold=threshold)


TidyOptions = Annotated[Tidy, Parameter(name="*")]
TidyRowsOptions = Annotated[TidyRows, Parameter(name="*")]
TIDY, TIDY_ROWS = Tidy(), TidyRows()


@dataclass(frozen=True)
class Drives:
    """What the model has beside the links, as options."""

    friction: Friction = None
    armature: Armature = None
    coupling: Coupling = None

    @property
    def laws(self) -> str | dict[str, str]:
        """The friction laws of all joints or by joint, or how they are chosen."""
        found: dict[str, str] = {}
        for joint, given, laws in (text.rpartition("=") for text in self.friction or ()):
            name = joint.strip() if given else OTHERS
            if name in found:
                whose = "all joints" if name == OTHERS else f"joint '{name}'"
                raise ArgumentError(
                    f"Laws for {whose} are given twice: {found[name]} and {laws}.",
                    where="--friction",
                    remedy="Separate laws by commas, and write joint=laws for those of a single joint.",
                )
            found[name] = laws
        if {*found} <= {OTHERS}:
            return found.get(OTHERS, AUTO)
        return {OTHERS: ",".join(DEFAULT_FRICTION)} | found

    @property
    def couplings(self) -> tuple[dict[str, float], ...]:
        """Gears by joint for every motor that turns with several joints."""
        found = []
        for text in self.coupling or ():
            try:
                pairs = [pair.rsplit("=", 1) for pair in text.split(",")]
                found.append({name.strip(): float(gear) for name, gear in pairs})
            except ValueError:
                raise ArgumentError(
                    f"'{text}' does not give gears.", where="--coupling", remedy="Write joint_5=1,joint_6=1."
                ) from None
        return tuple(found)


@dataclass(frozen=True)
class Beliefs:
    """What is known of the links beside the data, as options."""

    prior: Prior = "entropic"
    error_bound: ErrorBound = None
    total_mass: TotalMass = None

    @property
    def options(self) -> dict[str, Any]:
        """Return it as fields of `heft.estimation.options.Options`."""
        from heft.estimation.constraints import Knowledge

        known = Knowledge(total_mass=self.total_mass)
        return {"prior": self.prior, "error_bound": self.error_bound, "knowledge": known}


BeliefOptions = Annotated[Beliefs, Parameter(name="*")]
BELIEFS = Beliefs()


@dataclass(frozen=True)
class FittedDrives(Drives):
    """The same, whether they differ between logs, springs beside them, and how the base stands."""

    friction_per_log: FrictionPerLog = False
    spring: GasSpring = None
    base_tilt: BaseTilt = False

    @property
    def springs(self) -> dict[str, tuple[float, ...]]:
        """The geometry of the gas spring by joint."""
        return _by_joint(self.spring, "--spring", "a geometry", "Write joint_2=0.5,0.2,1.57.")

    @property
    def options(self) -> dict[str, Any]:
        """Return it as fields of `heft.estimation.options.Options`."""
        own = ("friction_per_log", "springs", "armature", "couplings", "base_tilt")
        return {"friction": self.laws} | {name: getattr(self, name) for name in own}


DriveOptions = Annotated[Drives, Parameter(name="*")]
DrivenOptions = Annotated[FittedDrives, Parameter(name="*")]
DRIVES, DRIVEN = Drives(), FittedDrives()


def radii_of(contacts: Sequence[str] | None) -> dict[str, float]:
    """Return the radius of each link that touches something, 0 for a point."""
    found = {}
    for text in contacts or ():
        name, _, radius = text.partition("=")
        try:
            found[name.strip()] = float(radius or 0.0)
        except ValueError:
            raise ArgumentError(
                f"'{text}' does not give a radius.", where="--contacts", remedy="Write fl_foot=0.02, or fl_foot."
            ) from None
    return found


def gains_of(controller: Sequence[str] | None) -> dict[str, tuple[float, ...]]:
    """Return the gains of a controller by joint."""
    return _by_joint(controller, "--controller", "gains", "Write elbow=120,8.")


def _by_joint(texts: Sequence[str] | None, where: str, what: str, remedy: str) -> dict[str, tuple[float, ...]]:
    """Return numbers by joint, from words such as joint=1,2."""
    found = dict[str, tuple[float, ...]]()
    for text in texts or ():
        joint, _, numbers = text.rpartition("=")
        if joint.strip() in found:
            raise ArgumentError(
                f"'{text}' gives {what} to joint '{joint.strip()}' a second time.",
                where=where,
                remedy="Give each joint once.",
            )
        try:
            found[joint.strip()] = tuple(float(number) for number in numbers.split(","))
        except ValueError:
            raise ArgumentError(f"'{text}' does not give {what}.", where=where, remedy=remedy) from None
    return found


def _numbers(values: Sequence[float] | None) -> float | tuple[float, ...] | None:
    return None if not values else values[0] if len(values) == 1 else tuple(values)
