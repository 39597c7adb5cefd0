"""How much memory `companion look` needs at most: the largest pictures there may be, for everything that is looked for.

python -m tools.measure.look_memory [--write]

Each look is a process of its own. Ends with 1 if one needs more than a gigabyte, or if a picture that is too large is
not refused.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.commands.look import PHOTOS
from tools.bench_report import Figure, machine, write_section

MOST_MB = 1000
LARGEST = (8000, 6250)
"""Pixels: the fifty million that may be."""
ENROLLED = ("tiles", "coins")
"""What is looked for with enrolled pictures: without them nothing is looked at."""


def written(folder: Path) -> dict[str, Path]:
    """The largest pictures of each kind, noisy as a photo is, and two that are too large."""
    chance = np.random.default_rng(1)
    small = chance.integers(0, 255, (LARGEST[1] // 50, LARGEST[0] // 50, 3), dtype=np.uint8)
    picture = cv2.resize(small, LARGEST, interpolation=cv2.INTER_LINEAR)
    kinds = {
        "JPEG": (".jpg", picture, ()),
        "progressive JPEG": (".jpg", picture, (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
        "PNG with cover": (".png", cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), (cv2.IMWRITE_PNG_COMPRESSION, 1)),
        "JPEG of 108 megapixels": (".jpg", cv2.resize(small, (12000, 9000)), ()),
    }
    paths = {}
    for name, (ending, pixels, settings) in kinds.items():
        paths[name] = folder / f"{name.replace(' ', '-')}{ending}"
        cv2.imwrite(str(paths[name]), pixels, list(settings))
    return paths


def looked(path: Path, kind: str) -> tuple[int, int]:
    """Exit status of a look, and the most memory it needed, in MB."""
    words = [sys.executable, "-m", "companion", "look", str(path), "--for", kind, "--json"]
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    return os.waitstatus_to_exitcode(status), _megabytes(used)


def _megabytes(used: resource.struct_rusage) -> int:
    return used.ru_maxrss // 1024


def measured(folder: Path) -> list[Figure]:
    """Every kind of picture, looked at for everything."""
    figures = []
    with multiprocessing.get_context("spawn").Pool(1) as apart:  # a process inherits the peak of the one it is begun by
        paths = apart.apply(written, (folder,))
    for name, path in paths.items():
        refused = "108" in name
        for kind in PHOTOS[:1] if refused else [kind for kind in PHOTOS if kind not in ENROLLED]:
            status, used = looked(path, kind)
            good = used <= MOST_MB and (status == 1) == refused
            said = "refused" if status == 1 else "looked at"
            figures.append(Figure(f"{name}, for {kind}: {said}", f"{used} MB", f"≤ {MOST_MB} MB", good))
            print(figures[-1], flush=True)
    return figures


def main() -> int:
    """Measure; 1 when one needs too much."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the result into docs/benchmarks.md")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        figures = measured(Path(folder))
    if asked.write:
        about = [f"`python -m tools.measure.look_memory --write`; {machine(['opencv-python-headless', 'numpy'])}"]
        write_section("memory of look", "The memory a look needs", about, figures)
    return 0 if all(figure.reached for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
