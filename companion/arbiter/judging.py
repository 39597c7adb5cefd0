"""A case from its situation to its rulings."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from companion.arbiter.account import Changes, accounts
from companion.arbiter.cases import again, laid_out, read_case, read_cases
from companion.arbiter.readings import Twin, follow, twins_of
from companion.arbiter.spelling import speller
from companion.arbiter.verdict import Verdict, changes, verdict
from companion.arbiter.wording import explained
from companion.notation.case import Case, Sheet, Wrong
from companion.notation.hands import one_of
from companion.notation.line import NotationError, Speller
from companion.titles import rulebook_of, title_of
from engine.catalogue import Unknown
from engine.errors import WrongInput
from engine.event import State
from engine.game import Command, Game, Standing
from engine.journal import Correct, Journal, Learn, Overrule, Remark, Undo
from engine.rule import Illegal

KERNEL = (Undo, Correct, Overrule, Remark, Learn)


class Judgement(Struct, frozen=True):
    """The rulings of a case, what has changed by the end, the scores then, and the table before and after."""

    case: Case
    verdicts: tuple[Verdict, ...]
    changes: dict[str, Changes]
    standings: tuple[Standing, ...]
    state: State


def judge_file(file: Path, language: str = "en") -> Judgement:
    """Judge the first situation in a file; raises `FileError` naming file, line and key, `OSError`."""
    return judge_case(read_case(file), language)


def judge_all(file: Path, language: str = "en") -> tuple[Judgement, ...]:
    """Judge every situation in a file; raises `FileError` naming file, line and key, `OSError`."""
    return tuple(judge_case(sheet, language) for sheet in read_cases(file))


def judge_case(sheet: Sheet, language: str = "en") -> Judgement:
    """Judge a case that has been read; raises `FileError` naming file, line and key."""
    case = sheet.case
    journal = _laid_out(sheet)
    writer, state = speller(journal.game, journal.setup), journal.state
    before, judge = (
        accounts(writer.spelling, state, case.seats),
        _Judge(sheet, journal, writer, _twins(sheet, journal)),
    )
    verdicts = tuple(judge.judge(number, language) for number in range(len(case.commands)))
    after = accounts(writer.spelling, state, case.seats)
    return Judgement(case, verdicts, changes(writer, before, after), _standings(journal), state)


def _laid_out(sheet: Sheet) -> Journal:
    """A journal that begins with the situation of the case."""
    state = laid_out(sheet)
    journal = Journal(title_of(sheet.case.game).game, state.setup)
    journal.state = state
    return journal


def _twins(sheet: Sheet, journal: Journal) -> list[Twin]:
    """The same situation under every other value of every option and every preset, where it can lie so."""
    found = []
    for twin in twins_of(journal.game, journal.state):
        with suppress(Wrong):  # such as more gold than a limited supply has
            twin.state = again(sheet, twin.state.setup)
            found.append(twin)
    return found


def judge_position(game: Game, state: State, line: str, language: str = "en") -> Verdict:
    """Judge a command written on one line at a position; raises `NotationError` for a line that is no command."""
    said = speller(game, state.setup).read(line)
    if isinstance(said, KERNEL):
        raise NotationError(f"{line!r} is nothing to judge: it is booked in any case")
    try:
        _check_names(game, state, said)
    except Wrong as error:
        raise NotationError(f"{error.wrong}, in {line!r}") from error
    command = title_of(game.name).completed(state, said)
    return verdict(game, state, command, language)


def after(journal: Journal, number: int) -> Journal:
    """A game as it stood after an entry; raises `ValueError` for an entry there is not."""
    if not 0 <= number <= journal.last:
        raise WrongInput(f"there is no entry {number}, the last one is {journal.last}")
    found = Journal(journal.game, journal.setup)
    for entry in journal.entries[:number]:
        found.append(entry)
    return found


class _Judge(Struct, frozen=True):
    """Judges the commands of a case one after another; the twins go the same way as long as their rules let them."""

    sheet: Sheet
    journal: Journal
    writer: Speller
    twins: list[Twin]

    def judge(self, number: int, language: str) -> Verdict:
        """The verdict on one command; if it is allowed it is carried out."""
        try:
            return self._judged(self.sheet.case.commands[number], language)
        except NotationError as error:
            raise self.sheet.wrong(("commands", str(number)), str(error)) from error
        except Wrong as error:
            raise self.sheet.wrong(("commands", str(number)), error.wrong) from error
        except Unknown as error:
            wrong = f"{error}; it can be given as printed.{error.key}"
            raise self.sheet.wrong(("commands", str(number)), wrong) from error

    def _judged(self, line: str, language: str) -> Verdict:
        game, state = self.journal.game, self.journal.state
        said = self.writer.read(line)
        if isinstance(said, KERNEL):
            return self._booked(said, language)
        _check_names(game, state, said)
        command = title_of(game.name).completed(state, said)
        found = verdict(game, state, command, language, self.twins)
        follow(game, self.twins, command, found.allowed)
        if found.allowed:
            self.journal.submit(command)
        return found

    def _booked(self, command: Command, language: str) -> Verdict:
        """An undo, correction, remark or accepted move is booked, not judged; from then on only this table counts."""
        self.twins[:] = [] if not isinstance(command, Remark) else self.twins
        return _book(self.journal, self.writer, command, language)


def _check_names(game: Game, state: State, command: Command) -> None:
    """Raise `Wrong` for a seat or a name there is none of, with the nearest one."""
    one_of(command.seat or "table", [seat or "table" for seat in state.seats], "seat of this game", ())
    for name, what, known in title_of(game.name).names(state, command):
        one_of(name, known, what, ())


def _book(journal: Journal, writer: Speller, command: Command, language: str) -> Verdict:
    """An undo, correction, remark or accepted move is booked, not judged."""
    seats = [seat for seat in journal.state.seats if seat]
    before = accounts(writer.spelling, journal.state, seats)
    try:
        journal.submit(command)
    except Illegal as refusal:
        facts = {str(number): fact for number, fact in enumerate(refusal.facts)}
        edition = getattr(journal.setup, "edition", None)
        sentence = explained(
            rulebook_of(writer.game.name),
            refusal.rule,
            refusal.facts,
            language,
            reason=refusal.reason,
            edition=edition,
        )
        return Verdict(command=writer.write(command), allowed=False, rule=refusal.rule, sentence=sentence, facts=facts)
    after = accounts(writer.spelling, journal.state, seats)
    return Verdict(
        command=writer.write(command),
        allowed=True,
        rule=getattr(command, "rule", ""),
        changes=changes(writer, before, after),
    )


def _standings(journal: Journal) -> tuple[Standing, ...]:
    """The order of the seats if the game ended now; nothing where a value needed for it is not known."""
    try:
        return journal.game.standings(journal.state)
    except Unknown:
        return ()
