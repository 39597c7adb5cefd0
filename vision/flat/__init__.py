"""Flat pieces: city tiles and coins, on the mat and in photos.

`loose.py` finds them beside the cards of a zone, `in_photo.py` in any photo; `tiles.py` and `coins.py` identify them by
the enrolled pictures.
"""
