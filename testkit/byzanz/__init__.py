"""Byzanz for tests: dealers and laws, and lawful sequences counted. Begin with dealer.py."""
