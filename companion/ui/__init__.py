"""Kivy screens and widgets: the only place that imports Kivy.

Begin with app.py; kit.py has the widgets that all screens share.
"""

from __future__ import annotations

import os

# Kivy would read the command line and print a log of its own before we can say otherwise.
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
