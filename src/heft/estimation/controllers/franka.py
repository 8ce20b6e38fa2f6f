"""Franka: the three arguments of libfranka's Robot::setLoad."""

from __future__ import annotations

import json

from heft.estimation.controllers.words import LoadInFrame, PayloadWords


class Franka(PayloadWords):
    """A JSON object with the arguments of setLoad by their names; the inertia is column by column."""

    name, file = "franka", "franka_load.json"
    summary = "the arguments of libfranka's setLoad, JSON; give the flange as --frame"

    def text(self, load: LoadInFrame) -> str:
        """Return the arguments by name."""
        columns = load.inertia.T.ravel().tolist()
        facts = {"load_mass": load.mass, "F_x_Cload": load.com.tolist(), "load_inertia": columns}
        return json.dumps(facts, indent=1) + "\n"


WORDS = Franka()
