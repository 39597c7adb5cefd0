"""What is taken for a die or a card where there is none, foreign cards that are named, and dice that fill a picture.

python -m tools.measure.strangers [--photos FOLDER] [--every N] [--write]

Taken are photos of all sets, also those that networks and thresholds were chosen on: no set has photos without dice, or
without cards, that were kept apart from both. `--every` takes every Nth photo of a set, `--write` puts the table into
docs/vision-results.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tools.bench_report import put_section
from tools.measure.path_traced import PICTURES, RESULTS
from tools.measure.sets import Photo, Source
from vision.look import look_at_card
from vision.photo import cards, dice
from vision.photo.found import Image
from vision.photo.net import FOLDER

WITHOUT_EITHER = (
    "calib_chess_swatbotics",
    "calib_chess_udacity_wide",
    "fid_apriltag_pupil",
    "fid_apriltag_swatbotics",
    "fid_aruco_caliscope",
    "fid_charuco_caliscope",
    "pieces_lego_coins_abullard",
    "pieces_qwirkle_kmate",
    "rubik_dwalton",
)
CARDS = ("cards_mtg_tmikonen", "cards_pinochle_edje", "cards_set_tinggaard", "cards_set_tomwhite")
DICE = ("dice_byler", "dice_taistudio")
SURE = 0.9
EVERY = 4
PHOTOS = PICTURES.parent
LONG_SIDE = 1280
MARGINS = (0.0, 0.15, 0.5)
"""How much of a die's side lies around it in the pictures of single dice."""


class Strangers(NamedTuple):
    """Of so many things, how many were taken for what they are not, how many of these surely."""

    what: str
    of: str
    false: int
    sure: int


def false_dice(photos: Sequence[Photo]) -> Strangers:
    """Dice found in photos that show none."""
    found = [one.confidence for photo in photos for one in dice.find(photo.image)]
    return _told("dice found where there are none", f"{len(photos)} photos", found)


def false_cards(photos: Sequence[Photo]) -> Strangers:
    """Cards found in photos that show none."""
    found = [one.confidence for photo in photos for one in cards.find(photo.image)]
    return _told("cards found where there are none", f"{len(photos)} photos", found)


def named(photos: Sequence[Photo], layout: str) -> Strangers:
    """Cards of other games that are named as cards of our layout, corners given."""
    read = [
        look_at_card(photo.image, np.array(card["corners"], np.float32) * photo.scale, layout)
        for photo in photos
        for card in photo.truth["cards"]
        if "corners" in card
    ]
    shares = [float(one["share"]) for one in read if not str(one["face"]).endswith("?")]
    return _told(f"foreign cards named by the layout {layout}", f"{len(read)} cards", shares)


def misread(photos: Sequence[Photo]) -> Strangers:
    """Pictures of one die, cut out of photos with more or less around it, in which other pips are read."""
    read = [(dice.face(crop), pips) for photo in photos for crop, pips in single(photo)]
    wrong = [one.confidence for one, pips in read if one.pips != pips]
    return _told("single dice read wrongly", f"{len(read)} pictures", wrong)


def single(photo: Photo) -> Iterator[tuple[Image, int]]:
    """The dice of a photo, each cut out with different margins, and their pips."""
    for die in photo.truth["dice"]:
        x0, y0, x1, y1 = die.get("box", (0, 0, 0, 0))
        for margin in MARGINS:
            half, x, y = max(x1 - x0, y1 - y0) * (1 + margin) / 2, (x0 + x1) / 2, (y0 + y1) / 2
            crop = photo.image[max(0, int(y - half)) : int(y + half), max(0, int(x - half)) : int(x + half)]
            if min(crop.shape[:2]) >= 24:
                yield crop, int(die["pips"])


def _told(what: str, of: str, shares: Sequence[float]) -> Strangers:
    return Strangers(what, of, len(shares), sum(share >= SURE for share in shares))


def measured(source: Source, every: int) -> list[Strangers]:
    """All figures, of the sets that are there."""

    def photos(*names: str) -> list[Photo]:
        there = [name for name in names if (source.folder / name).is_dir()]
        return [one for name in there for one in list(source.photos(name, LONG_SIDE))[::every]]

    bare, laid, rolled = photos(*WITHOUT_EITHER), photos(*CARDS), photos(*DICE)
    return [
        false_dice([*bare, *laid]),
        false_cards([*bare, *rolled]),
        *(named(laid, layout) for layout in ("byzanz", "offer", "contract")),
        misread(rolled),
    ]


def table(found: Sequence[Strangers]) -> list[str]:
    """The lines of the table in Markdown."""
    head = [f"| what | of | false | of these said with a share ≥ {SURE} |", "|---|---|---|---|"]
    return [*head, *(f"| {one.what} | {one.of} | {one.false} | {one.sure} |" for one in found)]


def write(found: Sequence[Strangers], every: int, page: Path) -> None:
    """Put the table into a page, in place of the one before."""
    how = (
        f"Every {every}. photo of each set (`python -m tools.measure.strangers --every {every} --write`). The networks "
        "were trained on most of these photos, and the bounds for dice (`LIKELY`, `PLAIN`, `READABLE`), for the sides "
        "of cards (`SLENDER`) and for single dice (`FILLS`) were chosen on them, on photos with and without such "
        "pieces together. Dice are looked for in photos of tags, chessboards, tiles, coins, colours, and cards; cards "
        "in these without cards and in photos of dice. A tag on a sheet of paper has a card's form, and counts as none."
    )
    put_section("strangers", ["## Where there is none", "", how, "", *table(found)], page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--every", type=int, default=EVERY)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if not asked.photos.is_dir():
        print(f"no photos at {str(asked.photos)!r}: nothing measured")
        return 0
    cv2.setNumThreads(1)
    found = measured(Source(asked.photos, FOLDER, unseen=False), max(1, asked.every))
    print("\n".join(table(found)))
    if asked.write:
        write(found, asked.every, RESULTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
