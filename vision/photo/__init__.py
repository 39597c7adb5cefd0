"""Readers of any photo of a table, without a mat: cards, cubes, dice, enrolled pictures.

`cards.py`, `cubes.py` and `dice.py` each have a `find`, `pictures.py` has `Album.identify`; the results are in `found.py`.
They run the networks of `vision/nets`, each of which is described in a file beside it.
"""
