"""The play mat in a picture: where it lies (`pose.py`), under which light (`light.py`), through which lens
(`calibration.py`).

Begin with `mat.py`, its printed description.
"""
