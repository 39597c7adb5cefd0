"""Coins and tiles before the camera, by touch: enrolled, counted, shown."""

from __future__ import annotations

import json
from random import Random

import pytest
from kivy.tests.common import UnitTestTouch

from companion.albums import coins_folder, tiles_folder
from companion.house import House
from companion.purse import BOX
from companion.told import Place, Setting
from companion.ui import offscreen
from companion.views import acts
from companion.views.desk import Desk
from companion.virtual.cards import BareMat
from companion.virtual.tiles import tile_prints
from tests.ui.finger import label_of, press, showing, taps, touch
from vision.coins import CoinAlbum
from vision.drawn.flats import coin_art, mint, tile_art
from vision.tiles import keep

PLACES = (Place("red", "Anna"), Place("blue", "Bruno"), Place("green", "Carla"))


def until(house, window, holds, most=4000):
    """Let the house live until something holds; fails when it never does."""
    for _ in range(most):
        if holds():
            window.mark()
            offscreen.settle(3)
            return
        house.tick()
        offscreen.settle(1)
    raise AssertionError(f"{most} beats and it never held")


def mint_coins(folder):
    """All coins of the house set, as if somebody had shown them."""
    album = CoinAlbum()
    for value in BOX:
        wide = mint()[value].wide
        album.enrol(value, coin_art(value, wide, 5.0), wide)
    album.keep(coins_folder(folder))


def file_tiles(folder, *names):
    """Some tiles of the house set, as if somebody had shown them."""
    for name in names:
        keep(tiles_folder(folder), name, tile_art(json.dumps(tile_prints()[name]), 5.0))


@pytest.fixture
def mat():
    """A table's mat under a camera; its trays were left at home."""
    made = BareMat(5)
    yield made
    made.close()


@pytest.fixture
def house(tmp_path, mat):
    """A house whose only device is that camera."""
    (tmp_path / "devices.toml").write_text(f'camera = "{mat.camera.url}"\n')
    mint_coins(tmp_path)
    made = House(tmp_path)
    yield made
    made.close()


@pytest.fixture
def window(face, house):
    """The window of a desk with a game that has just begun."""
    source = house.open(Setting("constantinopolis", "reconciled", PLACES))
    made = Desk(house, source, chance=Random(1))
    return face(made)


def counting(house, window, seat="red"):
    """Open the counting of a seat's gold by touch; the purse."""
    window.desk.do(acts.Open("answers", seat))
    offscreen.settle(3)
    press(next(widget for widget in taps(window) if label_of(widget).startswith("Count ")))
    return house.bench.purse


def gold_of(house, seat):
    return house.running.session.state.table[f"treasury/{seat}"]["gold"]


def test_gold_that_agrees_is_counted_with_two_touches(shoot, house, window, mat):
    purse = counting(house, window)
    mat.lay_coins({10: 2, 5: 1, 2: 2, 1: 1})
    until(house, window, lambda: purse.state == "ready")
    shoot("gold")
    assert purse.gold == gold_of(house, "red")
    touch(window, "That is right")
    assert "agree" in window.desk.view().bar.sentence
    touch(window, "Done")
    assert window.desk.look.screen == "answers"
    assert house.bench is None


def test_gold_that_differs_is_located_and_counted_again(shoot, house, window, mat):
    purse = counting(house, window)
    mat.lay_coins({10: 2, 5: 1, 2: 1})
    until(house, window, lambda: purse.state == "ready")
    touch(window, "That is right")
    assert "3 gold less" in window.desk.view().bar.sentence
    until(house, window, lambda: differing(house, "treasury/red"))
    shoot("gold-differs")
    touch(window, "Settle")
    shoot("gold-settling")
    assert differing(house, "treasury/red")[0].table == {"gold": -3}
    assert house.bench is None


def differing(house, zone):
    """The disagreements about a zone; the market card of this table was never laid out, so others stand too."""
    return [found for found in house.running.session.disagreements if found.zone == zone]


def test_a_coin_is_renamed_by_touching_it_in_the_picture(shoot, house, window, mat):
    purse = counting(house, window)
    mat.lay_coins({10: 2, 5: 1})
    until(house, window, lambda: purse.state == "ready")
    five = next(coin for coin in purse.coins if coin.value == 5)
    touch_picture(window, five)
    shoot("gold-naming")
    touch(window, "2")
    assert purse.gold == 22


def test_contracts_among_the_coins_stop_the_count(house, window, mat):
    purse = counting(house, window)
    mat.lay_cards(["contract:GB.7.112"])
    mat.lay_coins({10: 2})
    until(house, window, lambda: purse.state == "mixed")
    assert "That is right" not in [label_of(widget) for widget in taps(window)]
    mat.lay_cards([])
    until(house, window, lambda: purse.state == "ready")
    showing(window, "That is right")


def touch_picture(window, coin):
    """Touch the middle of a coin in the enlarged picture."""
    picture = next(widget for widget in window.walk() if type(widget).__name__ == "CoinPicture")
    u = sum(x for x, _y in coin.corners) / 4
    v = sum(y for _x, y in coin.corners) / 4
    ((u, v),) = window.desk.care.near.inward([(u, v)])
    x, y, width, height = picture._fitted()
    finger = UnitTestTouch(*picture.to_window(x + u * width, y + height - v * height))
    finger.touch_down()
    offscreen.settle(2)
    finger.touch_up()
    offscreen.settle(3)
