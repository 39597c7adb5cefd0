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

STEPS = {"cards": 2500, "judge": 3000, "set": 2000, "dice": 3000, "pips": 5000, "cubes": 3000, "pieces": 4000}
"""Of each network, in the order of training; far fewer than the shipped ones had."""

MODULES = {"set": "set_cards"}
FINDERS = {"pieces": "cubes", "judge": "cards"}
"""Networks that learn from the mistakes of another one."""

LATER = 0.002
"""The first rate of learning of a network that goes on from another."""


class Plan(NamedTuple):
    """The photos, our own renders, where networks to begin with lie, and steps (of `STEPS` if none)."""

    photos: Path
    more: Path | None = None
    begin: Path | None = None
    steps: int | None = None


def command(kind: str, part: str, folder: Path, plan: Plan) -> list[str]:
    """The training of one network without a part of the photos, such as "0/2"."""
    module = f"tools.train.{MODULES.get(kind, kind)}"
    arguments = [sys.executable, "-m", module, str(plan.photos), str(folder / f"{kind}.onnx")]
    arguments += ["--steps", str(plan.steps or STEPS[kind]), "--without", f"{EACH}{part}"]
    if kind in FINDERS:
        arguments += ["--finder", str(folder / f"{FINDERS[kind]}.onnx")]
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
    ask.add_argument("--only", nargs="*", choices=STEPS, default=list(STEPS))
    ask.add_argument("--more", type=Path, help="a folder of own renders (`tools.train.renders`)")
    ask.add_argument("--steps", type=int, help="of each network, instead of the usual")
    begin = ask.add_mutually_exclusive_group()
    begin.add_argument("--begin", type=Path, help="a folder of .pt files trained without any part")
    begin.add_argument("--on", action="store_true", help="go on from the networks in FOLDER")
    options = ask.parse_args()
    for part in range(options.parts):
        folder = options.folder / str(part)
        folder.mkdir(parents=True, exist_ok=True)
        plan = Plan(options.photos, options.more, folder if options.on else options.begin, options.steps)
        for kind in (kind for kind in STEPS if kind in options.only):
            subprocess.run(command(kind, f"{part}/{options.parts}", folder, plan), check=True)


if __name__ == "__main__":
    main()
