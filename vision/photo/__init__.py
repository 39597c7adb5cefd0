"""Readers of any photo of a table, without a mat: cards, cubes, dice, enrolled pictures.

Begin with `cards.py`. It, `cubes.py` and `dice.py` have a `find`, `pictures.py` has `Album.identify`; `found.py` has
the results.
They run the networks of `vision/nets`, each of which is described in a file beside it.
"""
