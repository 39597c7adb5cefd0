"""The play mat in a picture: markers, pose, light, and the lens."""
