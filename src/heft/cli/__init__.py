"""The command line. A verb is a file in this folder and a line in `VERBS`; only this package prints or exits.

Exit codes: 0 success, 1 a check failed, 2 the command or an input was wrong (one line on standard error), 130
interrupted by Ctrl-C, 141 the reader of the output stopped reading, 143 ended by SIGTERM.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from heft import interrupts, memory_limit
from heft.cold_start import compile_beside
from heft.inputs import recorded

VERBS = {
    "inspect": "Show a robot: its tree, joints and inertias, and whether they are physically consistent.",
    "identifiable": "Decide which inertial parameters are identifiable, alone or only in combination.",
    "minimal": "Show the minimal linear combinations of a serial arm's link parameters, in closed form.",
    "excite": "Design the motion that determines most of a robot's parameters, within its limits.",
    "import": "Convert recorded files into a log.",
    "check": "Check whether logged motions excite every base parameter of a robot.",
    "identify": "Estimate the parameters of a robot from logs, physically consistent and with 95 % intervals.",
    "payload": "Estimate the load that a robot carries: mass, centre of mass and inertia, from loaded logs.",
    "validate": "Compare the efforts of a result, learned model or robot file with those of logs.",
    "report": "Write a saved result as a page to look at in a browser.",
    "learn": "Learn a model that predicts motion from logs: inertias, friction and actuators.",
    "simulate": "Simulate a robot under gravity, friction and torques.",
    "export": "Write the dynamics of a robot as C or Python code without dependencies.",
    "zoo": "List the built-in robots.",
    "demo": "Show what heft does, on built-in robots.",
}
"""Each verb is the function of the same name in the module of the same name; after a keyword of Python follows a _."""

DONE, CHECK_FAILED, WRONG, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 1, 2, 130, 141, 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Args:
        arguments: those after `heft`; None takes them from the command line.
    """
    _reserve_streams()
    memory_limit.save()
    with interrupts.handled(_ask_for_patience):
        status = _run(arguments)
        if not interrupts.arrived():
            if arguments is None:
                compile_beside()
            return status
        status = interrupts.exit_code()
        if arguments is None:  # without the end of the interpreter: compiled code may still be running
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    return status


def _reserve_streams() -> None:
    """Open standard streams that are closed, as nothing: the next file would get their numbers, and what they print."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


def _run(arguments: Sequence[str] | None) -> int:
    try:
        with recorded():
            from heft.cli.app import run  # imported here so that Ctrl-C is handled while that lasts

            return run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:
        word, status = "Interrupted", INTERRUPTED
    except interrupts.Terminated:
        word, status = "Terminated", TERMINATED
    from heft.cli.terminal import say

    say(f"{word}. No file is half-written.")
    return status


def _ask_for_patience() -> None:
    """Say what the first Ctrl-C does where it does not stop the work at once."""
    words = "heft stops after the current step and keeps the best model. Press Ctrl-C again to stop at once."
    os.write(2, f"\nheft: {words}\n".encode())
