"""What a person looks at: facts gathered from heft's types, and their terminal form.

Nothing here prints. A `..._facts` function returns plain data, ready for JSON; every other function returns something
that a `rich` console renders. `render` turns that into a string.

* `words`: numbers, vectors, axes and names as short text.
* `inspection`: what a robot file says, as data.
* `tables`: the same as a tree and tables.
* `motion`: a simulated motion, its energy and its extremes.
* `identification`: an estimate, its errors and parameters; what a motion excites.
* `page`: a result as one HTML file. `kinds/` says which sections the page of each kind of result has, `sections/` has
  the sections; `page_data`, `scene`, `efforts` and `figures` gather what they draw, and `document` puts all of it into
  one file with its script. `web/` has the sources of that script.
* `demonstration`: an arm identified from simulated logs, for `heft demo`.
* `plots`: curves in one or two lines of text.
"""
