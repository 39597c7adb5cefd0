"""Goods cubes on the mat, counted by colour.

Begin with `cubes.py`: it finds cubes with `heap.py` and estimates those hidden under others with `buried.py`.
`stock.py` limits the counts of several zones to the content of the box; `place_colours.py` learns the colours under the
lamps of one place.
"""
