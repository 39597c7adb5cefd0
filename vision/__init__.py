"""From camera frames and photos to sightings; the only package that imports cv2.

Two ways in: `eye.py` watches the play mat through a live camera, `look.py` reads a single photo. Both read the zones of
the mat with `zones.py`. Layouts (`layouts/`) describe what is printed where; no other module knows a game.
"""
