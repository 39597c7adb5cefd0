"""Commands, pieces and situations as text for people, and back.

Begin with line.py, one command on one line; case.py is a whole situation.
"""
