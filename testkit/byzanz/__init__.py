"""Players of Byzanz."""
