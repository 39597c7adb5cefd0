"""Cards: found, their corners, the features of SET cards, the identity of picture cards."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import numpy as np

from testkit.scenes import laid
from tools.measure.sets import Miss, Photo, Source, box_of, matched
from vision.photo import cards, pictures, set_cards
from vision.photo.found import Image, Points


class Finding(NamedTuple):
    """Recall, precision, share of scenes without any error, median corner error in % of √area, ms a photo."""

    cards: int
    recall: float
    precision: float
    exact: float
    corner_error: float
    ms: float
    misses: list[Miss]


def finding(source: Source, sets: list[str], damage: Callable[[Image], Image] | None = None) -> Finding | None:
    """How well the cards of some sets are found; photos whose labels are broken are left out."""
    right, known, seen, errors, times, misses, scenes = 0, 0, 0, [], [], [], 0
    for photo in (one for name in sets for one in source.photos(name, 1280) if not broken(one)):
        nets = source.net("cards", photo), source.net("judge", photo)
        started = time.process_time()
        found = [card.corners for card in cards.find(damage(photo.image) if damage else photo.image, *nets)]
        times.append(1000 * (time.process_time() - started))
        truth, boxed = outlines(photo)
        pairs = matched(truth, [box_of(one) for one in found] if boxed else found, 0.6 if boxed else 0.8)
        errors += [] if boxed else [corner_error(truth[i], found[j]) for i, j in pairs]
        right, known, seen, scenes = right + len(pairs), known + len(truth), seen + len(found), scenes + 1
        if len(pairs) < max(len(truth), len(found)):
            misses.append(miss(photo, truth, found, pairs))
    if not scenes:
        return None
    error = 100 * float(np.median(errors)) if errors else float("nan")
    exact = 1 - len(misses) / scenes
    return Finding(known, right / known, right / max(1, seen), exact, error, float(np.median(times)), misses)


def broken(photo: Photo) -> bool:
    """Whether two cards bear the same corners, so that others have none."""
    labels = [str(card.get("corners", card.get("box"))) for card in photo.truth["cards"]]
    return len(set(labels)) < len(labels)


def outlines(photo: Photo) -> tuple[list[Points], bool]:
    """The labelled outlines in px of the picture, and whether they are boxes only."""
    labelled = photo.truth["cards"]
    if "box" in labelled[0]:
        points = [np.array(card["box"], np.float32).reshape(2, 2) * photo.scale for card in labelled]
        return [box_of(one) for one in points], True
    return [np.array(card["corners"], np.float32) * photo.scale for card in labelled], False


def corner_error(truth: Points, found: Points) -> float:
    """The worst corner's distance over the root of the card's area."""
    turns = [np.linalg.norm(truth - np.roll(found, turn, axis=0), axis=1).max() for turn in range(4)]
    across, along = truth[2] - truth[0], truth[3] - truth[1]
    return float(min(turns) / np.sqrt(0.5 * abs(across[0] * along[1] - across[1] * along[0])))


def miss(photo: Photo, truth: list[Points], found: list[Points], pairs: list[tuple[int, int]]) -> Miss:
    hit, used = {i for i, _ in pairs}, {j for _, j in pairs}
    lost, extra = len(truth) - len(hit), len(found) - len(used)
    wrong = [one for j, one in enumerate(found) if j not in used]
    what = f"{lost} of {len(truth)} cards not found, {extra} outlines that are no card"
    return Miss(photo, what, [one for i, one in enumerate(truth) if i not in hit], wrong)


class Tables(NamedTuple):
    """Drawn tables: cards, the share of them found, of the found that are cards, and ms a picture."""

    cards: int
    recall: float
    precision: float
    ms: float


def tables(source: Source, arrangement: str, many: int = 2) -> Tables:
    """How well cards are found on drawn tables of one arrangement, `many` on each ground, every other one sleeved."""
    nets, right, known, seen, times = (source.net("cards"), source.net("judge")), 0, 0, 0, []
    for ground, seed in product(laid.GROUNDS, range(many)):
        table = laid.table(arrangement, ground, seed, sleeved=seed % 2 == 1)
        started = time.process_time()
        found = [card.corners for card in cards.find(table.image, *nets)]
        times.append(1000 * (time.process_time() - started))
        known, seen = known + len(table.cards), seen + len(found)
        right += len(matched(table.cards, found, 0.8))
    return Tables(known, right / known, right / max(1, seen), float(np.median(times)))


def strangers(source: Source, name: str) -> tuple[int, int]:
    """Outlines found in the photos of a set without cards, and how many photos that are."""
    found = [cards.find(photo.image, source.net("cards", photo), source.net("judge", photo))
             for photo in source.photos(name, 1280)]  # fmt: skip
    return sum(len(one) for one in found), len(found)


class Reading(NamedTuple):
    """Share of SET cards with count and colour right, with all four features right, ms a card."""

    cards: int
    count_and_colour: float
    all_four: float
    ms: float
    misses: list[Miss]


def reading(source: Source, deck: str) -> Reading | None:
    """How well the cards of a deck are read, corners given; photos whose labels are broken are left out."""
    known, two, four, times, misses = 0, 0, 0, [], []
    for photo in (one for one in source.photos(deck) if not broken(one)):
        for card in photo.truth["cards"]:
            started = time.process_time()
            points = np.array(card["corners"], np.float32)
            read = set_cards.read(photo.image, points, source.net("set", photo))
            times.append(1000 * (time.process_time() - started))
            bad = [name for name, value in read.items() if value.value != str(card["label"][name])]
            known, two, four = known + 1, two + (not {"count", "color"} & set(bad)), four + (not bad)
            if bad:
                what = ", ".join(f"{card['label'][name]} read as {read[name].value}" for name in bad)
                misses.append(Miss(photo, what, [], [points * photo.scale]))
    return Reading(known, two / known, four / known, float(np.median(times)), misses) if known else None


class Identities(NamedTuple):
    """Picture cards named right, silent and wrong, each enrolled once from another copy or a changed picture."""

    right: int
    silent: int
    wrong: int
    strangers: int
    misses: list[Miss]


def identities(source: Source) -> Identities:
    """One copy of each card is enrolled; all other copies are asked for, then each card with itself not enrolled."""
    seen = [(photo, card["label"]["identity"], np.array(card["corners"], np.float32))
            for photo in source.photos("cards_mtg_tmikonen") for card in photo.truth["cards"]]  # fmt: skip
    crops = [pictures.upright(photo.image, corners) for photo, _, corners in seen]
    first = {name: index for index, (_, name, _) in reversed(list(enumerate(seen)))}
    album = pictures.Album()
    for name, index in first.items():
        album.enrol(name, crops[index])
    others = [index for index, (_, name, _) in enumerate(seen) if first[name] != index]
    named = [album.identify(crops[index]).name for index in others]
    wrong = [i for i, name in zip(others, named, strict=True) if name not in (None, seen[i][1])]
    strangers = [i for i in range(len(seen)) if stranger(seen[i][1], crops[i], seen, crops)]
    misses = [Miss(seen[i][0], f"{seen[i][1]} named wrongly", [], [seen[i][2]]) for i in (*wrong, *strangers)]
    silent = named.count(None)
    return Identities(len(named) - silent - len(wrong), silent, len(wrong), len(strangers), misses)


def stranger(name: str, crop: Image, seen: list[tuple[Photo, str, Points]], crops: list[Image]) -> bool:
    """Whether a card that is not enrolled is given another card's name."""
    album = pictures.Album()
    for (_, other, _), picture in zip(seen, crops, strict=True):
        if other != name:
            album.enrol(other, picture)
    return album.identify(crop).name is not None
