"""A contract whose face was told in one game is there to be tapped in the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.host.owner_values import FILE, tell
from companion.play.session import Session
from companion.titles.constantinopolis.face_recorder import FaceRecorder, met
from companion.titles.constantinopolis.opening import own_deck
from engine.constantinopolis.commands import Draw
from engine.constantinopolis.values import copy
from engine.journal import Entry
from tests.presenters.test_telling import FACE, OTHER, unread

KNOWN = FACE.partition(":")[2]


@pytest.fixture
def session() -> Session:
    """A game at its first draw of contracts, none of which has been typed in."""
    found = unread().source
    assert isinstance(found, Session)
    return found


def draw(session: Session, card: str) -> None:
    """Whoever is to draw draws nothing but this card."""
    (seat,) = session.state.phase.actors
    entry = session.submit(Draw(seat, {card: session.state.phase.due}))
    assert isinstance(entry, Entry), entry


def _recorder(session: Session, folder: Path) -> FaceRecorder:
    path = folder / FILE
    return FaceRecorder(session.book, path if path.exists() else None, lambda key, value: tell(folder, key, value))


def test_a_face_told_in_a_game_is_kept_in_the_owners_copy(session: Session, tmp_path: Path) -> None:
    session.changed.append(_recorder(session, tmp_path))
    due = session.state.phase.due
    draw(session, FACE)
    assert copy(tmp_path / FILE).contracts.faces == met(session.book) == {KNOWN: due}


def test_what_is_taken_back_was_not_met(session: Session, tmp_path: Path) -> None:
    session.changed.append(_recorder(session, tmp_path))
    before = session.book.last
    draw(session, OTHER)
    session.undo(before)
    assert copy(tmp_path / FILE).contracts.faces == {}


def test_what_stood_in_the_copy_stays_there(session: Session, tmp_path: Path) -> None:
    tell(tmp_path, "contracts.faces", {"B.4.111": 2})
    session.changed.append(_recorder(session, tmp_path))
    draw(session, FACE)
    assert copy(tmp_path / FILE).contracts.faces["B.4.111"] == 2
    assert KNOWN in copy(tmp_path / FILE).contracts.faces


def test_a_deck_known_in_part_does_not_say_what_the_box_holds(tmp_path: Path) -> None:
    tell(tmp_path, "contracts.faces", {KNOWN: 1})
    assert own_deck(tmp_path / FILE) is None
    tell(tmp_path, "contracts.copies", 1)
    assert own_deck(tmp_path / FILE) == {FACE: 1}


def test_a_copy_that_cannot_be_written_stops_no_game(session: Session, caplog: pytest.LogCaptureFixture) -> None:
    def full(_key: str, _value: object) -> None:
        raise OSError("no room")

    session.changed.append(FaceRecorder(session.book, None, full))
    draw(session, FACE)
    assert [record.getMessage() for record in caplog.records] == ["what was drawn is known in this game only: no room"]
