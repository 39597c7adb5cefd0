"""Which cards lie there: guesses weighed against what the pile can still hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.sighting import Pieces, Seen
from engine.table import Tally

MOST = 4096
"""So many combinations of guesses are followed at most; the least likely guesses are left out first."""


class Hand(Struct, frozen=True):
    """One way to read a set of cards and its share among all ways the pile allows."""

    cards: Tally
    share: float


def hands(reading: Pieces, pool: Tally, least: float) -> list[Hand]:
    """The ways to read `reading` with cards out of `pool`, likeliest first; none if no way fits.

    Guesses with a share below `least` are not followed. Two objects may show the same face only if
    the pool holds it twice.
    """
    options = _trimmed([_guesses(seen, pool, least) for seen in reading.objects])
    weights: dict[tuple[tuple[str, int], ...], float] = {}
    for faces, weight in _ways(options, dict(pool)):
        cards = tuple(sorted((face, faces.count(face)) for face in set(faces)))
        weights[cards] = weights.get(cards, 0.0) + weight
    whole = sum(weights.values()) + _unread(reading, pool)
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return [Hand(dict(cards), weight / whole) for cards, weight in ranked]


def _guesses(seen: Seen, pool: Tally, least: float) -> list[tuple[str, float]]:
    return [(guess.value, guess.share) for guess in seen.guesses if guess.share >= least and pool.get(guess.value)]


def _unread(reading: Pieces, pool: Tally) -> float:
    """The weight of a card being something that was not guessed: what the worst card's guesses leave over."""
    known = [sum(guess.share for guess in seen.guesses if pool.get(guess.value)) for seen in reading.objects]
    return max((1 - share for share in known), default=0.0) if known else 0.0


def _trimmed(options: list[list[tuple[str, float]]]) -> list[list[tuple[str, float]]]:
    options = [sorted(each, key=lambda guess: -guess[1]) for each in options]
    while _product(options) > MOST:
        longest = max(options, key=lambda each: (len(each), -each[-1][1]))
        longest.pop()
    return options


def _product(options: Sequence[Sequence[object]]) -> int:
    product = 1
    for each in options:
        product *= max(1, len(each))
    return product


def _ways(options: list[list[tuple[str, float]]], left: Tally) -> Iterator[tuple[tuple[str, ...], float]]:
    if not options:
        yield (), 1.0
        return
    for face, share in options[0]:
        if left[face] > 0:
            left[face] -= 1
            for faces, weight in _ways(options[1:], left):
                yield (face, *faces), share * weight
            left[face] += 1
