"""Numpy keeps to the thread that asks: on a busy machine its own would wait for each other."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os
import {module}
import numpy
numpy.ones((300, 300)) @ numpy.ones((300, 300))
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.parametrize("module", ["companion.host.camera", "vision.flat.grid"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted in /proc")
def test_a_product_takes_no_threads_of_its_own(module: str) -> None:
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module)], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "1"
