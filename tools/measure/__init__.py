"""Measures the photo readers on photos by others."""
