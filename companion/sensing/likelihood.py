"""How well a reading fits a tally."""

from __future__ import annotations

import math
from collections.abc import Mapping

from companion.sensing.policy import Policy
from engine.sighting import Count, Pieces, Reading, Seen, Weight
from engine.table import Tally

GOLD = "gold"


def score(reading: Reading, tally: Tally, policy: Policy) -> float:
    """Log-likelihood of a reading if `tally` lies there; 0 at best. Readings of anything but pieces count as 0."""
    if isinstance(reading, Weight):
        doubt = max(reading.doubt, policy.doubt.gold)
        return _normal(reading.gold - tally.get(GOLD, 0), doubt, policy.lead.outlier)
    if isinstance(reading, Count):
        return _pieces(reading, tally, policy)
    if isinstance(reading, Pieces):
        return _cards(reading, tally, policy.lead.outlier)
    return 0.0


def _pieces(reading: Count, tally: Tally, policy: Policy) -> float:
    """Where the source names the colours it doubts, the others count as sure."""
    total = 0.0
    for piece in sorted(reading.tally.keys() | tally.keys()):
        doubt = reading.doubts.get(piece, 0.0) if reading.doubts else reading.doubt
        off = reading.tally.get(piece, 0) - tally.get(piece, 0)
        total += _normal(off, max(doubt, policy.doubt.count), policy.lead.outlier)
    return total + _number(reading, tally, policy)


def _number(reading: Count, tally: Tally, policy: Policy) -> float:
    """Pieces that are in doubt may be seen clearly all the same: then their number counts for itself."""
    if reading.number is None or reading.doubt <= policy.doubt.asks:
        return 0.0
    off = sum(reading.tally.values()) - sum(tally.values())
    return _normal(off, max(reading.number, policy.doubt.count), policy.lead.outlier)


def _normal(off: float, doubt: float, outlier: float) -> float:
    return math.log((1 - outlier) * math.exp(-0.5 * (off / doubt) ** 2) + outlier)


def _cards(reading: Pieces, tally: Tally, outlier: float) -> float:
    """Objects take their likeliest piece still to be had; each missing or surplus one counts as an outlier."""
    left = dict(tally)
    total = 0.0
    for seen in sorted(reading.objects, key=lambda seen: -seen.share):
        share, piece = max(
            ((guess.share, guess.value) for guess in seen.guesses if left.get(guess.value)), default=(0, "")
        )
        total += math.log(max(share, outlier))
        if piece:
            left[piece] -= 1
    return total + sum(left.values()) * math.log(outlier)


def tally_of(reading: Reading) -> Tally:
    """What lies there by a reading, its likeliest guesses taken."""
    if isinstance(reading, Weight):
        return {GOLD: reading.gold} if reading.gold else {}
    if isinstance(reading, Count):
        return {piece: count for piece, count in reading.tally.items() if count}
    found: Tally = {}
    if isinstance(reading, Pieces):
        for seen in reading.objects:
            found[seen.best] = found.get(seen.best, 0) + 1
    return found


def fits(reading: Reading, tally: Tally) -> bool:
    """Is the tally what lies there by the reading, its likeliest guesses taken?"""
    return same(tally_of(reading), tally)


def share_of(reading: Reading, tally: Tally) -> float:
    """How likely a reading leaves it that `tally` lies there: 1 if its likeliest guesses say so, 0 if none do."""
    if fits(reading, tally):
        return 1.0
    if not isinstance(reading, Pieces):
        return 0.0
    share, left = 1.0, dict(tally)
    for seen in sorted(reading.objects, key=lambda seen: not left.get(seen.best)):
        found = next((guess for guess in seen.guesses if left.get(guess.value)), None)
        if found is None:
            return 0.0
        left[found.value] -= 1
        share *= 1.0 if found.value == seen.best else found.share
    return share if not any(left.values()) else 0.0


def same(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    """Do two tallies hold the same pieces? A zero is nothing."""
    return all(one.get(piece, 0) == other.get(piece, 0) for piece in one.keys() | other.keys())


def less(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """What `one` holds more than `other`, piece by piece; fewer counts as minus."""
    diff = {piece: one.get(piece, 0) - other.get(piece, 0) for piece in sorted(one.keys() | other.keys())}
    return {piece: count for piece, count in diff.items() if count}


def less_by(reading: Reading, off: Tally) -> Reading:
    """A reading with `off` taken away from what it reports."""
    if isinstance(reading, Weight):
        return Weight(less(tally_of(reading), off).get(GOLD, 0), reading.doubt)
    if not isinstance(reading, Count):
        return reading
    return Count(less(tally_of(reading), off), reading.doubt, reading.doubts, reading.number)


def objects_of(reading: Reading) -> tuple[Seen, ...]:
    """The single pieces a reading names."""
    return tuple(reading.objects) if isinstance(reading, Pieces) else ()
