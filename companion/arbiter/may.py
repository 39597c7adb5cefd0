"""What may Anna do now? Every lawful action by kind, with its range and its price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from companion.arbiter.prices import money_change
from companion.arbiter.report import Report
from companion.arbiter.spelling import speller
from companion.arbiter.verdict import awaited
from companion.notation.kinds import write_tally
from companion.notation.line import Speller
from companion.play.labels import words_of
from engine.event import State
from engine.game import Command, Game, Offer, judge, legal


class Lawful(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something a seat may do: its `kind` (the first word), how it is written, and what is left open.

    With `vary` the field may be anything from `least` to `most` (`below` and `above` are the rules that stop there), or
    so many pieces out of `pool`. `money` is what it brings, below 0 what it costs, if others let it pass; of a number
    what each brings. `also` is a word that may be added, and `also_money` what it brings then.
    """

    kind: str
    line: str
    vary: str = ""
    least: int = 0
    most: int = 0
    pool: str = ""
    below: str = ""
    above: str = ""
    money: int = 0
    also: str = ""
    also_money: int = 0


def lawful(game: Game, state: State, seat: str) -> tuple[Lawful, ...]:
    """Everything a seat may do now, in the order of the rulebook; a word that may be added makes no line of its own."""
    writer = speller(game, state.setup)
    items = legal(game, state, seat)
    return tuple(_lawful(writer, state, item, items) for item in items if not _is_addition(writer, item, items))


def _is_addition(writer: Speller, item: Command | Offer, items: list[Command | Offer]) -> bool:
    """Is it the same as another item, but for a word that may be missing?"""
    return any(getattr(item, name) and replace(item, **{name: False}) in items for name in _words(writer, item))


def _words(writer: Speller, item: Command | Offer) -> dict[str, str]:
    """The fields of a command that are a word which may be missing, each with its word."""
    form = writer.by_command.get(type(item))
    return {} if form is None else form.words


def _lawful(writer: Speller, state: State, item: Command | Offer, items: list[Command | Offer]) -> Lawful:
    if isinstance(item, Offer):
        return _family(writer, state, item)
    found = Lawful(
        kind=_kind(writer, item),
        line=_rest(writer.write(item)),
        money=money_change(writer.game, state, item),
    )
    for name, word in _words(writer, item).items():
        added = None if getattr(item, name) else replace(item, **{name: True})
        if added in items:
            found = replace(found, also=word, also_money=money_change(writer.game, state, added))
    return found


def _family(writer: Speller, state: State, item: Offer) -> Lawful:
    kind = _kind(writer, item.least)
    line = _rest(writer.write_open(item.least, item.vary, *_spoken(writer, state, item)))
    least, most = item.over.span
    if item.over.pool is not None:
        pool = write_tally(writer.spelling.pieces, item.over.pool)
        return Lawful(kind=kind, line=line, vary=item.vary, least=least, most=most, pool=pool)
    if item.over.values:
        return Lawful(kind=kind, line=line, vary=item.vary)
    below, above = (judge(writer.game, state, item.of(number)).rule for number in (least - 1, most + 1))
    return Lawful(
        kind=kind,
        line=line,
        vary=item.vary,
        least=least,
        most=most,
        below=below,
        above=above,
        money=_each(writer, state, item, least),
    )


def _each(writer: Speller, state: State, item: Offer, least: int) -> int:
    """What one of a number brings; nothing where the number is the money itself."""
    if item.vary == writer.spelling.account.money or least < 1:
        return 0
    whole = money_change(writer.game, state, item.of(least))
    return whole // least if whole % least == 0 else 0


def _spoken(writer: Speller, state: State, item: Offer) -> tuple[str, ...]:
    """Fields that are left empty in the list because only the player can say them, such as what a trade asks for."""
    empty = [name for name in item.least.__struct_fields__ if name != item.vary and getattr(item.least, name) == {}]
    pool = item.over.pool
    if not empty or not pool or judge(writer.game, state, item.of(dict([next(iter(pool.items()))]))).allowed:
        return ()
    return tuple(empty)


def _kind(writer: Speller, command: Command) -> str:
    """The leading words of a command, such as ``buy ship``."""
    return " ".join(_leading(writer.by_command[type(command)].parts))


def _leading(parts: Sequence[object]) -> list[str]:
    return list(takewhile(lambda part: isinstance(part, str), parts))  # type: ignore[arg-type]


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
    due = awaited(report.title.game, state)
    others = ", ".join(map(report.seat, due))
    if not found:
        yield report.say("may_nothing", seat=report.seat(seat), others=others) if others else report.say("over")
        return
    asked = seat in state.phase.actors
    yield report.say("may" if asked else "may_aside", seat=report.seat(seat), others=others)
    writer = speller(report.title.game, state.setup)
    for kind, items in by_kind(found).items():
        yield f"  {_heading(report, writer, kind)}"
        yield from (f"    {_in_words(report, item)}" for item in items if item.line != kind)


def _heading(report: Report, writer: Speller, kind: str) -> str:
    """The word of the notation, and what it means in the language asked."""
    command = next(form.command for form in writer.forms if " ".join(_leading(form.parts)) == kind)
    meant = words_of(command.__name__, report.game, report.language)
    return kind if report.language == "en" or meant == kind else f"{kind} – {meant}"


def _in_words(report: Report, item: Lawful) -> str:
    price = report.money(item.money) if item.money else ""
    if not item.vary:
        also = report.say("also", word=item.also, money=report.money(item.also_money)) if item.also else ""
        return f"{item.line}{f': {price}' if price else ''}{also}"
    if item.pool:
        phrase = "pick_exact" if item.least == item.most else "pick"
        return f"{item.line}: {report.say(phrase, least=item.least, most=item.most, pool=item.pool)}"
    ends: dict[str, object] = {"least": item.least, "most": item.most, "below": item.below, "above": item.above}
    each = report.say("each", money=price) if price else ""
    return f"{item.line}: {report.say('range' if item.most else 'choice', **ends)}{each}"
