"""Newton-Euler, articulated body, mass matrix, energies, regressors, friction, simulation."""
