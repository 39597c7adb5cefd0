"""What a phone asks for: done once, only for its own seat, and only for the entry it has seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.play.challenges import call
from companion.play.reports import Refusal
from companion.play.session import Session
from companion.presenters.common.rulesheet import refusal_words
from companion.presenters.scene import Scene
from companion.web.phones.explaining import explained, places, refusal_of
from companion.web.phones.offering import command_of
from companion.web.phones.pictures import Pictures
from companion.web.phones.seat_source import SeatSource
from companion.web.phones.seat_view import lawful_items, question_key
from companion.wording import _
from engine.catalogue import Unknown
from engine.errors import NotFound, WrongInput
from engine.game import Command
from engine.journal import Entry

REMEMBERED = 64
"""So many answers of a seat are kept for a phone that asks again, because it never heard one."""
ShortText = Annotated[str, Meta(max_length=80)]


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone asks for: `id` is its own for this tap, `seen` the number of the entry it showed.

    `do` says what: an `offer` by its key, with what was `chosen` for what that leaves open; an `answer` to the question
    with that key, `chosen` being the place of a reading or nothing for none of them; to `look` again for it; a
    `challenge`; or to hand in the `picture` with that key, `chosen` naming pieces.
    """

    id: Annotated[str, Meta(min_length=8, max_length=64)]
    seen: Annotated[int, Meta(ge=0)]
    do: Literal["offer", "answer", "look", "challenge", "picture"]
    key: ShortText = ""
    chosen: int | Annotated[dict[ShortText, Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=200)] | None = None


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of it: done or why not, with the rule and where it is printed; `stale` if the table had gone on."""

    done: bool
    number: int
    message: str = ""
    places: tuple[str, ...] = ()
    stale: bool = False


class Acting:
    """Carries out what phones ask for, on the thread that owns the session."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._answered: dict[str, dict[str, Outcome]] = {}

    def do(self, session: Session, source: SeatSource, scene: Scene, asked: Asked) -> Outcome:
        """Do it once; asked for again, the answer is the same and nothing is done."""
        answered = self._answered.setdefault(source.seat, {})
        if asked.id not in answered:
            if len(answered) >= REMEMBERED:
                del answered[next(iter(answered))]
            answered[asked.id] = self._do(session, source, scene, asked)
        return answered[asked.id]

    def forget(self, seat: str) -> None:
        """Another phone has the seat, or none has."""
        self._answered.pop(seat, None)

    def _do(self, session: Session, source: SeatSource, scene: Scene, asked: Asked) -> Outcome:
        last = session.book.last
        if asked.seen != last:
            return Outcome(done=False, number=last, message=_("The table has gone on. Look again."), stale=True)
        try:
            if asked.do == "picture":
                self._pictures.hand_in(session, source.seat, asked.key, _by_piece(asked))
                return Outcome(done=True, number=last)
            return _WAYS[asked.do](session, source, scene, asked)
        except (NotFound, WrongInput):
            return Outcome(
                done=False, number=last, message=_("That cannot be chosen any more. Look again."), stale=True
            )
        except Unknown:
            return Outcome(done=False, number=last, message=_("The tablet asks for a printed value first."))


def _offer(session: Session, source: SeatSource, scene: Scene, asked: Asked) -> Outcome:
    command = command_of(lawful_items(source, scene, session.policy.game), asked.key, asked.chosen)
    refusal = refusal_of(scene, command)
    if refusal is not None:
        message, where = explained(scene, refusal)
        return Outcome(done=False, number=session.book.last, message=message, places=where)
    return _submitted(session, scene, command, asked)


def _submitted(session: Session, scene: Scene, command: Command, asked: Asked) -> Outcome:
    result = session.submit(command, f"phone:{command.seat}", f"on the phone, for entry {asked.seen}")
    return _outcome(session, scene, result)


def _outcome(session: Session, scene: Scene, result: Entry | Refusal | None) -> Outcome:
    last = session.book.last
    if isinstance(result, Refusal):
        return Outcome(done=False, number=last, message=refusal_words(scene, result), places=places(scene, result.rule))
    return Outcome(done=True, number=last)


def _challenge(session: Session, source: SeatSource, scene: Scene, asked: Asked) -> Outcome:
    if source.challenge is not None:
        raise NotFound("a challenge stands already")
    return _submitted(session, scene, call(source.seat), asked)


def _answer(session: Session, source: SeatSource, scene: Scene, asked: Asked) -> Outcome:
    chosen = asked.chosen
    if isinstance(chosen, dict):
        raise WrongInput("a question is answered by the place of a reading")
    return _outcome(session, scene, session.answer(_question(source, asked), chosen))


def _by_piece(asked: Asked) -> Mapping[str, int]:
    if isinstance(asked.chosen, int):
        raise WrongInput("a picture is handed in with the names of its pieces")
    return asked.chosen or {}


def _look(session: Session, source: SeatSource, scene: Scene, asked: Asked) -> Outcome:
    session.look_again(_question(source, asked))
    return _outcome(session, scene, None)


def _question(source: SeatSource, asked: Asked) -> str:
    """The question of this seat with that key."""
    for question in source.questions:
        if question_key(question) == asked.key:
            return question.id
    raise NotFound(f"this seat is asked no question {asked.key!r}")


_WAYS: dict[str, Callable[[Session, SeatSource, Scene, Asked], Outcome]] = {
    "offer": _offer,
    "answer": _answer,
    "look": _look,
    "challenge": _challenge,
}
