"""Cards on the mat: found, told apart, read, enrolled."""
