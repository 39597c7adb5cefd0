"""What the camera sees on the sheets beside players' boards, as readings of the zones of the table: workers and cubes.

Each sheet has fields for apprentices, Active Workers and retired ones, and one for each resource. A worker in doubt may
be any of those the book has there; the first of them counts, so that what is in doubt says nothing new by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from engine.event import State
from engine.praetor.zones import COLOURS, GOODS
from engine.sighting import Count, Guess, Pieces, Seen, Sighting
from engine.table import Piece, Tally, Zone

BOARD = "board"
"""How the zones of sightings of a sheet begin; the colour of its owner and the field follow."""
DICE = {
    "apprentices-1": "apprentices/{}/1",
    "apprentices-2": "apprentices/{}/2",
    "active": "active/{}",
    "retired": "retired/{}",
}
"""By field of a sheet the zone of the table whose workers lie in it."""
STORE = "goods"
"""The field of a sheet in which the cubes lie."""
NAMED = re.compile(rf"die:({'|'.join(COLOURS)}):([1-6])")
"""A die that was read; anything else that is reported of one is unknown."""
SURE, HALF, UNKNOWN = 0.9, 0.5, "worker:?"


def told(state: State, sighting: Sighting) -> Iterator[Sighting]:
    """The sightings of the table's zones that one of a sheet's field amounts to: none of one that is out of sight."""
    _board, _slash, rest = sighting.zone.partition("/")
    owner, _slash, field = rest.partition("/")
    reading = sighting.reading
    if not owner or owner not in state.seats:
        return
    if field == STORE and isinstance(reading, Count):
        yield replace(sighting, zone=state.seats[owner].goods, reading=_cubes(reading))
    elif field in DICE and isinstance(reading, Pieces) and all(seen.guesses for seen in reading.objects):
        zone = DICE[field].format(owner)
        yield replace(sighting, zone=zone, reading=Pieces(tuple(_workers(state, zone, reading))))


def _cubes(reading: Count) -> Count:
    """A count of nothing but resources."""
    tally = {good: reading.tally[good] for good in GOODS if reading.tally.get(good)}
    return Count(tally, reading.doubt, {good: reading.doubts[good] for good in GOODS if reading.doubts.get(good)})


def _workers(state: State, zone: Zone, reading: Pieces) -> Iterator[Seen]:
    """The dice of a field as workers, those in doubt as what the book has there beside the sure ones."""
    left = dict(state.zones[zone])
    read = [_named(seen) for seen in reading.objects]
    for seen in filter(_is_sure, read):
        left[seen.best] = left.get(seen.best, 0) - 1
        yield seen
    for seen in read:
        if not _is_sure(seen):
            yield from _in_doubt(seen, left)


def _named(seen: Seen) -> Seen:
    """A die by the names of workers."""
    return replace(seen, guesses=tuple(Guess(_worker(guess.value), guess.share) for guess in seen.guesses))


def _worker(value: str) -> Piece:
    die = NAMED.fullmatch(value)
    return f"worker-{die[1]}:{die[2]}" if die else UNKNOWN


def _is_sure(seen: Seen) -> bool:
    return seen.best != UNKNOWN and seen.share >= SURE


def _in_doubt(seen: Seen, left: Tally) -> Iterator[Seen]:
    """A die in doubt: which of those that are `left` of the book it may be; if it is none of them, it is unknown.

    What may be no die at all counts only where the book has one left.
    """
    named = {guess.value: guess.share for guess in seen.guesses if guess.value != UNKNOWN}
    there = sorted((piece for piece, count in left.items() if count > 0), key=lambda piece: -named.get(piece, 0.0))
    likely = [piece for piece in there if piece in named or not named]
    if likely:
        left[likely[0]] -= 1
        whole = sum(named.get(piece, 1.0) for piece in likely)
        yield replace(seen, guesses=tuple(Guess(piece, named.get(piece, 1.0) / whole) for piece in likely))
    elif named:
        others = (Guess(piece, share * HALF) for piece, share in named.items())
        yield replace(seen, guesses=(Guess(UNKNOWN, HALF), *others))
