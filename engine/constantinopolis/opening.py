"""Laying the game out (C-SET)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.constantinopolis.commands import Open
from engine.constantinopolis.hands import earn
from engine.constantinopolis.sequence import begin_round
from engine.constantinopolis.setup import sound
from engine.constantinopolis.zones import (
    BOARD,
    BOX,
    CURRENT,
    DECK,
    FUTURE,
    LATER,
    NEXT,
    OFFICE,
    SHIPYARD,
    SUPPLY,
    TRACK,
    Seat,
)
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Sentence


def offers_open(state: State, _table: Seat) -> tuple[Open, ...]:
    return (Open("", state.setup),) if all(sentence[0] for sentence in sound(state.setup)) else ()


def needs_open(state: State, _table: Seat, command: Open) -> Iterator[Sentence]:
    yield command.setup == state.setup, "C-SET-06"
    yield from sound(state.setup)


def lay_out(draft: Draft, _table: Seat, _command: Open) -> None:
    setup = draft.state.setup
    for office, colour in enumerate(setup.offices, 1):
        draft.move(f"office-{colour}", 1, BOX, OFFICE[office], "C-SET-08")
    for zone, card in zip((CURRENT, NEXT, *LATER), setup.markets, strict=False):
        draft.move(card, 1, BOX, zone, "C-SET-05")
    for piece, count, home in setup.layout:
        draft.move(piece, count, BOX, home, _WHY[home])
    for number, colour in enumerate(setup.colours):
        _hand_out(draft, draft.state.seats[colour], number)
    begin_round(draft, None)


def _hand_out(draft: Draft, me: Seat, number: int) -> None:
    """C-SET-06, C-SET-07."""
    book = draft.state.book
    for tile in book.start.buildings:
        draft.move(tile, 1, BOX, me.sheet, "C-SET-06")
    for size in book.start.ships:
        draft.move(book.berths[size][number], 1, SHIPYARD, me.harbour, "C-SET-06")
    earn(draft, me, book.start.gold, "C-SET-06")
    draft.move(me.post, len(book.tracks.trading_posts), BOX, me.unbought, "C-SET-06")
    draft.move("level", 1, TRACK, me.level, "C-SET-07")


_WHY = {SUPPLY: "C-GEN-04", BOARD: "C-SET-02", SHIPYARD: "C-SET-04", DECK: "C-SET-01", FUTURE: "C-SET-05"}


OPEN = Action(Open, offers_open, needs_open, lay_out)
