"""Trays and their links: bytes in, sightings out; also the virtual trays.

Begin with hub.py, which has all trays of a table; protocol.toml is what they and the host say to each other.
"""
