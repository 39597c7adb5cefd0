"""A ruling with all that belongs to it: rule, facts, places in print, other readings, what it does and costs."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.arbiter.account import Account, Changes, accounts, difference
from companion.arbiter.readings import Others, Reading, Twin, ask, twins_of
from companion.arbiter.spelling import speller, spelling_of
from companion.arbiter.wording import explained
from companion.notation.line import Speller
from companion.play.labels import words_of
from companion.titles import rulebook_of, title_of
from engine.event import Entered, Event, Moved, State, evolve, revert
from engine.game import Command, Game, judge
from engine.rule import NOT_NOW, NOT_YOURS, Ruling


class Step(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing that would happen, and the rule it follows from.

    `count` of `piece` go from `source` to `target`, or in `source` turn `into` something else; or the game goes on with
    `phase`, where it is up to `actors`.
    """

    rule: str
    count: int = 0
    piece: str = ""
    source: str = ""
    target: str = ""
    into: str = ""
    phase: str = ""
    actors: tuple[str, ...] = ()


class Verdict(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The arbiter's answer about one command.

    `reason` says which of the rule's reasons it is, where it has several; `places` where each printed edition has the
    rule, or ``silent``; `differs` what they say otherwise;
    `option` the house rule that decides it; `readings` the values of options under which it would be ruled otherwise,
    `presets` whether each preset rules the same; `steps` and `changes` (by seat) what an allowed command would do, and
    `cost` the money it takes from who gave it, in a game with money.
    """

    command: str
    allowed: bool
    rule: str = ""
    sentence: str = ""
    reason: str = ""
    facts: dict[str, object] = {}
    places: dict[str, str] = {}
    ruling: bool = False
    differs: dict[str, str] = {}
    option: str = ""
    readings: tuple[Reading, ...] = ()
    presets: dict[str, bool] = {}
    steps: tuple[Step, ...] = ()
    changes: dict[str, Changes] = {}
    cost: int = 0


def verdict(
    game: Game, state: State, command: Command, language: str = "en", twins: list[Twin] | None = None
) -> Verdict:
    """Judge a command in words; the state stays as it is.

    `twins` are the same game so far at tables that agreed otherwise; without them it is this position.
    """
    writer = speller(game, state.setup)
    ruling = judge(game, state, command)
    others = ask(game, state, twins_of(game, state) if twins is None else twins, command, ruling)
    readings, presets = others.readings, others.presets
    if ruling.allowed:
        steps, changes = what_happens(writer, state, ruling.events)
        line, cost = writer.write(command), _cost(writer, changes.get(command.seat, {}))
        return Verdict(
            command=line, allowed=True, readings=readings, presets=presets, steps=steps, changes=changes, cost=cost
        )
    return _refused(writer, state, ruling, others, language)


def _cost(writer: Speller, change: Changes) -> int:
    """The money that a change takes from a player."""
    gained = change.get(writer.spelling.account.money, 0)
    return max(0, -gained) if isinstance(gained, int) else 0


def _refused(writer: Speller, state: State, ruling: Ruling, others: Others, language: str) -> Verdict:
    book, rule = rulebook_of(writer.game.name), ruling.rule
    facts = _with_names(writer, state, ruling)
    entry = book.get(rule)
    return Verdict(
        command=writer.write(ruling.command),
        allowed=False,
        rule=rule,
        sentence=explained(
            book, rule, facts, language, reason=ruling.reason, edition=getattr(state.setup, "edition", None)
        ),
        reason=ruling.reason,
        facts=_named_facts(entry.facts if entry else (), facts),
        places=dict(entry.place) if entry else {},
        ruling=entry.ruling if entry else False,
        differs={number: notes.get(language, notes["en"]) for number, notes in entry.differs.items()} if entry else {},
        option=entry.option if entry else "",
        readings=others.readings,
        presets=others.presets,
    )


def _with_names(writer: Speller, state: State, ruling: Ruling) -> tuple[object, ...]:
    """The facts as a person would name them."""
    if ruling.rule == NOT_NOW:
        wanted, here = type(ruling.command).__name__, type(state.phase).__name__
        return writer.write(ruling.command), *moments(writer.game, wanted, here)
    if ruling.rule == NOT_YOURS:
        return ruling.command.seat or "table", tuple(seat or "table" for seat in awaited(writer.game, state))
    return ruling.facts


def refusal_sentence(game: Game, rule: str, facts: tuple[object, ...], language: str) -> str:
    """A refusal of the running game in words; `facts` are those everybody may know."""
    if rule == NOT_NOW and facts:
        kind, phase = facts[:2]
        facts = (words_of(str(kind), game.name), *moments(game, str(kind), str(phase)))
    return explained(rulebook_of(game.name), rule, facts, language)


def moments(game: Game, command: str, phase: str) -> tuple[str, str]:
    """In words: the phase this is, and the phases a kind of command belongs to."""
    spelling = spelling_of(game.name)
    kinds = [kind for kind in game.commands if kind.__name__ == command]
    theirs = dict.fromkeys(spelling.section(found.__name__) for kind in kinds for found in game.belongs(kind))
    return spelling.section(phase), ", ".join(theirs) or "…"


def _named_facts(names: tuple[str, ...], facts: tuple[object, ...]) -> dict[str, object]:
    """Facts by name; those the rulebook has no name for by their number."""
    return {names[number] if number < len(names) else str(number): fact for number, fact in enumerate(facts)}


def what_happens(
    writer: Speller, state: State, events: tuple[Event, ...]
) -> tuple[tuple[Step, ...], dict[str, Changes]]:
    """What events that have not happened yet would do: step by step, and per seat."""
    seats = [seat for seat in state.seats if seat]
    before = accounts(writer.spelling, state, seats)
    evolve(state, events)
    after = accounts(writer.spelling, state, seats)
    revert(state, events)
    return tuple(_step(writer, state, event) for event in events), changes(writer, before, after)


def changes(writer: Speller, before: Mapping[str, Account], after: Mapping[str, Account]) -> dict[str, Changes]:
    """The differences of all seats that have any."""
    found = {seat: difference(writer.spelling, before[seat], after[seat]) for seat in after}
    return {seat: changed for seat, changed in found.items() if changed}


def _step(writer: Speller, state: State, event: Event) -> Step:
    if isinstance(event, Entered):
        phase = writer.spelling.section(type(event.phase).__name__) or type(event.phase).__name__
        then = State(state.setup, state.seats, state.table, event.phase)
        return Step(rule=event.why, phase=phase, actors=awaited(writer.game, then))
    if isinstance(event, Moved):
        return Step(rule=event.why, count=event.count, piece=event.piece, source=event.source, target=event.target)
    return Step(rule=event.why, count=event.count, piece=event.piece, source=event.zone, into=event.into)


def awaited(game: Game, state: State) -> tuple[str, ...]:
    """The seats the game waits for; the table (``""``) where it waits for no seat, nothing once it is over."""
    return title_of(game.name).due(state) or (("",) if state.phase.actors else ())
