"""Why did I pay 3? Answered from the journal: which entries moved pieces from or to a seat, by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from companion.arbiter.report import Report
from companion.arbiter.wording import explained, rulebook_of, say
from companion.notation.line import speller
from engine.event import Entered, Event, Moved
from engine.journal import UNDONE, Correct, Entry, Journal
from engine.rule import Rulebook


class Cause(Struct, frozen=True):
    """One movement of a piece from (`amount` below 0) or to a seat, and what it follows from.

    `rule` is empty for a correction that names none; `places` tells where each edition prints the rule; `live` is
    false for what has been taken back since.
    """

    entry: int
    round: int
    line: str
    piece: str
    amount: int
    rule: str
    sentence: str
    places: dict[str, str]
    live: bool


def causes(journal: Journal, seat: str, piece: str = "gold", language: str = "en") -> list[Cause]:
    """Every movement of a piece from or to what a seat has, newest first."""
    book, said = rulebook_of(journal.game.name), speller(journal.game, journal.setup)
    found, number, live = [], 0, set(journal.live)
    for entry in journal.entries:
        for rule, amount in _moved(entry.events, seat, piece):
            sentence = _sentence(book, entry, rule, language)
            places = dict(book[rule].place) if rule in book else {}
            line, stands = said.write(entry.command), entry.number in live
            found.append(Cause(entry.number, number, line, piece, amount, rule, sentence, places, stands))
        number = _round(entry.events, number)
    return found[::-1]


def _sentence(book: Rulebook, entry: Entry, rule: str, language: str) -> str:
    if isinstance(entry.command, Correct) and not rule:
        return say("corrected", language)
    return say("undone", language) if rule == UNDONE else explained(book, rule, (), language)


def _moved(events: Iterable[Event], seat: str, piece: str) -> Iterator[tuple[str, int]]:
    """Per rule how much of a piece came to the seat; what goes from one of its zones to another is not told."""
    sums: dict[str, int] = {}
    for event in events:
        if isinstance(event, Moved) and event.piece == piece:
            amount = event.count * (_is_of(event.target, seat) - _is_of(event.source, seat))
            sums[event.why] = sums.get(event.why, 0) + amount
    return ((rule, amount) for rule, amount in sums.items() if amount)


def _is_of(zone: str, seat: str) -> bool:
    return seat in zone.split("/")


def _round(events: Iterable[Event], number: int) -> int:
    for event in events:
        if isinstance(event, Entered):
            number = getattr(getattr(event.phase, "round", None), "number", number)
    return number


def of_amount(found: Iterable[Cause], amount: int) -> list[Cause]:
    """The movements of this many pieces, whichever way they went; 0 stands for all."""
    return [cause for cause in found if not amount or abs(cause.amount) == abs(amount)]


def told(report: Report, seat: str, found: list[Cause], piece: str, amount: int) -> Iterator[str]:
    """The answer line by line."""
    if not found:
        yield report.say("paid_none", seat=report.seat(seat), piece=piece, amount=amount or "–")
    for cause in found:
        facts = {"number": cause.entry, "round": cause.round, "piece": cause.piece, "line": cause.line}
        line = report.say("paid", seat=report.seat(seat), amount=f"{cause.amount:+d}", **facts)
        yield line if cause.live else f"{line} ({report.say('taken_back')})"
        yield f"  {cause.rule}{': ' if cause.rule else ''}{cause.sentence}"
        yield from (f"  {text}" for text in report.printed(cause.places))
