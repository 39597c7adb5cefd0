"""The screens of Praetor, computed from its engine: begin with screens.py."""
