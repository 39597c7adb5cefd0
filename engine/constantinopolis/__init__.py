"""Constantinopolis for two to five players; rule ids are those of its rulebook (`C-AUC-07`)."""
