"""Tables of the manual that are made from the code.

Between `<!-- table: MODULE:CALL -->` and `<!-- end -->` on a page is what the call returns: `heft.xyz:table` calls the
function `table` of that module without arguments, `manual_tables:options("identify")` calls one with an argument.
Modules are heft's own, and docs/manual_tables.py.
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

TABLE = re.compile(r"(<!-- table: (\S+?):(.+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
FOLDER = str(Path(__file__).resolve().parents[2] / "docs")


def with_tables(text: str) -> str:
    """Return the text of a page with its tables as the code makes them now."""
    return TABLE.sub(lambda match: f"{match[1]}\n{_made(match[2], match[3]).strip()}\n\n{match[5]}", text)


def _made(module: str, call: str) -> str:
    if FOLDER not in sys.path:
        sys.path.append(FOLDER)
    names = vars(importlib.import_module(module))
    return str(eval(call if call.endswith(")") else f"{call}()", dict(names)))
