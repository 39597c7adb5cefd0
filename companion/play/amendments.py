"""A past entry that should have been another: what it could have been, and the entries that make it so."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.game import Bounds, Command, Offer, Pick, legal
from engine.journal import Amended, Entry, Journal, Undo, amend
from engine.rule import NOT_LIVE, Illegal

NUMBERS = 12
"""So many numbers of a range are listed, so that its end does not tell how much gold somebody had."""


def instead_of(book: Journal, number: int) -> list[Command]:
    """The other lawful commands of the same seat in the place of entry `number`, those of its kind first.

    Raises `Illegal` if it is not live.
    """
    found = [each for item in _lawful_at(book, number) for each in _singly(item)]
    said = book.entries[number - 1].command
    return sorted((each for each in found if each != said), key=lambda each: type(each) is not type(said))


def sets_instead_of(book: Journal, number: int) -> list[Offer]:
    """The families of lawful commands in the place of entry `number` that want a set of pieces; `Illegal` as above."""
    return [item for item in _lawful_at(book, number) if isinstance(item, Offer) and isinstance(item.over, Pick)]


def _lawful_at(book: Journal, number: int) -> list[Command | Offer]:
    """What the seat of entry `number` might have done instead."""
    if number not in book.live or number == 1:
        raise Illegal(NOT_LIVE, (number,))
    before = Journal(book.game, book.setup)
    for live in book.live[: book.live.index(number)]:
        before.submit(book.entries[live - 1].command)
    return legal(book.game, before.state, book.entries[number - 1].command.seat)


def _singly(item: Command | Offer) -> list[Command]:
    """A family of commands one by one, where its members are numbers; sets of pieces are chosen piece by piece."""
    if not isinstance(item, Offer):
        return [item]
    if not isinstance(item.over, Bounds):
        return []
    numbers = range(item.over.least, min(item.over.most, item.over.least + NUMBERS - 1) + 1)
    return [replace(item.least, **{item.vary: number}) for number in numbers]


def again(book: Journal, amended: Amended) -> list[Entry]:
    """The entries that follow those before the amended one, as they would be submitted again."""
    return amended.journal.entries[book.live.index(amended.number) :]


def rewrite(book: Journal, number: int, instead: Command | None, at: float, why: str = "") -> Iterator[Entry]:
    """Take back entry `number` and all after it, then submit what stays lawful, each by whoever brought it.

    `why` says who agreed. Gives each new entry once it is kept; raises `Illegal`, before the first, if `instead` is
    not lawful there.
    """
    amended = amend(book, number, instead)
    later = again(book, amended)
    before = book.live.index(number)
    said = f"entry {number} is corrected" + (f"; {why}" if why else "")
    yield book.submit(Undo("", book.live[before - 1], said), "tap", at)
    for entry in later:
        yield book.submit(entry.command, entry.origin, at, entry.evidence)
