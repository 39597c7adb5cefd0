"""Guided work beside a game: enrolling pieces, calibrating camera and trays, counting gold."""
