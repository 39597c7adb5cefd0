"""`companion look`: what a photo shows."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.found_words import lines_of
from companion.commands.output import print_json
from companion.commands.progress import progress

PHOTOS = ("cards", "cubes", "dice", "markers", "pips", "tiles", "coins")
"""What a photo may be looked at for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photo", type=Path)
    parser.add_argument("--for", dest="what", choices=PHOTOS, required=True)
    parser.add_argument("--family", metavar="D", help="the dictionary of the markers")
    parser.add_argument("--layout", metavar="NAME", help="how the cards are laid out")
    parser.add_argument("--enrolled", type=Path, metavar="DIR", help="pictures of cards, tiles or coins to match")
    parser.add_argument("--json", action="store_true", help="one JSON object on one line")
    parser.add_argument("--overlay", type=Path, default=None, metavar="OUT", help="draw what was found over the photo")


def run(asked: argparse.Namespace) -> int:
    from vision.look import look

    with progress("Looking at the photo"):
        found = look(asked.photo, asked.what, asked.layout, asked.family, asked.enrolled, asked.overlay)
    if asked.json:
        return print_json(found)
    print(*lines_of(found), sep="\n")
    return 0
