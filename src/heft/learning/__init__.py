"""Learned models: differentiable Newton-Euler dynamics with actuators, fitted to logs (P2, its algorithm corrected).

* `virtual`: unconstrained coordinates of inertias and of placements; every value is a physically consistent body.
* `chains`, `actuators`: what lies between a command and a joint's torque, and whether it can gain energy.
* `networks`: the small networks inside some of them; `black_box`: a network alone.
* `model`: rigid bodies with actuators as a pure function of one vector of parameters.
* `losses`: accelerations, torques, rollouts; `jacobian`: the first two by the compiled kernels.
* `levenberg`, `adam`: the two optimisers; `fit`: starts and phases; `course`: a fit as data; `checkpoint`: on disk.
* `bodies`: the robot that was learned.
* `recording`: runs as learning takes them; `data`: their samples and rollouts; `linear`: linear regression (NEA).
* `rollout`: long predictions; `metrics`: the measures on them; `phases`: swinging or balancing; `energy`: its bounds.
* `learned`: the result; `validation`: its residuals on logs; `learn`: all of it in one call; `unused`: idle options.
"""

FORMAT = "heft-learned/1"
"""Of the files that hold a learned model."""

CHECKPOINT = "checkpoint.npz"
"""The file of an unfinished fit, in the folder of its model."""
