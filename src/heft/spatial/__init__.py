"""Six-dimensional vectors: transforms, cross products, inertias.

Everything here is written once for NumPy and JAX, against the array namespace of its inputs and without
in-place writes. Components stand on the first axes, samples (if any) on the last: a vector is (3, ...), a
spatial vector (6, ...) angular first, a rotation (3, 3, ...).
"""

from heft.spatial.inertia import (
    apply_inertia,
    inertia_matrix,
    inertia_to_parent,
    momentum_regressor,
)
from heft.spatial.rotation import (
    cross,
    displacement,
    namespace,
    quaternion_exponential,
    quaternion_from_rotation,
    quaternion_product,
    quaternion_velocity,
    rotate,
    rotate_back,
    rotation_about,
    rotation_from_quaternion,
    unit_quaternion,
)
from heft.spatial.vectors import (
    angular,
    cross_force,
    cross_motion,
    force_to_parent,
    linear,
    motion_matrix,
    motion_to_child,
    motion_to_parent,
    spatial,
)

__all__ = [
    "angular",
    "apply_inertia",
    "cross",
    "cross_force",
    "cross_motion",
    "displacement",
    "force_to_parent",
    "inertia_matrix",
    "inertia_to_parent",
    "linear",
    "momentum_regressor",
    "motion_matrix",
    "motion_to_child",
    "motion_to_parent",
    "namespace",
    "quaternion_exponential",
    "quaternion_from_rotation",
    "quaternion_product",
    "quaternion_velocity",
    "rotate",
    "rotate_back",
    "rotation_about",
    "rotation_from_quaternion",
    "spatial",
    "unit_quaternion",
]
