"""Code that one can ship: a robot's dynamics as straight-line C or Python."""
