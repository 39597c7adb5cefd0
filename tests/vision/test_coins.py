"""Coins are told by their width and their enrolled face; where the two disagree or say too little, nothing is said."""

import cv2
import numpy as np
import pytest

from vision.cards.enrol import EnrolError
from vision.flat.coins import CoinAlbum, Sample, album
from vision.printing.flats import coin_art, mint

WIDE = 24.0


def face(value, turn=0.0, seed=0, wide=WIDE):
    """A noisy look at a coin that is turned by so many degrees."""
    drawn = coin_art(value, wide, 2.0)
    size = drawn.shape[0]
    onto = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), turn, 1.0)
    turned = cv2.warpAffine(drawn, onto, (size, size), borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(seed).normal(0, 5, turned.shape)
    return np.clip(0.8 * turned + noise, 0, 255).astype(np.uint8)


def known(sizes=True, same=False):
    """An album of the house set; `same` gives all coins one width."""
    made = CoinAlbum()
    for value, minted in mint().items():
        made.enrol(value, face(value, seed=value), (WIDE if same else minted.wide) if sizes else None)
    return made


@pytest.mark.parametrize("value", sorted(mint()))
@pytest.mark.parametrize("turn", [0, 77, 180, 301])
def test_a_coin_is_identified_in_every_turn_by_width_and_face(value, turn):
    coin = known().identify(face(value, turn, 9), mint()[value].wide + 0.3)
    assert (coin.value, coin.share > 0.9) == (value, True)
    assert coin.runner_up != value


@pytest.mark.parametrize("value", sorted(mint()))
def test_coins_of_one_width_are_identified_by_their_faces(value):
    assert known(same=True).identify(face(value, 140, 5), WIDE).value == value


@pytest.mark.parametrize("value", sorted(mint()))
def test_without_widths_the_face_tells(value):
    assert known(sizes=False).identify(face(value, 200, 6)).value == value


def test_without_pictures_the_width_tells_if_no_other_is_near():
    made = CoinAlbum()
    for value, wide in ((1, 16.0), (2, 20.0), (5, 20.6)):
        made.enrol(value, diameter_mm=wide)
    blank = np.full((64, 64, 3), 120, np.uint8)
    assert made.identify(blank, 16.2).value == 1
    assert made.identify(blank, 20.3).value is None


def test_a_face_that_says_another_value_than_the_width_is_in_doubt():
    assert known().identify(face(10, 30), mint()[1].wide).value is None


def test_a_width_of_no_coin_is_in_doubt():
    assert known().identify(face(10, 30), 45.0).value is None


def on(value, above, away):
    """A look at a coin on which another one of .6 of its width lies, so many radii from its middle."""
    seen = face(value, 30)
    side = seen.shape[0]
    wide = round(0.6 * side)
    left, top = round(side / 2 + away * side / 2 - wide / 2), round(side / 2 - wide / 2)
    other = cv2.resize(face(above, 100), (wide, wide))
    disc = cv2.circle(np.zeros((wide, wide), np.uint8), (wide // 2, wide // 2), wide // 2, (1,), -1) > 0
    seen[top : top + wide, left : left + wide][disc] = other[disc]
    return seen


@pytest.mark.parametrize("away", [0.0, 0.2, 0.4])
@pytest.mark.parametrize("above", [1, 2])
def test_a_coin_on_which_another_one_lies_is_in_doubt(above, away):
    assert known().identify(on(30, above, away), mint()[30].wide).value is None


def test_a_coin_of_which_another_one_hides_a_part_that_is_known_is_still_told():
    assert known().identify(on(30, 1, 0.4), mint()[30].wide, [(0.4, 0.0, 0.6)]).value == 30


def test_two_values_with_one_face_and_width_are_not_distinguished():
    made = CoinAlbum()
    made.enrol(5, face(5), WIDE)
    made.enrol(50, face(5), WIDE)
    assert made.identify(face(5, 60, 3), WIDE).value is None


def test_a_plain_disc_and_noise_are_no_coin():
    noise = np.random.default_rng(2).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    assert known(same=True).identify(noise, WIDE).value is None
    assert known(same=True).identify(np.full((64, 64, 3), 150, np.uint8), WIDE).value is None


def test_an_empty_album_says_nothing():
    assert CoinAlbum().identify(face(5), 21.0).value is None


def a_pile(value, widths):
    return [Sample(face(value, 50 * n, n), wide, ()) for n, wide in enumerate(widths)]


def test_a_pile_of_one_value_is_learnt_in_place_of_what_was_known():
    made = known()
    assert made.learn(10, a_pile(10, (25.0, 25.2, 25.1))) == 3
    assert made.diameters[10] == 25.1


@pytest.mark.parametrize(("widths", "words"), [((), "no coin"), ((16.0, 21.0), "16.0 to 21.0 mm")])
def test_an_empty_or_mixed_pile_is_refused(widths, words):
    with pytest.raises(EnrolError, match=words):
        known().learn(1, a_pile(1, widths))


@pytest.mark.parametrize(("value", "wide"), [(0, 20.0), (-5, 20.0), (5, 0.0), (5, 900.0)])
def test_no_coin_is_worth_nothing_or_has_no_width(value, wide):
    with pytest.raises(ValueError, match="no coin"):
        CoinAlbum().enrol(value, diameter_mm=wide)


def test_what_was_kept_is_read_again(tmp_path):
    known().keep(tmp_path)
    again = album(tmp_path)
    assert (again.values, again.diameters) == (known().values, known().diameters)
    assert again.identify(face(30, 90, 4), mint()[30].wide).value == 30


def test_keeping_again_leaves_nothing_of_what_was_forgotten(tmp_path):
    made = known()
    made.keep(tmp_path)
    made.forget(5)
    made.keep(tmp_path)
    assert album(tmp_path).values == (1, 2, 10, 30)


def test_a_folder_without_coins_is_named(tmp_path):
    with pytest.raises(ValueError, match="no coins"):
        album(tmp_path)


def test_a_broken_picture_is_named(tmp_path):
    (tmp_path / "10-0.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"10-0\.png"):
        album(tmp_path)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("[diameters]\n5 = 0", r"diameters\.5 = 0"),
        ('[diameters]\n5 = "wide"', r"diameters\.5 = 'wide'"),
        ("[diameters]\nfive = 20.0", r"diameters\.five"),
        ("[diametres]\n5 = 20.0", "'diametres'"),
        ("diameters = 3", "diameters = 3"),
        ("[diameters", r"coins\.toml"),
    ],
)
def test_a_slip_in_the_list_of_widths_is_named_with_file_and_key(tmp_path, written, words):
    (tmp_path / "coins.toml").write_text(written)
    with pytest.raises(ValueError, match=r"coins\.toml") as caught:
        album(tmp_path)
    assert caught.match(words)
