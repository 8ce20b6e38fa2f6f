"""Small feed-forward networks, many of one shape at once: layers of tanh and a linear output."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from heft.arrays import AnyArray
from heft.spatial import namespace

Weights = list[tuple[AnyArray, AnyArray]]
"""Per layer W (k, out, in) and b (k, out), for k networks."""


def start(rng: np.random.Generator, k: int, sizes: tuple[int, ...], last: float = 1.0) -> Weights:
    """Return random weights of k networks.

    Args:
        rng: the source of randomness.
        k: how many networks.
        sizes: of the input, the hidden layers and the output.
        last: factor on the output layer; a small one starts near zero.
    """
    layers = []
    for depth, (inputs, outputs) in enumerate(pairwise(sizes)):
        scale = (last if depth == len(sizes) - 2 else 1.0) / np.sqrt(inputs)
        layers.append((scale * rng.standard_normal((k, outputs, inputs)), np.zeros((k, outputs))))
    return layers


def apply(weights: Weights, x: AnyArray) -> AnyArray:
    """Return the outputs (k, out, ...) for the inputs (k, in, ...)."""
    xp, samples = namespace(x, weights[0][0]), x.shape[2:]
    x = x.reshape(*x.shape[:2], -1)
    for depth, (W, b) in enumerate(weights):
        x = W @ x + b[:, :, None]
        if depth < len(weights) - 1:
            x = xp.tanh(x)
    return x.reshape(*x.shape[:2], *samples)
