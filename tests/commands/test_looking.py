"""`companion look` for people and for programs, and what shows meanwhile on a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.cli import main
from companion.commands.found_words import lines_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A marker on white paper."""
    path = tmp_path_factory.mktemp("photo") / "marker.png"
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50), 2, 120)
    cv2.imwrite(str(path), cv2.copyMakeBorder(marker, 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=255))
    return path


def test_people_get_lines_and_programs_json(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["look", str(photo), "--for", "markers", "--family", "DICT_5X5_50"]
    assert main(words) == 0
    size, count, marker = capsys.readouterr().out.splitlines()
    assert size.startswith("280 × 280 pixels")
    assert (count, marker.strip()) == ("1 markers", "marker 2, at 140, 140")
    assert main([*words, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["markers"][0]["id"] == 2


def test_a_doubtful_reading_names_its_runner_up_and_where_it_lies() -> None:
    card = {"corners": [[0, 0], [10, 0], [10, 20], [0, 20]], "confidence": 0.99, "hidden": 0.25}
    read = {"face": "contract:GB.7.112", "share": 0.6, "runner_up": "contract:GB.7.111"}
    found = {"width": 100, "height": 50, "ms": 12.3, "cards": [{**card, "reading": read}]}
    assert list(lines_of(found))[2] == "  contract:GB.7.112, 60%, else contract:GB.7.111, 25% hidden, at 5, 10"


def test_cubes_are_counted_by_colour_with_their_bounds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = np.full((300, 400, 3), 200, np.uint8)
    cv2.imwrite(str(tmp_path / "empty.png"), picture)
    assert main(["look", str(tmp_path / "empty.png"), "--for", "cubes"]) == 0
    assert "0 cubes" in capsys.readouterr().out


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_moves_on_a_terminal_only_and_never_into_the_answer(photo: Path, terminal: bool) -> None:
    ours, theirs = os.openpty()
    words = [sys.executable, "-m", "companion", "look", str(photo), "--for", "markers", "--json"]
    told = theirs if terminal else subprocess.PIPE
    environment = {**os.environ, "TERM": "xterm"}
    ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=told, cwd=ROOT, env=environment, check=True)
    os.close(theirs)
    assert json.loads(ran.stdout)
    if terminal:
        assert "Looking at the photo" in os.read(ours, 65536).decode()
    else:
        assert ran.stderr == b""
    os.close(ours)


def test_enrolling_is_not_silent_on_a_terminal() -> None:
    ours, theirs = os.openpty()
    words = [sys.executable, "-m", "companion", "enrol", "--limit", "0.3", "--json"]
    environment = {**os.environ, "TERM": "xterm"}
    ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT, env=environment, check=False)
    os.close(theirs)
    assert ran.returncode == 2  # no time to see all cards
    assert json.loads(ran.stdout)["wrong"] == 0
    assert "Showing the cards" in os.read(ours, 65536).decode()
    os.close(ours)
