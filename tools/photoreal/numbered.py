"""Renders scenes by their numbers: each a picture, and a file with what is in it."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from tools.photoreal.develop import developed
from tools.train import renders
from vision.picture import Field, Points

Render = Callable[[int, Path], Mapping[str, Any]]
"""Renders the scene of a number: its picture is written into the folder, its truth handed back."""


def photograph(scene: Any, number: int, folder: Path, chance: Generator, paper: Points | None = None) -> None:
    """A scene as a cheap camera sees it, as the picture of its number; `paper` as `developed` takes it."""
    linear: Field = renders.shot(scene, folder / "scratch" / f"{number:05}.png", "16").astype(np.float32) / 65535
    cv2.imwrite(str(folder / f"{number:05}.png"), developed(linear, chance, paper))


def asker(about: str | None, many: int) -> argparse.ArgumentParser:
    """What every such tool is asked: a folder, and which numbers."""
    ask = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--first", type=int, default=0, help="the number of the first place, which is its seed too")
    ask.add_argument("--many", type=int, default=many)
    return ask


def render_all(options: argparse.Namespace, render: Render) -> None:
    """Render the numbers that are asked for, and keep the truth of each."""
    (options.folder / "scratch").mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.many):
        began = time.process_time()
        truth = render(number, options.folder)
        (options.folder / f"{number:05}.json").write_text(json.dumps(truth), encoding="utf-8")
        print(f"{number}: {time.process_time() - began:.1f} s of processor time", flush=True)
