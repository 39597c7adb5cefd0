"""Praetor for tests: tables, players, imaginable commands, laws."""
