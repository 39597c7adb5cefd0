"""Why did I pay 3? Answered from the journal: which entries moved pieces from or to a seat, by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from companion.arbiter.account import short
from companion.arbiter.report import Report
from companion.arbiter.spelling import speller
from companion.arbiter.wording import explained, say
from companion.notation.spelling import Spelling
from companion.titles import rulebook_of, title_of
from companion.wording import signed
from engine.event import Event, Moved, evolve
from engine.journal import UNDONE, Correct, Entry, Journal
from engine.rule import Rulebook


class Cause(Struct, frozen=True, kw_only=True):
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


def causes(journal: Journal, seat: str, piece: str = "", language: str = "en") -> list[Cause]:
    """Every movement of a piece from or to what a seat has, newest first.

    Without a `piece` it is the game's money; in a game without money every piece counts.
    """
    book, writer = rulebook_of(journal.game.name), speller(journal.game, journal.setup)
    found, live, wanted = [], set(journal.live), piece or money(writer.spelling)
    for entry, number in _with_rounds(journal):
        for rule, moved, amount in _moved(writer.spelling, entry.events, seat, wanted):
            sentence = _sentence(book, entry, rule, language, getattr(journal.setup, "edition", None))
            places = dict(book[rule].place) if rule in book else {}
            line, stands = writer.write(entry.command), entry.number in live
            found.append(
                Cause(
                    entry=entry.number,
                    round=number,
                    line=line,
                    piece=moved,
                    amount=amount,
                    rule=rule,
                    sentence=sentence,
                    places=places,
                    live=stands,
                )
            )
    return found[::-1]


def money(spelling: Spelling) -> str:
    """The piece people pay with; nothing in a game without money."""
    account = spelling.account
    return account.numbers[account.money][1] if account.money else ""


def _with_rounds(journal: Journal) -> Iterator[tuple[Entry, int]]:
    """Each entry with the round it was made in; what follows the end belongs to the last round."""
    state, number = journal.game.box(journal.setup), 0
    title = title_of(journal.game.name)
    for entry in journal.entries:
        number = title.round(state) or number
        yield entry, number
        evolve(state, entry.events)


def _sentence(book: Rulebook, entry: Entry, rule: str, language: str, edition: object) -> str:
    if isinstance(entry.command, Correct) and not rule:
        return say("corrected", language)
    return say("undone", language) if rule == UNDONE else explained(book, rule, (), language, edition=edition)


def _moved(spelling: Spelling, events: Iterable[Event], seat: str, wanted: str) -> Iterator[tuple[str, str, int]]:
    """Per rule and piece how much came to the seat; what goes from one of its zones to another is left out."""
    sums: dict[tuple[str, str], int] = {}
    for event in events:
        if isinstance(event, Moved) and wanted in ("", event.piece, short(spelling, event.piece)):
            amount = event.count * (_is_of(event.target, seat) - _is_of(event.source, seat))
            key = event.why, event.piece
            sums[key] = sums.get(key, 0) + amount
    return ((rule, piece, amount) for (rule, piece), amount in sums.items() if amount)


def _is_of(zone: str, seat: str) -> bool:
    return seat in zone.split("/")


def of_amount(found: Iterable[Cause], amount: int) -> list[Cause]:
    """The movements of this many pieces, whichever way they went; 0 stands for all."""
    return [cause for cause in found if not amount or abs(cause.amount) == abs(amount)]


def answer(report: Report, seat: str, found: list[Cause], piece: str, amount: int) -> Iterator[str]:
    """The answer line by line."""
    if not found:
        what = report.piece(piece or money(report.spelling))
        yield report.say("paid_none", seat=report.seat(seat), piece=what, amount=amount or "–")
    for cause in found:
        facts = {
            "number": cause.entry,
            "round": cause.round,
            "piece": report.piece(cause.piece),
            "line": report.quoted(cause.line),
        }
        line = report.say("paid", seat=report.seat(seat), amount=signed(cause.amount), **facts)
        yield line if cause.live else f"{line} ({report.say('taken_back')})"
        yield f"  {cause.rule}{': ' if cause.rule else ''}{cause.sentence}"
        yield from (f"  {text}" for text in report.printed(cause.places))
