"""Praetor for tests: tables, players, imaginable commands, laws. Begin with tables.py."""
