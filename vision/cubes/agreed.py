"""What two readers of a field say together: one that separates cubes by colour and outline, one that sees their tops.

They fail at different things. Where they agree, the surer one is believed; where they do not, it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from vision.cubes.cubes import GOODS, Heap, tally

SURE = 0.1  # doubt up to which a reader is sure of a count
DISPUTED = 0.25  # variance of a count, for each square of the cubes by which the two differ
AT_SEA = 0.7  # doubt above which tops say nothing against outlines that are sure
SLIGHT = 1  # cubes by which tops that are sure may differ from outlines that are not
STACK = 0.02  # variance of every count from which cubes may lie on others, and being sure of what is seen does not help


def agreed(outlines: Heap, tops: Heap) -> Heap:
    """The heap that two readers saw: by its `outlines`, and by the `tops` of its cubes."""
    (counts, doubts), (others, other_doubts) = tally(outlines), tally(tops)
    more = {good: far for good in GOODS if (far := others.get(good, 0) - counts.get(good, 0))}
    if outlines.dim and more and all(_faded(far, other_doubts.get(good, 0.0)) for good, far in more.items()):
        return tops
    if outlines.glared and sum(others.values()) >= sum(counts.values()):
        return tops
    apart = {good: abs(far) for good, far in more.items()}
    surer = outlines if _doubt(doubts, apart or GOODS) < _doubt(other_doubts, apart or GOODS) else tops
    below = _below(tops)
    settled = _tops_stand if surer is tops else _outlines_stand
    open_ = [
        good for good, far in apart.items() if not settled(far, doubts.get(good, 0.0), other_doubts.get(good, 0.0))
    ]
    disputed = [(good, DISPUTED * apart[good] ** 2) for good in open_]
    among = sum(part for _, part in disputed) - DISPUTED * sum(more[good] for good in open_) ** 2
    stacks = [(good, below) for good in GOODS if surer is outlines and (apart or below >= STACK)]
    return replace(surer, hidden=(*surer.hidden, *disputed, *stacks), among=surer.among + max(among, 0.0))


def _doubt(doubts: Mapping[str, float], goods: Iterable[str]) -> float:
    return sum(doubts.get(good, 0.0) for good in goods)


def _tops_stand(far: int, outlines: float, tops: float) -> bool:
    """Whether a count by tops, which differs by so many cubes from one by outlines, is believed, given both doubts."""
    return far <= SLIGHT and tops <= SURE < outlines


def _faded(more: int, tops: float) -> bool:
    """Whether tops are believed that show so many cubes more than outlines do in dim light, however sure those are."""
    return 0 < more <= SLIGHT and tops <= SURE


def _outlines_stand(_far: int, outlines: float, tops: float) -> bool:
    """Whether a count by outlines is believed though tops say another."""
    return outlines <= SURE and tops > AT_SEA


def _below(tops: Heap) -> float:
    """The variance of each good's count by what may lie under others."""
    said = dict(tops.hidden)
    return min(said.get(good, 0.0) for good in GOODS)
