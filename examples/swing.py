"""Simulate a double pendulum for ten seconds and check that its energy is conserved."""

import numpy as np

import heft

robot = heft.load("zoo:double_pendulum")
swing = heft.simulate(robot, duration=10.0, q0=[1.0, 0.5], dt=1e-3)
kinetic = heft.kinetic_energy(robot, swing.q, swing.qd)
total = kinetic + heft.potential_energy(robot, swing.q)
print(swing)
print(f"largest kinetic energy {kinetic.max():.2f} J, total energy changes by {np.ptp(total):.1e} J")
assert np.ptp(total) < 1e-8 * kinetic.max()
