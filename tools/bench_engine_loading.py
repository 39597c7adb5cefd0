"""The best loadings of Constantinopolis beside CP-SAT, on instances drawn at random; a part of `tools.bench_engine`."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from engine.constantinopolis.advice import HOLDS, Hull, Weights, bonus, solve
from engine.constantinopolis.faces import contract
from engine.constantinopolis.values import house
from engine.constantinopolis.zones import GOODS
from tools.bench_peers import cp_sat
from tools.bench_report import Figure

SHIPS, CONTRACTS, INSTANCES = 5, 12, 500


def loadings(instances: int) -> list[tuple[list[Hull], list[str], dict[str, int]]]:
    """Ships, contracts and goods at random, the same in every run."""
    chance, values = random.Random("loadings"), house()
    deck = [f"contract:{face}" for face, copies in values.contracts.faces.items() for _ in range(copies)]
    found = []
    for _ in range(instances):
        sizes = chance.choices(HOLDS, (3, 3, 2), k=SHIPS)
        ships = [
            Hull(f"{size}-{n}", size, values.ships[size].hold, values.ships[size].passengers)
            for n, size in enumerate(sizes)
        ]
        found.append((ships, chance.sample(deck, CONTRACTS), {good: chance.randint(0, 4) for good in GOODS}))
    return found


def as_numbers(ships: list[Hull], faces: list[str], stock: dict[str, int], weights: Weights) -> dict[str, Any]:
    """An instance as the peer reads it (see tools/peer_loading.py)."""
    papers = [contract(face) for face in faces]
    return {
        "ships": [[hull.slots, hull.places, bonus(hull.size, 2) * weights.fame] for hull in ships],
        "contracts": [
            [
                [paper.goods.get(good, 0) for good in GOODS],
                paper.slots,
                paper.passengers,
                weights.gold * paper.gold + weights.fame * paper.fame,
                [paper.rounds[hull.size] for hull in ships],
            ]
            for paper in papers
        ],
        "stock": [stock[good] for good in GOODS],
        "cost": weights.round,
    }


def loading_figures() -> Iterator[Figure]:
    """Our search beside CP-SAT: equal worth on every instance, and how much faster."""
    cases, weights = loadings(INSTANCES), Weights(1, 5, 2)
    mine, took = [], []
    for ships, faces, stock in cases:
        took.append(cpu_of(lambda: mine.append(solve(ships, faces, stock, weights).worth)))  # noqa: B023 – called at once
    theirs = cp_sat([as_numbers(*case, weights) for case in cases])
    equal = sum(ours == other["worth"] for ours, other in zip(mine, theirs, strict=True))
    ratio = statistics.median(other["ms"] for other in theirs) / (statistics.median(took) * 1000)
    what = f"loading of {SHIPS} ships, {CONTRACTS} contracts"
    yield Figure(f"{what}: as good as CP-SAT's", f"{equal} of {INSTANCES}", "all", equal == INSTANCES)
    yield Figure(f"{what}: CP-SAT's median time over ours", f"{ratio:.1f} ×", "≥ 15 ×", ratio >= 15)
    worst = max(other["ms"] for other in theirs) / (max(took) * 1000)
    yield Figure(f"{what}: median and worst of ours", f"{statistics.median(took) * 1e3:.2f}, {max(took) * 1e3:.1f} ms")
    yield Figure(f"{what}: CP-SAT's worst time over ours", f"{worst:.1f} ×")


def cpu_of(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
