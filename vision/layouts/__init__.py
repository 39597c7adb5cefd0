"""What is printed where, in millimetres: one folder a game."""
