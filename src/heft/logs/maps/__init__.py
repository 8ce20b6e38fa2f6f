"""Map files: they say what the columns of recorded files are, and how these become a log."""
