"""What two readers of a field say together: one that separates cubes by colour and outline, one that sees their tops.

They fail at different things. Where they agree, the surer one is believed; where they do not, it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from vision.cubes.cubes import GOODS, Heap, tally

SURE = 0.1  # doubt up to which a reader is sure of a count
DISPUTED = 0.25  # variance of a count, for each square of the cubes by which the two differ
SLIGHT = 1  # cubes by which tops that are sure may differ from outlines that are not
STACK = 0.02  # variance of every count from which cubes may lie on others, and being sure of what is seen does not help


def agreed(outlines: Heap, tops: Heap) -> Heap:
    """The heap that two readers saw: by its `outlines`, and by the `tops` of its cubes."""
    (counts, doubts), (others, other_doubts) = tally(outlines), tally(tops)
    apart = {good: far for good in GOODS if (far := abs(counts.get(good, 0) - others.get(good, 0)))}
    surer, below = min(tops, outlines, key=lambda heap: _doubt(heap, apart or GOODS)), _below(tops)
    if not apart:
        return surer if below < STACK else tops
    disputed = [
        (good, DISPUTED * far**2)
        for good, far in apart.items()
        if not (surer is tops and far <= SLIGHT and _stands(doubts, other_doubts, good))
    ]
    stacks = [(good, below) for good in GOODS if surer is outlines]
    return replace(surer, hidden=(*surer.hidden, *disputed, *stacks))


def _doubt(heap: Heap, goods: Iterable[str]) -> float:
    doubts = tally(heap)[1]
    return sum(doubts.get(good, 0.0) for good in goods)


def _stands(doubts: Mapping[str, float], others: Mapping[str, float], good: str) -> bool:
    """Whether the tops' count of a good stands against the outlines': it is sure, and theirs is not."""
    return others.get(good, 0.0) <= SURE < doubts.get(good, 0.0)


def _below(tops: Heap) -> float:
    """The variance of each good's count by what may lie under others."""
    said = dict(tops.hidden)
    return min(said.get(good, 0.0) for good in GOODS)
