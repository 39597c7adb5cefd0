"""Trains the photo readers' networks once for each part of the photos, without it: cross-validation.

python -m tools.train.crossed PHOTOS FOLDER [--parts 2] [--only dice pips] [--more OWN_RENDERS]

The networks without part I come to FOLDER/I; `python -m tools.bench_vision --nets FOLDER --parts 2` then reads each
photo with those that saw neither it nor its neighbours. None begins with a shipped network, which knows most photos.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from tools.train.folds import EACH

MINUTES = {"cards": 14, "judge": 5, "set": 5, "dice": 10, "pips": 18, "cubes": 14, "pieces": 12}
"""Of processor time for each network, in the order of training; far less than the shipped ones had."""

MODULES = {"set": "set_cards"}


def command(kind: str, part: str, photos: Path, folder: Path, more: Path | None) -> list[str]:
    """The training of one network without a part of the photos, such as "0/2"."""
    module = f"tools.train.{MODULES.get(kind, kind)}"
    said = [sys.executable, "-m", module, str(photos), str(folder / f"{kind}.onnx")]
    said += ["--minutes", str(MINUTES[kind]), "--without", f"{EACH}{part}"]
    if kind == "pieces":
        said += ["--finder", str(folder / "cubes.onnx")]
    if more and kind in ("cubes", "pieces"):
        said += ["--more", str(more)]
    return said


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("photos", type=Path)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--parts", type=int, default=2)
    ask.add_argument("--only", nargs="*", choices=MINUTES, default=list(MINUTES))
    ask.add_argument("--more", type=Path, help="a folder of own renders (`tools.train.renders`)")
    options = ask.parse_args()
    for part in range(options.parts):
        folder = options.folder / str(part)
        folder.mkdir(parents=True, exist_ok=True)
        for kind in (kind for kind in MINUTES if kind in options.only):
            subprocess.run(command(kind, f"{part}/{options.parts}", options.photos, folder, options.more), check=True)


if __name__ == "__main__":
    main()
