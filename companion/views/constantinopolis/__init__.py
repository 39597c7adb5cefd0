"""What the screens of Constantinopolis show."""
