"""Constantinopolis for tests: tables, players, situations, laws. Begin with tables.py."""
