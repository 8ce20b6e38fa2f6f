"""A robot's joint axes in Denavit-Hartenberg frames, and its parameters regrouped along them.

Two views of a robot are made here, because their two users need different things of it:

* `dh.DHChain`, for `heft.minimal`: a serial chain in Lin's frames. Every joint, a prismatic one too, has its axis as z,
  and axes that are nearly parallel are taken as parallel, for the theorem is about exact geometry.
* `movers.MoverTree`, for `heft.export`: any tree of bodies with one coordinate each, mimic joints and rotors included.
  Its frames are chosen for few operations: a body that slides keeps the axes of its parent. Its numbers are those of
  the robot to the last digit, so no axis is moved.

Both lay their frames by the common normals of `normals`.
"""
