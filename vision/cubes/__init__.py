"""Goods cubes on the mat: counted by colour, in heaps too."""
