"""Readings of any photo of a table, without a mat: cards, dice, cubes, pictures."""
