"""Coins and tiles before the camera, by touch: enrolled, counted, shown."""

from __future__ import annotations

import json
import time
from random import Random

import pytest
from kivy.tests.common import UnitTestTouch

from companion.host.host import Host
from companion.presenters.common.task_screen import closeup_of
from companion.presenters.desk import Desk
from companion.tasks.albums import coins_folder, tiles_folder
from companion.titles import title_of
from companion.titles.constantinopolis.tiles import tile_prints
from companion.titles.title import Place, Setting
from companion.ui import offscreen
from companion.views.common import acts
from companion.views.common import task_acts as t
from companion.virtual.cards import BareMat
from devices.protocol import COINS
from engine.constantinopolis.commands import Build
from engine.constantinopolis.phases import Construction
from testkit.played import decision, people_of
from tests.ui.finger import label_of, press, taps, touch
from vision.flat.coins import CoinAlbum, album
from vision.flat.tiles import keep
from vision.printing.flats import coin_art, mint, tile_art

LIMIT = 180
"""Seconds after which nobody waits any longer, however busy the machine is."""
PLACES = (Place("red", "Anna"), Place("blue", "Bruno"), Place("green", "Carla"))


def until(host, window, holds):
    """Poll the host until something holds; fails when it never does."""
    end = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < end, f"{LIMIT} s and it never held"
        host.poll()
        offscreen.settle(1)
    window.mark()
    offscreen.settle(3)


def mint_coins(folder):
    """All coins of the house set, as if somebody had shown them."""
    album = CoinAlbum()
    for value in COINS:
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
    made = BareMat(title_of("constantinopolis"), 5)
    yield made
    made.close()


@pytest.fixture
def host(tmp_path, mat):
    """A host whose only device is that camera."""
    (tmp_path / "devices.toml").write_text(f'camera = "{mat.camera.url}"\n')
    mint_coins(tmp_path)
    made = Host(tmp_path, chance=Random(7))
    yield made
    made.close()


@pytest.fixture
def window(face, host):
    """The window of a desk with a game that has just begun."""
    source = host.open(Setting(game="constantinopolis", edition="reconciled", places=PLACES))
    made = Desk(host, source, chance=Random(1))
    return face(made)


def counting(host, window, seat="red"):
    """Open the counting of a seat's gold by touch; the task."""
    window.desk.do(acts.Open("answers", seat))
    offscreen.settle(3)
    press(next(widget for widget in taps(window) if label_of(widget).startswith("Count ")))
    return host.camera_setup.task


def gold_of(host, seat):
    return host.running.session.state.table[f"treasury/{seat}"]["gold"]


def test_gold_that_agrees_is_counted_with_two_touches(shoot, host, window, mat):
    count = counting(host, window)
    mat.lay_coins({10: 2, 5: 1, 2: 2, 1: 1})
    until(host, window, lambda: count.state == "ready")
    shoot("gold")
    assert count.gold == gold_of(host, "red")
    touch(window, "That is right")
    assert "agree" in window.desk.view().bar.sentence
    touch(window, "Done")
    assert window.desk.look.screen == "answers"
    assert host.camera_setup is None


def test_gold_that_differs_is_located_and_counted_again(shoot, host, window, mat):
    count = counting(host, window)
    mat.lay_coins({10: 2, 5: 1, 2: 1})
    until(host, window, lambda: count.state == "ready")
    touch(window, "That is right")
    assert "3 gold less" in window.desk.view().bar.sentence
    until(host, window, lambda: differing(host, "treasury/red"))
    shoot("gold-differs")
    touch(window, "Settle")
    shoot("gold-settling")
    assert differing(host, "treasury/red")[0].table == {"gold": -3}
    assert host.camera_setup is None


def differing(host, zone):
    """The disagreements about a zone; the market card of this table was never laid out, so others stand too."""
    return [found for found in host.running.session.disagreements if found.zone == zone]


def test_a_coin_is_renamed_by_touching_it_in_the_picture(shoot, host, window, mat):
    count = counting(host, window)
    mat.lay_coins({10: 2, 5: 1})
    until(host, window, lambda: count.state == "ready")
    five = next(coin for coin in count.coins if coin.value == 5)
    touch_picture(window, five)
    shoot("gold-naming")
    touch(window, "2")
    assert count.gold == 22


def test_gold_nobody_has_is_said_by_one_touch(host, window):
    count = counting(host, window)
    until(host, window, lambda: count.state == "empty")
    touch(window, "There is none")
    assert count.off == -gold_of(host, "red")


def test_coins_are_enrolled_one_value_after_the_other(shoot, tmp_path, face):
    host = Host(tmp_path, virtual=True, chance=Random(7))
    window = face(Desk(host, chance=Random(1)))
    window.desk.do(t.BeginTask("card_enrolment"))
    offscreen.settle(3)
    touch(window, "Coins")
    work = host.camera_setup.task
    for value in (1, 2):
        until(host, window, lambda value=value: work.value == value and work.ready)
        shoot(f"coins-{value}")
        touch(window, "Keep these")
    assert work.kept == {1: 5, 2: 5}
    touch(window, "Stop here")
    host.close()
    known = album(coins_folder(tmp_path)).diameters
    assert known == pytest.approx({value: mint()[value].wide for value in (1, 2)}, abs=1.0)


def test_tiles_are_enrolled_by_saying_what_they_are_called(shoot, tmp_path, face):
    host = Host(tmp_path, virtual=True, chance=Random(7))
    window = face(Desk(host, chance=Random(1)))
    window.desk.do(t.BeginTask("tile_enrolment"))
    work = host.camera_setup.task
    until(host, window, lambda: len(work.cards) == 8)
    press(next(widget for widget in taps(window) if type(widget).__name__ == "PairTap"))
    touch(window, "Commercial")
    touch(window, "Antiquarius")
    shoot("tiles")
    assert work.known == {host.camera_setup.helper.lying[0]} == {"antiquarius"}
    assert [path.name for path in tiles_folder(tmp_path).glob("*.png")] == ["antiquarius-0.png"]
    touch(window, "Undo")
    assert work.known == set()
    host.close()


def test_a_tile_shown_to_the_camera_is_built(shoot, tmp_path, mat, face):
    (tmp_path / "devices.toml").write_text(f'camera = "{mat.camera.url}"\n')
    file_tiles(tmp_path, *tile_prints())
    host = Host(tmp_path, chance=Random(7))
    source = host.open(Setting(game="constantinopolis", edition="reconciled", places=PLACES))
    window = face(Desk(host, source, chance=Random(1)))
    at_construction(source)
    (seat,) = source.state.phase.actors
    build = next(item for item in source.offers(seat) if isinstance(item, Build) and not item.redeem)
    mat.lay_tiles([build.tile], [90])
    window.desk.do(acts.Open("scan"))
    until(host, window, lambda: build in [entry.command for entry in source.journal])
    shoot("tile-shown")
    assert source.journal[-1].origin == "camera"
    host.close()


def at_construction(source):
    """Play until somebody builds."""
    people, chance = people_of(source.book, 1), Random(1)
    while not isinstance(source.state.phase, Construction):
        source.submit(decision(source.book, people, chance))


def test_a_tray_without_wells_leaves_the_gold_to_the_camera(shoot, tmp_path, face):
    mint_coins(tmp_path)
    host = Host(tmp_path, virtual=True, coinless=1, chance=Random(7))
    source = host.open(Setting(game="constantinopolis", edition="reconciled", places=PLACES))
    window = face(Desk(host, source, chance=Random(1)))
    until(host, window, lambda: not host.setting and len(host.devices) > len(PLACES) and source.weighs("treasury/red"))
    assert (host.counts("red"), host.counts("green")) == (False, True)
    count = counting(host, window, "green")
    until(host, window, lambda: count.state == "ready")
    shoot("gold-virtual")
    assert count.gold == sum(value * count for value, count in host.running.table.coins_of("green").items())
    host.close()


def touch_picture(window, coin):
    """Touch the middle of a coin in the enlarged picture."""
    picture = next(widget for widget in window.walk() if type(widget).__name__ == "CoinPicture")
    u = sum(x for x, _y in coin.corners) / 4
    v = sum(y for _x, y in coin.corners) / 4
    ((u, v),) = closeup_of(window.desk.host.camera_setup.eyes).inward([(u, v)])
    x, y, width, height = picture._fitted()
    finger = UnitTestTouch(*picture.to_window(x + u * width, y + height - v * height))
    finger.touch_down()
    offscreen.settle(2)
    finger.touch_up()
    offscreen.settle(3)
