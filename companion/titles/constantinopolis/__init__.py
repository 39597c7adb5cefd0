"""Constantinopolis above its rules."""
