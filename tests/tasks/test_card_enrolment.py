"""Cards are filed by showing them: once each, by what was read or what their owner says."""

import json
from random import Random

import numpy as np
import pytest

from companion.commands.enrol import enrol_all
from companion.host.camera_setup import CameraSetup, bare_camera_setup
from companion.host.host import Host
from companion.host.owner_values import FILE
from companion.tasks.card_enrolment import CardEnrolment
from companion.virtual.cards import CardDealer
from engine.constantinopolis.values import copy
from engine.sighting import Guess, Pieces, Seen, Sighting
from vision.cards.enrol import EnrolError
from vision.printing.cards import art

BOX = {"contract:GB.7.112": 2, "contract:P.5.-12": 1, "contract:K.9.111": 1, "contract:Y.10.111": 1}
A, B, C, D = BOX
WIDE, HIGH = 220, 315


class Table:
    """A table on which cards lie side by side, and eyes that see them."""

    def __init__(self):
        self.listener, self.faces, self.share, self.looks = None, [], 0.99, 0

    def divert(self, listener):
        self.listener = listener

    def forget(self, _zone):
        if self.looks < 4:
            self.look()

    def lay(self, *faces, share=0.99, read=None):
        self.faces, self.share, self.looks, self.read = faces, share, 0, read or faces
        self.look()

    def look(self):
        self.looks += 1
        picture = np.zeros((HIGH, (WIDE + 40) * max(1, len(self.faces)), 3), np.uint8)
        seen = []
        for at, (face, read) in enumerate(zip(self.faces, self.read, strict=True)):
            x = at * (WIDE + 40)
            picture[:, x : x + WIDE] = art("contract", face, 5.0)
            corners = ((x, 0.0), (x + WIDE, 0.0), (x + WIDE, HIGH), (x, HIGH))
            seen.append(Seen((Guess(read, self.share),), corners))
        self.listener(picture, Sighting("camera", "mat/draw", 0.0, Pieces(tuple(seen))))


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def sitting(table, tmp_path):
    return CardEnrolment(tmp_path, table, 5, BOX)


def shown(sitting, table, *faces, **more):
    """Lay cards and take in two looks at them."""
    table.lay(*faces, **more)
    sitting.pump()
    return sitting.cards


def test_cards_read_surely_are_filed_together(sitting, table):
    shown(sitting, table, A, B)
    assert sitting.confirm_sure() == 2
    assert sitting.tally == {A: 1, B: 1}
    assert sitting.all_filed


def test_a_filed_card_that_stays_is_not_filed_again(sitting, table):
    shown(sitting, table, A, B)
    sitting.confirm_sure()
    shown(sitting, table, A, B)
    assert sitting.confirm_sure() == 0


def test_the_other_copy_of_a_card_is_filed_after_the_first_was_taken_away(sitting, table):
    for _ in range(2):
        shown(sitting, table, A)
        sitting.confirm_sure()
        shown(sitting, table)
    assert sitting.tally == {A: 2}


def test_a_card_of_another_face_in_the_same_place_is_a_new_one(sitting, table):
    shown(sitting, table, A)
    sitting.confirm_sure()
    assert not shown(sitting, table, C)[0].filed


def test_an_unsure_reading_waits_for_a_finger(sitting, table):
    card = shown(sitting, table, A, share=0.6)[0]
    assert not card.sure
    assert sitting.confirm_sure() == 0
    assert sitting.confirm(0)


def test_the_owner_says_what_was_read_wrongly(sitting, table):
    shown(sitting, table, C, read=[D])
    assert sitting.confirm(0, C)
    assert sitting.tally == {C: 1}
    assert sitting.cards[0].filed == C


def test_a_card_filed_wrongly_is_filed_under_its_right_face_instead(sitting, table):
    shown(sitting, table, C, read=[D])
    sitting.confirm_sure()
    sitting.confirm(0, C)
    assert sitting.tally == {C: 1}


def test_more_of_a_card_than_the_box_holds_is_refused(sitting, table):
    shown(sitting, table, B, B)
    sitting.confirm(0)
    assert not sitting.confirm(1)
    assert sitting.trouble == "box"


def test_what_is_no_contract_is_refused(sitting, table):
    shown(sitting, table, B)
    assert not sitting.confirm(0, "contract:Q.1.111")
    assert sitting.trouble == "face"


def test_without_a_known_box_every_face_is_welcome(table, tmp_path):
    sitting = CardEnrolment(tmp_path, table, 1)
    shown(sitting, table, "contract:RK.29.222", B)
    assert sitting.confirm(0)
    assert not sitting.confirm(1)
    assert sitting.trouble == "all"


def test_the_last_card_is_taken_back_with_its_pictures(sitting, table, tmp_path):
    shown(sitting, table, A, B)
    sitting.confirm_sure()
    sitting.take_back()
    assert sitting.tally == {A: 1}
    assert not list(tmp_path.glob("contract_P*"))


def test_it_goes_on_another_day(sitting, table, tmp_path):
    shown(sitting, table, A, B)
    sitting.confirm_sure()
    assert CardEnrolment(tmp_path, table, 5, BOX).count == 2


@pytest.mark.parametrize("text", ["[1", "{}", "[7]"])
def test_a_damaged_list_is_named(table, tmp_path, text):
    (tmp_path / "filed.json").write_text(text)
    with pytest.raises(EnrolError, match=r"filed\.json"):
        CardEnrolment(tmp_path, table, 5, BOX)


def test_a_card_that_was_not_seen_is_shown_once_more(sitting, table):
    laid = []
    dealer = CardDealer(laid.append, [A, B])
    dealer.poll(sitting)
    shown(sitting, table, A)
    sitting.confirm_sure()
    dealer.poll(sitting)
    shown(sitting, table)
    dealer.poll(sitting)
    assert laid == [[A, B], [], [B]]


def test_a_whole_deck_only_its_owner_knew_stands_in_his_copy(table, tmp_path):
    house = Host(tmp_path, chance=Random(7))
    sitting = CardEnrolment(tmp_path / "enrolled", table, 3)
    shown(sitting, table, A, B, C)
    assert sitting.deck is None
    sitting.confirm_sure()
    house.bench = CameraSetup(table, tmp_path, None, None)
    house.bench.sitting = sitting
    house.rise()
    kept = copy(tmp_path / FILE).contracts.faces
    assert {f"contract:{face}": count for face, count in kept.items()} == {A: 1, B: 1, C: 1}
    house.close()


def test_a_deck_is_enrolled_through_the_drawn_camera(tmp_path):
    box = {**BOX, "contract:R.7.112": 3, "contract:BY.16.122": 2}
    bench = bare_camera_setup(tmp_path, box, {}, seed=3)
    try:
        found = enrol_all(bench, box, limit=120)
    finally:
        bench.close()
    assert (found.cards, found.wrong) == (10, 0)
    kept = json.loads((tmp_path / "enrolled" / "contract" / "enrolled.json").read_text())
    assert kept.keys() == box.keys()
