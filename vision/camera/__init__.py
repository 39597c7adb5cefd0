"""Where pictures come from and how good they are: cameras, streams, files.

Begin with `source.py`; `gate.py` decides which frames are read, `quality.py` what is wrong with a picture.
"""
