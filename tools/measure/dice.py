"""Dice found and read, and dice as cubes of five colours."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tools.measure.sets import Miss, Photo, Source, box_of, matched
from vision.photo import dice
from vision.photo.found import Die, Image, Points


class Rolls(NamedTuple):
    """Share of dice found, of dice found with the right pips, of scenes without any error; false dice; ms a photo."""

    dice: int
    found: float
    value: float
    exact: float
    false: int
    ms: float
    misses: list[Miss]


Change = Callable[[Image], Image]


def rolls(source: Source, name: str, change: Change | None = None, least: float = 0.4) -> Rolls | None:
    """How well the dice of a set are found and read, its photos changed or as they are.

    Dice that show less than 0.3 of themselves are left out.
    """
    known, hit, right, false, times, misses, scenes = 0, 0, 0, 0, [], [], 0
    for photo in source.photos(name):
        if any("box" not in die for die in photo.truth["dice"]):
            continue
        image = photo.image if change is None else change(photo.image)
        started = time.process_time()
        seen = dice.find(image, source.net("dice", photo), source.net("pips", photo))
        times.append(1000 * (time.process_time() - started))
        truth = [die for die in photo.truth["dice"] if die.get("visible_fraction", 1) >= 0.3]
        boxes = [corners(die["box"]) for die in truth]
        pairs = matched(boxes, [corners(die.box) for die in seen], least)
        good = [(i, j) for i, j in pairs if truth[i]["pips"] == seen[j].pips]
        known, hit, right = known + len(truth), hit + len(pairs), right + len(good)
        false, scenes = false + len(seen) - len(pairs), scenes + 1
        if len(good) < max(len(truth), len(seen)):
            misses.append(miss(photo, truth, seen, pairs, good))
    if not scenes:
        return None
    exact = 1 - len(misses) / scenes
    return Rolls(known, hit / known, right / known, exact, false, float(np.median(times)), misses)


def corners(box: tuple[float, float, float, float]) -> Points:
    return box_of(np.array(box, np.float32).reshape(2, 2))


def miss(
    photo: Photo,
    truth: list[dict[str, int]],
    seen: list[Die],
    pairs: list[tuple[int, int]],
    good: list[tuple[int, int]],
) -> Miss:
    wrong = [f"{truth[i]['pips']} read as {seen[j].pips}" for i, j in pairs if (i, j) not in good]
    lost = [one for i, one in enumerate(truth) if i not in {pair[0] for pair in pairs}]
    used = {pair[1] for pair in good}
    what = ", ".join([*wrong, f"{len(lost)} not found", f"{len(seen) - len(pairs)} that are no dice"])
    extra = [corners(die.box) for j, die in enumerate(seen) if j not in used]
    return Miss(photo, what, [corners(tuple(one["box"])) for one in lost], extra)  # type: ignore[arg-type]


class Singles(NamedTuple):
    """Photos of one die without a labelled box: the value is right when it is the only one seen."""

    photos: int
    right: float
    misses: list[Miss]


def singles(source: Source) -> Singles | None:
    """The `eyes_*` photos of `dice_taistudio`, one of them without a die."""
    known, misses = 0, []
    for photo in source.photos("dice_taistudio"):
        if any("box" in die for die in photo.truth["dice"]):
            continue
        seen = dice.find(photo.image, source.net("dice", photo), source.net("pips", photo))
        known += 1
        if [die.pips for die in seen] != [die["pips"] for die in photo.truth["dice"]]:
            what = f"{[die['pips'] for die in photo.truth['dice']]} read as {[die.pips for die in seen]}"
            misses.append(Miss(photo, what, [], [corners(die.box) for die in seen]))
    return Singles(known, 1 - len(misses) / known, misses) if known else None
