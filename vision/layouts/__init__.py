"""Layouts: what is printed where on cards, in millimetres; one folder a game, read by `layout.py`."""
