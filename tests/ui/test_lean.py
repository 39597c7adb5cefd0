"""What is left out of Kivy: a text is copied without a program beside the window's own library."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COPYING = """
import companion.ui.lean
from kivy.core.clipboard import CutBuffer
from companion.ui.app import _copied
print(CutBuffer)
_copied("scores")
"""


def test_no_program_for_a_mouses_middle_button_is_missed(tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": str(tmp_path), "KIVY_NO_ARGS": "1", "KIVY_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", COPYING], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "None\n"
    assert "utbuffer" not in done.stderr
