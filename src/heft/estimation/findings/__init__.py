"""What may be wrong with an identification: one finding a file, each a function that yields sentences."""
