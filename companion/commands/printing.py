"""`companion print`: the play mat, the calibration sheet and the cards as PDF."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path)


def run(asked: argparse.Namespace) -> int:
    from companion.titles import DEFAULT, title_of
    from vision.mat.mat import load_mat
    from vision.printing.printables import print_everything

    asked.folder.mkdir(parents=True, exist_ok=True)
    title = title_of(DEFAULT)
    deck = title.deck("house", None) or {}
    faces = [face for face in sorted(deck) for _ in range(deck[face])]
    for path in print_everything(asked.folder, load_mat(), faces, title.prints()):
        print(path)
    return 0
