"""Sightings to proposals: what the sensors report, held against the rules.

Begin with readings.py (what was reported) and judge.py (what follows from it). explain.py finds the lawful commands
that would bring the table to what is seen, likelihood.py and cards.py weigh how well they fit, doubt.py asks for counts
a camera is not sure of; policy.py holds the thresholds and what sensing must know of one game.
"""
