"""How results show themselves in Python: as tables and as figures.

* `table`: a table as data, from which those of the terminal, of notebooks and of Arrow are made.
* `plots`: the figures that people publish, drawn by Matplotlib.
"""
