"""`companion print`: the play mat, the calibration sheet and the cards as PDF."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from companion.commands.progress import progress
from companion.wording import wording

if TYPE_CHECKING:
    from companion.titles.title import Title
    from vision.printing.printables import TwoSided


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.titles import DEFAULT, known

    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=tuple(known()), default=DEFAULT, help="whose mat and cards")
    parser.add_argument("--paper", choices=("a4", "letter", "a3"), default="a4", help="the paper in the printer")


def run(asked: argparse.Namespace) -> int:
    from companion.titles import title_of
    from vision.mat.mat import load_mat, load_sheets, mat_file
    from vision.printing.printables import print_everything

    asked.folder.mkdir(parents=True, exist_ok=True)
    title = title_of(asked.game)
    plates = cast("Mapping[str, Sequence[TwoSided]]", title.plates())
    with progress("Drawing what is printed"):
        mat = load_mat(mat_file(asked.game))
        paths = print_everything(
            asked.folder,
            mat,
            cards_of(title),
            title.prints(),
            asked.paper,
            plates,
            wording.language,
            tuple(load_sheets(asked.game).values()),
        )
    print(*paths, sep="\n")
    return 0


def cards_of(title: Title) -> dict[str, list[str]]:
    """Layout → the cards of a game that are printed in it, each as often as it is in the deck."""
    from vision.layouts.layout import find_layout

    deck = title.deck("house", None) or {}
    pieces = [*(face for face in sorted(deck) for _ in range(deck[face])), *title.prints(), *title.markers]
    families = {name: find_layout(name).family for name in (*title.shows.values(), *title.marked)}
    return {name: [piece for piece in pieces if _family(piece) == family] for name, family in families.items()}


def _family(piece: str) -> str:
    """The family of cards a piece such as `contract:GB.7.112` or `market-forum` is of."""
    return re.split("[:-]", piece, maxsplit=1)[0]
