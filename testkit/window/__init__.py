"""A window looked at as a person would: what is cut, covered, too small or on top of each other.

Begin with faults.py.
"""
