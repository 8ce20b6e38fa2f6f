"""A notebook, run as Jupyter would: cells in order, in one namespace; what the last line of a cell is, is shown.

    python -m support.notebook NOTEBOOK.ipynb

It needs neither Jupyter nor a kernel, which would be some thirty packages; magic commands are not understood.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path


def shown(path: Path) -> Iterator[object]:
    """Run the cells of a notebook, and yield what each of them shows; nothing for those that end in a statement."""
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"], start=1):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{path.name}, cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name}, cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            yield eval(compile(ast.Expression(last.value), f"{path.name}, cell {number}", "eval"), names)


if __name__ == "__main__":
    for each in shown(Path(sys.argv[1])):
        print(repr(each)[:200])
