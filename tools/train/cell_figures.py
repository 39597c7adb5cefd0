"""How counts of fields with cells come out: right, asked, or sure and wrong."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tools.photoreal.place import GOODS
from tools.train.cell_crops import Crops
from vision.cubes.cells import heap
from vision.cubes.cubes import tally
from vision.picture import Points

DOUBT = 0.1  # of a count above which it is asked


class Judged(NamedTuple):
    """So many counts were right, asked, wrong."""

    right: int = 0
    asked: int = 0
    wrong: int = 0

    def __add__(self, other: object) -> Judged:
        assert isinstance(other, Judged)
        return Judged(*(one + two for one, two in zip(self, other, strict=True)))

    def line(self) -> str:
        """Their parts, and how many there are."""
        total = max(sum(self), 1)
        return " | ".join([*(f"{part / total:.2%}" for part in self), str(sum(self))])


def judged(shares: Points, crops: Crops) -> dict[str, Judged]:
    """The counts of each field, by how its cubes lie; shares (n, 7) are those of every window."""
    found: dict[str, Judged] = {}
    for number, way in enumerate(crops.ways):
        here = crops.fields == number
        counts, doubts = tally(heap(shares[here], np.zeros((int(here.sum()), 2))))
        truth = crops.truths[number]
        outcomes = [
            "asked" if doubts.get(good, 0.0) > DOUBT else "right" if counts.get(good, 0) == truth[good] else "wrong"
            for good in GOODS
        ]
        new = Judged(*(outcomes.count(name) for name in Judged._fields))
        found[way] = found[way] + new if way in found else new
    return found
