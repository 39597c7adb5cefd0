"""An owner's cards are learnt by laying, looking and confirming; nothing is filed by guessing."""

import numpy as np
import pytest

from vision.cards.enrol import EnrolError, Enrolment
from vision.printing.cards import art

FACES = ["contract:GB.7.112", "contract:P.5.-12", "contract:K.9.111"]


def still(face, seed):
    """A noisy look at a card."""
    noise = np.random.default_rng(seed).normal(0, 4, (126, 88, 3))
    return np.clip(art("contract", face, 2.0) + noise, 0, 255).astype(np.uint8)


def looks(enrolment, faces, times=2, share=0.99):
    for seed in range(times):
        enrolment.look([(still(face, seed), face, share) for face in faces])
    return enrolment


def confirmed(enrolment):
    return [enrolment.confirm(card.place) for card in enrolment.laid]


def test_cards_seen_twice_are_confirmed_together(tmp_path):
    enrolment = looks(Enrolment(tmp_path, FACES), FACES[:2])
    assert confirmed(enrolment) == FACES[:2]
    assert enrolment.missing == FACES[2:]


def test_a_card_seen_once_asks_for_another_look(tmp_path):
    with pytest.raises(EnrolError, match="1 of 2 looks at card 1"):
        looks(Enrolment(tmp_path), FACES[:1], times=1).confirm(0)


def test_another_card_at_the_same_place_starts_anew(tmp_path):
    enrolment = looks(looks(Enrolment(tmp_path), FACES[:1]), FACES[1:2], times=1)
    assert not enrolment.laid[0].ready


def test_the_owner_s_word_goes_before_the_guess(tmp_path):
    enrolment = looks(Enrolment(tmp_path, FACES), FACES[:1], share=0.6)
    assert enrolment.laid[0].guess == FACES[0]
    assert enrolment.confirm(0, FACES[2]) == FACES[2]


@pytest.mark.parametrize("face", ["contract:?", "../../etc", "contract:Y.1.111"])
def test_what_is_no_card_of_the_box_is_refused(tmp_path, face):
    with pytest.raises(EnrolError):
        looks(Enrolment(tmp_path, FACES), FACES[:1]).confirm(0, face)


def test_an_enrolment_goes_on_another_day(tmp_path):
    confirmed(looks(Enrolment(tmp_path, FACES), FACES[:2]))
    assert Enrolment(tmp_path, FACES).missing == FACES[2:]


def test_a_damaged_list_is_named(tmp_path):
    (tmp_path / "enrolled.json").write_text("[1, 2")
    with pytest.raises(EnrolError, match=r"enrolled\.json"):
        Enrolment(tmp_path)


def test_what_was_enrolled_is_recognised_again(tmp_path):
    from vision.photo.pictures import album

    confirmed(looks(Enrolment(tmp_path), FACES))
    assert album(tmp_path).identify(still(FACES[2], 77)).name == "contract_K.9.111"
