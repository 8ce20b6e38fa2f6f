"""A learned model: how well it predicts held-out data, and its base parameters with their identifiability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.report.tables import folded, remarks, section, table
from heft.report.words import NOTHING, counted, short
from heft.robot.joints import joint_kind
from heft.robot.model import WORLD
from heft.robot.placement import unit
from heft.text import printable

if TYPE_CHECKING:
    from heft.learning.learned import Learned
    from heft.robot.model import Robot


def learning_facts(model: Learned) -> dict[str, Any]:
    """Return the result of learning, ready for JSON."""
    white = model.to_dict()["model"]
    facts = {name: value for name, value in model.facts.items() if name not in ("options", "plan", "history")}
    found: dict[str, Any] = {"robot": model.model.robot.name, "model": white, "energy_class": model.energy_class}
    found["energy_reason"] = model.energy_reason or None
    found |= facts | {"delays": model.delays.tolist(), "dt": model.dt, "parameters": len(model.x)}
    if white["kind"] == "white-box":
        found["identifiability"] = {"n_base": model.verdict.n_base, "n_parameters": model.verdict.n_parameters}
        found["base_parameters"] = model.base_parameters()
        found["coefficients"] = model.coefficients()
    if white.get("kinematics") == "learned":
        pairs = zip(leanings(model.robot).items(), leanings(model.model.robot).values(), strict=True)
        found["axes"] = [{"joint": joint, "learned": learned, "prior": prior} for (joint, learned), prior in pairs]
    return found


def leanings(robot: Robot) -> dict[str, float]:
    """Return the angle [deg] between the axis of each joint with one coordinate and the one before it, or gravity.

    The angles do not depend on the choice of body frames. A joint whose parent joint has several coordinates has no
    such angle, nor has a joint on the world if there is no gravity.
    """
    down, found = np.array([float(g) for g in robot.gravity]), {}
    for body in robot.bodies:
        if not joint_kind(body.joint.kind).is_screw:
            continue
        axis, above = body.placement.rotation @ unit(body.joint.axis), body.parent
        while above != WORLD and robot.bodies[above].joint.kind == "fixed":
            axis, above = robot.bodies[above].placement.rotation @ axis, robot.bodies[above].parent
        if above == WORLD and np.any(down):
            before = down / np.linalg.norm(down)
        elif above != WORLD and joint_kind(robot.bodies[above].joint.kind).is_screw:
            before = unit(robot.bodies[above].joint.axis)
        else:
            continue
        cosine = before @ axis
        found[body.joint.name] = float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
    return found


def summary(
    model: Learned, facts: dict[str, Any], read: Sequence[RenderableType] = (), every: bool = False
) -> list[RenderableType]:
    """Return what was read, warnings, the result as text, and its tables."""
    test, shape = facts["test"], facts["model"]
    title = Text.assemble(
        (printable(facts["robot"]), "bold cyan"), f"  {shape['kind']}, energy {facts['energy_class']}"
    )
    lines = [
        f"{joint}: {chain}{_coefficients(facts['coefficients'][joint])}"
        for joint, chain in shape.get("actuators", {}).items()
    ]
    late = ", ".join(f"{1000 * d:.3g} ms" for d in facts["delays"] if d)
    body = Text("\n".join(map(printable, [*origins(facts), *lines])))
    body.append(f"\nDelay   {late}" if late else "")
    body.append(f"\nLoss    {short(facts['loss'])} in {facts.get('steps', 0)} steps, {facts['stopped']}")
    body.append(_tests(test) if "mse" in test else "\nTest    left out, since the fit was interrupted")
    body.append(f"\nEnergy  unbounded: {printable(model.energy_reason)}" if model.energy_reason else "")
    odd = [remarks(facts["warnings"]), ""] if facts.get("warnings") else []
    return [*read, *odd, title, body, "", *_axes(facts, every), *_bases(facts, every)]


def _tests(test: dict[str, Any]) -> str:
    """Return a line each for the error, the valid times and the stability."""
    body = []
    body.append(f"\nTest    normalised error of accelerations {_finite(test['mse'])}")
    body.append(f"\nValid   {_times(test['valid'])}, of {short(test['horizon'])} s, {test['starts']} starts")
    for name, phase in test["phases"].items():
        body.append(f"\n        {_times(phase['valid'])}, for {counted(phase['starts'], f'{name} start')}")
    diverged = f"{100 * test['diverged']:.0f} % of free motions of {test['free']:g} s gain energy and diverge"
    body.append(f"\nStable  {diverged}; largest gain of energy {_finite(test['energy_gain'])}")
    return "".join(body)


def _times(valid: dict[str, float]) -> str:
    return ", ".join(f"{short(seconds)} s (error {limit})" for limit, seconds in valid.items())


def origins(facts: dict[str, Any]) -> list[str]:
    """Return two lines or more: what was fitted to, what was tested on, and what is worth knowing about both."""
    logs, share = ", ".join(facts["logs"]), facts["held_out"]
    fitted = f"Fitted  to {logs}, {facts['samples']} samples"
    if share is None:
        tested = f"Tested  on {', '.join(facts['test']['logs'])}"
    else:
        fitted += f", without the last {100 * share:.4g} % of each log"
        tested = f"Tested  on the last {100 * share:.4g} % of {', '.join(facts['test']['logs'])}"
    return [fitted, tested, *facts["notes"]]


def _coefficients(components: dict[str, dict[str, float]]) -> str:
    words = [f"{name} {short(value)}" for values in components.values() for name, value in values.items()]
    return f"  ({', '.join(words)})" if words else ""


def sum_text(terms: Sequence[dict[str, Any]]) -> str:
    """Return the terms of a base parameter as a sum, such as "arm.mcx - 0.3 hand.m"."""
    text = ""
    for term in terms:
        size = f"{abs(term['coefficient']):.4g}"
        sign = "- " if term["coefficient"] < 0 else "+ " if text else ""
        text += f"{' ' if text else ''}{sign}{'' if size == '1' else size + ' '}{term['parameter']}"
    return text


def _finite(value: float | None) -> str:
    return "not finite" if value is None else short(value)


def _axes(facts: dict[str, Any], every: bool) -> list[RenderableType]:
    if not facts.get("axes"):
        return []
    made = table("joint", "learned", "prior")
    for entry in facts["axes"]:
        made.add_row(Text(printable(entry["joint"])), f"{entry['learned']:.2f}", f"{entry['prior']:.2f}")
    return [section("Angle of each axis to the one before it, or to gravity [deg]", *folded(made, every))]


def _bases(facts: dict[str, Any], every: bool) -> list[RenderableType]:
    if "base_parameters" not in facts:
        return []
    made = table("base parameter", "learned", "prior", "<terms")
    for entry in facts["base_parameters"]:
        terms = sum_text(entry["terms"][:3])
        more = f" + {len(entry['terms']) - 3} more" if len(entry["terms"]) > 3 else ""
        prior = NOTHING if entry["prior"] is None or not np.isfinite(entry["prior"]) else short(entry["prior"])
        made.add_row(Text(printable(entry["name"])), short(entry["value"]), prior, Text(printable(terms + more)))
    count = facts["identifiability"]
    title = f"{count['n_base']} of {count['n_parameters']} parameters are identifiable, in these combinations"
    return [section(title, *folded(made, every))]
