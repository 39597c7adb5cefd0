"""The mat in little ink is the same mat: the eye reads on it what it reads on the dark one."""

import json
import random

import numpy as np
import pytest

from testkit.scenes.mat import MARKETS, MAT, Watcher, contracts, cubes, tally
from tools.measure.loose import PRINTS, a_pile, judged
from vision.drawn.laid import LaidCard, LaidTile
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.flat.coins import CoinAlbum
from vision.flat.tiles import TileAlbum
from vision.mat.mat import load_mat, mat_file
from vision.printing.flats import coin_art, mint, tile_art
from vision.printing.paper import draw_mat

LIGHT = MAT.lightened()
BYZANZ = load_mat(mat_file("byzanz"))
FACES = ["contract:GB.7.112", "contract:P.5.-12", "contract:RK.14.122", "contract:Y.10.111", "contract:KK.12.111"]
TILES = ("pistrinum", "caupona", "hippodromus-3", "wall-ship", "mensae")


def watching(weather, printed=LIGHT, **knowing):
    """An eye that knows the dark mat, on a table with the light one."""
    return Watcher(Scene(printed, Weather.named(weather), 1, MARKETS, tiles=PRINTS), **knowing)


def ink(mat):
    """Part of the paper that is covered: 1 is all black."""
    return 1 - draw_mat(mat, 1.0).mean() / 255


@pytest.mark.parametrize("mat", [MAT, BYZANZ], ids=["common", "byzanz"])
def test_it_takes_half_the_ink_and_lies_the_same(mat):
    light = mat.lightened()
    assert ink(light) < 0.5 * ink(mat)
    assert (light.zones, light.corners, light.patches) == (mat.zones, mat.corners, mat.patches)


def test_contracts_cubes_and_a_market_are_read_on_it():
    market = LaidCard("market", "market-portus", *MAT.slots("market", 1)[0], 3)
    watcher = watching("poor").watch([*contracts(FACES), market, *cubes("goods-2", "GGGBBRKKKKYY")])
    assert (watcher.faces(), watcher.faces("market/current")) == (FACES, ["market-portus"])
    assert watcher.seen["mat/goods-2"].tally == tally("GGGBBRKKKKYY")


@pytest.mark.slow
def test_tiles_are_named_on_it():
    album = TileAlbum(38.0)
    for name in PRINTS:
        album.enrol(name, tile_art(json.dumps(PRINTS[name]), 4.0))
    places = zip(TILES, MAT.slots("draw", len(TILES)), strict=True)
    laid = [LaidTile(name, x, y, 90 * n + 9) for n, (name, (x, y)) in enumerate(places)]
    assert watching("fair", tiles=album).watch(laid).faces() == [f"tile:{name}" for name in TILES]


@pytest.mark.slow
def test_a_pile_of_coins_is_counted_on_it():
    album = CoinAlbum()
    for value, minted in mint().items():
        album.enrol(value, coin_art(value, minted.wide, 3.0), minted.wide)
    pile = a_pile(random.Random(4), 14)
    found = judged(watching("poor", coins=album).watch(pile), pile)
    assert (found["right"], found["wrong"]) == (14, 0)


def test_cards_of_another_mat_are_read_on_its_light_one():
    faces = ["card:CL1", "card:SP4", "card:ME", "card:OL1"]
    places = zip(faces, BYZANZ.slots("bid", len(faces)), strict=True)
    laid = [LaidCard("byzanz", face, x, y, 3) for face, (x, y) in places]
    watcher = watching("poor", BYZANZ.lightened(), mat=BYZANZ).watch(laid)
    assert watcher.faces("mat/bid") == faces


@pytest.mark.parametrize("mat", [MAT, BYZANZ], ids=["common", "byzanz"])
def test_every_field_has_its_words_in_every_language(mat):
    from companion.wording import LANGUAGES

    printed = {name for name, zone in mat.zones.items() if zone.kind != "columns"}
    assert {label.zone for label in mat.labels} == printed
    for label in mat.labels:
        assert set(label.words) == set(LANGUAGES)
        x, y = (round(side) for side in label.middle)
        written = [draw_mat(mat, 1.0, language)[y - 4 : y + 5, x - 40 : x + 41] for language in ("it", "de")]
        assert np.ptp(written[0].astype(int)) > 60
        assert (written[0] != written[1]).any() is np.bool_(label.words["it"] != label.words["de"])
