"""The command line. A verb is a file in this folder and a line in `VERBS`; only this package prints or exits.

Exit codes: 0 done, 1 a check failed, 2 the call or the input was wrong (one line on standard error), 130 interrupted,
141 nobody reads the output any more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from keyword import iskeyword

from cyclopts import App, CycloptsError, Parameter

from heft.cli.complaints import in_words
from heft.cli.settings import heft_toml
from heft.cli.terminal import console, say
from heft.errors import HeftError

VERBS = {
    "inspect": "Show a robot: its tree, joints and inertias, and whether they are physically consistent.",
    "identifiable": "Tell which inertial parameters can be known, alone or only in combinations.",
    "minimal": "Show the minimal linear combinations of a serial arm's link parameters, in closed form.",
    "import": "Turn recorded files into a log, by a map that says which column is what.",
    "learn": "Learn a model from logs: bodies, friction and actuators that predict the robot's motion.",
    "check": "Tell whether a logged motion is enough to identify a robot.",
    "identify": "Estimate what a robot's links weigh from logs, and how sure one can be of it.",
    "validate": "Judge a result, or a robot file, on a log that it has not seen.",
    "simulate": "Simulate a robot under gravity, friction and torques.",
    "export": "Write a robot's dynamics as C or Python code that depends on nothing.",
    "demo": "See heft at work on built-in robots.",
}
"""Each verb is the function of the same name in the module of the same name; a keyword of Python has a _ behind it."""

DONE, CHECK_FAILED, WRONG, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


def _version() -> str:
    from heft import __version__

    return f"heft {__version__}"


app = App(
    name="heft",
    help="What a robot's links weigh, how sure one can be of it, and a model that predicts.",
    help_epilogue="Options may also stand in heft.toml in the current folder, in a table named after the verb.",
    help_format="plaintext",
    version=_version,
    config=heft_toml,
    default_parameter=Parameter(negative=(), show_default=False),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)
for _place, (_verb, _help) in enumerate(VERBS.items()):
    _module = f"{_verb}_" if iskeyword(_verb) else _verb
    app.command(f"heft.cli.{_module}:{_module}", name=_verb, help=_help, sort_key=_place)


def _silence() -> None:
    """Send what is left in the buffer of standard output nowhere, so that the interpreter can end in peace."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Args:
        arguments: what stands behind `heft`; None takes them from the command line.
    """
    if sys.stdout is None or sys.stdout.closed:
        say("Standard output is closed, so there is nowhere to write.")
        return WRONG
    try:
        status = app(sys.argv[1:] if arguments is None else list(arguments), console=console())
        sys.stdout.flush()
    except HeftError as error:
        say(str(error))
        return WRONG
    except CycloptsError as error:
        say(in_words(error))
        return WRONG
    except MemoryError:
        say("There is not enough memory for this.")
        return WRONG
    except KeyboardInterrupt:
        say("Interrupted; nothing is half-written.")
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return BROKEN_PIPE
    except OSError as error:
        say(f"It cannot be written: {error.strerror}.")
        _silence()
        return WRONG
    return status if isinstance(status, int) else DONE
