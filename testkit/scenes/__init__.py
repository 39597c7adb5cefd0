"""Drawn pictures of tables, with their truth."""
