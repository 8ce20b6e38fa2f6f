"""Learn a Furuta pendulum and its friction from one simulated swing, starting from random parameters."""

from dataclasses import replace

import numpy as np

import heft
from heft.learning.recording import Recording
from heft.robot.joint import Friction

robot = heft.load("zoo:furuta")
arm, pendulum = robot.bodies
arm = replace(arm, joint=replace(arm.joint, friction=Friction(viscous=1e-4)))
robot = replace(robot, bodies=(arm, pendulum))

swing = heft.simulate(robot, 4.0, q0=[0, 1], tau=lambda t, q, qd: [0.01 * np.sin(7 * t) + 0.005, 0], dt=0.004)
run = Recording(swing.t, swing.q, swing.qd, swing.qdd, swing.tau)
model = heft.learn(robot, run, actuator="viscous", initial_guess="random", seed=1)  # or a log file: "run.parquet"

test = model.facts["test"]
print(model)
print(f"held-out part: error of accelerations {test['mse']:.1e}, valid for {test['valid']['0.1']:.2f} s")
for entry in model.base_parameters():
    print(f"  {entry['name']:16} {entry['value']:.4e}, truth {entry['prior']:.4e}")
assert test["mse"] < 1e-8
