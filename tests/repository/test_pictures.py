"""The documents show the running product: a command of the repository makes each picture of its screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import cv2
import numpy as np

from companion.titles import BUILT_IN
from tools.docs import camera_tasks, lean, printed, screens

ROOT = Path(__file__).parents[2]
NEAR, SEEN = 16, 0.001
"""Grey levels by which a pixel may differ unseen, and the share that may differ by more."""
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def made() -> Iterator[str]:
    """Patterns of the names that `make pictures` and `make steps` give."""
    yield from camera_tasks.TASKS
    yield from (printed.MAT, printed.SHEET, "manual-tray-[1-6]", "manual-seat-[1-8]")
    yield from one_list(r"for name in (.*); do cp out/pictures")
    yield from (f"manual-{game}-*" for game in BUILT_IN)
    for language in one_list(r"for language in (.*); do \$\(PY\) -m tools.docs.screens"):
        yield from (f"manual-{language}-{name}" for name in screens.SHOWN + screens.PLAYED)


def one_list(pattern: str) -> list[str]:
    found = re.search(pattern, MAKEFILE)
    assert found is not None
    return found.group(1).split()


def test_every_picture_of_a_screen_is_made_by_a_command_from_what_was_played() -> None:
    patterns = list(made())
    names = [path.stem for path in sorted(ROOT.glob("docs/screens/*"))]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []


def test_what_the_command_makes_is_what_is_shown() -> None:
    names = {path.stem for path in ROOT.glob("docs/screens/*")}
    assert [pattern for pattern in made() if "-*" not in pattern and "[" not in pattern and pattern not in names] == []


def test_the_manual_shows_the_window_that_the_design_is_made_for() -> None:
    """One of 800 by 600, as Kivy opens by itself, cuts what a table's tablet shows whole."""
    names = [f"manual-{language}-{name}" for language in ("en", "it") for name in screens.SHOWN + screens.PLAYED]
    sizes = {name: cv2.imread(str(ROOT / f"docs/screens/{name}.png")).shape[1::-1] for name in names}
    assert {name: size for name, size in sizes.items() if size != (1280, 800)} == {}


def test_a_played_demo_and_no_invented_view_is_what_the_command_takes() -> None:
    recipe = MAKEFILE.partition("\npictures:")[2].partition("\n\n")[0]
    assert "demo --game" in recipe
    assert "gallery" not in recipe


def test_the_picture_of_every_sdist_is_in_few_colours_and_looks_as_it_was(tmp_path: Path) -> None:
    assert len(np.unique(cv2.imread(str(ROOT / "docs/screens" / lean.SHIPPED)).reshape(-1, 3), axis=0)) <= lean.COLOURS
    path = tmp_path / "other.png"
    before = cv2.imread(str(ROOT / "docs/screens/history.png"))
    cv2.imwrite(str(path), before)
    size = path.stat().st_size
    lean.in_few_colours(path)
    assert path.stat().st_size < size
    assert (np.abs(cv2.imread(str(path)).astype(int) - before).max(axis=2) > NEAR).mean() < SEEN


def test_a_picture_is_made_smaller_and_stays_as_it_was(tmp_path: Path) -> None:
    before = cv2.imread(str(ROOT / "docs/screens/table.png"))
    large = tmp_path / "large.png"
    cv2.imwrite(str(large), cv2.cvtColor(before, cv2.COLOR_BGR2BGRA), [cv2.IMWRITE_PNG_COMPRESSION, 1])
    size = large.stat().st_size
    lean.lean(large)
    assert large.stat().st_size < size
    assert (cv2.imread(str(large)) == before).all()
