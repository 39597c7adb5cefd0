"""Byzanz above its rules."""
