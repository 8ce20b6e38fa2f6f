"""heft: what a robot's links weigh, how sure one can be of it, and a model that predicts."""

from heft.robot.load import load
from heft.robot.model import Robot

__all__ = ["Robot", "load"]
