"""A mistake in the program ends it: no camera, tray or server keeps it alive, whatever was not closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CRASHING = """
import sys
from pathlib import Path
from companion.host.host import Host
from companion.titles import title_of
from companion.titles.title import Place, Setting
host = Host(Path(sys.argv[1]), virtual=True)
title = title_of(sys.argv[2])
places = tuple(Place(colour, colour.title()) for colour in title.colours[:3])
host.open(Setting(game=title.game.name, edition=title.edition, places=places))
while host.setting or not host.running.eyes.looked:
    host.poll()
raise KeyError("a mistake")
"""


@pytest.mark.parametrize("game", ["constantinopolis", "byzanz"])
def test_a_program_that_crashes_at_a_drawn_table_ends(game: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", CRASHING, str(tmp_path), game],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("KeyError: 'a mistake'")
