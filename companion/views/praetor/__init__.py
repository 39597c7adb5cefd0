"""What the screens of Praetor show."""
