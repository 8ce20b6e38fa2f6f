"""Signals that arrive where Python ignores exceptions are not lost."""

import subprocess
import sys

LOST = """
import signal, time
from heft.interrupts import Terminated, handled

class Finalised:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
        time.sleep(0)

try:
    with handled(lambda: None):
        Finalised()
        time.sleep(5)
        print("lost")
except Terminated:
    print("heard")
"""


def test_a_signal_in_a_finaliser_is_heard_again():
    done = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout == "heard\n"
    assert done.stderr == ""
