"""The Python in README and docs runs as it stands, block after block, and README shows the example that CI runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
DOCUMENTS = [path for path in PAGES if BLOCK.search(path.read_text())]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_run(path: Path) -> None:
    names: dict[str, object] = {}
    for block in BLOCK.findall(path.read_text()):
        exec(compile(block, str(path), "exec"), names)


def test_readme_shows_the_first_example() -> None:
    _, code = (ROOT / "examples" / "first.py").read_text().split('"""\n\n', 1)
    assert code in (ROOT / "README.md").read_text()
