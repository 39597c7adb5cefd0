"""The questions only a person can answer: which stand, which were refused, and which are about an older entry."""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.play.disputes import seat_of
from companion.play.labels import label, piece_name
from companion.play.reports import Disagreement, Proposed, Question
from companion.sensing.doubt import Counted, HowMany
from companion.sensing.judge import Ask
from engine.event import Turned
from engine.game import Command
from engine.journal import Correct, Undo
from engine.table import Piece, Zone


class Questions:
    """Questions by id; an id begins with the number of the entry it is about, so that it is asked once.

    The rest of an id names the commands that are proposed, in no language, so that it is the same in all of them.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self.standing: dict[str, Question] = {}
        self._refused: set[str] = set()

    def ask(self, last: int, ask: Ask | HowMany) -> bool:
        """Let this be asked after entry `last`, and nothing else; false if it stands already or was refused."""
        if isinstance(ask, HowMany):
            return self._ask_how_many(last, ask)
        id = f"{last}/{ask.zone}/{'|'.join(repr(each.command) for each in ask.choices)}"
        if id in self.standing or id in self._refused:
            return False
        readings = tuple(Proposed(_propose(each.command, self._game), each.share, each.command) for each in ask.choices)
        seat = getattr(ask.choices[0].command, "seat", "")
        self.standing = {id: Question(id=id, seat=seat, zone=ask.zone, kind=_kind(ask), readings=readings)}
        return True

    def clear_agreed(self, wrong: Collection[Zone]) -> bool:
        """Whether a piece shows another face is asked no more where table and book agree; true if it was."""
        old = [id for id, asked in self.standing.items() if asked.zone not in wrong and _is_turned(asked)]
        for id in old:
            del self.standing[id]
        return bool(old)

    def _ask_how_many(self, last: int, ask: HowMany) -> bool:
        id = f"{last}/{ask.zone}/{ask.piece}/{ask.numbers[0][0]}"
        if id in self.standing:
            return False
        numbers = tuple(
            Proposed(f"{n} {ask.piece}", share, Counted(ask.zone, ask.piece, n)) for n, share in ask.numbers
        )
        self.standing = {
            id: Question(id=id, seat=seat_of(ask.zone), zone=ask.zone, kind="many", readings=numbers),
        }
        return True

    def ask_substitutes(self, last: int, found: Disagreement, piece: Piece, correct: Correct) -> None:
        """More than the box holds is never booked unasked: there may be substitutes on the table."""
        id = f"{last}/{found.zone}/box"
        right = Proposed(f"{found.table.get(piece, 0)} {piece}", 1.0, correct)
        self.standing[id] = Question(
            id=id, seat=found.seat, zone=found.zone, kind="substitutes", readings=(right,), piece=piece
        )

    def take(self, id: str) -> Question | None:
        """A question that is answered is none any more; None if it does not stand."""
        return self.standing.pop(id, None)

    def refuse(self, id: str) -> None:
        """None of the readings was right: this is not asked again."""
        self._refused.add(id)

    def clear_counted(self, asks: Callable[[Zone, Piece], bool]) -> bool:
        """A count that is no longer in doubt is not asked for any more; true if there was one."""
        old = [
            id
            for id, question in self.standing.items()
            if isinstance(counted := question.readings[0].command, Counted) and not asks(counted.zone, counted.piece)
        ]
        for id in old:
            del self.standing[id]
        return bool(old)

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.standing.clear()

    def clear_older(self, last: int) -> bool:
        """A question about an entry before `last` is none any more; true if there was one."""
        old = [id for id in self.standing if not id.startswith(f"{last}/")]
        for id in old:
            del self.standing[id]
        return bool(old)


def _propose(command: Command, game: str) -> str:
    if isinstance(command, Correct):
        return ", ".join(piece_name(shift.into, game) for shift in command.shifts if isinstance(shift, Turned))
    return f"undo to entry {command.to}" if isinstance(command, Undo) else label(command, game)


def _is_turned(asked: Question) -> bool:
    first = asked.readings[0].command
    return isinstance(first, Correct) and any(isinstance(shift, Turned) for shift in first.shifts)


def _kind(ask: Ask) -> str:
    """The kind of question that proposes such commands."""
    if isinstance(ask.choices[0].command, Undo):
        return "back"
    return "turned" if isinstance(ask.choices[0].command, Correct) else "done"
