"""One running game: its session, its record, and what people settle about it. Begin with session.py."""
