"""What the camera sees of the city, as readings of the zones of the table: the tiles built, and the workers on them.

The camera names things by the cells of the mat (`vision.flat.grid`). Where the city lies on it is found by the tiles
that the book knows, so it may be pushed on when it outgrows the mat. What is in doubt counts as the book has it, if it
may be that; a worker who stands on no place of a tile is asked about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.titles.praetor.looked import Looked, looked
from engine.event import State
from engine.praetor.city import TURNS, Cell, Spot, city, laid, placed
from engine.praetor.zones import CITY
from engine.sighting import Guess, Pieces, Seen, Sighting
from engine.table import Zone
from vision.flat.patches import LOOKS

MAT = "mat/city"
"""The field of the mat where the city lies."""
COLUMNS, ROWS = range(-4, 9), range(-4, 3)
"""The cells of that field; what is built beyond them is not seen."""
MIDDLE, AREA = "m", "2"
"""Where a builder stands on a tile, and on which side of an unturned one the player who activates it."""
UNKNOWN, WORKER, HALF = "?", "worker:?", 0.5
AT = r":-?\d{1,3},-?\d{1,3}"
VALUE = re.compile(rf"bare{AT}|tile:[^:]+{AT}(,[0-3])?|die:(\?|[a-z]+:[1-6]){AT}(,[0-3m?])?")
"""What may be reported of a cell; anything else is passed over, from any source."""


def told(state: State, sighting: Sighting) -> Iterator[Sighting]:
    """The sightings of the table's zones that one of the mat amounts to; any other sighting as it is."""
    found = on_map(state, sighting)
    if found is None:
        yield sighting
    else:
        yield from _told(state, sighting, found)


def on_map(state: State, sighting: Sighting) -> Looked | None:
    """What a sighting of the city shows by the cells of the map; None for one of anything else."""
    if sighting.zone not in (MAT, LOOKS) or not isinstance(sighting.reading, Pieces):
        return None
    objects = list(filter(None, map(_readable, sighting.reading.objects)))
    if sighting.zone == LOOKS:
        return looked(state, objects)
    right, down = _shift(state, by_cell(objects)[0])
    sight = frozenset((x + right, y + down) for x in COLUMNS for y in ROWS)
    return Looked(tuple(_moved(seen, right, down) for seen in objects), sight, ())


def _told(state: State, sighting: Sighting, found: Looked) -> Iterator[Sighting]:
    """The sightings of the table's zones, of what lies on the map."""
    tiles, dice = by_cell(found.objects)
    lying, doubted = tiles_lying(state, tiles), {cell for cell, seen in tiles.items() if read(seen.best)[0] == UNKNOWN}
    yield replace(sighting, zone=CITY, reading=Pieces(tuple(_city(state, tiles, lying, found.sight))))
    hidden = {lying[cell][0] for cell in doubted & lying.keys()}
    for zone, workers in workers_on(state, lying, dice).items():
        reading = workers or [Seen((Guess(die, 1.0),)) for die in state.zones[zone] if zone.split("/")[1] in hidden]
        yield replace(sighting, zone=zone, reading=Pieces(tuple(reading)))


def by_cell(objects: Iterable[Seen]) -> tuple[dict[Cell, Seen], dict[Cell, list[Seen]]]:
    """The tile in each cell, and the dice on it."""
    tiles: dict[Cell, Seen] = {}
    dice: dict[Cell, list[Seen]] = {}
    for seen in objects:
        if seen.best.startswith("tile"):
            tiles[_cell(seen)] = seen
        elif seen.best.startswith("die"):
            dice.setdefault(_cell(seen), []).append(seen)
    return tiles, dice


def _readable(seen: Seen) -> Seen | None:
    """What of it names a cell of the mat; None for nothing of it."""
    kept = tuple(guess for guess in seen.guesses if VALUE.fullmatch(guess.value))
    return seen if len(kept) == len(seen.guesses) and kept else replace(seen, guesses=kept) if kept else None


def _cell(seen: Seen) -> Cell:
    x, y = seen.best.rpartition(":")[2].split(",")[:2]
    return int(x), int(y)


def _shift(state: State, tiles: Mapping[Cell, Seen]) -> Cell:
    """By how many cells the city lies further on the map than on the mat, as most of the tiles say."""
    spots, votes = city(state.zones).spots, Counter[Cell]()
    for (x, y), seen in tiles.items():
        tile, _ = read(seen.best)
        if tile in spots:
            votes[spots[tile].x - x, spots[tile].y - y] += 1
    return max(sorted(votes), key=lambda shift: votes[shift], default=(0, 0))


def _moved(seen: Seen, right: int, down: int) -> Seen:
    """A tile or a die by its cell on the map."""
    return replace(seen, guesses=tuple(Guess(_further(g.value, right, down), g.share) for g in seen.guesses))


def _further(value: str, right: int, down: int) -> str:
    name, _, where = value.rpartition(":")
    x, y, *turn = where.split(",")
    return f"{name}:{','.join([str(int(x) + right), str(int(y) + down), *turn])}"


def tiles_lying(state: State, tiles: Mapping[Cell, Seen]) -> dict[Cell, tuple[str, int]]:
    """Which tile lies in each cell and how it is turned: by the book where the reading does not surely differ."""
    found: dict[Cell, tuple[str, int]] = {}
    known = city(state.zones)
    for cell, seen in tiles.items():
        tile, spot = read(seen.best)
        if tile == UNKNOWN and cell in known.cells:
            tile, spot = known.cells[cell], known.spots[known.cells[cell]]
        elif tile == UNKNOWN:
            tile, spot = _likely_new(seen, known.spots)
        found[cell] = tile, spot.turn
    return {cell: each for cell, each in found.items() if each[0] in state.book.kind}


def _likely_new(seen: Seen, built: Mapping[str, Spot]) -> tuple[str, Spot]:
    """The likeliest tile that is not built yet, for one in doubt in a free cell."""
    named = (read(guess.value) for guess in seen.guesses[1:])
    return next((each for each in named if each[0] not in built), (UNKNOWN, Spot(0, 0)))


def read(value: str) -> tuple[str, Spot]:
    """A tile of a reading, ``?`` for one that is not known, and how it lies."""
    tile, _, where = value.removeprefix("tile:").partition(":")
    return tile, Spot(*map(int, where.split(",")))


def _city(
    state: State, tiles: Mapping[Cell, Seen], lying: Mapping[Cell, tuple[str, int]], sight: frozenset[Cell]
) -> Iterator[Seen]:
    """The tiles as pieces of the city, those out of sight as the book has them, if they are not seen elsewhere."""
    known = city(state.zones)
    seen_at = {read(seen.best)[0] for seen in tiles.values()}
    built = {*known.cells, *(cell for cell, seen in tiles.items() if read(seen.best)[0] != UNKNOWN)}
    for cell, seen in tiles.items():
        if len(seen.guesses) == 1 and read(seen.best)[0] == UNKNOWN and not _touches(cell, built):
            continue  # no tile may lie there: a lamp is mirrored, or something of another kind lies there
        if seen.best.startswith("tile:?") and cell in known.cells:
            tile, turn = lying[cell]
            yield replace(seen, guesses=(Guess(laid(tile, Spot(*cell, turn)), 1.0),))
        else:
            guesses = (Guess(guess.value.removeprefix("tile:"), guess.share) for guess in seen.guesses)
            yield replace(seen, guesses=tuple(guesses))
    for piece in state.zones[CITY]:
        tile, spot = placed(piece)
        if (spot.x, spot.y) not in sight and tile not in seen_at:
            yield Seen((Guess(piece, 1.0),))


def _touches(cell: Cell, built: Collection[Cell]) -> bool:
    """Does a cell share a side or a corner with one of these, or is it one?"""
    x, y = cell
    return any((x + right, y + down) in built for right in (-1, 0, 1) for down in (-1, 0, 1))


# --- workers ---


def workers_on(
    state: State, lying: Mapping[Cell, tuple[str, int]], dice: Mapping[Cell, list[Seen]]
) -> dict[Zone, list[Seen]]:
    """Who stands in the centre and on the area of each tile that is seen."""
    standing: dict[Zone, list[Seen]] = {}
    for cell, (tile, turn) in lying.items():
        standing |= {state.book.centre[tile]: [], state.book.area_of[tile]: []}
        for die in sorted(dice.get(cell, ()), key=_is_unread):
            zone = _place(state, tile, turn, die)
            known = "" if standing[zone] else min(state.zones[zone], default="")
            if known or not _is_unread(die):
                standing[zone].append(_worker(die, turn, known))
    return standing


def _is_unread(die: Seen) -> bool:
    """Is it anything that looks as if it were a die? It may be the print of the tile."""
    return len(die.guesses) == 1 and die.best.startswith("die:?")


def _side(die: Seen, turn: int) -> str:
    """On which side of the unturned tile a die stands, ``m`` in its middle; ``?`` where that is not plain."""
    where = (guess.value.rpartition(":")[2].split(",") for guess in die.guesses)
    side = next((parts[2] for parts in where if len(parts) > 2), UNKNOWN)
    return side if side in (MIDDLE, UNKNOWN) else str((int(side) - turn) % TURNS)


def _place(state: State, tile: str, turn: int, die: Seen) -> Zone:
    """The zone of a tile in which a die stands: where that is not plain, the one where the book has such a worker."""
    side = _side(die, turn)
    centre, area = state.book.centre[tile], state.book.area_of[tile]
    if side in (MIDDLE, AREA):
        return str(area if side == AREA else centre)
    may_be = {_named(guess.value) for guess in die.guesses} - {WORKER}
    here = [zone for zone in (area, centre) if state.zones[zone] and (not may_be or may_be & state.zones[zone].keys())]
    return str(here[0] if here else centre)


def _worker(die: Seen, turn: int, known: str) -> Seen:
    """A die as a worker: one in doubt is `known`, whom the book has there, if it may be; else unknown first of all."""
    guesses = tuple(Guess(_named(guess.value), guess.share) for guess in die.guesses)
    named = [guess.value for guess in guesses if guess.value != WORKER]
    placed = _side(die, turn) in (MIDDLE, AREA)
    if placed and guesses[0].value != WORKER:
        return replace(die, guesses=guesses)
    if known and (not named or known in named):
        return replace(die, guesses=(Guess(known, 1.0),))
    if guesses[0].value != WORKER:
        guesses = (Guess(WORKER, HALF), *(Guess(guess.value, guess.share * HALF) for guess in guesses))
    return replace(die, guesses=guesses)


def _named(value: str) -> str:
    _, colour, level = value.split(":")[:3]
    return WORKER if colour == UNKNOWN else f"worker-{colour}:{level}"
