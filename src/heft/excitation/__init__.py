"""Motions worth running: families of curves, criteria, limits, a solver, and what a motion will determine."""
