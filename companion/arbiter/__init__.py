"""The arbiter: rulings in words, situations judged, why something was paid, what may be done, and the rule search.

Begin with judging.py. How a situation is written by hand stands one room below, in `companion/notation/`.
"""
