"""Settings of the documentation. Building it fetches nothing."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # of mathml

project = "heft"
author = "The heft developers"
project_copyright = "The heft developers"
release = installed_version("heft-robotics")
version = ".".join(release.split(".")[:2])

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "mathml"]
html_math_renderer = "mathml"
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = f"heft {release}"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0e7490", "color-brand-content": "#0e7490"},
    "dark_css_variables": {"color-brand-primary": "#22d3ee", "color-brand-content": "#67e8f9"},
}
html_show_sourcelink = False
html_copy_source = False
