"""Phase 2: building a tile of the display (rulebook: Azioni, the steps of building)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer
from engine.praetor.city import TURNS, Spot, beside, city, laid, plazas
from engine.praetor.commands import Build
from engine.praetor.hands import gain, pay, relaid
from engine.praetor.readings import needs_price, purse
from engine.praetor.sites import builds
from engine.praetor.turns import able, needs_worker, next_turn, origin, turn_of
from engine.praetor.zones import CITY, DISPLAY, Seat
from engine.rule import Sentence


def affordable(state: State, me: Seat) -> list[str]:
    """The tiles of the display a seat can pay (P-BLD-01)."""
    held, cost, found = purse(state.zones, me), state.book.cost, []
    for tile in sorted(state.zones[DISPLAY]):
        for piece, count in cost[tile].items():  # as `covered`, without a call for each tile of each list
            if piece not in held or held[piece] < count:
                break
        else:
            found.append(tile)
    return found


def has_marker(state: State, me: Seat) -> bool:
    """Is there a marker left for one more tile, or a substitute allowed (P-AMB-17)?"""
    return bool(state.zones[me.markers].get(me.marker, 0) > 0 or state.setup.edition.marker_limit == "substitute")


def can_build(state: State, me: Seat) -> bool:
    """Could a worker build anything?"""
    return has_marker(state, me) and bool(affordable(state, me))


def offers_build(state: State, me: Seat) -> list[Offer]:
    workers = able(state, me)
    if not workers or not has_marker(state, me):
        return []
    found, lines = [], builds(state, me.colour, workers)
    for tile in affordable(state, me):
        found += lines[tile]
    return found


def needs_build(state: State, me: Seat, command: Build) -> Iterator[Sentence]:
    zones, taken, spot = state.zones, city(state.zones), command.spot
    yield command.tile in zones[DISPLAY], "P-BLD-01", command.tile
    yield from needs_worker(state, me, command.worker, "P-BLD-02")
    yield from needs_price(zones, me, state.book.cost[command.tile], "P-ACT-06")
    yield has_marker(state, me), "P-CMP-05", state.book.markers
    yield (spot.x, spot.y) not in taken.cells, "P-BLD-03", spot.x, spot.y
    yield beside(taken, spot, state.setup.edition.adjacency), "P-BLD-03", spot.x, spot.y
    yield 0 <= spot.turn < TURNS, "P-BLD-04", spot.turn


def worth(state: State, tile: str, spot: Spot) -> tuple[int, int]:
    """What a tile gives at a spot: its printed favor, and that of plazas, for the builder alone (P-BLD-08)."""
    return state.book.favor[tile], plazas(state.book.corners, city(state.zones), tile, spot)


def build(draft: Draft, me: Seat, command: Build) -> None:
    """The steps in their order; printed favor and plazas are one move on the track (P-BLD-09).

    The gap in the display stays (P-BLD-11), and the tile is open to all at once (P-BLD-10).
    """
    state, book, tile = draft.state, draft.state.book, command.tile
    draft.move(me.die[command.worker], 1, origin(state, me), book.centre[tile], "P-BLD-02")
    pay(draft, me, book.cost[tile], "P-BLD-02")
    piece = laid(tile, command.spot)
    draft.turn(tile, piece, DISPLAY, "P-BLD-04")
    draft.move(piece, 1, DISPLAY, CITY, "P-BLD-03")
    draft.move(me.marker, 1, me.markers, book.mark[tile], "P-BLD-05")
    printed, bonus = worth(state, tile, command.spot)
    moved = gain(draft, me, printed, "P-BLD-06") + gain(draft, me, bonus, "P-BLD-07")
    turn = turn_of(state)
    next_turn(draft, turn, relaid(turn.round, me, moved))


BUILD = Action(Build, offers_build, needs_build, build)
