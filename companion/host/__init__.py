"""Where games are opened and found again, with the camera and the trays that watch them. Begin with host.py."""
