"""Telling the faces of contracts nobody has typed in."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.card_enrolment import Correcting
from engine.constantinopolis.values import Contracts, house
from testkit.taps import labelled, tap, wander

FACE, OTHER = "contract:GB.7.112", "contract:P.5.-12"


def unread(**faces: int) -> Desk:
    """A desk where contracts are drawn from a deck of which only these faces have been typed in."""
    values = replace(house(), contracts=Contracts(106, faces))
    setup = replace(shuffled_setup("constantinopolis", 4, 1), values=values)
    desk = Desk(source=new_session(unkept("constantinopolis", setup)))
    wander(desk, Random(3), "Drawing")
    return desk


def tell(desk: Desk, face: str) -> None:
    """Tell a card's face by taps."""
    desk.press(next(cargo.button for cargo in desk.view().body.cargoes if not cargo.letters))
    prints(desk, face)


def prints(desk: Desk, face: str) -> None:
    """Say what is printed on the card that is open."""
    cargo, gold, rounds = face.partition(":")[2].split(".")
    body = desk.view().body
    for letter in cargo:
        desk.press(next(button for button in body.cargo if button.key == letter))
    desk.press(body.gold[int(gold) - 1])
    for voyage, length in zip(body.voyages, rounds, strict=True):
        desk.press(next(button for button in voyage.buttons if button.label == length.replace("-", "–")))
    tap(desk, "That is right")


def take(desk: Desk) -> str:
    """Take what was told until nothing is to come; the seat that drew."""
    seat = desk.scene().me
    while (body := desk.view().body).ask:
        desk.press(next(one.button for one in (*body.found, *body.cargoes[1:]) if one.button.open))
    tap(desk, "Take these")
    return seat


@pytest.mark.parametrize("face", [FACE, OTHER, "contract:YY.18.222"])
def test_a_card_nobody_typed_in_is_told_by_taps(face):
    desk = unread()
    tell(desk, face)
    assert desk.look.cards == (face,)
    seat = take(desk)
    table = desk.scene().table
    assert "contract:?" not in table[f"open/{seat}"]
    assert table[f"open/{seat}"][face] >= 4


def test_a_face_told_once_is_a_tap_away_for_the_next_one_who_draws():
    desk = unread()
    tell(desk, FACE)
    take(desk)
    assert type(desk.scene().phase).__name__ == "Drawing"
    words = [(cargo.letters, cargo.word) for cargo in desk.view().body.cargoes]
    assert words == [((), f"{106 - 4} not typed in"), (("G", "B"), "seen before")]
    tap(desk, "seen before")
    assert [(card.gold, card.word) for card in desk.view().body.found] == [(7, "seen before")]


def test_an_unread_card_stands_before_every_cargo():
    desk = unread(**{"G.3.111": 2})
    assert [cargo.word for cargo in desk.view().body.cargoes] == ["104 not typed in", "2 left"]


def test_what_is_not_complete_is_not_taken():
    desk = unread()
    desk.do(acts.Pick("contract:?"))
    desk.do(acts.Face("cargo", "G"))
    assert not labelled(desk, "That is right").open
    tap(desk, "Back")
    assert desk.look.cards == ()
    assert labelled(desk, "106 not typed in").open


def test_another_card_begins_empty():
    desk = unread()
    tell(desk, FACE)
    desk.do(acts.Pick("contract:?"))
    assert isinstance(desk.view().body, Correcting)
    assert not any(button.chosen for button in desk.view().body.cargo)


def test_no_more_cards_are_told_than_nobody_has_read():
    desk = unread(**{"G.3.111": 105})
    tell(desk, FACE)
    assert [cargo.word for cargo in desk.view().body.cargoes] == ["105 left", "all drawn"]
    desk.do(acts.Pick("contract:?"))
    assert not isinstance(desk.view().body, Correcting)


def test_a_card_told_is_put_back_by_tapping_it():
    desk = unread()
    tell(desk, FACE)
    desk.press(desk.view().body.drawn[0].button)
    assert desk.look.cards == ()
    assert [cargo.word for cargo in desk.view().body.cargoes] == ["106 not typed in"]
