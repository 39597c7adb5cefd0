"""Trains the photo readers' networks once for each part of the photos, without it: cross-validation.

python -m tools.train.crossed PHOTOS FOLDER [--parts 2] [--only dice pips] [--more OWN_RENDERS] [--begin BASES | --on]

The networks without part I come to FOLDER/I; `python -m tools.bench_vision --nets FOLDER --parts 2` then reads each
photo with those that saw neither it nor its neighbours. None begins with a shipped network, which knows most photos:
with nothing, with BASES/KIND.pt that was trained without any part (`--without 0/1`), or with what FOLDER/I holds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tools.train.folds import EACH

MINUTES = {"cards": 14, "judge": 5, "set": 5, "dice": 10, "pips": 18, "cubes": 14, "pieces": 12}
"""Of processor time for each network, in the order of training; far less than the shipped ones had."""

MODULES = {"set": "set_cards"}

LATER = 0.002
"""The first rate of learning of a network that goes on from another."""


class Plan(NamedTuple):
    """The photos, our own renders, where networks to begin with lie, and processor minutes (of `MINUTES` if none)."""

    photos: Path
    more: Path | None = None
    begin: Path | None = None
    minutes: float | None = None


def command(kind: str, part: str, folder: Path, plan: Plan) -> list[str]:
    """The training of one network without a part of the photos, such as "0/2"."""
    module = f"tools.train.{MODULES.get(kind, kind)}"
    arguments = [sys.executable, "-m", module, str(plan.photos), str(folder / f"{kind}.onnx")]
    arguments += ["--minutes", str(plan.minutes or MINUTES[kind]), "--without", f"{EACH}{part}"]
    if kind == "pieces":
        arguments += ["--finder", str(folder / "cubes.onnx")]
    if plan.more and kind in ("cubes", "pieces"):
        arguments += ["--more", str(plan.more)]
    if plan.begin:
        arguments += ["--begin", str(plan.begin / f"{kind}.pt"), "--rate", str(LATER)]
    return arguments


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("photos", type=Path)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--parts", type=int, default=2)
    ask.add_argument("--only", nargs="*", choices=MINUTES, default=list(MINUTES))
    ask.add_argument("--more", type=Path, help="a folder of own renders (`tools.train.renders`)")
    ask.add_argument("--minutes", type=float, help="of processor time for each network, instead of the usual")
    begin = ask.add_mutually_exclusive_group()
    begin.add_argument("--begin", type=Path, help="a folder of .pt files trained without any part")
    begin.add_argument("--on", action="store_true", help="go on from the networks in FOLDER")
    options = ask.parse_args()
    for part in range(options.parts):
        folder = options.folder / str(part)
        folder.mkdir(parents=True, exist_ok=True)
        plan = Plan(options.photos, options.more, folder if options.on else options.begin, options.minutes)
        for kind in (kind for kind in MINUTES if kind in options.only):
            subprocess.run(command(kind, f"{part}/{options.parts}", folder, plan), check=True)


if __name__ == "__main__":
    main()
