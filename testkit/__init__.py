"""Builders, laws and scenes that tests and tools share; not part of the product."""
