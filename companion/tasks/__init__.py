"""Guided work beside a game: enrolling pieces, calibrating camera and trays, counting gold.

Begin with base.py, what a task is; each other task is a module, and albums.py keeps what was enrolled.
"""
