"""A browser for the tests of pages, where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.browser import Page, browser, found


@pytest.fixture(scope="session")
def page(tmp_path_factory) -> Iterator[Page]:
    if found() is None:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened
