"""A hand of Byzanz that is played before the screen of a drawn table: what of it can be tapped, and what is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.host.opening import new_session, unkept
from companion.presenters.byzanz.screens import play
from companion.presenters.look import Look
from companion.presenters.scene import Scene
from companion.presenters.title_screens import screens_of
from companion.wording import wording
from engine.byzanz.auction import Bid, LayOut
from engine.byzanz.editions import edition
from engine.byzanz.setup import Setup
from engine.journal import Entry

SEATS, NAMES = ("red", "blue", "green"), ("Anna", "Bruno", "Carla")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    wording.speak("en")
    yield
    wording.speak("en")


def bidding(raise_mode: str, *bids: Bid, hand: dict[str, int], cards: tuple[str, ...] = ()) -> Scene:
    """An auction in which red is due again, with a hand that the screen shows for red alone."""
    session = new_session(unkept("byzanz", Setup(SEATS, NAMES, "green", edition({"raise_mode": raise_mode}))))
    for command in (LayOut("", {"card:OL4": 1, "card:OL3": 1, "card:ME": 4}), *bids):
        assert isinstance(session.submit(command), Entry)
    screens = screens_of("byzanz")
    assert screens is not None
    return Scene(session, Look(cards=cards), {}, screens, hand=lambda seat: hand if seat == "red" else None)


def open_faces(scene: Scene) -> dict[str, str]:
    """The faces that can be tapped, each with its note."""
    return {button.command.face: button.note for button in play(scene).body.faces.goods if button.open}  # type: ignore


def test_what_is_held_can_be_tapped_and_says_how_often_it_is_there():
    held = {"card:SP1": 2, "card:GR4": 1, "card:ME": 1}
    assert open_faces(bidding("add_only", hand=held)) == {"card:SP1": "2", "card:GR4": ""}
    assert open_faces(bidding("add_only", hand=held, cards=("card:SP1",))) == {"card:SP1": "", "card:GR4": ""}
    assert open_faces(bidding("add_only", hand=held, cards=("card:SP1", "card:SP1"))) == {"card:GR4": ""}


def test_merchants_of_a_hand_are_told_since_no_bid_takes_them():
    view = play(bidding("add_only", hand={"card:ME": 2, "card:GR4": 1}))
    assert view.body.players.note == "In your hand there are 2 merchants, too. They are sold, never bid."
    assert play(bidding("add_only", hand={"card:GR4": 1})).body.players.note.startswith("Hands are secret")


def test_a_bid_that_is_composed_anew_has_its_own_cards_back():
    bids = Bid("red", {"card:CL1": 1}), Bid("blue", {"card:CL2": 1}), Bid("green", {"card:CL3": 1})
    assert set(open_faces(bidding("recompose", *bids, hand={"card:GR4": 1}))) == {"card:GR4", "card:CL1"}
    assert set(open_faces(bidding("add_only", *bids, hand={"card:GR4": 1}))) == {"card:GR4"}


def test_a_real_hand_closes_no_face():
    session = new_session(unkept("byzanz", Setup(SEATS, NAMES, "green")))
    assert isinstance(session.submit(LayOut("", {"card:OL4": 1, "card:OL3": 1, "card:ME": 4})), Entry)
    screens = screens_of("byzanz")
    assert screens is not None
    assert len(open_faces(Scene(session, Look(), {}, screens))) == 24
