"""Pieces that are there and show another face than in the book: a die that was turned, a tile laid otherwise."""

from __future__ import annotations

from companion.sensing.likelihood import less
from engine.event import Turned
from engine.table import Piece, Tally, Zone


def turned(table: Tally, book: Tally) -> dict[Piece, Piece]:
    """By piece of the book what it shows on the table; nothing if pieces are missing there, or too many."""
    off = less(table, book)
    gone = {_kind(piece): piece for piece, count in off.items() if count == -1}
    there = {_kind(piece): piece for piece, count in off.items() if count == 1}
    alike = gone.keys() == there.keys() and len(gone) + len(there) == len(off)
    return {gone[kind]: there[kind] for kind in sorted(gone)} if alike else {}


def turns(zone: Zone, table: Tally, book: Tally, rule: str = "") -> tuple[Turned, ...]:
    """The events that make the book show what lies in a zone; `rule` is the one they break."""
    return tuple(Turned(piece, into, 1, zone, rule) for piece, into in turned(table, book).items())


def _kind(piece: Piece) -> str:
    """What a piece is, whatever face it shows."""
    return piece.rpartition(":")[0] or piece
