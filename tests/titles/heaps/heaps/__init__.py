"""Nim: whoever takes the last match wins. `rules.py` is the game, `title.py` what the companion may ask of it."""
