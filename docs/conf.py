"""Settings of the documentation. Building it fetches nothing."""

from importlib.metadata import version as installed_version

project = "heft"
author = "The heft developers"
project_copyright = "The heft developers"
release = installed_version("heft-robotics")
version = ".".join(release.split(".")[:2])

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_numpy_docstring = False

html_theme = "alabaster"
html_title = f"heft {release}"
html_theme_options = {
    "description": "Identification of the inertial parameters of robots",
    "fixed_sidebar": True,
    "page_width": "1060px",
}
html_show_sourcelink = False
html_copy_source = False
