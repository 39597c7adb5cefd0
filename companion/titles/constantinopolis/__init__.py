"""Constantinopolis above its rules: begin with title.py, what the rest of the companion may ask of the game."""
