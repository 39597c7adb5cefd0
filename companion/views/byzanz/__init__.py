"""What the screens of Byzanz show."""
