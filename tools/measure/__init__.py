"""Measuring the photo readers on photos that nobody here made."""
