"""The people of the virtual table of Praetor: two decks, players, what lies where, and the count at the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from companion.titles.praetor.counter import true_scores
from companion.titles.praetor.players import Player
from companion.titles.praetor.seen import AREA, COLUMNS, MAT, ROWS
from companion.titles.title import Built, Seat, ShownCards, TableLayout
from engine.event import State
from engine.game import Command
from engine.praetor.city import TURNS, Cell, city
from engine.praetor.commands import Activate, Build, Order, Reveal, Unveil, Youngest
from engine.praetor.phases import Ordering, Refilling, Tied, Unveiling
from engine.praetor.tiles import BLACKSMITH
from engine.praetor.zones import FIRST_ERA, LEVEL, MASTER, SECOND_ERA, WALLS

FIELD = MAT.removeprefix("mat/")
"""The field of the mat where the city lies."""


class People:
    """Turns tiles up, plays and counts for the seats of a table; the same seed plays the same game."""

    def __init__(self, seats: Sequence[Seat], seed: int) -> None:
        self._seats = tuple(seats)
        self._players = {seat: Player(seat, seed) for seat in seats}
        self._corner: Cell | None = None

    def chance(self, state: State, seat: Seat, random: Random) -> Command | None:
        """What is turned up, where the favor markers lie as they were laid, and who is the youngest."""
        if seat:
            return None
        phase = state.phase
        if isinstance(phase, Ordering):
            return Order("")
        if isinstance(phase, Refilling):
            return Reveal("", dict.fromkeys(_top(state, phase.due, random), 1))
        if isinstance(phase, Unveiling):
            return Unveil("", random.choice(sorted(state.zones[WALLS])))
        return Youngest("", random.choice(phase.tied)) if isinstance(phase, Tied) else None

    def decide(self, state: State, seat: Seat, _away: Collection[Seat] = ()) -> Command:
        """What the seat's player chooses."""
        return self._players[seat].choose(state)

    def by_hand(self, state: State, command: Command) -> bool:
        """What is built or activated in sight of the camera; how much wood a Blacksmith takes is not seen there."""
        cells = set(city(state.zones).cells)
        if isinstance(command, Build):
            cell = command.spot.x, command.spot.y
            return cell in in_sight(corner_of({*cells, cell}, self._corner))
        if not isinstance(command, Activate) or state.book.kind[command.tile] == BLACKSMITH:
            return False
        spot = city(state.zones).spots[command.tile]
        return (spot.x, spot.y) in in_sight(corner_of(cells, self._corner))

    def hand(self, _state: State, _seat: Seat) -> None:
        """Nobody holds cards."""

    def shows(self, _command: Command) -> ShownCards | None:
        """Nothing is shown in a field of the mat."""
        return None

    def layout(self, state: State) -> TableLayout:
        """Gold on the trays, the city with its workers on the mat; when it outgrows that, it is pushed on."""
        cells = city(state.zones).cells
        corner = self._corner = corner_of(set(cells), self._corner)
        sight = in_sight(corner)
        built = (built_at(state, tile, corner) for cell, tile in cells.items() if cell in sight)
        return TableLayout(
            gold={seat: state.table[f"treasury/{seat}"].get("gold", 0) for seat in self._seats},
            built={FIELD: tuple(sorted(built, key=lambda each: each.cell))},
        )

    def count(self, state: State) -> dict[Seat, dict[str, int]]:
        """The score, counted from the pieces."""
        return true_scores(state.setup, state.table)


def corner_of(cells: set[Cell], corner: Cell | None) -> Cell:
    """The cell of the map at the far left of the mat: it stays while all lies in sight, else most of the city shall.

    A city too large for the mat shows as much as can be seen of it at once.
    """
    if not cells or (corner is not None and cells <= in_sight(corner)):
        return corner or (COLUMNS[0], ROWS[0])
    rights = [x for x, _ in cells]
    downs = [y for _, y in cells]
    middle = (min(rights) + max(rights) + 1 - len(COLUMNS)) // 2, (min(downs) + max(downs) + 1 - len(ROWS)) // 2
    if corner is not None and len(cells & in_sight(middle)) <= len(cells & in_sight(corner)):
        return corner
    return middle


def in_sight(corner: Cell) -> set[Cell]:
    """The cells of the map that lie on the mat."""
    return {(corner[0] + right, corner[1] + down) for right in range(len(COLUMNS)) for down in range(len(ROWS))}


def built_at(state: State, tile: str, corner: Cell) -> Built:
    """A tile by its cell of the mat, and the workers on it."""
    spot, book = city(state.zones).spots[tile], state.book
    cell = spot.x - corner[0] + COLUMNS[0], spot.y - corner[1] + ROWS[0]
    places = ((book.centre[tile], None), (book.area_of[tile], (int(AREA) + spot.turn) % TURNS))
    dice = tuple((MASTER[die], LEVEL[die], side) for zone, side in places for die in state.zones[zone])
    return Built(tile, cell, spot.turn, dice)


def _top(state: State, due: int, random: Random) -> list[str]:
    """So many tiles off the deck: those of the First Era lie on top."""
    upper, lower = (sorted(state.zones[zone]) for zone in (FIRST_ERA, SECOND_ERA))
    return [*random.sample(upper, len(upper)), *random.sample(lower, len(lower))][:due]
