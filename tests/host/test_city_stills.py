"""A phone's pictures of a city on no mat: each is read as a look, and those handed in are put together."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.host.opening import new_session, shuffled_setup
from companion.host.stills import CityLooks, StillReader, told
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.titles.praetor.city_seen import AGREES, city_seen
from companion.web.phones.pictures import Pictures
from engine.journal import Journal
from engine.praetor.game import PRAETOR
from engine.praetor.zones import CITY
from engine.sighting import Guess, Pieces, Seen, Sighting
from testkit.scenes.bare_city import BUILT, WAYS, a_table, tilted
from vision.flat.patches import LOOKS, Move, tiles_in

PHONE = "camera:blue"


@pytest.fixture
def session() -> Session:
    return new_session(Journal(PRAETOR, shuffled_setup("praetor", 4, 4)))


def jpeg(picture: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1])


def test_a_picture_of_a_city_on_no_mat_is_a_look_and_a_foreign_one_asks_for_the_mat(session: Session) -> None:
    reader = StillReader(session, None)
    still = reader.read(jpeg(tilted(a_table()[0], *WAYS[1])[0]))
    (field,) = still.found
    assert field.zone == LOOKS
    assert tiles_in([seen] for seen in field.reading.objects).keys() == BUILT.keys()
    assert all(0 <= x <= 1 and 0 <= y <= 1 for piece in field.pieces for x, y in piece.corners)
    (sighting,) = told(still, PHONE, {(0, 0): ""})
    assert len(sighting.reading.objects) == len(field.reading.objects) - 1
    assert reader.read(jpeg(np.full((600, 800, 3), 120, np.uint8))).lacks == "mat"


def look(pieces: list[str], move: Move) -> Sighting:
    """A look at some tiles by cells of its own, and a bare one beside the first."""
    seen = [Seen((Guess(move.value(f"tile:{piece}"), 0.99),)) for piece in pieces]
    return Sighting(PHONE, LOOKS, 1.0, Pieces((*seen, Seen((Guess(move.value("bare:40,40"), 1.0),)))))


def show(session: Session, city: CityLooks, *looks: Sighting) -> int:
    """Pictures are handed in one after the other; so many tiles agree then."""
    for each in looks:
        session.show(PHONE, city.joined(session, [each]))
        session.poll()
    return len(city_seen(session.state, session.looks).those(AGREES))


def test_pictures_that_share_tiles_are_put_together(session: Session) -> None:
    built, city = list(session.state.zones[CITY]), CityLooks()
    assert show(session, city, look(built[:4], Move(1, 3))) == 4
    assert show(session, city, look(built[3:], Move(2, 0, 9))) == len(built)


def test_what_was_forgotten_or_lies_before_an_entry_comes_back_with_no_picture(session: Session) -> None:
    built, city = list(session.state.zones[CITY]), CityLooks()
    show(session, city, look(built[:4], Move(1, 3)))
    session.forget(LOOKS)
    assert show(session, city, look(built[4:6], Move(1, 3))) == 2


def test_other_readings_are_handed_on_as_they_are(session: Session) -> None:
    other = Sighting(PHONE, "mat/city", 1.0, Pieces(()))
    assert CityLooks().joined(session, [other]) == (other,)


def test_a_picture_goes_from_the_phone_to_the_map_piece_by_piece(session: Session) -> None:
    desk, pictures = Desk(source=session), Pictures()
    still = pictures.reader(session, None, "blue")(jpeg(tilted(a_table()[0], *WAYS[0])[0]))
    shown = pictures.keep("blue", still, desk.scene())
    assert {part.text for piece in shown.pieces for part in piece.line[-1:]} >= {"Market", "Forum"}
    pictures.hand_in(session, "blue", shown.key, {})
    session.poll()
    (seen,) = session.looks
    assert (seen.source, seen.zone) == (PHONE, LOOKS)
    assert tiles_in([each] for each in seen.reading.objects).keys() == BUILT.keys()
