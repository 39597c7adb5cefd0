"""Gold is counted from the coins on the mat; what is doubtful, mixed or more than the box holds is never a sum."""

from __future__ import annotations

import numpy as np
import pytest

from companion.tasks.gold_count import NO_COIN, GoldCount
from companion.titles import title_of
from devices.inventory import read_box
from engine.sighting import Guess, Pieces, Seen, Sighting

SIDE = 40
BOX = read_box(title_of("constantinopolis").file("box.toml")).coins_by_value


class Mat:
    """A mat on which coins lie side by side, and eyes that see them."""

    def __init__(self):
        self.listener, self.forgotten = None, []

    def divert(self, listener):
        self.listener = listener

    def forget(self, zone):
        self.forgotten.append(zone)

    def lay(self, *labels, share=0.99, zone="mat/draw"):
        """Lay things by what is read on them; ``10?5`` is a coin that may be 10 or 5."""
        seen = tuple(Seen(_guesses(label, share), _square(at)) for at, label in enumerate(labels))
        picture = np.zeros((SIDE * 2, SIDE * 2 * max(1, len(labels)), 3), np.uint8)
        self.listener(picture, Sighting("camera", zone, 0.0, Pieces(seen)))


def _guesses(label, share):
    if label[0].isdigit():
        best, other = label.split("?")
        return Guess("coin:?", 0.5), Guess(f"coin:{best}", 0.3), Guess(f"coin:{other}", 0.2)
    return (Guess(label, share),)


def _square(at):
    x, y = at * SIDE * 2, SIDE / 2
    return ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))


@pytest.fixture
def mat():
    return Mat()


@pytest.fixture
def count(mat):
    return GoldCount("red", mat, box=BOX)


def counted(count, mat, *labels, **more):
    """Lay things and take in what is seen of them."""
    mat.lay(*labels, **more)
    count.poll()
    return count


def test_coins_are_summed_by_value(count, mat):
    counted(count, mat, "coin:10", "coin:1", "coin:10", "coin:30")
    assert count.counted == {30: 1, 10: 2, 1: 1}
    assert (count.gold, count.state) == (51, "ready")


def test_nothing_is_counted_before_anything_was_seen(count, mat):
    assert count.state == "looking"
    assert counted(count, mat).state == "empty"


def test_a_coin_read_with_doubt_is_asked_about(count, mat):
    counted(count, mat, "coin:10", "10?5")
    assert (count.state, count.gold) == ("doubt", 10)
    assert [(coin.place, coin.value, coin.rival) for coin in count.doubtful] == [(1, None, 10)]


def test_a_coin_with_a_small_share_is_doubtful_too(count, mat):
    assert counted(count, mat, "coin:10", share=0.7).state == "doubt"


def test_what_a_person_says_of_a_coin_counts_while_it_lies_there(count, mat):
    counted(count, mat, "coin:10", "10?5").name(1, 5)
    assert (count.state, count.gold) == ("ready", 15)
    assert counted(count, mat, "coin:10", "coin:?").gold == 15
    counted(count, mat)
    assert counted(count, mat, "coin:10", "coin:?").state == "doubt"


def test_a_person_may_contradict_a_sure_reading(count, mat):
    counted(count, mat, "coin:10").name(0, 30)
    assert count.gold == 30


def test_what_is_no_coin_is_left_out(count, mat):
    counted(count, mat, "coin:10", "coin:?").name(1, NO_COIN)
    assert (count.state, count.gold) == ("ready", 10)


@pytest.mark.parametrize("other", ["contract:GB.7.112", "contract:?", "tile:cura"])
def test_other_things_among_the_coins_stop_the_count(count, mat, other):
    counted(count, mat, "coin:10", other)
    assert (count.state, count.foreign) == ("mixed", (other.partition(":")[0],))


def test_more_coins_than_the_box_holds_are_a_question(count, mat):
    counted(count, mat, *["coin:30"] * 14)
    assert (count.state, count.surplus) == ("box", {30: 14})
    count.allow()
    assert (count.state, count.gold) == ("ready", 420)


def test_substitutes_were_allowed_for_what_lay_there_then(count, mat):
    counted(count, mat, *["coin:30"] * 14).allow()
    assert counted(count, mat, *["coin:30"] * 15).state == "box"


def test_looking_again_forgets_what_was_said(count, mat):
    counted(count, mat, "10?5").name(0, 5)
    count.again()
    assert count.state == "doubt"
    assert mat.forgotten == ["mat/draw"]


def test_other_fields_of_the_mat_say_nothing(count, mat):
    assert counted(count, mat, "coin:10", zone="market/current").state == "looking"


def test_a_tap_finds_the_coin_it_meant(count, mat):
    counted(count, mat, "coin:10", "coin:5")
    assert (count.at(0.6, 0.5), count.at(0.1, 0.5), count.at(0.4, 0.5)) == (1, 0, None)


def test_a_coin_is_cut_out_of_the_picture(count, mat):
    coin = counted(count, mat, "coin:10").coins[0]
    assert (coin.crop.width, coin.crop.height) == (SIDE + 1, SIDE + 1)
    assert coin.corners == ((0.0, 0.25), (0.5, 0.25), (0.5, 0.75), (0.0, 0.75))


def test_the_camera_is_given_back(count, mat):
    count.close()
    assert mat.listener is None
