"""`heft --install-completion`: completion of verbs and options by the shell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from heft.cli.terminal import show
from heft.errors import ArgumentError

if TYPE_CHECKING:
    from cyclopts import App

Shell = Annotated[
    Literal["bash", "zsh", "fish", "powershell"] | None,
    Parameter(help="The shell; by default the one that runs heft."),
]
Script = Annotated[
    Path | None,
    Parameter(name=["--output", "-o"], help="Write the script to this file only, and leave the shell's files alone."),
]


def install_completion(app: App, shell: Shell = None, output: Script = None) -> None:
    """Let the shell complete verbs and options; it is told where to find them in its own files.

    Args:
        app: the command line.
        shell: whose completion it is; None finds out.
        output: the script alone.

    Raises:
        ArgumentError: the shell is not one of these.
    """
    from cyclopts.completion.detect import ShellDetectionError, detect_shell

    from heft.cli.outputs import output_file
    from heft.files import write_whole

    try:
        name = shell or detect_shell()
    except ShellDetectionError:
        raise ArgumentError(
            "heft cannot tell which shell this is.",
            where="--install-completion",
            remedy="Name it: heft --install-completion --shell bash.",
        ) from None
    if output:
        write_whole(output_file(output, output.suffix), app.generate_completion(prog_name="heft", shell=name).encode())
        show(f"Written to {output}.")
        return
    place = app.install_completion(shell=name, add_to_startup=True)
    show(f"The completion for {name} is in {place}. It works in new shells.")
