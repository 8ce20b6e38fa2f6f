"""Turning what people have into a log: one file a format, a map file that says what is what, and the conversions."""
