"""The parts of the manual that need real logs: every command runs, and prints what the page shows."""

from __future__ import annotations

import pytest
from support.manual import PAGES, ROOT, complaint, walks

PARTS = [(str(walk.page.relative_to(ROOT)), walk.title) for page in PAGES for walk in walks(page) if walk.data]


def test_there_are_such_parts():
    pages = [page for page, _ in PARTS]
    assert pages.count("docs/reproduced.md") == 3
    assert {"docs/identify.md", "docs/learning.md"} <= {*pages}


@pytest.mark.parametrize(("page", "title"), PARTS)
def test_the_page_shows_what_is_printed(walked, page, title):
    steps = walked(title, page).steps
    assert sum(len(step.shown.splitlines()) for step in steps) > 8
    if wrong := complaint(ROOT / page, steps):
        pytest.fail(wrong, pytrace=False)
