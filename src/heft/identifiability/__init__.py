"""Which inertial parameters of a robot are identifiable: proved, from the kinematics alone.

`heft.identifiability(robot)` asks; this package holds all that answers. A subpackage and a function cannot both be
called `heft.identifiability`, since importing one would hide the other, so the package itself can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType

from heft.identifiability.analysis import identifiability
from heft.identifiability.comparison import SensorGain, compare_sensors
from heft.identifiability.reduction import BaseReduction
from heft.identifiability.sensors import Sensors
from heft.identifiability.verdict import Verdict

__all__ = ["BaseReduction", "SensorGain", "Sensors", "Verdict", "compare_sensors", "identifiability"]


class _Callable(ModuleType):
    __call__ = staticmethod(identifiability)


sys.modules[__name__].__class__ = _Callable
__wrapped__ = identifiability
"""What `inspect.signature`, and with it a shell that completes arguments, shows of the package."""
