"""Trains the card finder: where there is card, and where one card ends.

python -m tools.train.cards PHOTOS OUT.onnx [--steps 5000] [--without 0/2] [--unseen cards_set_tinggaard ...]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor
from torch.nn import functional as F

from tools.train.card_scenes import CROP, Scene, Window, cloth, lay, shadowed, upright, veiled, window
from tools.train.dense import Dense, Sample
from tools.train.outlines import traced
from tools.train.photos import Photos, read
from tools.train.run import asks, chance_of, keep, photos_of, taught
from tools.train.weather import weather

DECKS = ["cards_set_tomwhite", "cards_set_tinggaard"]
PICTURES = ["cards_mtg_tmikonen"]
WITH_BOXES = ["cards_pinochle_edje"]
WITHOUT_CARDS = [
    "dice_byler",
    "dice_taistudio",
    "calib_chess_swatbotics",
    "calib_chess_udacity_wide",
    "fid_aruco_caliscope",
    "pieces_lego_coins_abullard",
    "rubik_dwalton",
    "pieces_qwirkle_kmate",
]


def scenes(photos: Photos, long_side: int = 1280) -> tuple[list[Scene], ...]:
    """The scenes of decks, of picture cards, of cards with boxes, and without cards, but for broken labels."""
    chosen = [[one for name in sets for one in photos.of(name)] for sets in (DECKS, PICTURES, WITH_BOXES)]
    chosen.append([one for name in WITHOUT_CARDS for one in photos.of(name, whole=True)])
    return tuple(
        [scene(path, truth, long_side) for path, truth in those if not twice_the_same(truth)] for those in chosen
    )


def twice_the_same(truth: dict[str, Any]) -> bool:
    """Whether two cards of a photo bear the same corners (two photos of `cards_set_tinggaard` do)."""
    outlines = [str(card.get("corners", card.get("box"))) for card in truth.get("cards", [])]
    return len(set(outlines)) < len(outlines)


def scene(path: Path, truth: dict[str, Any], long_side: int) -> Scene:
    image = read(path)
    scale = min(1.0, long_side / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cards = truth.get("cards", [])
    known = [np.array(card["corners"], np.float32) * scale for card in cards if "corners" in card]
    boxes = [np.array(card["box"], np.float32) * scale for card in cards if "box" in card]
    corners = traced(str(path), image, boxes)
    known += [one for one in corners if one is not None]
    unknown = [rectangle(box) for box, one in zip(boxes, corners, strict=True) if one is None]
    return Scene(image, *(np.array(points, np.float32).reshape(-1, 4, 2) for points in (known, unknown)))


def rectangle(box: np.ndarray) -> np.ndarray:
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def samples(labelled: list[Scene], boxed: list[Scene], bare: list[Scene], chance: Generator) -> Iterator[Sample]:
    """Photographed cards as they lie, cards laid on photos, and cards laid on drawn grounds."""
    cards = [card for one in labelled + boxed for card in upright(one)]
    photos = [one.image for one in bare + boxed]
    while True:
        kind = chance.choice(["photo", "boxed", "bare", "drawn"], p=[0.3, 0.35, 0.12, 0.23])
        pool = {"photo": labelled, "boxed": boxed, "bare": bare}.get(kind)
        if pool:
            seen = window(pool[chance.integers(len(pool))], chance)
        else:
            ground = np.zeros((CROP, CROP), np.uint8)
            seen = Window(cloth(chance), ground, ground + 1)
        if chance.random() < {"photo": 0.15, "boxed": 0.25, "bare": 0.7, "drawn": 1.0}[kind]:
            seen = lay(seen, cards, photos, chance)
        if chance.random() < 0.25:
            seen = seen._replace(image=shadowed(seen.image, chance))
        if chance.random() < 0.15:
            seen = seen._replace(image=veiled(seen.image, chance))
        changed = weather(seen.image, chance, chance.uniform(0, 0.75))
        yield torch.from_numpy(changed).permute(2, 0, 1), drawn(seen)


def drawn(seen: Window) -> dict[str, Tensor]:
    """Maps for the loss at a quarter of the size: card, border and how much each cell counts."""
    wide = np.ones((3, 3), np.uint8)
    border = (cv2.dilate(seen.ids, wide) != cv2.erode(seen.ids, wide)).astype(np.uint8)
    border = cv2.dilate(border, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))
    maps = {"card": (seen.ids > 0).astype(np.float32), "border": border.astype(np.float32)}
    maps["known"] = cv2.erode(seen.known, wide).astype(np.float32)
    size = (CROP // 4, CROP // 4)
    return {name: torch.from_numpy(cv2.resize(one, size, interpolation=cv2.INTER_AREA)) for name, one in maps.items()}


def loss(maps: Tensor, target: dict[str, Tensor]) -> Tensor:
    known = (target["known"] > 0.99).float()
    total = maps.new_zeros(())
    for layer, name, gain in ((0, "card", 1.0), (1, "border", 2.0)):
        wanted = target[name]
        each = F.binary_cross_entropy_with_logits(maps[:, layer], wanted, reduction="none") * (1 + gain * wanted)
        share = maps[:, layer].sigmoid() * known
        overlap = 1 - (2 * (share * wanted).sum() + 1) / ((share + wanted * known).sum() + 1)
        total = total + (each * known).sum() / known.sum().clamp(min=1) + 0.5 * overlap
    return total


def main() -> None:
    options = asks("cards", __doc__, steps=5000, batch=6).parse_args()
    photos = photos_of(options)
    decks, pictures, boxed, bare = scenes(photos)
    print(len(decks), len(pictures), len(boxed), "traced", sum(len(one.cards) for one in boxed), flush=True)
    labelled = decks + pictures * max(1, len(decks) // (2 * len(pictures)))
    net = taught(options, Dense(2), samples(labelled, boxed, bare, chance_of(options)), loss)
    keep(options, net, (CROP, CROP), photos.digests)


if __name__ == "__main__":
    main()
