"""Acquiring a building, in one's own turn or as Consul (C-BLD-03 to C-BLD-06, C-PUB, C-LIC)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.constantinopolis.hands import score
from engine.constantinopolis.licences import lacking, licensable, owned
from engine.constantinopolis.phases import Construction
from engine.constantinopolis.zones import BOARD, TRACK, Seat
from engine.draft import Draft
from engine.event import State
from engine.rule import Sentence

TOP_LEVEL = 7


def may_own(state: State, me: Seat, tile: str) -> bool:
    """Do name, licence and pair allow this seat to own this tile (C-BLD-03, C-LIC-01, C-PUB-01)?"""
    book = state.book
    if tile in state.zones[me.sheet] or book.twin.get(tile) in state.zones[BOARD]:
        return False
    return tile not in book.licence or book.licence[tile] in licensable(state, me)


def needs_own(state: State, me: Seat, tile: str) -> Iterator[Sentence]:
    """The same as sentences."""
    kind, book = state.book.kind[tile], state.book
    single = kind not in ("public", "wall")
    yield not single or tile not in state.zones[me.sheet], "C-BLD-03", tile
    if kind == "production":
        letter = book.licence[tile]
        if letter not in licensable(state, me):
            yield False, *lacking(state, owned(book, state.zones[me.sheet]), letter)
    dearer = book.twin.get(tile, "")
    yield dearer not in state.zones[BOARD], "C-PUB-01", dearer


def acquire(draft: Draft, me: Seat, tile: str, why: str) -> None:
    """The tile goes from the board to the sheet, or beside a full one (C-BLD-05), where it counts at once
    (C-LIC-05, C-CON-10, C-WAL-02)."""
    book, table = draft.state.book, draft.zones
    draft.move(tile, 1, BOARD, me.sheet, why)
    kind = book.kind[tile]
    if kind == "production" and table[me.level].get("level", 0) < TOP_LEVEL:
        draft.move("level", 1, TRACK, me.level, "C-BLD-06")
    if kind == "public" and draft.state.setup.edition.public_fp == "at_once":
        score(draft, me, book.fame[tile], "C-PUB-02")


def after_purchase(state: State, turn: Construction, me: Seat, tile: str) -> Construction:
    """The construction turn going on, with what the round must remember of this purchase.

    With the last public building it is the last round (C-PUB-03, C-END-01).
    """
    book, now = state.book, turn.round
    kind = book.kind[tile]
    if kind == "public" and not any(book.kind[left] == "public" for left in state.zones[BOARD]):
        now = replace(now, last=True)
    if kind == "utility" and state.setup.edition.utility_at_once == "no":
        now = replace(now, fresh=(*now.fresh, f"{me.colour}/{tile}"))
    return turn if now is turn.round else replace(turn, round=now)
