"""A page that is one file: its style, its script and its data inside it, and a policy that allows nothing else.

The policy names the style and the script by their hashes, so a browser runs no other code, whatever the names in the
data are, and loads nothing. The data are JSON, compressed (zlib) and in base64, in a block that no browser runs; no
text in them can end the block.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from heft.report.html import file_template, fill
from heft.report.packing import pooled
from heft.report.page_data import PageData
from heft.report.section import Sheet
from heft.report.sections import section
from heft.report.words import visible


def document(sheet: Sheet) -> str:
    """Return the page of a sheet whose data are complete."""
    from markupsafe import Markup

    style, script = asset("report.css"), asset("report.js")
    blocks = [
        {"name": each.name, "heading": each.heading(sheet), "html": html}
        for each in map(section, sheet.sections)
        if (html := each.html(sheet)) is not None
    ]
    return fill(
        file_template("page.html"),
        policy=Markup(policy(style, script)),
        style=Markup(style),
        script=Markup(script),
        data=compressed(sheet.data),
        sheet=sheet,
        blocks=blocks,
    )


@cache
def asset(name: str) -> str:
    """Return a file of `assets`, as `make assets` built it."""
    return files("heft.report").joinpath("assets", name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """Return the content security policy of a page with this style and this script."""
    allowed = {"script-src": _hash(script), "style-src": _hash(style)}
    rules = ["default-src 'none'", *(f"{kind} '{value}'" for kind, value in allowed.items())]
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])


def compressed(data: PageData) -> str:
    """Return the data as text that can stand inside an HTML script element; `web/src/data.js` reads it."""
    arrays: dict[str, int] = {}
    shown = {**pooled(_shown(asdict(data)), arrays), "arrays": [*arrays]}
    text = json.dumps(shown, allow_nan=False, separators=(",", ":"), ensure_ascii=False)
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _shown(value: Any) -> Any:
    """Return data with what a browser would act on or hide in their texts made visible."""
    if isinstance(value, dict):
        return {key: _shown(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(each) for each in value]
    return visible(value)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}"
