"""Cards on the mat: found, read, and enrolled.

Begin with `find.py`: it finds outlines, with `clumps.py` where cards touch or overlap. `read.py`, `deck.py` and
`ledger.py` read the kinds of layouts, all by the correlations of `match.py`; `covered.py` reads the visible parts of
overlapping cards.
"""
