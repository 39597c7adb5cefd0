"""A case from its situation to its rulings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion.arbiter.account import accounts
from companion.arbiter.case import Case, Sheet, Wrong, read_case
from companion.arbiter.notation import NotationError, Speller, speller
from companion.arbiter.shorthand import completed
from companion.arbiter.situation import lay_out
from companion.arbiter.verdict import Verdict, changes, verdict
from companion.games import title_of
from engine.catalogue import Unknown
from engine.event import State
from engine.game import Command, Standing
from engine.journal import Correct, Journal, Overrule, Remark, Undo
from engine.rule import Illegal

KERNEL = (Undo, Correct, Overrule, Remark)


class Judgement(Struct, frozen=True):
    """The rulings of a case, what has changed by the end, the scores then, and the table before and after."""

    case: Case
    verdicts: tuple[Verdict, ...]
    changes: dict[str, dict[str, Any]]
    standings: tuple[Standing, ...]
    state: State


def judge_file(file: Path, language: str = "en") -> Judgement:
    """Judge the case in a file; raises `FileError` naming file, line and key, `OSError`."""
    sheet = read_case(file)
    return judge_case(sheet, language)


def judge_case(sheet: Sheet, language: str = "en") -> Judgement:
    """Judge a case that has been read; raises `FileError` naming file, line and key."""
    case = sheet.case
    journal = _laid_out(sheet)
    said, state = speller(journal.game, journal.setup), journal.state
    before = accounts(said.spelling, state, case.seats)
    verdicts = tuple(_judge(sheet, journal, said, number, language) for number in range(len(case.commands)))
    after = accounts(said.spelling, state, case.seats)
    return Judgement(case, verdicts, changes(said, before, after), _standings(journal), state)


def _laid_out(sheet: Sheet) -> Journal:
    """A journal that begins with the situation of the case."""
    if sheet.case.game != "constantinopolis":
        raise sheet.wrong(("game",), f"cases are judged for 'constantinopolis', not {sheet.case.game!r}")
    try:
        state = lay_out(sheet.case, sheet.file)
    except Wrong as error:
        raise sheet.wrong(error.keys, error.wrong) from error
    except Unknown as error:
        raise sheet.wrong(("values",), f"{error}; it can be given as printed.{error.key}") from error
    journal = Journal(title_of(sheet.case.game).game, state.setup)
    journal.state = state
    return journal


def _judge(sheet: Sheet, journal: Journal, said: Speller, number: int, language: str) -> Verdict:
    keys = ("commands", str(number))
    try:
        command = completed(journal.game, journal.state, said.read(sheet.case.commands[number]))
        if isinstance(command, KERNEL):
            return _book(journal, said, command)
        found = verdict(journal.game, journal.state, command, language)
        if found.allowed:
            journal.submit(command)
    except NotationError as error:
        raise sheet.wrong(keys, str(error)) from error
    except Unknown as error:
        raise sheet.wrong(keys, f"{error}; it can be given as printed.{error.key}") from error
    return found


def _book(journal: Journal, said: Speller, command: Command) -> Verdict:
    """An undo, correction, remark or accepted move is booked, not judged."""
    seats = [seat for seat in journal.state.seats if seat]
    before = accounts(said.spelling, journal.state, seats)
    try:
        journal.submit(command)
    except Illegal as refusal:
        facts = {str(number): fact for number, fact in enumerate(refusal.facts)}
        return Verdict(said.write(command), False, refusal.rule, refusal.rule, facts)
    after = accounts(said.spelling, journal.state, seats)
    return Verdict(said.write(command), True, rule=getattr(command, "rule", ""), changes=changes(said, before, after))


def _standings(journal: Journal) -> tuple[Standing, ...]:
    """The order of the seats if the game ended now; nothing where a value needed for it is not known."""
    try:
        return journal.game.standings(journal.state)
    except Unknown:
        return ()


def as_json(judgement: Judgement) -> dict[str, Any]:
    """A judgement as one JSON object (docs/cases/README.md)."""
    case, phase = judgement.case, judgement.state.phase
    return {
        "title": case.title,
        "game": case.game,
        "edition": case.edition,
        "preset": case.preset,
        "options": case.options,
        "rulings": [msgspec.to_builtins(one) for one in judgement.verdicts],
        "changes": judgement.changes,
        "standings": {
            one.seat: {"place": one.place, "score": one.score, "lines": one.lines} for one in judgement.standings
        },
        "phase": {"name": type(phase).__name__, "round": phase.round.number, "actors": list(phase.actors)},
        "state": {zone: dict(tally) for zone, tally in sorted(judgement.state.table.items()) if tally},
    }


def _standing(one: Standing) -> dict[str, Any]:
    return {"place": one.place, "score": one.score, "lines": one.lines}
