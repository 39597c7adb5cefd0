"""The desk of a club: what all tables publish, kept, checked and shown to a referee. Begin with club_desk.py."""
