"""The verbs as a cyclopts app, and what becomes of everything that they raise."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from keyword import iskeyword

from cyclopts import App, ArgumentCollection, CycloptsError, Parameter

from heft.cli import BROKEN_PIPE, DONE, VERBS, WRONG
from heft.cli.complaints import in_words
from heft.cli.completion import Script, Shell, install_completion
from heft.cli.given import is_given, remember, remember_command
from heft.cli.numbers import refuse_nonsense
from heft.cli.settings import heft_toml
from heft.cli.terminal import console, discard, say
from heft.cold_start import hush
from heft.errors import HeftError
from heft.memory_limit import LEAST, is_shortage, tightest
from heft.text import shortened

LONGEST_PATH = 200
"""Characters of a path in a message about it."""


def _version() -> str:
    from heft import __version__

    return f"heft {__version__}"


def hush_if_quiet(app: App, commands: Sequence[str], arguments: ArgumentCollection) -> None:
    """Let a quiet command say nothing about kernels that are not compiled."""
    if is_given("quiet"):
        hush()


app = App(
    name="heft",
    help="Identify the inertial parameters of robots.",
    help_epilogue="Options can also be set in heft.toml in the current folder, in a table named after the verb.",
    help_format="plaintext",
    version=_version,
    config=(heft_toml, refuse_nonsense, remember, hush_if_quiet),
    default_parameter=Parameter(negative=(), show_default=False),
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
)
for _place, (_verb, _help) in enumerate(VERBS.items()):
    _module = f"{_verb}_" if iskeyword(_verb) else _verb.replace("-", "_")
    app.command(f"heft.cli.{_module}:{_module}", name=_verb, help=_help, sort_key=_place)


@app.command(name="--install-completion", help="Let the shell complete verbs and options.", sort_key=len(VERBS))
def _completion(*, shell: Shell = None, output: Script = None) -> None:
    install_completion(app, shell, output)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; only signals are left to the caller.

    Args:
        arguments: those after `heft`.
    """
    if sys.stdout is None or sys.stdout.closed:
        if not {"-o", "--output"} & {word.partition("=")[0] for word in arguments}:
            say("Standard output is closed. Open it, or write to a file with -o.")
            return WRONG
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
    remember_command(arguments)
    most, command = tightest()
    if most is not None and most < LEAST and "--help" not in arguments:
        given = f"heft needs {LEAST / 1e9:.3g} GB of memory, and may use {most / 1e9:.3g} GB ({command})."
        say(f"{given} {_raised(command)}")
        return WRONG
    try:
        status = app(list(arguments), console=console())
        sys.stdout.flush()
    except HeftError as error:
        say(str(error))
        return WRONG
    except CycloptsError as error:
        say(in_words(error))
        return WRONG
    except BrokenPipeError:
        discard(sys.stdout)
        return BROKEN_PIPE
    except (MemoryError, ImportError, RuntimeError) as error:
        if not is_shortage(error):
            raise
        say(_shortage())
        return WRONG
    except OSError as error:
        if is_shortage(error):
            say(_shortage())
            return WRONG
        if error.filename is not None:  # of a file; a stream has no name
            say(f"{shortened(str(error.filename), LONGEST_PATH)}: {error.strerror}. Check the path and its folder.")
            return WRONG
        say(f"The output cannot be written: {error.strerror}. Check the space and the permissions there.")
        discard(sys.stdout)
        return WRONG
    return status if isinstance(status, int) else DONE


def _shortage() -> str:
    most, command = tightest()
    given = f" This process may use {most / 1e9:.3g} GB ({command})." if most is not None else ""
    advice = _raised(command) if given else "Use fewer or shorter logs, or a smaller simulation."
    return f"There is not enough memory.{given} {advice}"


def _raised(command: str) -> str:
    """Return how to raise a limit that a command of a shell sets."""
    return f"Raise the limit, for example with: {command} unlimited."
