"""Lin's closed form (P1): the minimal linear combinations of a serial chain, and what is done in them.

* `combinations(robot)`: the set, as a matrix, as numbers and as readable expressions.
* `inverse_dynamics(mlc, q, qd, qdd)`: joint torques from the values of the set alone.
* `fold(mlc, batches)`, then `identify(factors)`: the set from measurements, joint by joint from the tip to the base.
* `count(mlc.plan())`: what the recursion costs, counted by running it.
"""

from heft.minimal.border import inverse_dynamics
from heft.minimal.counting import Operations, count
from heft.minimal.recursive import Factors, RecursiveEstimate, fold, identify, identify_together
from heft.minimal.set import Combinations, combinations
from heft.minimal.tip_to_base import JointFit

__all__ = [
    "Combinations",
    "Factors",
    "JointFit",
    "Operations",
    "RecursiveEstimate",
    "combinations",
    "count",
    "fold",
    "identify",
    "identify_together",
    "inverse_dynamics",
]
