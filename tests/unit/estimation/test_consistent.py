import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import noisy_run

import heft
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.consistent import consistent
from heft.estimation.constraints import Knowledge
from heft.estimation.information import information_of
from heft.estimation.least_squares import weighted
from heft.estimation.scales import scales_of
from heft.parameters import INDEX, is_physical

ROBOT = heft.load("zoo:puma560").with_parameters(heft.load("zoo:puma560").parameter_vector)
BASE = base_of(model_of(ROBOT, armature=False))


def fitted(noise: float, n: int = 2000):
    information = information_of(BASE.model, BASE.columns, noisy_run(ROBOT, n=n, noise=noise))
    scales = scales_of(BASE.model, information)
    return weighted(information, np.sqrt(BASE.matrix**2 @ scales**2), BASE.reduce(BASE.model.prior)), scales


def bodies_of(values):
    return values[: 10 * ROBOT.n_bodies].reshape(-1, 10)
