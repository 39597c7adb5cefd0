"""What the camera sees of the city, as readings of the zones of the table: the tiles built, and the workers on them.

The camera names things by cells (`vision.flat.grid`). A worker on the far side from a tile's area, or on another side,
stands nowhere that the rules know of, and is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from engine.event import State
from engine.praetor.city import TURNS, Cell, Spot, city, laid, placed
from engine.praetor.zones import CITY
from engine.sighting import Guess, Pieces, Seen, Sighting
from engine.table import Zone

MAT = "mat/city"
"""The field of the mat where the city lies."""
COLUMNS, ROWS = range(-4, 9), range(-4, 3)
"""The cells of that field; what is built beyond them is not seen."""
MIDDLE, AREA = "m", "2"
"""Where a builder stands on a tile, and on which side of an unturned one whoever activates it."""
UNKNOWN, WORKER, HALF = "?", "worker:?", 0.5


def told(state: State, sighting: Sighting) -> Iterator[Sighting]:
    """The sightings of the table's zones that one of the mat amounts to; any other sighting as it is."""
    if sighting.zone != MAT or not isinstance(sighting.reading, Pieces):
        yield sighting
        return
    tiles, dice = _by_cell(sighting.reading.objects)
    lying = _lying(state, tiles)
    yield replace(sighting, zone=CITY, reading=Pieces(tuple(_city(state, tiles, lying))))
    standing: dict[Zone, list[Seen]] = {}
    for cell, (tile, turn) in lying.items():
        standing |= {state.book.centre[tile]: [], state.book.area_of[tile]: []}
        for die in dice.get(cell, ()):
            standing[_place(state, tile, turn, die)].append(_worker(die, turn))
    for zone, workers in standing.items():
        yield replace(sighting, zone=zone, reading=Pieces(tuple(workers)))


def _by_cell(objects: Iterable[Seen]) -> tuple[dict[Cell, Seen], dict[Cell, list[Seen]]]:
    tiles: dict[Cell, Seen] = {}
    dice: dict[Cell, list[Seen]] = {}
    for seen in objects:
        if seen.best.startswith("tile"):
            tiles[_cell(seen)] = seen
        else:
            dice.setdefault(_cell(seen), []).append(seen)
    return tiles, dice


def _cell(seen: Seen) -> Cell:
    x, y = seen.best.rpartition(":")[2].split(",")[:2]
    return int(x), int(y)


def _lying(state: State, tiles: Mapping[Cell, Seen]) -> dict[Cell, tuple[str, int]]:
    """Which tile lies in each cell and how it is turned: by the book where the reading does not surely differ."""
    found: dict[Cell, tuple[str, int]] = {}
    known = city(state.zones)
    for cell, seen in tiles.items():
        tile, spot = _read(seen)
        if tile != UNKNOWN:
            found[cell] = tile, spot.turn
        elif cell in known.cells:
            tile = known.cells[cell]
            found[cell] = tile, known.spots[tile].turn
    return {cell: each for cell, each in found.items() if each[0] in state.book.kind}


def _read(seen: Seen) -> tuple[str, Spot]:
    tile, _, where = seen.best.removeprefix("tile:").partition(":")
    return tile, Spot(*map(int, where.split(",")))


def _city(state: State, tiles: Mapping[Cell, Seen], lying: Mapping[Cell, tuple[str, int]]) -> Iterator[Seen]:
    """The tiles as pieces of the city, those that lie beyond the mat as the book has them."""
    for cell, seen in tiles.items():
        tile, turn = lying.get(cell, (UNKNOWN, 0))
        sure = laid(tile, Spot(*cell, turn))
        if seen.best.startswith("tile:?") and cell in lying:
            yield replace(seen, guesses=(Guess(sure, 1.0),))
        else:
            guesses = (Guess(guess.value.removeprefix("tile:"), guess.share) for guess in seen.guesses)
            yield replace(seen, guesses=tuple(guesses))
    for piece in state.zones[CITY]:
        _, spot = placed(piece)
        if spot.x not in COLUMNS or spot.y not in ROWS:
            yield Seen((Guess(piece, 1.0),))


def _side(die: Seen, turn: int) -> str:
    """On which side of the unturned tile a die stands, ``m`` in its middle; ``?`` where that is not plain."""
    side = die.best.rpartition(":")[2].split(",")[2:]
    if not side or side[0] == UNKNOWN:
        return UNKNOWN
    return side[0] if side[0] == MIDDLE else str((int(side[0]) - turn) % TURNS)


def _place(state: State, tile: str, turn: int, die: Seen) -> Zone:
    """The zone of a tile in which a die stands: its centre unless it plainly stands on the area."""
    zone: Zone = (state.book.area_of if _side(die, turn) == AREA else state.book.centre)[tile]
    return zone


def _worker(die: Seen, turn: int) -> Seen:
    """A die as a worker; one that is not sure, or stands on no place of a tile, is unknown first of all."""
    guesses = tuple(Guess(_named(guess.value), guess.share) for guess in die.guesses)
    if _side(die, turn) not in (MIDDLE, AREA) and guesses[0].value != WORKER:
        guesses = (Guess(WORKER, HALF), *(Guess(guess.value, guess.share * HALF) for guess in guesses))
    return replace(die, guesses=guesses)


def _named(value: str) -> str:
    _, colour, level = value.split(":")[:3]
    return WORKER if colour == UNKNOWN else f"worker-{colour}:{level}"
