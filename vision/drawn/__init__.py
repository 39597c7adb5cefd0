"""Our own card art, the printables, and the camera pictures of the virtual table."""
