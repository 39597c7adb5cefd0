"""Identity among a whole box of enrolled cards."""

import numpy as np

from testkit.scenes.laid import FLAT, face_of_a_picture
from tools.measure.identity import ENROLLED, again, named


def test_a_box_of_cards_is_distinguished_and_none_named_wrongly() -> None:
    seen = named(6)
    assert ENROLLED == 106
    assert (seen.right, seen.wrong) == (1.0, 0.0)
    assert seen.right >= seen.orb_right


def test_a_card_seen_again_is_not_the_same_picture() -> None:
    card = face_of_a_picture(np.random.default_rng(1))
    other = again(card, np.random.default_rng(2))
    assert other.shape == (FLAT[1], FLAT[0], 3)
    assert np.abs(card.astype(int) - other).mean() > 5
