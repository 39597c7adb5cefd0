"""From camera frames and photos to sightings; the only package that imports cv2.

Begin with `eye.py`, which watches the play mat through a live camera, or `look.py`, which reads a single photo. Both
read the zones of the mat with `zones.py`. Layouts (`layouts/`) describe what is printed where; no other module knows a
game.
"""

import os

# Products are small here: on a busy machine the threads of numpy wait for each other, up to a hundred times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
