"""Invented views of every screen, drawn into pictures, and the drawing of the icons."""
