"""Layouts: what is printed where on cards, in millimetres; one folder a game.

Begin with `layout.py`, which reads them.
"""
