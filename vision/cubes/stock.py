"""Limits cubes to the box: the likeliest colours of the cubes in several zones, given how many of each there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.cubes.cubes import GOODS, Cube, Heap
from vision.picture import Points

NONE = len(GOODS)  # the code for 'no cube'
SURE = 0.9  # share above which a cube keeps its colour in spite of the box: then a person is asked
LEAST = 1e-6  # least share of a colour
EVEN = 0.5  # probability of one more of a colour where more sure cubes are seen than the box holds


@dataclass
class _Named:
    """A cube of a zone: its probabilities of ``GBRKY`` and none, the code it was read as, and the code it has now."""

    zone: str
    place: int
    shares: Points
    read: int
    now: int

    def loss(self, other: int) -> float:
        """The log-likelihood that it loses with the code `other` instead of the present one."""
        return float(np.log(self.shares[self.now]) - np.log(self.shares[other]))

    @property
    def sure(self) -> bool:
        return bool(self.shares[self.read] >= SURE)


def within(heaps: Mapping[str, Heap], box: Mapping[str, int]) -> dict[str, Heap]:
    """The heaps (by zone) that change when all together hold no more of a colour than the `box`.

    The likeliest assignment of colours within the box is taken, with the doubt that remains. A cube that was read
    surely keeps its colour: then that colour is in doubt wherever it lies.
    """
    named = [cube for zone, heap in heaps.items() for cube in _names(zone, heap)]
    if not _too_many(named, box):
        return {}
    while over := _too_many(named, box):
        _call_otherwise(named, over[0], box)
    moved = [cube for cube in named if cube.now != cube.read]
    against = {cube.read for cube in moved if cube.sure}
    touched = {cube.read for cube in moved} - against
    for cube in moved:
        cube.now = cube.read if cube.read in against else cube.now
    return {
        zone: changed
        for zone, heap in heaps.items()
        if (changed := _renamed(zone, heap, named, touched, against)) != heap
    }


def _names(zone: str, heap: Heap) -> list[_Named]:
    found = []
    for place, cube in enumerate(heap.cubes):
        shares = np.maximum([*(cube.share * share for share in cube.shares), 1 - cube.share], LEAST)
        read = GOODS.index(cube.colour)
        found.append(_Named(zone, place, shares / shares.sum(), read, read))
    return found


def _too_many(named: list[_Named], box: Mapping[str, int]) -> list[int]:
    counts = np.bincount([cube.now for cube in named], minlength=NONE + 1)
    return [code for code, colour in enumerate(GOODS) if counts[code] > box.get(colour, 0)]


def _call_otherwise(named: list[_Named], over: int, box: Mapping[str, int]) -> None:
    """Take one cube out of a colour by the cheapest chain of changes that ends in a colour with room (Bellman-Ford)."""
    steps = _cheapest(named)
    loss = np.full(NONE + 1, np.inf)
    loss[over] = 0.0
    before: dict[int, int] = {}
    for _ in range(NONE + 1):
        for (start, end), cube in steps.items():
            if loss[start] + cube.loss(end) < loss[end] - 1e-9:
                loss[end], before[end] = loss[start] + cube.loss(end), start
    counts = np.bincount([cube.now for cube in named], minlength=NONE + 1)
    room = [code for code, colour in enumerate(GOODS) if counts[code] < box.get(colour, 0)]
    end = min([*room, NONE], key=lambda code: float(loss[code]))
    while end != over:
        steps[before[end], end].now, end = end, before[end]


def _cheapest(named: list[_Named]) -> dict[tuple[int, int], _Named]:
    """For each pair of codes the cube that loses least by changing from the first to the second."""
    steps: dict[tuple[int, int], _Named] = {}
    for cube in named:
        for end in range(NONE + 1):
            best = steps.get((cube.now, end))
            if end != cube.now and (best is None or cube.loss(end) < best.loss(end)):
                steps[cube.now, end] = cube
    return steps


def _renamed(zone: str, heap: Heap, named: list[_Named], touched: set[int], against: set[int]) -> Heap:
    """A heap with the present codes of its cubes."""
    wrong = {code: _how_wrong([cube for cube in named if cube.read == code]) for code in touched}
    cubes, more = list(heap.cubes), list(heap.more)
    for cube in sorted((c for c in named if c.zone == zone), key=lambda c: -c.place):
        odds = wrong.get(cube.read, {}).get((zone, cube.place))
        if odds is None:
            continue
        if cube.now == NONE:
            cubes.pop(cube.place)
            more.append((GOODS[cube.read], 1 - odds))
        else:
            cubes[cube.place] = _again(cubes[cube.place], cube, odds)
    more += [(GOODS[code], EVEN) for code in sorted(against) if any(c.zone == zone and c.read == code for c in named)]
    return replace(heap, cubes=tuple(cubes), more=tuple(more))


def _how_wrong(cubes: list[_Named]) -> dict[tuple[str, int], float]:
    """The probability that each cube of a colour is another one, given how many of them are: by zone and place."""
    odds = np.array([(1 - cube.shares[cube.read]) / cube.shares[cube.read] for cube in cubes])
    chances = np.minimum(odds * sum(cube.now != cube.read for cube in cubes) / odds.sum(), 1.0)
    return {
        (cube.zone, cube.place): float(max(chance, 0.51) if cube.now != cube.read else min(chance, 0.49))
        for cube, chance in zip(cubes, chances, strict=True)
    }


def _again(cube: Cube, named: _Named, wrong: float) -> Cube:
    """A cube that with the probability `wrong` is not what it was read as."""
    shares = np.zeros(NONE + 1)
    if named.now != named.read:
        shares[named.now] = wrong
    else:
        shares = named.shares * (wrong / (1 - named.shares[named.read]))
    shares[named.read] = 1 - wrong
    there = float(1 - shares[NONE])
    return replace(cube, shares=tuple(float(share) / there for share in shares[:NONE]), share=there)
