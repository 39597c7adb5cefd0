"""Wooden cubes counted by colour on photo-real renders."""

from __future__ import annotations

import time
from typing import NamedTuple

import cv2
import numpy as np

from tools.measure.sets import Miss, Photo, Source
from vision.photo import cubes
from vision.photo.found import CUBE_COLOURS, Cubes

SEEN = 0.3
"""The visible share from which on a piece counts (`photos/render_pieces/README.md`)."""


class Counts(NamedTuple):
    """Share of (picture, colour) counts right, of pictures with all five right, mean error of a count; ms a picture.

    `inside` is the share of counts that lie in the reported interval. Of `others`, which are houses and discs,
    the share `recognised` was read as what it is.
    """

    pictures: int
    each: float
    all_five: float
    error: float
    inside: float
    others: int
    recognised: float
    ms: float
    misses: list[Miss]


def nets(source: Source, photo: Photo) -> cubes.Nets:
    return cubes.Nets(*(source.net(kind, photo) for kind in ("cubes", "pieces", "dice", "pips")))


def counts(source: Source) -> Counts | None:
    misses: list[Miss] = []
    tallies, times = [], []
    for photo in source.photos("render_pieces"):
        started = time.process_time()
        seen = cubes.find(photo.image, nets(source, photo))
        times.append(1000 * (time.process_time() - started))
        truth = photo.truth["cube_counts"]
        bad = [f"{truth[c]} {c} counted as {seen.counts[c]}" for c in CUBE_COLOURS if truth[c] != seen.counts[c]]
        off = sum(abs(truth[colour] - seen.counts[colour]) for colour in CUBE_COLOURS)
        inside = sum(seen.likely[c].low <= truth[c] <= seen.likely[c].high for c in CUBE_COLOURS)
        tallies.append((5 - len(bad), not bad, off, inside, *others(photo, seen)))
        if bad:
            misses.append(Miss(photo, ", ".join(bad), [], []))
    if not tallies:
        return None
    right, exact, off, inside, recognised, there = np.sum(tallies, axis=0)
    of = 5 * len(tallies)
    shares = (right / of, exact / len(tallies), off / of, inside / of)
    return Counts(len(tallies), *shares, int(there), recognised / max(1, there), float(np.median(times)), misses)


def others(photo: Photo, seen: Cubes) -> tuple[int, int]:
    """How many houses and discs were found for what they are, and how many there are."""
    known = [
        (kind, thing["box"])
        for kind in ("house", "disc")
        for thing in photo.truth[f"{kind}s"]
        if thing["visible_fraction"] >= SEEN
    ]
    right = [
        any(one.kind == kind and x0 <= one.centre[0] < x1 and y0 <= one.centre[1] < y1 for one in seen.others)
        for kind, (x0, y0, x1, y1) in known
    ]
    return sum(right), len(known)


def town(source: Source, name: str) -> list[str] | None:
    """What is miscounted of three colours of cubes on a board with houses, inside its outline; None without a photo."""
    wrong: list[str] | None = None
    for photo in source.photos(name):
        wrong, outline = wrong or [], np.array(photo.truth["roi"], np.float32)
        items = cubes.find(photo.image, nets(source, photo)).items
        there = [one.colour for one in items if cv2.pointPolygonTest(outline, one.centre, False) >= 0]
        known = [(colour, photo.truth["cubes"][colour]) for colour in ("red", "blue", "yellow")]
        wrong += [f"{n} {colour} counted as {there.count(colour)}" for colour, n in known if n != there.count(colour)]
    return wrong


class Colours(NamedTuple):
    """Share of (photo, colour) counts right, and of photos with all five right."""

    photos: int
    each: float
    all_five: float
    misses: list[Miss]


def colours(source: Source) -> Colours | None:
    """Coloured dice counted as cubes, in the photos whose dice were given a group of colour."""
    known, right, misses = 0, 0, []
    for photo in source.photos("dice_byler"):
        if not all("group" in die for die in photo.truth["dice"]):
            continue
        seen = cubes.find(photo.image, nets(source, photo)).counts
        truth = [die["group"] for die in photo.truth["dice"]]
        bad = [f"{truth.count(c)} {c} counted as {seen[c]}" for c in CUBE_COLOURS if truth.count(c) != seen[c]]
        known, right = known + 1, right + 5 - len(bad)
        if bad:
            misses.append(Miss(photo, ", ".join(bad), [], []))
    return Colours(known, right / (5 * known), 1 - len(misses) / known, misses) if known else None
