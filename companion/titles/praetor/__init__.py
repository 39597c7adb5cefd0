"""Praetor above its rules."""
