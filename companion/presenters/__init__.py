"""State to views, and taps to commands. Begin with desk.py."""
