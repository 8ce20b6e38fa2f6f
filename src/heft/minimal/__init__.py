"""Lin's closed form (P1): the minimal linear combinations of a serial chain, and inverse dynamics in them.

* `combinations(robot)`: the set, as a matrix, as numbers and as readable expressions.
* `inverse_dynamics(mlc, q, qd, qdd)`: joint torques from the values of the set alone.
* `count(mlc.constants())`: the operations of that recursion, counted by running it.

`heft.estimation.lin_recursive` identifies the set from measurements, joint by joint from the tip to the base.
"""

from heft.minimal.counting import Operations, count
from heft.minimal.minimal_set import Combinations, combinations
from heft.minimal.torques import inverse_dynamics

__all__ = [
    "Combinations",
    "Operations",
    "combinations",
    "count",
    "inverse_dynamics",
]
