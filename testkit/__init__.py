"""Builders, laws and scenes that tests and tools share; not part of the product. Begin with whole_game.py."""
