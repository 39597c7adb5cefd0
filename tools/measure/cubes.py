"""Wooden cubes counted by colour on photo-real renders."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from tools.measure.sets import Miss, Source
from vision.photo import cubes
from vision.photo.found import CUBE_COLOURS


class Counts(NamedTuple):
    """Share of (picture, colour) counts right, of pictures with all five right, mean error of a count; ms a picture."""

    pictures: int
    each: float
    all_five: float
    error: float
    ms: float
    misses: list[Miss]


def counts(source: Source) -> Counts | None:
    known, right, off, times, misses = 0, 0, 0, [], []
    nets = cubes.Nets(*(source.net(name) for name in ("cubes", "pieces", "dice", "pips")))
    for photo in source.photos("render_pieces"):
        started = time.process_time()
        seen = cubes.find(photo.image, nets).counts
        times.append(1000 * (time.process_time() - started))
        truth = photo.truth["cube_counts"]
        bad = [f"{truth[c]} {c} counted as {seen[c]}" for c in CUBE_COLOURS if truth[c] != seen[c]]
        known, right = known + 1, right + 5 - len(bad)
        off += sum(abs(truth[colour] - seen[colour]) for colour in CUBE_COLOURS)
        if bad:
            misses.append(Miss(photo, ", ".join(bad), [], []))
    if not known:
        return None
    all_five = 1 - len(misses) / known
    return Counts(known, right / (5 * known), all_five, off / (5 * known), float(np.median(times)), misses)


class Colours(NamedTuple):
    """Share of (photo, colour) counts right, and of photos with all five right."""

    photos: int
    each: float
    all_five: float
    misses: list[Miss]


def colours(source: Source) -> Colours | None:
    """Coloured dice counted as cubes, in the photos whose dice were given a group of colour."""
    known, right, misses = 0, 0, []
    nets = cubes.Nets(*(source.net(name) for name in ("cubes", "pieces", "dice", "pips")))
    for photo in source.photos("dice_byler"):
        if not all("group" in die for die in photo.truth["dice"]):
            continue
        seen = cubes.find(photo.image, nets).counts
        truth = [die["group"] for die in photo.truth["dice"]]
        bad = [f"{truth.count(c)} {c} counted as {seen[c]}" for c in CUBE_COLOURS if truth.count(c) != seen[c]]
        known, right = known + 1, right + 5 - len(bad)
        if bad:
            misses.append(Miss(photo, ", ".join(bad), [], []))
    return Colours(known, right / (5 * known), 1 - len(misses) / known, misses) if known else None
