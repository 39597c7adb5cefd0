"""Phones at the table: a small web app that shows each seat its own, served on the table's network when asked to.

Begin with table.py.
"""
