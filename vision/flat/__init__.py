"""Flat pieces: city tiles and coins, on the mat and in photos.

Begin with `loose.py`, which finds them beside the cards of a zone; `in_photo.py` finds them in any photo. `tiles.py`
and `coins.py` identify them by the enrolled pictures.
"""
