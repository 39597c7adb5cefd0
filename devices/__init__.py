"""Trays and their links: bytes in, sightings out; also the virtual trays."""
