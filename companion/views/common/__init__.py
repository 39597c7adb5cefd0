"""What the screens around every game show: begin with parts.py, the small things of every screen."""
