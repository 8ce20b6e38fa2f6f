"""A robot's dynamics as straight-line C or Python code without dependencies."""
