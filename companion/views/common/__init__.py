"""What the screens around every game show."""
