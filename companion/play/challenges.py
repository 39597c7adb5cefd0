"""A challenge freezes the game until it is ruled on; both are entries, so a resumed game is frozen still."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.game import Command
from engine.journal import Entry, Journal, Learn, Overrule, Remark, Undo

REFEREE = "referee"
"""Where a ruling comes from that the table did not vote on."""
_CHALLENGE, _RULING = "challenge", "ruling"
"""The texts of the remarks a record keeps them as."""


class Challenge(Struct, frozen=True):
    """Entry `number` calls for a ruling: `seat` challenges what was done, or asks for a command in the `evidence`.

    `rule` is the rule it names; empty where it names none.
    """

    number: int
    seat: str
    rule: str
    evidence: str


class RulingGiven(Struct, frozen=True):
    """Entry `number` ends a challenge: what was challenged stands."""

    number: int
    rule: str


def call(seat: str, rule: str = "") -> Remark:
    """The command by which a seat calls for a ruling."""
    return Remark(seat, _CHALLENGE, rule)


def is_call(command: Command) -> bool:
    """Is it the command by which somebody calls for a ruling?"""
    return isinstance(command, Remark) and command.text == _CHALLENGE


def let_stand(rule: str = "") -> Remark:
    """The command that rules on a challenge: what was done stands."""
    return Remark("", _RULING, rule)


def taken_back(why: str) -> str:
    """The reason of an undo that rules on a challenge."""
    return f"{_RULING}; {why}"


def parsed(entry: Entry) -> Challenge | RulingGiven | None:
    """The challenge or ruling an entry is; None for any other entry."""
    command = entry.command
    if not isinstance(command, Remark):
        return None
    if is_call(command):
        return Challenge(entry.number, command.seat, command.rule, entry.evidence)
    return RulingGiven(entry.number, command.rule) if command.text == _RULING else None


def standing(book: Journal) -> Challenge | None:
    """The challenge without a ruling: nothing else is booked while it stands, so it is the last entry."""
    for number in reversed(book.live):
        entry = book.entries[number - 1]
        if not isinstance(entry.command, Learn):
            found = parsed(entry)
            return found if isinstance(found, Challenge) else None
    return None


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
    except (ValueError, RecursionError):  # a record from elsewhere may give any evidence
        return None


def before(book: Journal, number: int) -> int:
    """The entry that stands before entry `number`; 0 before the first."""
    return max((each for each in book.live if each < number), default=0)


def ruling(book: Journal, how: str, why: str) -> Command:
    """The command that rules on the challenge that stands, for the reason `why`.

    `allow` accepts the forbidden command it asks for, `back` takes back what was done, anything else lets it stand.
    """
    found, command, done = standing(book), asked(book), challenged(book)
    rule = found.rule if found is not None else ""
    if how == "allow" and command is not None:
        return Overrule(getattr(command, "seat", ""), command, rule, why)
    if how == "back" and done is not None:
        return Undo("", before(book, done.number), taken_back(why))
    return let_stand(rule)


def evidence(book: Journal, command: Command | None) -> str:
    """What a challenge keeps beside it, so that the command it asks for is still known when the game goes on."""
    return "" if command is None else book.codec.encode(command).decode()


def agreed(names: Sequence[str]) -> str:
    """Who agreed, for the record."""
    return f"agreed: {', '.join(names)}" if names else ""
