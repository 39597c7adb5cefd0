"""A deck of Byzanz in another art is shown to the camera, each face once, and is read from then on."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.enrol import enrol_all
from companion.host.camera_setup import CameraSetup, bare_camera_setup
from companion.host.doctor import examine_enrolled
from companion.tasks.albums import known_decks
from companion.tasks.card_enrolment import CardEnrolment, OwnDeck
from companion.titles import title_of
from engine.byzanz.cards import PRINTED
from testkit.scenes.foreign import dealt
from tests.tasks.test_card_enrolment import Table, shown
from tools.measure.owned import FACES, cards_of

TITLE = title_of("byzanz")
A, B = "card:CL1", "card:CL2"
UNREAD = "card:?"
DECK = OwnDeck(family="byzanz", total=3, box={A: 1, B: 1, "card:ME": 1}, field="draw", once=True)


@pytest.fixture
def table():
    return Table("byzanz")


@pytest.fixture
def enrolment(table, tmp_path):
    return CardEnrolment(tmp_path / "enrolled" / "byzanz", table, DECK)


def byzanz(folder: Path) -> CameraSetup:
    """A virtual mat of Byzanz."""
    return bare_camera_setup(TITLE, folder, 3, mat_of="byzanz")


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """A foreign deck that was enrolled through the drawn camera, its owner saying what each card is."""
    folder = tmp_path_factory.mktemp("data")
    with dealt(), closing(byzanz(folder)) as setup:
        found = enrol_all(setup, limit=120)
    assert (found.cards, found.asked, found.wrong) == (len(PRINTED), len(PRINTED), 0)
    return known_decks(folder)


def test_cards_that_look_alike_unread_are_told_by_where_they_lie(enrolment, table):
    shown(enrolment, table, A, read=[UNREAD])
    enrolment.confirm(0, A)
    assert enrolment.all_filed
    table.lay(B, read=[UNREAD], aside=15)
    enrolment.poll()
    assert not enrolment.all_filed


def test_a_copy_that_is_shown_too_counts_once(enrolment, table):
    for _ in range(2):
        shown(enrolment, table, A)
        assert enrolment.keep()
        shown(enrolment, table)
    assert (enrolment.count, enrolment.missing) == (1, (B, "card:ME"))


def test_a_face_named_wrongly_is_put_right_by_showing_the_right_card(enrolment, table):
    shown(enrolment, table, B, read=[UNREAD])
    enrolment.confirm(0, A)
    enrolment.confirm(0, B)
    assert enrolment.tally == {B: 1}
    assert not list((enrolment.folder).glob("card_CL1*"))


@pytest.mark.parametrize("face", ["card:CL", "card:ZZ1", "contract:GB.7.112", UNREAD])
def test_what_is_no_card_of_this_game_is_refused(enrolment, table, face):
    shown(enrolment, table, A, read=[UNREAD])
    assert not enrolment.confirm(0, face)
    assert enrolment.trouble == "face"


def test_a_deck_of_which_a_face_is_missing_is_not_read_by(enrolment, table, tmp_path):
    shown(enrolment, table, A, B)
    enrolment.keep()
    assert known_decks(tmp_path) == {}


def test_a_picture_that_is_damaged_is_found_and_named(enrolment, table, tmp_path):
    assert list(examine_enrolled(tmp_path)) == []
    shown(enrolment, table, A, B)
    enrolment.keep()
    assert list(examine_enrolled(tmp_path)) == []
    picture = max((tmp_path / "enrolled").rglob("*.png"))  # the newest of a card is the one it is read by
    picture.write_bytes(picture.read_bytes()[:40])
    (found,) = examine_enrolled(tmp_path)
    assert (found.id, picture.name in found.what("de")) == ("enrolled-damaged", True)


@pytest.mark.slow
@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_every_enrolled_face_is_read_and_none_silently_wrong(decks, weather):
    with dealt():
        found = cards_of(weather, 1, decks)
    assert found["wrong"] == 0
    assert found["right"] >= (24 if weather != "poor" else 18)


@pytest.mark.slow
def test_cards_that_were_not_enrolled_are_asked(decks):
    found = cards_of("kind", 1, decks)
    assert found == {"asked": len(FACES)}


@pytest.mark.slow
def test_without_enrolment_a_foreign_deck_is_asked_about():
    with dealt():
        assert cards_of("kind", 1, {})["asked"] == len(FACES)
