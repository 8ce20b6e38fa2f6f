"""Trees of arrays as one vector and back. Where the arrays are NumPy's nothing is compiled, as JAX would."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import numpy as np

from heft.arrays import AnyArray, Array


def packed(tree: Any) -> Array:
    """Return the numbers of a tree of arrays as a vector."""
    return np.concatenate([np.zeros(0), *(np.ravel(np.asarray(leaf, float)) for leaf in jax.tree.leaves(tree))])


def unpacked(template: Any, x: AnyArray) -> Any:
    """Return a vector as a tree of arrays of the shapes of the template."""
    leaves, structure = jax.tree.flatten(template)
    ends = np.cumsum([0, *(np.size(leaf) for leaf in leaves)])
    parts = (x[a:b].reshape(np.shape(leaf)) for leaf, (a, b) in zip(leaves, pairwise(ends.tolist()), strict=True))
    return jax.tree.unflatten(structure, parts)
