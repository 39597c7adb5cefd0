"""The play mat: its printed description (`mat.py`), and where it lies in a picture (`pose.py`), under which light
(`light.py`) and through which lens (`calibration.py`)."""
