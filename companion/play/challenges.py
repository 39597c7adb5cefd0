"""A challenge freezes the game until it is ruled on; both are entries, so a resumed game is frozen still."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.game import Command
from engine.journal import Entry, Journal, Learn, Remark

CHALLENGE = "challenge"
RULING = "ruling"
REFEREE = "referee"
"""Where a ruling comes from that the table did not vote on."""


def standing(book: Journal) -> Entry | None:
    """The challenge nobody has ruled on: nothing else is booked while it stands, so it is the last entry."""
    for number in reversed(book.live):
        entry = book.entries[number - 1]
        if not isinstance(entry.command, Learn):
            return entry if _is_challenge(entry) else None
    return None


def _is_challenge(entry: Entry) -> bool:
    return isinstance(entry.command, Remark) and entry.command.text == CHALLENGE


def challenged(book: Journal) -> Entry | None:
    """What was done before the challenge that stands: the last thing a person decided; None if there is none."""
    found = standing(book)
    if found is None:
        return None
    before = (book.entries[number - 1] for number in reversed(book.live) if 1 < number < found.number)
    return next((entry for entry in before if type(entry.command) in book.game.commands and entry.command.seat), None)


def asked(book: Journal) -> Command | None:
    """The forbidden command the challenge that stands asks the table for; None where it is about what was done."""
    found = standing(book)
    try:
        return book.codec.command(found.evidence) if found is not None and found.evidence else None
    except msgspec.MsgspecError:  # a record from elsewhere may give any evidence
        return None


def evidence(book: Journal, command: Command | None) -> str:
    """What a challenge keeps beside it, so that the command it asks for is still known when the game goes on."""
    return "" if command is None else book.codec.encode(command).decode()


def agreed(names: Sequence[str]) -> str:
    """Who said yes, for the record."""
    return f"agreed: {', '.join(names)}" if names else ""
