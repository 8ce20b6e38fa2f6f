"""The example of the README: load a robot, compute torques, identify it by regression."""

import numpy as np

import heft

robot = heft.load("zoo:puma560")  # or heft.load("robot.urdf")
q, qd, qdd = robot.random_state(seed=0, n=500)
tau = heft.inverse_dynamics(robot, q, qd, qdd)  # (500, 6) [N m]
Y = heft.torque_regressor(robot, q, qd, qdd)  # (500, 6, 84): tau is linear in the inertial parameters
assert np.allclose(Y @ robot.parameter_vector, tau)

found, *_ = np.linalg.lstsq(Y.reshape(-1, Y.shape[-1]), tau.ravel(), rcond=1e-10)
identified = robot.with_parameters(found)  # predicts every torque, although single masses may differ
assert np.allclose(heft.inverse_dynamics(identified, q, qd, qdd), tau)
