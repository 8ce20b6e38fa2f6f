"""`heft warm-up`: all kernels, compiled now."""

from __future__ import annotations

from heft.cli.options import Json, JsonFile, Quiet
from heft.cli.outputs import output_file
from heft.cli.terminal import answer, progress


def warm_up(*, json: Json = False, output: JsonFile = None, quiet: Quiet = False) -> int:
    """Compile all kernels now; the exit code is 1 if no folder can be written in which to keep them."""
    from heft.warming import KERNELS
    from heft.warming import warm_up as compile_all

    place = output_file(output, ".json") if output else None
    with progress("compiling the kernels", quiet) as report:
        folder = compile_all(report)
    kept = f"They are kept below {folder}." if folder else "They cannot be kept: no folder can be written. " + REMEDY
    facts = {"kernels": list(KERNELS), "folder": str(folder) if folder else None}
    answer(facts, lambda: [f"{len(KERNELS)} kernels are compiled. {kept}"], place, json, quiet)
    return 0 if folder else 1


REMEDY = "Set NUMBA_CACHE_DIR to a folder that can be written, here and wherever heft is used."
