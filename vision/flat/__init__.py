"""Flat pieces on the mat: city tiles and coins."""
