"""Drawn pictures of tables, with their truth. Begin with mat.py."""
