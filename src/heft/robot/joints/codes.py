"""The integers on which the compiled kernels dispatch: how a joint places its body.

A joint kind names one of them as its `kernel`. POSE reads a unit quaternion and a position, which is what a floating
joint has for q; a kind without compiled code of its own is handed to the kernels as its pose, in that form.
"""

SCREW, CYLINDRICAL, PLANAR, SPHERICAL, TRANSLATION, POSE, FIXED, TURN, SLIDE = range(9)
"""The last two are chosen by the kernels themselves. TURN is a revolute joint about z, without armature, that moves a
single body; SLIDE is a prismatic joint."""
