"""The screens of Constantinopolis, computed from its engine: begin with screens.py."""
