"""A picture that shows what is not so is as open as false cards: it is taken back, and challenged by anybody."""

from __future__ import annotations

from companion.play import challenges
from companion.play.session import Session
from companion.presenters.common.history import remembering
from companion.presenters.look import Look
from companion.presenters.scene import Scene
from companion.presenters.title_screens import screens_of
from companion.views.common.acts import BackTo
from companion.views.common.history import History
from engine.journal import Entry
from tests.phones.hall import Hall
from tests.phones.test_pictures import hand_in, here, jpeg, laid, settled, take
from tests.phones.test_server import ask

__all__ = ["here"]  # a fixture


def entered(at: Hall) -> Entry:
    """What somebody's picture has entered."""
    last = at.session.book.last
    assert hand_in(at, take(at, jpeg(laid(at.session).frame())).json)["done"]
    found = at.owner(lambda: settled(at.session, last))[0]
    assert found.origin.startswith("camera:")
    return found


def way_back(session: Session, number: int) -> object:
    """What the tablet's history offers at a line."""
    screens = screens_of(session.game.name)
    assert screens is not None
    body = remembering(Scene(session, Look(), {}, screens)).body
    assert isinstance(body, History)
    return next(line.button.command for line in body.lines if line.number == number)


def test_the_tablet_offers_the_way_back_from_what_a_picture_entered(here: Hall) -> None:
    before, last = here.session.state.table.copy(), here.session.book.last
    entry = entered(here)
    assert here.session.state.table != before
    assert here.owner(lambda: way_back(here.session, entry.number)) == BackTo(last)
    assert isinstance(here.owner(lambda: here.session.undo(last)), Entry)
    assert here.session.state.table == before
    assert entry.number not in here.session.book.live


def test_another_seat_challenges_what_a_picture_entered_and_the_ruling_takes_it_back(here: Hall) -> None:
    before, entry = here.session.state.table.copy(), entered(here)
    other = next(seat for seat in here.session.names if seat != entry.command.seat)
    tap = {"id": "my-challenge", "seen": here.session.book.last, "do": "challenge"}
    assert ask(here, "/api/act", tap, here.token(other)).json["done"]
    assert here.session.challenge is not None
    assert here.session.challenge.seat == other
    assert challenges.challenged(here.session.book) == entry
    given = challenges.ruling(here.session.book, "back", "Marta")
    assert isinstance(here.submit(given), Entry)
    assert here.session.state.table == before
