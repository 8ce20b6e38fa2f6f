"""Lin's closed form (P1): the minimal linear combinations of a serial chain, Newton-Euler in them, their identification."""
