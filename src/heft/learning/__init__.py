"""Learned models: differentiable Newton-Euler dynamics with actuators, fitted to logs (P2, its algorithm mended).

* `virtual`: unconstrained coordinates of inertias and of placements; every value is a possible body.
* `chains`, `actuators`: what stands between a command and a joint's torque, and whether it can make energy.
* `networks`: the small networks inside some of them; `black_box`: a network alone.
* `model`: rigid bodies with actuators as a pure function of one vector of parameters.
* `losses`: accelerations, torques, rollouts; `jacobian`: the first two by the compiled kernels.
* `levenberg`, `adam`: the two optimisers; `fit`: starts and phases; `course`: a fit as data; `checkpoint`: on disk.
* `bodies`: the robot that was learned.
* `data`: samples and shooting segments from logs; `linear`: the linear regression (NEA).
* `rollout`: long predictions; `metrics`: the measures on them; `learned`: the result; `learn`: all of it in one call.
"""
