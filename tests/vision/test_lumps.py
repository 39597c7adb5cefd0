"""Nothing of a card's size in a card zone is passed over: what no outline explains is asked about."""

import cv2
import numpy as np
import pytest

from engine.sighting import Guess, Pieces, Seen
from testkit.scenes.mat import Watcher, a_scene, contracts
from vision.cards.lumps import lumps
from vision.zones import Mark, ZoneReading, together

SIZE, SCALE = (44.0, 63.0), 2.5
FACES = ["contract:GB.7.112", "contract:KK.16.111"]


def zone(grey=60):
    chance = np.random.default_rng(3)
    return (grey + chance.normal(0, 2, (435, 1080))).clip(0, 255).astype(np.uint8)


def card(picture, x=300, y=120, paper=200, lines=5):
    """A card with so many lines of print on it, its upper left corner in px."""
    cv2.rectangle(picture, (x, y), (x + 110, y + 157), paper, -1)
    for line in range(lines):
        cv2.putText(picture, "12 7", (x + 12, y + 30 + 140 * line // lines), 0, 0.8, 90, 2)
    return np.array([(x, y), (x + 110, y), (x + 110, y + 157), (x, y + 157)], np.float32)


def found(picture, known=()):
    return lumps(picture, list(known), SIZE, SCALE)


def test_a_card_that_nobody_explained_is_a_lump_about_its_middle():
    picture = zone()
    card(picture)
    (box,) = found(picture)
    assert np.abs(box.mean(axis=0) - (355, 198)).max() < 12


def test_it_is_one_too_where_the_cards_found_leave_no_ground_but_what_is_between_them():
    picture = zone(25)[:172, :376]
    known = [card(picture, x, 8, lines=9) for x in (6, 260)]
    card(picture, 133, 8, lines=9)
    (box,) = found(picture, known)
    assert np.abs(box.mean(axis=0) - (188, 86)).max() < 12


def test_a_faint_card_is_one_too():
    picture = zone()
    card(picture, paper=85)
    assert len(found(picture)) == 1


def test_a_card_that_was_found_is_none():
    picture = zone()
    assert found(picture, [card(picture)]) == []


def test_a_card_under_a_pencil_is_one():
    picture = zone()
    card(picture)
    cv2.line(picture, (100, 300), (360, 170), 180, 18)
    assert len(found(picture)) == 1


def shadow(picture):
    picture[:, 400:640] //= 2


def reflection(picture):
    y, x = np.mgrid[:435, :1080]
    spot = 150 * np.exp(-(((x - 500) / 90) ** 2 + ((y - 200) / 60) ** 2))
    picture[:] = np.clip(picture + spot, 0, 255).astype(np.uint8)


def pencil(picture):
    cv2.line(picture, (100, 300), (460, 170), 180, 18)


def nothing(picture):
    """Ground alone."""


@pytest.mark.parametrize("lay", [shadow, reflection, pencil, nothing])
def test_what_is_no_card_is_none(lay):
    picture = zone(80)
    lay(picture)
    assert found(picture) == []


def reading(*seen):
    marks = tuple(Mark(zone="mat/draw", label=one.best, share=one.share, corners=one.corners) for one in seen)
    return ZoneReading(Pieces(seen), marks)


def contract(face, x):
    return Seen((Guess(face, 0.99), Guess("contract:?", 0.01)), ((x, 0.0), (x + 44, 0.0), (x + 44, 63.0), (x, 63.0)))


def test_a_card_that_some_readings_lack_is_asked():
    both = reading(contract(FACES[0], 0.0), contract(FACES[1], 90.0))
    one = reading(contract(FACES[0], 1.0))
    for readings in ([both, one, one], [one, both], [both, one, both, one]):
        final = together(readings)
        shares = {seen.best: seen.share for seen in final.reading.objects}
        assert set(shares) == set(FACES)
        assert shares[FACES[0]] > 0.9 > shares[FACES[1]]
        assert [mark.label for mark in final.marks] == [seen.best for seen in final.reading.objects]


def test_what_nobody_could_read_and_most_readings_lack_was_a_reflection():
    one, spot = reading(contract(FACES[0], 0.0)), contract("contract:?", 200.0)
    flash = reading(contract(FACES[0], 0.0), spot)
    assert [seen.best for seen in together([one, flash, one, one]).reading.objects] == FACES[:1]
    assert [seen.best for seen in together([one, flash]).reading.objects] == [FACES[0], "contract:?"]


def test_a_doubt_that_lies_elsewhere_from_reading_to_reading_is_none_of_the_cards():
    sure = [contract(FACES[0], 0.0), contract(FACES[1], 90.0)]
    readings = [reading(*sure, contract("contract:?", at)) for at in (200.0, 200.0, 200.0, 200.0, 60.0)]
    assert [seen.best for seen in together(readings).reading.objects] == [*FACES, "contract:?"]


def test_readings_that_agree_on_the_number_are_sure():
    both = reading(contract(FACES[0], 0.0), contract(FACES[1], 90.0))
    assert min(seen.share for seen in together([both, both]).reading.objects) > 0.9


def test_on_the_drawn_table_nothing_is_asked_beside_its_cards():
    watcher = Watcher(a_scene("poor")).watch(contracts(FACES))
    assert watcher.faces() == FACES
