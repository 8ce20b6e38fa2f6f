"""The options of `heft excite`: which motions, within which limits, and how the search goes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from heft.cli.given import refuse_given
from heft.cli.log_options import Armature, Coupling, Drives
from heft.cli.options import Measured
from heft.cli.pairs import names_of, numbers_of, pairs_of
from heft.cli.settable import PLAIN
from heft.excitation.motion_limits import KINDS
from heft.friction import DEFAULT_FRICTION, all_laws

if TYPE_CHECKING:
    from heft.excitation.design import Design

Duration = Annotated[float, Parameter(help="How long the motion takes [s].", show_default=True)]
FamilyName = Annotated[
    Literal["fourier", "spline"],
    Parameter(help="Fourier series, or clamped B-splines, which need not return.", show_default=True),
]
Harmonics = Annotated[
    int | None,
    Parameter(help="Harmonics of a Fourier series, or pairs of pieces of a spline; by default, one for every 2 s."),
]
Periods = Annotated[int, Parameter(help="How many times a Fourier series is repeated.", show_default=True)]
CriterionName = Annotated[
    Literal["D", "A", "E", "condition", "scaled-condition"],
    Parameter(help="What is optimised; both condition numbers are always shown.", show_default=True),
]
Moving = Annotated[
    str | None,
    PLAIN,
    Parameter(help="The joints that move, separated by commas; the others are held. By default, all joints move."),
]
StartPosture = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        help="Start posture, e.g. shoulder=1.0,elbow=pi/2; the other joints at zero. By default, heft chooses it."
    ),
]
Bound = Annotated[
    str | None,
    PLAIN,
    Parameter(
        help="One number for all joints, one for each in order (-1,-2), or joint=number,...; replaces the file's.",
        allow_leading_hyphen=True,
    ),
]
Assume = Annotated[
    bool, Parameter(help="Assume limits that the robot's file lacks: +-pi rad or m, 1 rad/s or m/s, any effort.")
]
MarginShare = Annotated[
    float, Parameter(help="Share of each range, speed, acceleration and jerk that stays free.", show_default=True)
]
TorqueShare = Annotated[float, Parameter(help="Share of the effort limits that may be used.", show_default=True)]
MassError = Annotated[
    float,
    Parameter(help="Relative error of any link's inertia that must not break the torque limits.", show_default=True),
]
Noise = Annotated[
    str | None,
    PLAIN,
    Parameter(
        help="Standard deviation of torques [N m, N], one or joint=number,...; by default 1 % of the limits, or less "
        "if no joint comes near its limit."
    ),
]
Rate = Annotated[float, Parameter(help="Sampling rate of the log that will be recorded [Hz].", show_default=True)]
FixedFriction = Annotated[
    str,
    PLAIN,
    Parameter(
        help=f"Friction laws to be identified, separated by commas, or none: {', '.join(all_laws())}.",
        show_default=True,
    ),
]
SceneFile = Annotated[Path | None, PLAIN, Parameter(help="A scene file (TOML): what stands around the robot.")]
NoCollisions = Annotated[bool, Parameter(help="Do not check distances between links or from obstacles.")]
ClearanceLength = Annotated[
    float | None, Parameter(help="The least distance from obstacles [m]; by default that of the scene, or 0.05.")
]
SelfClearance = Annotated[
    float | None, Parameter(help="The least distance between links [m]; by default that of the scene, or 0.01.")
]
After = Annotated[
    list[Path] | None,
    PLAIN,
    Parameter(
        help="A result, saved information (.npz), or a motion of heft excite, to take into account; may be repeated."
    ),
]
LoadOf = Annotated[str | None, PLAIN, Parameter(help="Determine only the load on this link; the robot is known.")]
Static = Annotated[
    int | None,
    Parameter(help="Choose N postures instead of a motion: those whose torques at rest are most informative."),
]
Hold = Annotated[float, Parameter(help="How long each posture of --static is held [s].", show_default=True)]
Seed = Annotated[int, Parameter(help="Seed of the random starts.", show_default=True)]
Starts = Annotated[
    int | None,
    Parameter(help="Number of local searches; by default 6, and with --search-seconds 6 more as long as time is left."),
]
SearchSeconds = Annotated[float | None, Parameter(help="Time for the search [s], after which the best motion is kept.")]


IN_MOTION = ("duration", "family", "harmonics", "periods", "armature", "coupling")
"""Options of motions that postures do not depend on."""

USUAL = ",".join(DEFAULT_FRICTION)


@dataclass(frozen=True)
class MotionOptions:
    """How a motion is asked for, as options."""

    duration: Duration = 20.0
    family: FamilyName = "fourier"
    harmonics: Harmonics = None
    periods: Periods = 1
    joints: Moving = None
    q0: StartPosture = None
    lower: Bound = None
    upper: Bound = None
    velocity: Bound = None
    acceleration: Bound = None
    jerk: Bound = None
    effort: Bound = None
    assume: Assume = False
    margin: MarginShare = 0.05
    torque_share: TorqueShare = 0.8
    mass_error: MassError = 0.1
    scene: SceneFile = None
    no_collisions: NoCollisions = False
    clearance: ClearanceLength = None
    self_clearance: SelfClearance = None
    criterion: CriterionName = "D"
    noise: Noise = None
    rate: Rate = 100.0
    friction: FixedFriction = USUAL
    armature: Armature = None
    coupling: Coupling = None
    after: After = None
    payload: LoadOf = None
    static: Static = None
    hold: Hold = 1.0
    sensors: Measured = None
    seed: Seed = 0
    starts: Starts = None
    search_seconds: SearchSeconds = None

    def design(self) -> Design:
        """Return the design that is asked for.

        Raises:
            ArgumentError: an option has no effect, or is not written as it must be.
        """
        from heft.excitation.design import Design

        if self.no_collisions:
            refuse_given(("scene", "clearance", "self_clearance"), "with --no-collisions")
        if self.static is None:
            refuse_given("hold", "without --static")
        else:
            refuse_given(IN_MOTION, "with --static: postures at rest do not depend on it")
        stated = {kind: text for kind in KINDS if (text := getattr(self, kind)) is not None}
        other = {
            "joints": names_of(self.joints),
            "q0": None if self.q0 is None else pairs_of(self.q0, "--q0"),
            "limits": {kind: numbers_of(text, f"--{kind}") for kind, text in stated.items()},
            "collisions": not self.no_collisions,
            "noise": None if self.noise is None else numbers_of(self.noise, "--noise"),
            "friction": () if self.friction.strip() == "none" else names_of(self.friction),
            "couplings": Drives(coupling=self.coupling).couplings,
            "after": tuple(self.after or ()),
        }
        same = {each.name for each in fields(self)} & {each.name for each in fields(Design)}
        return Design(**{name: getattr(self, name) for name in same} | other)


AsOptions = Annotated[MotionOptions, Parameter(name="*")]
MOTION = MotionOptions()
