"""Praetor in views and words."""
