"""Settings for all tests: what hypothesis draws is the same in every run, and no example has a deadline.

To look for new counterexamples: make test ARGS="tests/laws --hypothesis-profile default".
"""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")
