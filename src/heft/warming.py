"""Compiling all kernels now, so that no later process has to wait for one, or to work without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from heft.cold_start import write
from heft.compiled import common_folder, is_private, loaded
from heft.dynamics.kernels import cold
from heft.estimation import householder, row_folding
from heft.friction import dahl

KERNELS: dict[str, Callable[[], None]] = {
    "inverse dynamics": cold.compile_inverse_dynamics,
    "forward dynamics": cold.compile_accelerations,
    "regressor": cold.compile_dense,
    "rows of the regressor": cold.compile_rows,
    "packed rows of the regressor": cold.compile_packed,
    "gradient of the regressor": cold.compile_weighted_gradient,
    "derivatives in placements": cold.compile_placement_jacobian,
    "QR factorization": householder.compile_fold,
    "QR factorization of the regressor": row_folding.compile_fold_rows,
    "Dahl friction": dahl.compile_bent,
}
"""What compiles each kernel, by what it computes."""


def warm_up(progress: Callable[[int, int], None] | None = None) -> Path | None:
    """Compile all kernels, or load those that are compiled, so that no later call or process works without them.

    This takes up to a minute after an installation, and a second or two later on.

    Args:
        progress: called with how many kernels are ready, and how many there are. Without it, a line on standard error
            names each kernel that is compiled.

    Returns:
        the folder below which the kernels are kept; None if no folder can be written, and they serve this process only.

    Example:
        >>> heft.warm_up()
    """
    for ready, (name, compile_it) in enumerate(KERNELS.items()):
        if progress is not None:
            progress(ready, len(KERNELS))
        if not loaded(compile_it):
            if progress is None:
                write(f"Compiling kernel {ready + 1} of {len(KERNELS)}: {name}.")
            compile_it()
    if progress is not None:
        progress(len(KERNELS), len(KERNELS))
    folder = common_folder()
    return None if folder is None or is_private(folder) else folder.parent
