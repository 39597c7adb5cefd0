"""Tiles and coins beside the cards are read by the eye through real frames, and in any photo."""

import json
import random
from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from companion.commands.cli import main
from testkit.scenes.mat import MAT, Watcher
from tools.measure.loose import PRINTS, a_pile, a_scene, judged
from vision.drawn.laid import LaidCard, LaidCoin, LaidTile
from vision.flat.coins import CoinAlbum
from vision.flat.tiles import TileAlbum
from vision.look import look
from vision.printing.flats import coin_art, mint, tile_art

NAMES = ("pistrinum", "caupona", "hippodromus-3", "wall-ship", "mensae")
CONTRACT = "contract:GB.7.112"


@pytest.fixture(scope="module")
def tiles():
    made = TileAlbum(38.0)
    for name in PRINTS:
        made.enrol(name, tile_art(json.dumps(PRINTS[name]), 4.0))
    return made


@pytest.fixture(scope="module")
def coins():
    made = CoinAlbum()
    for value, minted in mint().items():
        made.enrol(value, coin_art(value, minted.wide, 3.0), minted.wide)
    return made


def laid_tiles(turn=0.0):
    places = MAT.slots("draw", len(NAMES))
    return [LaidTile(name, x, y, 90 * n + turn) for n, (name, (x, y)) in enumerate(zip(NAMES, places, strict=True))]


@pytest.mark.parametrize(("weather", "untidy"), [("kind", 0), ("fair", 9)])
def test_tiles_are_named_with_their_turn(tiles, weather, untidy):
    watcher = Watcher(a_scene(weather, 1), tiles=tiles).watch(laid_tiles(untidy))
    objects = watcher.seen["mat/draw"].objects
    assert [(seen.best, seen.turn) for seen in objects] == [
        (f"tile:{name}", 90 * n % 360) for n, name in enumerate(NAMES)
    ]


def test_a_tile_s_corners_begin_at_its_own_top_left(tiles):
    watcher = Watcher(a_scene("kind", 1), tiles=tiles).watch([LaidTile("caupona", 200, 130, 90)])
    (seen,) = watcher.seen["mat/draw"].objects
    assert np.abs(watcher.eye.pose.to_mat(np.array(seen.corners[:1])) - [[219, 111]]).max() < 2


@pytest.mark.parametrize("weather", ["fair", "poor"])
def test_a_pile_of_touching_coins_is_counted(coins, weather):
    pile = a_pile(random.Random(4), 14)
    found = judged(Watcher(a_scene(weather, 2), coins=coins).watch(pile), pile)
    assert (found["right"], found["wrong"]) == (14, 0)


def test_cards_tiles_and_coins_lie_side_by_side(tiles, coins):
    pieces = [LaidCard("contract", CONTRACT, 70, 100), LaidTile("cura", 180, 110), LaidCoin(10, 260, 100)]
    watcher = Watcher(a_scene("kind", 3), tiles=tiles, coins=coins).watch([*pieces, LaidCoin(1, 280.5, 100)])
    assert watcher.faces() == [CONTRACT, "tile:cura", "coin:1", "coin:10"]


def test_a_coin_half_under_another_is_asked_about_or_right(coins):
    for turn in range(0, 360, 120):
        x, y = 200 + 13 * cos(radians(turn)), 130 + 13 * sin(radians(turn))
        pile = [LaidCoin(10, 200, 130), LaidCoin(5, x, y)]
        assert not judged(Watcher(a_scene("kind", 4), coins=coins).watch(pile), pile)["wrong"]


@pytest.mark.parametrize(
    ("low", "high", "away"), [(5, 10, 6.0), (5, 30, 7.0), (10, 10, 3.5), (30, 1, 0.0), (30, 1, 7.0), (10, 2, 3.0)]
)
@pytest.mark.parametrize("weather", ["kind", "fair"])
def test_a_coin_that_shows_beside_one_on_it_or_round_it_is_asked_about(coins, low, high, away, weather):
    pile = [LaidCoin(low, 200, 130, 40), LaidCoin(high, 200 + away, 130, 110)]
    watcher = Watcher(a_scene(weather, 8), coins=coins).watch(pile)
    assert "coin:?" in watcher.faces()


def test_a_coin_that_was_not_enrolled_is_seen_but_unknown():
    watcher = Watcher(a_scene("kind", 5), coins=CoinAlbum()).watch([LaidCoin(5, 150, 120)])
    assert watcher.faces() == ["coin:?"]


def test_without_albums_nothing_loose_is_seen():
    watcher = Watcher(a_scene("kind", 5)).watch([LaidCoin(5, 150, 120), LaidTile("cura", 250, 120)])
    assert watcher.faces() == []


def test_an_eye_can_learn_of_coins_later(coins):
    watcher = Watcher(a_scene("kind", 5)).watch([LaidCoin(5, 150, 120)])
    watcher.eye.know(None, coins)
    assert watcher.watch().faces() == ["coin:5"]


def test_a_pile_on_the_mat_is_learnt_with_its_width():
    watcher = Watcher(a_scene("kind", 6)).watch([LaidCoin(10, x, 130, x) for x in (100, 160, 220)])
    made = CoinAlbum()
    assert made.learn(10, watcher.eye.loose("draw").coins) == 3
    assert abs(made.diameters[10] - mint()[10].wide) < 1


def photographed(tmp_path, pieces):
    scene = a_scene("fair", 7)
    scene.lay(pieces)
    cv2.imwrite(str(tmp_path / "table.png"), scene.frame())
    return tmp_path / "table.png"


def test_a_photo_of_coins_on_the_mat_is_summed(tmp_path, coins, capsys):
    coins.keep(tmp_path / "coins")
    photo = photographed(tmp_path, [LaidCoin(10, 100, 100), LaidCoin(5, 122.6, 100), LaidCoin(1, 200, 150)])
    assert main(["look", str(photo), "--for", "coins", "--enrolled", str(tmp_path / "coins"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["sum"], len(found["coins"])) == (16, 3)
    widths = sorted(coin["diameter_mm"] for coin in found["coins"])
    assert np.abs(np.array(widths) - [16, 21, 24]).max() < 1


def test_a_photo_of_coins_that_were_not_enrolled_has_no_sum(tmp_path):
    found = look(photographed(tmp_path, [LaidCoin(10, 100, 100)]), "coins")
    assert (found["sum"], found["coins"][0]["reading"]) == (None, {})


def test_a_photo_of_tiles_on_the_mat_names_them_and_is_marked(tmp_path):
    for name in NAMES:
        cv2.imwrite(str(tmp_path / f"{name}-0.png"), tile_art(json.dumps(PRINTS[name]), 4.0))
    photo = photographed(tmp_path / "..", laid_tiles())
    found = look(photo, "tiles", enrolled=tmp_path, overlay=tmp_path / "seen.jpg")["tiles"]
    assert [(t["reading"]["name"], t["reading"]["turn"]) for t in found] == [
        (name, 90 * n % 360) for n, name in enumerate(NAMES)
    ]
    assert (cv2.imread(str(tmp_path / "seen.jpg")) != cv2.imread(str(photo))).any()


def plain_photo(tmp_path, art, mask=None):
    """A piece on a light table, no mat near it."""
    photo = np.full((480, 640, 3), (190, 205, 214), np.uint8)
    high, wide = art.shape[:2]
    photo[150 : 150 + high, 200 : 200 + wide][mask if mask is not None else slice(None)] = (
        art if mask is None else art[mask]
    )
    cv2.imwrite(str(tmp_path / "plain.png"), photo)
    return tmp_path / "plain.png"


def test_a_tile_off_the_mat_is_found_by_its_outline(tmp_path):
    art = tile_art(json.dumps(PRINTS["cura"]), 4.0)
    (tmp_path / "known").mkdir()
    cv2.imwrite(str(tmp_path / "known" / "cura-0.png"), art)
    (found,) = look(plain_photo(tmp_path, np.rot90(art, -1)), "tiles", enrolled=tmp_path / "known")["tiles"]
    assert (found["reading"]["name"], found["reading"]["turn"]) == ("cura", 90)


def test_a_coin_off_the_mat_is_found_by_its_outline(tmp_path, coins):
    coins.keep(tmp_path / "known")
    art = coin_art(10, 24.0, 5.0)
    y, x = np.mgrid[: art.shape[0], : art.shape[1]] - (art.shape[0] - 1) / 2
    found = look(plain_photo(tmp_path, art, np.hypot(x, y) <= 60), "coins", enrolled=tmp_path / "known")
    assert (found["sum"], len(found["coins"])) == (10, 1)


@pytest.mark.parametrize("what", ["tiles", "coins"])
def test_a_folder_that_is_not_there_is_named(tmp_path, what):
    with pytest.raises(ValueError, match="nowhere"):
        look(photographed(tmp_path, []), what, enrolled=tmp_path / "nowhere")
