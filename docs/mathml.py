"""Formulas as MathML, which every browser draws by itself: a page needs no script and nothing from the network.

An extension of Sphinx around the converter of Docutils.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

ACCENTS = "\u02d9\u00a8^\u02c6\u00af\u203e~\u02dc\u2192"
"""Signs over a letter: dots, hats, bars, tildes and arrows."""


NAMED = re.compile(r"&(?!lt;|gt;|amp;)\w+;")
"""Signs by their names in HTML, which XML does not know."""


def converted(formula: str, block: bool) -> str:
    """Return a formula in MathML; the index of a letter with an accent stands beside it, not below."""
    text = NAMED.sub(lambda sign: unescape(sign[0]), tex2mathml(formula, as_block=block))
    tree = ElementTree.fromstring(text)
    for each in tree.iterfind(".//{*}munderover"):
        letter, index, sign = each
        if (sign.text or "") in ACCENTS:
            space = each.tag.removesuffix("munderover")
            each.tag = f"{space}msub"
            over = ElementTree.Element(f"{space}mover", accent="true")
            over.extend([letter, sign])
            each[:] = [over, index]
    ElementTree.register_namespace("", "http://www.w3.org/1998/Math/MathML")
    return ElementTree.tostring(tree, encoding="unicode")


def visit_inline(writer: Any, node: nodes.math) -> None:
    """Write a formula in a line."""
    writer.body.append(converted(node.astext(), False))
    raise nodes.SkipNode


def visit_block(writer: Any, node: nodes.math_block) -> None:
    """Write a formula in lines of its own."""
    parts = node.astext().split("\n\n")
    formulas = "".join(converted(part.strip(), True) for part in parts if part.strip())
    writer.body.append(f'<div class="formula">{formulas}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", inline_renderers=(visit_inline, None), block_renderers=(visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
