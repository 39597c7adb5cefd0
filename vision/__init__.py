"""Frames to sightings; the only place that imports cv2."""
