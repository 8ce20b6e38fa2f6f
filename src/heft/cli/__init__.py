"""The command line. A verb is a file in this folder and a line in `VERBS`; only this package prints or exits.

Exit codes: 0 success, 1 a check failed, 2 the command or an input was wrong (one line on standard error), 130
interrupted, 141 the reader of the output stopped reading.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from keyword import iskeyword

from cyclopts import App, CycloptsError, Parameter

from heft.cli.complaints import in_words
from heft.cli.given import remember
from heft.cli.settings import heft_toml
from heft.cli.terminal import console, say
from heft.errors import HeftError

VERBS = {
    "inspect": "Show a robot: its tree, joints and inertias, and whether they are physically consistent.",
    "identifiable": "Decide which inertial parameters are identifiable, alone or only in combination.",
    "minimal": "Show the minimal linear combinations of a serial arm's link parameters, in closed form.",
    "import": "Convert recorded files into a log.",
    "check": "Check whether logged motions excite every base parameter of a robot.",
    "identify": "Estimate the parameters of a robot from logs, physically consistent and with 95 % intervals.",
    "payload": "Estimate what a robot carries: mass, centre of mass and inertia, from loaded logs.",
    "validate": "Compare the efforts of a result, learned model or robot file with those of logs.",
    "learn": "Learn a model that predicts motion from logs: inertias, friction and actuators.",
    "simulate": "Simulate a robot under gravity, friction and torques.",
    "export": "Write the dynamics of a robot as C or Python code without dependencies.",
    "demo": "Show what heft does, on built-in robots.",
}
"""Each verb is the function of the same name in the module of the same name; after a keyword of Python follows a _."""

DONE, CHECK_FAILED, WRONG, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


def _version() -> str:
    from heft import __version__

    return f"heft {__version__}"


app = App(
    name="heft",
    help="Identify the inertial parameters of robots.",
    help_epilogue="Options can also be set in heft.toml in the current folder, in a table named after the verb.",
    help_format="plaintext",
    version=_version,
    config=(heft_toml, remember),
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
    """Discard the buffer of standard output, so that the interpreter can exit without an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Args:
        arguments: those after `heft`; None takes them from the command line.
    """
    if sys.stdout is None or sys.stdout.closed:
        say("Standard output is closed. Open it, or write to a file with -o.")
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
        say("There is not enough memory. Use fewer or shorter logs, or a smaller simulation.")
        return WRONG
    except KeyboardInterrupt:
        say("Interrupted. No file is half-written.")
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return BROKEN_PIPE
    except OSError as error:
        say(f"The output cannot be written: {error.strerror}. Check the space and the permissions there.")
        _silence()
        return WRONG
    return status if isinstance(status, int) else DONE
