"""Contracts are drawn by showing them: more than the mat holds in parts, none twice, none the deck does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.play.session import Session
from engine.constantinopolis.commands import Draw
from engine.constantinopolis.phases import Construction, Drawing
from engine.event import Moved
from engine.journal import Correct
from engine.sighting import Guess, Pieces, Seen, Sighting
from testkit.played import decision, people_of


@pytest.fixture
def session() -> Session:
    """The first player of a round is about to draw twelve: level 7, four posts, the Magister."""
    book = shuffled_game("constantinopolis", 2, 1)
    session = new_session(book, seconds=lambda: 0.0)
    people, chance = people_of(book, 1), Random(1)
    while not isinstance(session.state.phase, Construction):
        session.submit(decision(book, people, chance))
    session.submit(Correct("", tuple(_riches(session))))
    while not isinstance(session.state.phase, Drawing):
        session.submit(decision(book, people, chance))
    return session


def _riches(session: Session) -> list[Moved]:
    seat, table = session.state.phase.round.order[0], session.state.table
    level = table[f"level/{seat}"]["level"]
    return [
        Moved(f"post-{seat}", 4, f"posts/{seat}/unbought", f"posts/{seat}", "test"),
        Moved("level", 7 - level, "track", f"level/{seat}", "test"),
    ]


def show(session: Session, faces: Sequence[str]) -> None:
    seen = Pieces(tuple(Seen((Guess(face, 1.0),)) for face in faces))
    session.put(Sighting("camera", "mat/draw", 0.0, seen))
    session.poll()


def pile(session: Session) -> list[str]:
    deck = session.state.table["contracts/deck"]
    return [face for face in sorted(deck) for _ in range(deck[face])]


def test_more_contracts_than_the_mat_holds_are_shown_in_parts(session: Session) -> None:
    due, (seat,) = session.state.phase.due, session.state.phase.actors
    assert due > 8
    cards = Random(1).sample(pile(session), due)
    show(session, cards[:8])
    assert "mat/draw" in session.to_clear
    show(session, [])
    show(session, cards[8:])
    entry = session.journal[-1]
    assert entry.command == Draw(seat, {face: cards.count(face) for face in sorted(set(cards))})


def test_contracts_still_lying_are_not_drawn_again_by_the_next(session: Session) -> None:
    cards = pile(session)[:12]
    for part in (cards[:8], [], cards[8 : session.state.phase.due]):
        show(session, part)
    last, due = session.book.last, session.state.phase.due
    show(session, cards[8 : 8 + due])
    assert session.book.last == last
    show(session, [])
    show(session, pile(session)[:due])
    assert session.book.last == last + 1


def test_too_few_contracts_wait_for_the_others(session: Session) -> None:
    last = session.book.last
    show(session, pile(session)[:3])
    assert (session.book.last, session.questions, session.disagreements) == (last, (), ())
