"""Sightings to proposals: what the sensors report, held against the rules."""
