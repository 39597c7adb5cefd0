"""Trains a network by its recipe, from its data to the file that is shipped, and tells on its card what it was made of.

python -m tools.train.network NAME DATA FOLDER [--more OWN_RENDERS] [--ship]
python -m tools.train.network NAME --card

DATA is the folder of the sets of photos, for `tops` that of the strips. The runs and the network come to FOLDER; with
`--ship` the network goes to `vision/nets`, and its card there says its hash, its runs, and the data and parent of each.
`--card` writes that of a shipped network whose runs lie nowhere any more. Training wants an environment of its own
(`tools/train/README.md`); the same run on the same kind of processor writes the same file.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.bench_report import put_section
from tools.train import record
from vision.photo.net import FOLDER as SHIPPED

HERE = Path(__file__).parent
RATES = 3e-3, 2e-3
"""The first rate of learning of a run from nothing, and of one that goes on from another."""


def recipes() -> dict[str, dict[str, Any]]:
    """The recipe of each network, by the name of its file."""
    return tomllib.loads((HERE / "recipes.toml").read_text(encoding="utf-8"))


def sets() -> dict[str, dict[str, Any]]:
    """Licence and source of each set of photos, and whether its licence fits."""
    return tomllib.loads((HERE / "sets.toml").read_text(encoding="utf-8"))


def commands(name: str, data: Path, folder: Path, more: Path | None) -> list[list[str]]:
    """The runs of a network: each writes `folder`/`name`-1.onnx, `name`-2.onnx and so on.

    Raises `ValueError` where a recipe takes our own renders and there are none.
    """
    recipe = recipes()[name]
    if recipe.get("renders") and more is None:
        raise ValueError(f"{name} is trained on our own renders, too: --more FOLDER (tools.train.renders draws them)")
    made = [folder / f"{name}-{number}.onnx" for number in range(1, len(recipe["steps"]) + 1)]
    besides = _besides(recipe, folder, more)
    return [
        [sys.executable, "-m", f"tools.train.{recipe['training']}", str(data), str(out), "--steps", str(steps)]
        + ["--seed", str(number), "--rate", str(RATES[number > 1]), *besides]
        + (["--begin", str(made[number - 2].with_suffix(".pt"))] if number > 1 else [])
        for number, (out, steps) in enumerate(zip(made, recipe["steps"], strict=True), 1)
    ]


def _besides(recipe: dict[str, Any], folder: Path, more: Path | None) -> list[str]:
    unfit = [name for name, each in sets().items() if not each.get("fits", True)]
    said = ["--without", recipe["without"], "--unseen", *unfit] if "without" in recipe else []
    said += ["--more", str(more)] if recipe.get("renders") else []
    return said + (["--finder", str(finder(recipe["finder"], folder))] if "finder" in recipe else [])


def finder(name: str, folder: Path) -> Path:
    """The network whose mistakes another one learns from: one that was trained anew, else the shipped one."""
    anew = folder / f"{name}.onnx"
    return anew if anew.is_file() else SHIPPED / anew.name


def finish(name: str, last: Path, network: Path) -> None:
    """The network after its last run, rounded if its recipe says so, with its runs beside it."""
    shutil.copyfile(last, network)
    runs = record.runs_of(last)
    if recipes()[name].get("halved"):
        from tools.train.halved import halve_file  # wants onnx

        halve_file(network)
    record.write(network, [*runs[:-1], runs[-1]._replace(network=record.sha256(network))])


def tell(network: Path, runs: Sequence[record.Run]) -> None:
    """Say on the card beside a network what it was made of."""
    licences = {name: f"{each['licence']}, {each['source']}" for name, each in sets().items()}
    put_section("made", list(record.told(network, runs, licences)), network.with_suffix(".md"))


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("name", choices=recipes())
    ask.add_argument("data", type=Path, nargs="?")
    ask.add_argument("folder", type=Path, nargs="?")
    ask.add_argument("--more", type=Path, help="a folder of our own renders")
    ask.add_argument("--ship", action="store_true", help="put the network into vision/nets, and write its card")
    ask.add_argument("--card", action="store_true", help="write the card of the shipped network, and train nothing")
    options = ask.parse_args()
    shipped = SHIPPED / f"{options.name}.onnx"
    if options.card:
        tell(shipped, [])
        return 0
    if options.folder is None:
        ask.error("DATA and FOLDER, or --card")
    options.folder.mkdir(parents=True, exist_ok=True)
    runs = commands(options.name, options.data, options.folder, options.more)
    for command in runs:
        subprocess.run(command, check=True)
    network = options.folder / shipped.name
    finish(options.name, options.folder / f"{options.name}-{len(runs)}.onnx", network)
    if options.ship:
        shutil.copyfile(network, shipped)
        tell(shipped, record.runs_of(network))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
