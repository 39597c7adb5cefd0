"""What a city offers to all seats alike: kept by city, for it changes only when a tile is built."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.event import State
from engine.game import Among, Offer
from engine.praetor.city import Map, city, free
from engine.praetor.commands import Activate, Build
from engine.praetor.turns import among
from engine.praetor.values import LABOR_CAMP, Book
from engine.praetor.zones import CITY, Seat
from engine.table import Tally, Zone

MOST_KEPT = 256
"""Cities of one game that are kept."""

Workplace = tuple[str, Zone, Zone, str, str]
"""A tile that a worker may activate, its area, where it is marked, a tile with the same fee, and its kind."""
Ask = Callable[[State, Seat, str, tuple[int, ...]], Sequence[Offer]]
"""Who makes the lines of a tile for a seat and its workers."""
Team = tuple[str, tuple[int, ...]]
"""A seat and the levels of its workers that may act."""


class Activations(dict[str, Offer]):
    """The lines of the list for tiles that only need one of these workers, made when first asked for."""

    __slots__ = ("colour", "workers")

    def __init__(self, colour: str, workers: tuple[int, ...]) -> None:
        super().__init__()
        self.colour, self.workers = colour, workers

    def __missing__(self, tile: str) -> Offer:
        activate = Activate(self.colour, tile, self.workers[0])
        self[tile] = line = Offer(activate, "worker", among(self.workers))
        return line


class Builds(dict[str, list[Offer]]):
    """The lines of the list for building a tile with these workers at these spots, made when first asked for."""

    __slots__ = ("colour", "spots", "workers")

    def __init__(self, colour: str, workers: tuple[int, ...], spots: Among) -> None:
        super().__init__()
        self.colour, self.workers, self.spots = colour, workers, spots

    def __missing__(self, tile: str) -> list[Offer]:
        first = self.spots.values[0]
        lines = [Offer(Build(self.colour, tile, worker, first), "spot", self.spots) for worker in self.workers]
        self[tile] = lines
        return lines


class Site(Struct, frozen=True):
    """One city: its map, the tiles a worker may activate in their order, and its Labor Camps.

    `fees` are the different ones of those tiles, each with the tile that stands for it; None is not known.
    """

    map: Map
    workplaces: tuple[Workplace, ...]
    fees: tuple[tuple[str, Tally | None], ...]
    camps: tuple[str, ...]
    builds: dict[Team, Builds]


def site(state: State) -> Site:
    """The city as it stands."""
    kept: dict[tuple[str, ...], Site] = state.book.sites
    pieces = tuple(state.zones[CITY])
    found = kept.get(pieces)
    if found is None:
        if len(kept) > MOST_KEPT:
            kept.clear()
        kept[pieces] = found = _site(state)
    return found


def _site(state: State) -> Site:
    book: Book = state.book
    taken = city(state.zones)
    worked = tuple(
        (tile, book.area_of[tile], book.mark[tile], book.fee_like[tile], book.kind[tile])
        for tile in taken.spots
        if book.worked[tile]
    )
    alike = dict.fromkeys(fee_like for _, _, _, fee_like, _ in worked)
    fees = tuple((tile, book.fee.get(tile)) for tile in alike)
    return Site(taken, worked, fees, tuple(tile for tile in taken.spots if book.kind[tile] == LABOR_CAMP), {})


def builds(state: State, colour: str, workers: tuple[int, ...]) -> Builds:
    """The lines for building in this city with these workers; the edition of a game never changes."""
    kept = site(state).builds
    team = colour, workers
    if team not in kept:
        kept[team] = Builds(colour, workers, free(state.zones, state.setup.edition.adjacency))
    return kept[team]
