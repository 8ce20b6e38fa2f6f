"""The example of the README: load, compute torques, weigh by regression."""

import numpy as np

import heft

robot = heft.load("zoo:puma560")  # or heft.load("robot.urdf")
q, qd, qdd = robot.random_state(seed=0, n=500)
tau = heft.inverse_dynamics(robot, q, qd, qdd)  # (500, 6) [N m]
Y = heft.torque_regressor(robot, q, qd, qdd)  # (500, 6, 84): tau is linear in the masses
assert np.allclose(Y @ robot.parameter_vector, tau)

found, *_ = np.linalg.lstsq(Y.reshape(-1, Y.shape[-1]), tau.ravel(), rcond=1e-10)
weighed = robot.with_parameters(found)  # predicts every torque, though single masses may differ
assert np.allclose(heft.inverse_dynamics(weighed, q, qd, qdd), tau)
