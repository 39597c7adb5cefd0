"""A past entry that should have been another: what it could have been, and the entries that make it so."""

from __future__ import annotations

from collections.abc import Iterator

from companion.sensing.choices import one_by_one
from companion.titles import title_of
from engine.game import Command, Offer, legal
from engine.journal import Amended, Entry, Journal, Undo, amend
from engine.rule import NOT_LIVE, Illegal

NUMBERS = 12
"""So many numbers of a range are listed, so that its end does not show how much gold a player had."""


def instead_of(book: Journal, number: int) -> list[Command]:
    """The other lawful commands of the same seat in the place of entry `number`, those of its kind first.

    Raises `Illegal` if it is not live.
    """
    found = [each for item in _lawful_at(book, number) for each in _singly(item)]
    done = book.entries[number - 1].command
    return sorted((each for each in found if each != done), key=lambda each: type(each) is not type(done))


def sets_instead_of(book: Journal, number: int) -> list[Offer]:
    """The families of lawful commands in the place of entry `number` that want a set of pieces; `Illegal` as above."""
    return [item for item in _lawful_at(book, number) if isinstance(item, Offer) and item.over.pool is not None]


def _lawful_at(book: Journal, number: int) -> list[Command | Offer]:
    """What the seat of entry `number` might have done instead, as far as everybody may know."""
    if number not in book.live or number == 1:
        raise Illegal(NOT_LIVE, (number,))
    before = Journal(book.game, book.setup)
    for live in book.live[: book.live.index(number)]:
        before.submit(book.entries[live - 1].command)
    shown = title_of(book.game.name).listed(before.state, "")
    return legal(book.game, shown, book.entries[number - 1].command.seat)


def _singly(item: Command | Offer) -> list[Command]:
    """A family of commands one by one, unless it wants a set of pieces: that is chosen piece by piece."""
    if not isinstance(item, Offer):
        return [item]
    return [item.of(value) for value in one_by_one(item.over, NUMBERS)]


def again(book: Journal, amended: Amended) -> list[Entry]:
    """The entries that follow those before the amended one, as they would be submitted again."""
    return amended.journal.entries[book.live.index(amended.number) :]


def rewrite(book: Journal, number: int, instead: Command | None, at: float, why: str = "") -> Iterator[Entry]:
    """Take back entry `number` and all after it, then submit what stays lawful, each with its own origin.

    `why` names those who agreed. Gives each new entry once it is kept; raises `Illegal`, before the first, if `instead`
    is not lawful there.
    """
    amended = amend(book, number, instead)
    later = again(book, amended)
    before = book.live.index(number)
    reason = f"entry {number} is corrected" + (f"; {why}" if why else "")
    yield book.submit(Undo("", book.live[before - 1], reason), "tap", at)
    for entry in later:
        yield book.submit(entry.command, entry.origin, at, entry.evidence)
