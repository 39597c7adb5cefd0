"""Laying the game out (rulebook: Preparazione)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.praetor.city import placed
from engine.praetor.commands import Open
from engine.praetor.hands import take
from engine.praetor.order import begin_round
from engine.praetor.phases import Round
from engine.praetor.setup import Setup
from engine.praetor.zones import BOX, CITY, DECK, DISPLAY, GOODS, RESOURCES, SUPPLY, TRACK, WALL, WALLS, Seat
from engine.rule import Sentence


def offers_open(state: State, _table: Seat) -> tuple[Open, ...]:
    return (Open("", state.setup),) if state.setup.soundness[-1][0] else ()


def needs_open(state: State, _table: Seat, command: Open) -> Iterator[Sentence]:
    yield command.setup == state.setup, "P-SET-01", len(command.setup.places)
    yield from state.setup.soundness


def lay_out(draft: Draft, _table: Seat, _command: Open) -> None:
    setup = draft.state.setup
    for piece in ("gold", *GOODS):
        draft.move(piece, draft.zones[BOX][piece], BOX, SUPPLY, "P-CMP-02")
    for piece in setup.city:
        draft.turn(placed(piece)[0], piece, BOX, "P-SET-03")
        draft.move(piece, 1, BOX, CITY, "P-SET-03")
    _deal(draft, setup)
    for number, me in enumerate(draft.state.seats[colour] for colour in setup.colours):
        _hand_out(draft, me)
        draft.move(me.marker, 1, me.markers, setup.book.mark[setup.mines[number]], "P-SET-09")
    begin_round(draft, Round(1, _first_favor(draft, setup)))


def _deal(draft: Draft, setup: Setup) -> None:
    """City deck, display, wall sections (P-SET-04 to P-SET-06)."""
    for era, zone in DECK.items():
        for tile in sorted(setup.deck(era)):  # in whatever order the values name them
            draft.move(tile, 1, BOX, DISPLAY if tile in setup.display else zone, "P-SET-04")
    for section in sorted(setup.book.sections):
        draft.move(section, 1, BOX, WALL if section == setup.wall else WALLS, "P-SET-05")


def _hand_out(draft: Draft, me: Seat) -> None:
    """P-SET-07, P-SET-08."""
    book, start = draft.state.book, draft.state.book.start
    for piece in RESOURCES:
        take(draft, me, piece, getattr(start, piece), "P-SET-08")
    for level in start.active:
        draft.turn(me.die[1], me.die[level], BOX, "P-SET-08")
        draft.move(me.die[level], 1, BOX, me.active, "P-SET-08")
    draft.move(me.die[1], start.citizens, BOX, me.citizens, "P-SET-08")
    draft.move(me.marker, book.markers, BOX, me.markers, "P-CMP-05")
    draft.move("morale", book.space_of_zero(draft.state.setup.side[me.colour]), TRACK, me.morale, "P-SET-08")


def _first_favor(draft: Draft, setup: Setup) -> tuple[str, ...]:
    """The first favor, counter-clockwise from who was in Rome; the fewest act first (P-SET-10, P-SET-11)."""
    at = setup.colours.index(setup.rome)
    anticlockwise = tuple(setup.colours[(at - step) % len(setup.colours)] for step in range(len(setup.colours)))
    for colour, favor in zip(anticlockwise, setup.book.start.favor, strict=False):
        draft.move("favor", favor, TRACK, draft.state.seats[colour].favor, "P-SET-10")
    return anticlockwise


OPEN = Action(Open, offers_open, needs_open, lay_out)
