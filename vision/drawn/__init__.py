"""Draws the camera pictures of the virtual table: `scene.py` lays pieces on the mat and gives frames of them."""
