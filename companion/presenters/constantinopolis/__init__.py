"""The screens of Constantinopolis, computed from its engine."""
