"""Draws the camera pictures of the virtual table.

Begin with `scene.py`, which lays pieces on the mat and gives frames of them.
"""
