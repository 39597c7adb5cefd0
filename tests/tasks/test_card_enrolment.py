"""Cards are filed by showing them: once each, by what was read or what their owner says."""

import json
from random import Random

import numpy as np
import pytest

from companion.commands.enrol import enrol_all
from companion.host.camera_setup import BoxPieces, CameraSetup, bare_camera_setup
from companion.host.host import Host
from companion.host.owner_values import FILE
from companion.tasks.card_enrolment import CardEnrolment, OwnDeck
from companion.titles import title_of
from companion.virtual.cards import CardDealer
from engine.constantinopolis.values import copy
from engine.sighting import Guess, Pieces, Seen, Sighting
from vision.cards.enrol import EnrolError
from vision.printing.cards import art

BOX = {"contract:GB.7.112": 2, "contract:P.5.-12": 1, "contract:K.9.111": 1, "contract:Y.10.111": 1}
DECK = OwnDeck(family="contract", total=5, box=BOX)
A, B, C, D = BOX


class Table:
    """A table on which cards lie side by side, and eyes that see them."""

    def __init__(self, family="contract"):
        self.listener, self.faces, self.share, self.looks = None, [], 0.99, 0
        self.family, self.aside = family, 0

    def divert(self, listener):
        self.listener = listener

    def forget(self, _zone):
        if self.looks < 4:
            self.look()

    def know(self, **_albums):
        """It knows cards only."""

    def deal(self, decks):
        """It reads no card by itself."""

    def lay(self, *faces, share=0.99, read=None, aside=0):
        self.faces, self.share, self.looks, self.read, self.aside = faces, share, 0, read or faces, aside
        self.look()

    def look(self):
        self.looks += 1
        picture = np.zeros((500, 40 + 320 * max(1, len(self.faces)), 3), np.uint8)
        seen = []
        for at, (face, read) in enumerate(zip(self.faces, self.read, strict=True)):
            x, card = at * 320 + self.aside, art(self.family, face, 5.0)
            high, wide = card.shape[:2]
            picture[:high, x : x + wide] = card
            corners = ((x, 0.0), (x + wide, 0.0), (x + wide, high), (x, high))
            seen.append(Seen((Guess(read, self.share),), corners))
        self.listener(picture, Sighting("camera", "mat/draw", 0.0, Pieces(tuple(seen))))


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def enrolment(table, tmp_path):
    return CardEnrolment(tmp_path, table, DECK)


def shown(enrolment, table, *faces, **more):
    """Lay cards and take in two looks at them."""
    table.lay(*faces, **more)
    enrolment.poll()
    return enrolment.cards


def test_cards_read_surely_are_filed_together(enrolment, table):
    shown(enrolment, table, A, B)
    assert enrolment.keep()
    assert enrolment.tally == {A: 1, B: 1}
    assert enrolment.all_filed


def test_a_filed_card_that_stays_is_not_filed_again(enrolment, table):
    shown(enrolment, table, A, B)
    enrolment.keep()
    shown(enrolment, table, A, B)
    enrolment.keep()
    assert enrolment.count == 2


def test_what_is_to_be_looked_at_again_is_not_filed_before_it_was(enrolment, table):
    shown(enrolment, table, A, B)
    enrolment.again()
    assert enrolment.keep()
    assert (enrolment.count, enrolment.cards) == (0, ())
    shown(enrolment, table, A, B)
    enrolment.keep()
    assert enrolment.count == 2


def test_the_other_copy_of_a_card_is_filed_after_the_first_was_taken_away(enrolment, table):
    for _ in range(2):
        shown(enrolment, table, A)
        enrolment.keep()
        shown(enrolment, table)
    assert enrolment.tally == {A: 2}


def test_a_card_of_another_face_in_the_same_place_is_a_new_one(enrolment, table):
    shown(enrolment, table, A)
    enrolment.keep()
    assert not shown(enrolment, table, C)[0].filed


def test_an_unsure_reading_waits_for_a_finger(enrolment, table):
    card = shown(enrolment, table, A, share=0.6)[0]
    assert not card.sure
    enrolment.keep()
    assert enrolment.count == 0
    assert enrolment.confirm(0)


def test_the_owner_says_what_was_read_wrongly(enrolment, table):
    shown(enrolment, table, C, read=[D])
    assert enrolment.confirm(0, C)
    assert enrolment.tally == {C: 1}
    assert enrolment.cards[0].filed == C


def test_a_card_filed_wrongly_is_filed_under_its_right_face_instead(enrolment, table):
    shown(enrolment, table, C, read=[D])
    enrolment.keep()
    enrolment.confirm(0, C)
    assert enrolment.tally == {C: 1}


def test_more_of_a_card_than_the_box_holds_is_refused(enrolment, table):
    shown(enrolment, table, B, B)
    enrolment.confirm(0)
    assert not enrolment.confirm(1)
    assert enrolment.trouble == "box"


def test_what_is_no_contract_is_refused(enrolment, table):
    shown(enrolment, table, B)
    assert not enrolment.confirm(0, "contract:Q.1.111")
    assert enrolment.trouble == "face"


def test_without_a_known_box_every_face_is_welcome(table, tmp_path):
    enrolment = CardEnrolment(tmp_path, table, OwnDeck(family="contract", total=1))
    shown(enrolment, table, "contract:RK.29.222", B)
    assert enrolment.confirm(0)
    assert not enrolment.confirm(1)
    assert enrolment.trouble == "all"


def test_the_last_card_is_taken_back_with_its_pictures(enrolment, table, tmp_path):
    shown(enrolment, table, A, B)
    enrolment.keep()
    enrolment.take_back()
    assert enrolment.tally == {A: 1}
    assert not list(tmp_path.glob("contract_P*"))


def test_it_goes_on_another_day(enrolment, table, tmp_path):
    shown(enrolment, table, A, B)
    enrolment.keep()
    assert CardEnrolment(tmp_path, table, DECK).count == 2


@pytest.mark.parametrize("text", ["[1", "{}", "[7]"])
def test_a_damaged_list_is_named(table, tmp_path, text):
    (tmp_path / "filed.json").write_text(text)
    with pytest.raises(EnrolError, match=r"filed\.json"):
        CardEnrolment(tmp_path, table, DECK)


def test_a_card_that_was_not_seen_is_shown_once_more(enrolment, table):
    laid = []
    dealer = CardDealer(laid.append, [A, B], enrolment)
    dealer.poll()
    shown(enrolment, table, A)
    enrolment.keep()
    dealer.poll()
    shown(enrolment, table)
    dealer.poll()
    assert laid == [[A, B], [], [B]]


def test_a_whole_deck_only_its_owner_knew_stands_in_their_copy(table, tmp_path):
    host = Host(tmp_path, chance=Random(7))
    setup = CameraSetup(table, tmp_path, BoxPieces(deck=OwnDeck(family="contract", total=3)), whole=host.keep_deck)
    enrolment = setup.begin(CardEnrolment)
    shown(enrolment, table, A, B, C)
    assert enrolment.deck is None
    enrolment.keep()
    setup.stop()
    kept = copy(tmp_path / FILE).contracts.faces
    assert {f"contract:{face}": count for face, count in kept.items()} == {A: 1, B: 1, C: 1}
    host.close()


def test_a_deck_is_enrolled_through_the_drawn_camera(tmp_path):
    box = {**BOX, "contract:R.7.112": 3, "contract:BY.16.122": 2}
    setup = bare_camera_setup(
        title_of("constantinopolis"), tmp_path, 3, BoxPieces(deck=OwnDeck(family="contract", total=10, box=box))
    )
    try:
        found = enrol_all(setup, limit=120)
    finally:
        setup.close()
    assert (found.cards, found.wrong) == (10, 0)
    kept = json.loads((tmp_path / "enrolled" / "contract" / "enrolled.json").read_text())
    assert kept.keys() == box.keys()
