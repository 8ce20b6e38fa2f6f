"""Friction laws: the torque that is lost in a joint's drive. Each law is a file in `heft.friction.laws`.

A law is driven by one speed s and states its torque as coefficients times signals,

    tau = sum_k x_k f_k(s),

so that estimation fits the coefficients x by least squares, learning fits them by gradients, and simulation applies
them. Each law also states its unit, prior, sign constraint and energy class, and what it becomes in a robot
description. Whatever needs the list of laws (command line, errors, manual, rules of combination) asks the registry.
"""

from heft.friction.law import BOUNDED, CONSERVING, ENERGY_CLASSES, UNBOUNDED, DriveMotion, Law, SearchedNumber
from heft.friction.registry import (
    AUTO,
    DEFAULT_FRICTION,
    OTHERS,
    all_laws,
    beside_default,
    chosen,
    law_named,
    law_of_term,
    load_dependent,
    needs_number,
    register,
    searched,
    term_named,
    unregister,
    without_searched,
)
from heft.friction.robots import coefficients, friction_slope, robot_friction

__all__ = [
    "AUTO",
    "BOUNDED",
    "CONSERVING",
    "DEFAULT_FRICTION",
    "ENERGY_CLASSES",
    "OTHERS",
    "UNBOUNDED",
    "DriveMotion",
    "Law",
    "SearchedNumber",
    "all_laws",
    "beside_default",
    "chosen",
    "coefficients",
    "friction_slope",
    "law_named",
    "law_of_term",
    "load_dependent",
    "needs_number",
    "register",
    "robot_friction",
    "searched",
    "term_named",
    "unregister",
    "without_searched",
]
