"""Praetor: a Roman city of tiles, built and worked by dice, two to five players."""
