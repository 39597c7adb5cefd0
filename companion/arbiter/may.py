"""What may Anna do now? Every lawful action by kind, with its range."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.arbiter.report import Report
from companion.arbiter.spelling import speller
from companion.arbiter.verdict import awaited
from companion.notation.kinds import write_tally
from companion.notation.line import Speller
from engine.event import State
from engine.game import Command, Game, Offer, judge, legal


class Lawful(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something a seat may do: its `kind` (the first word), how it is written, and what is left open.

    With `vary` the field may be anything from `least` to `most` (`below` and `above` are the rules that stop there), or
    so many pieces out of `pool`.
    """

    kind: str
    line: str
    vary: str = ""
    least: int = 0
    most: int = 0
    pool: str = ""
    below: str = ""
    above: str = ""


def lawful(game: Game, state: State, seat: str) -> tuple[Lawful, ...]:
    """Everything a seat may do now, in the order of the rulebook."""
    writer = speller(game, state.setup)
    return tuple(_lawful(writer, state, item) for item in legal(game, state, seat))


def _lawful(writer: Speller, state: State, item: Command | Offer) -> Lawful:
    if not isinstance(item, Offer):
        return Lawful(kind=_kind(writer, item), line=_rest(writer.write(item)))
    line, kind = _rest(writer.write_open(item.least, item.vary)), _kind(writer, item.least)
    least, most = item.over.span
    if item.over.pool is not None:
        return Lawful(
            kind=kind,
            line=line,
            vary=item.vary,
            least=least,
            most=most,
            pool=write_tally(writer.spelling.pieces, item.over.pool),
        )
    if item.over.values:
        return Lawful(kind=kind, line=line, vary=item.vary)
    below, above = (judge(writer.game, state, item.of(number)).rule for number in (least - 1, most + 1))
    return Lawful(kind=kind, line=line, vary=item.vary, least=least, most=most, below=below, above=above)


def _kind(writer: Speller, command: Command) -> str:
    """The leading words of a command, such as ``buy ship``."""
    words = []
    for part in writer.by_command[type(command)].parts:
        if not isinstance(part, str):
            break
        words.append(part)
    return " ".join(words)


def _rest(line: str) -> str:
    """A line without its seat."""
    return line.partition(" ")[2]


def by_kind(found: tuple[Lawful, ...]) -> dict[str, list[Lawful]]:
    """Lawful actions gathered by kind."""
    kinds: dict[str, list[Lawful]] = {}
    for one in found:
        kinds.setdefault(one.kind, []).append(one)
    return kinds


def answer(report: Report, state: State, seat: str, found: tuple[Lawful, ...]) -> Iterator[str]:
    """The answer to "what may Anna do now?" line by line."""
    if not found:
        others = ", ".join(map(report.seat, awaited(report.title.game, state)))
        yield report.say("may_nothing", seat=report.seat(seat), others=others) if others else report.say("over")
        return
    yield report.say("may", seat=report.seat(seat))
    for items in by_kind(found).values():
        yield from (f"  {_in_words(report, item)}" for item in items)


def _in_words(report: Report, item: Lawful) -> str:
    if not item.vary:
        return item.line
    if item.pool:
        phrase = "pick_exact" if item.least == item.most else "pick"
        return f"{item.line}: {report.say(phrase, least=item.least, most=item.most, pool=item.pool)}"
    ends = {"least": item.least, "most": item.most, "below": item.below, "above": item.above}
    return f"{item.line}: {report.say('range' if item.most else 'choice', **ends)}"
