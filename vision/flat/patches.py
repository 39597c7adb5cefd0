"""Puts looks at parts of a city together by the tiles they share, each look by cells of its own.

Every tile is a piece of its own, so one that is surely known in two looks tells how the one lies to the other. Looks of
one tile are not independent: what none of them reads surely stays in doubt, and so does what they read differently.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.sighting import Guess, Seen

Cell = tuple[int, int]
Lying = tuple[Cell, int]
"""Where a tile lies and by how many quarter turns clockwise it is turned."""
TURNS = 4
"""Quarter turns after which a tile lies as before."""
SURE = 0.9
"""Share from which a tile or a die is known."""
APART = 100
"""By so many columns parts of the city lie apart in a reading that nothing was seen to join."""
PARTS = 9
"""So many of them are reported at most: the names of their cells have no more digits."""
LOOKS = "looks/city"
"""What sightings of a city on no mat name."""
FRESH = 10.0
"""Seconds before the newest look at a cell in which what others saw there counts: hands may have changed it since."""
BARE, TILE = "bare", "tile"
HALF = 0.5
"""Share of what is in doubt that it is something else."""
LAID = re.compile(r"tile:[^:]+:-?\d+,-?\d+,[0-3]")
"""How a tile is named with its cell and turn."""


class SeenPatch(Protocol):
    """What a look shows: what lies in each cell, the tile first, the cells that are bare, and how large tiles are."""

    @property
    def cells(self) -> Mapping[Cell, tuple[Seen, ...]]: ...
    @property
    def bare(self) -> frozenset[Cell]: ...
    @property
    def scale(self) -> float: ...


class Patch(NamedTuple):
    """A look by the cells of the part of the city it belongs to, and when it was taken, in seconds."""

    cells: Mapping[Cell, tuple[Seen, ...]]
    bare: frozenset[Cell]
    scale: float
    at: float = 0.0

    @property
    def seen(self) -> frozenset[Cell]:
        """The cells of which it says anything."""
        return self.bare | self.cells.keys()


class Move(NamedTuple):
    """A turn by so many quarters clockwise about the corner cell 0, 0, and then a shift in cells."""

    quarters: int
    right: int = 0
    down: int = 0

    def cell(self, cell: Cell) -> Cell:
        """Where a cell comes to lie."""
        x, y = cell
        for _ in range(self.quarters):
            x, y = -y, x
        return x + self.right, y + self.down

    def after(self, first: Move) -> Move:
        """The move that has the effect of `first` and then of this one."""
        right, down = self.cell((first.right, first.down))
        return Move((self.quarters + first.quarters) % TURNS, right, down)

    def back(self) -> Move:
        """The move that undoes it."""
        quarters = -self.quarters % TURNS
        right, down = Move(quarters).cell((-self.right, -self.down))
        return Move(quarters, right, down)

    def seen(self, seen: Seen) -> Seen:
        """A reading by the cells it comes to lie in."""
        return Seen(tuple(Guess(self.value(guess.value), guess.share) for guess in seen.guesses))

    def value(self, value: str) -> str:
        """A value of a reading, such as ``tile:market-1:0,-1,3``."""
        name, _, where = value.rpartition(":")
        x, y, *turn = where.split(",")
        turned = [str((int(each) + self.quarters) % TURNS) if each.isdecimal() else each for each in turn]
        return f"{name}:{','.join([*map(str, self.cell((int(x), int(y)))), *turned])}"


class Looks:
    """The looks that were taken of a city, put together as far as they share tiles."""

    def __init__(self) -> None:
        self._parts: list[list[Patch]] = []

    def take(self, look: SeenPatch, at: float = 0.0) -> None:
        """Add a look that was taken at a time in seconds; what it joins is one part from then on."""
        patch = Patch(look.cells, look.bare, look.scale, at)
        here = tiles_in(look.cells.values())
        moves = {n: move for n, part in enumerate(self._parts) if (move := fitting(here, _tiles(part))) is not None}
        if not moves:
            self._parts.append([patch])
            return
        first = min(moves)
        joined = [*self._parts[first], moved(patch, moves[first])]
        for n, move in moves.items():
            if n != first:
                joined += [moved(each, moves[first].after(move.back())) for each in self._parts[n]]
        self._parts = [joined, *(part for n, part in enumerate(self._parts) if n not in moves)]

    def reading(self) -> tuple[Seen, ...]:
        """Everything that was seen, cell by cell, the tile before its dice; ``bare:3,-1`` is a cell without a tile.

        Parts that nothing joins lie APART, the largest first.
        """
        parts = sorted((combined(part) for part in self._parts), key=len, reverse=True)[:PARTS]
        return tuple(
            Move(0, n * APART - min(x for x, _ in part), -min(y for _, y in part)).seen(seen)
            for n, part in enumerate(parts)
            for cell in sorted(part, key=lambda each: each[::-1])
            for seen in part[cell]
        )


def patch_of(objects: Iterable[Seen], at: float) -> Patch:
    """What a reading of one look names, such as `Looks.reading` does, as a patch; a die beside a tile says nothing."""
    cells: dict[Cell, list[Seen]] = {}
    bare = set()
    for seen in objects:
        kind, _, _ = seen.best.partition(":")
        x, y = map(int, seen.best.rpartition(":")[2].split(",")[:2])
        if kind == BARE:
            bare.add((x, y))
        elif kind == TILE:
            cells.setdefault((x, y), []).insert(0, seen)
        else:
            cells.setdefault((x, y), []).append(seen)
    whole = {cell: tuple(there) for cell, there in cells.items() if there[0].best.startswith(TILE)}
    return Patch(whole, frozenset(bare), 1.0, at)


def moved(patch: Patch, move: Move) -> Patch:
    """A patch by the cells it comes to lie in."""
    cells = {move.cell(cell): tuple(map(move.seen, seen)) for cell, seen in patch.cells.items()}
    return Patch(cells, frozenset(map(move.cell, patch.bare)), patch.scale, patch.at)


def fitting(tiles: Mapping[str, Lying], others: Mapping[str, Lying]) -> Move | None:
    """The move by which most of the tiles that both have come to lie as the others; None where not most of them do."""
    votes = Counter(_move(tiles[name], others[name]) for name in sorted(tiles.keys() & others.keys()))
    best, count = votes.most_common(1)[0] if votes else (None, 0)
    return best if 2 * count > votes.total() else None


def _move(lying: Lying, other: Lying) -> Move:
    """The move that brings a tile to where another look has it."""
    quarters = (other[1] - lying[1]) % TURNS
    x, y = Move(quarters).cell(lying[0])
    return Move(quarters, other[0][0] - x, other[0][1] - y)


# --- what is known of a tile ---


def known_tile(seen: Sequence[Seen]) -> str:
    """The tile with its cell and turn that surely lies there, whatever may stand on it; empty if that is in doubt."""
    named = (guess for guess in seen[0].guesses if not guess.value.startswith("tile:?")) if seen else ()
    best = max(named, key=lambda guess: guess.share, default=None)
    return best.value if best is not None and best.share >= SURE and LAID.fullmatch(best.value) else ""


def tiles_in(cells: Iterable[Sequence[Seen]]) -> dict[str, Lying]:
    """The tiles that are surely known, each once."""
    found: dict[str, list[Lying]] = {}
    for value in filter(None, map(known_tile, cells)):
        _, name, where = value.split(":")
        x, y, turn = map(int, where.split(","))
        found.setdefault(name, []).append(((x, y), turn))
    return {name: lying[0] for name, lying in found.items() if len(set(lying)) == 1}


def _tiles(part: Sequence[Patch]) -> dict[str, Lying]:
    """The tiles of a part that no two of its looks have otherwise."""
    return tiles_in(seen for patch in part for seen in patch.cells.values())


# --- several looks of one cell ---


def combined(part: Sequence[Patch]) -> dict[Cell, tuple[Seen, ...]]:
    """What the looks of one part say of each cell; those taken long before its newest one count no more."""
    found: dict[Cell, tuple[Seen, ...]] = {}
    for cell in {cell for patch in part for cell in patch.seen}:
        newest = max(patch.at for patch in part if cell in patch.seen)
        fresh = [patch for patch in part if cell in patch.seen and newest - patch.at <= FRESH]
        looks = sorted((patch for patch in fresh if cell in patch.cells), key=lambda patch: -patch.scale)
        bare = any(cell in patch.bare for patch in fresh)
        found[cell] = _agreed([patch.cells[cell] for patch in looks], bare, cell)
    return _each_once(found)


def _agreed(looks: Sequence[tuple[Seen, ...]], bare: bool, cell: Cell) -> tuple[Seen, ...]:
    """What looks of one cell agree on; the clearest comes first."""
    if not looks:
        return (Seen((Guess(f"{BARE}:{cell[0]},{cell[1]}", 1.0),)),)
    tiles = {value for each in looks if (value := known_tile(each))}
    if len(tiles) > 1 or bare:
        return (_doubtful("tile", cell, sorted(tiles)),)
    clear = [each for each in looks if each[0].best in tiles and each[0].share >= SURE]
    return _with_dice(clear, cell) if clear else max(looks, key=lambda each: bool(known_tile(each)))


def _with_dice(looks: Sequence[tuple[Seen, ...]], cell: Cell) -> tuple[Seen, ...]:
    """A tile that is surely known with the dice on it, of which those are in doubt that not all looks have."""
    tile, *dice = min(looks, key=lambda each: sum(map(_is_doubtful, each)))
    due, odd = {die.best for die in dice if not _is_doubtful(die)}, set[str]()
    for _, *others in looks:
        sure = {die.best for die in others if not _is_doubtful(die)}
        odd |= sure - due
        odd |= due - sure if len(sure) == len(others) else set()
    return (
        tile,
        *(die for die in dice if die.best not in odd),
        *(_doubtful("die", cell, [each]) for each in sorted(odd)),
    )


def _is_doubtful(seen: Seen) -> bool:
    return ":?:" in seen.best or seen.share < SURE or seen.best.endswith("?")


def _doubtful(kind: str, cell: Cell, values: Sequence[str]) -> Seen:
    """Something of a kind that may be any of these, or something else."""
    share = HALF / max(len(values), 1)
    return Seen((Guess(f"{kind}:?:{cell[0]},{cell[1]}", HALF), *(Guess(value, share) for value in values)))


def _each_once(found: Mapping[Cell, tuple[Seen, ...]]) -> dict[Cell, tuple[Seen, ...]]:
    """The same where a tile that is seen in two cells is in doubt in both."""
    values = {cell: known_tile(seen) for cell, seen in found.items()}
    names = Counter(value.split(":")[1] for value in values.values() if value)
    twice = {cell for cell, value in values.items() if value and names[value.split(":")[1]] > 1}
    return {cell: (_doubtful("tile", cell, [values[cell]]),) if cell in twice else seen for cell, seen in found.items()}


def parts_of(objects: Iterable[Seen]) -> Iterator[list[Seen]]:
    """The parts of a reading that nothing joins."""
    parts: dict[int, list[Seen]] = {}
    for seen in objects:
        parts.setdefault(int(seen.best.rpartition(":")[2].split(",")[0]) // APART, []).append(seen)
    yield from parts.values()
