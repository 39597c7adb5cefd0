"""`companion look`: what a photo shows."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

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

    found = look(asked.photo, asked.what, asked.layout, asked.family, asked.enrolled, asked.overlay)
    print(json.dumps(found) if asked.json else json.dumps(found, indent=2))
    return 0
