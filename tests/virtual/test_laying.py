"""Virtual hands lay coins and tiles beside the cards."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from companion.titles import title_of
from companion.titles.title import Built
from companion.virtual.laying import Laying
from companion.virtual.table import VirtualTable
from vision.drawn.laid import LaidCoin, LaidDie, LaidTile
from vision.mat.mat import MatError, load_mat, mat_file


@pytest.fixture
def laying():
    return Laying(load_mat(), Random(1))


def test_coins_lie_apart_whatever_their_number(laying):
    laying.coins("draw", {30: 4, 1: 20})
    coins = laying.pieces
    assert sum(coin.value for coin in coins) == 140
    gaps = [(a.x - b.x) ** 2 + (a.y - b.y) ** 2 for a in coins for b in coins if a is not b]
    assert min(gaps) > 29**2


def test_what_lies_there_already_is_not_laid_again(laying):
    assert laying.coins("draw", {5: 2})
    assert not laying.coins("draw", {5: 2})
    assert laying.coins("draw", {})
    assert laying.pieces == []


def test_more_than_the_field_holds_is_refused(laying):
    with pytest.raises(MatError, match="200"):
        laying.coins("draw", {1: 200})


def test_tiles_lie_as_they_are_turned(laying):
    laying.tiles("draw", ["cura", "metallum"], [0, 90])
    upright, turned = laying.pieces
    assert (upright.name, turned.name) == ("cura", "metallum")
    assert turned.angle - upright.angle == pytest.approx(90, abs=10)


def test_coins_lie_beside_cards(laying):
    laying.cards("draw", "contract", ["contract:GB.7.112"])
    laying.coins("draw", {10: 1})
    laying.tiles("market", ["cura"])
    assert {type(piece) for piece in laying.pieces} >= {LaidCoin, LaidTile}


def test_a_tray_without_wells_tells_no_gold_but_holds_the_coins():
    with VirtualTable(title_of("constantinopolis"), ["red", "blue"], 1, coinless=1) as table:
        table.trays["blue"].drop(38)
        assert table.coins_of("blue") == {30: 1, 5: 1, 2: 1, 1: 1}
        capabilities = [set(tray._machine.me["capabilities"]) for tray in table.trays.values()]
    assert ["coins" in has for has in capabilities] == [True, False]


def test_cards_of_a_market_overlap_in_the_columns_of_their_goods():
    mat = load_mat(mat_file("byzanz"))
    laying = Laying(mat, Random(1))
    faces = ["card:CL1", "card:CL2", "card:CL2", "card:ME"]
    assert laying.cards("market", "byzanz", faces)
    assert [card.face for card in laying.pieces] == faces
    for card, symbol in zip(laying.pieces, ("CL", "CL", "CL", "ME"), strict=True):
        x0, _, x1, _ = mat.columns("market")[symbol]
        assert x0 + 20 < card.x < x1 - 20
    steps = [b.y - a.y for a, b in pairwise(laying.pieces[:3])]
    assert all(14 < step < 20 for step in steps)


def test_a_column_of_the_market_that_stays_is_not_touched():
    laying = Laying(load_mat(mat_file("byzanz")), Random(1))
    laying.cards("market", "byzanz", ["card:CL1", "card:CL2", "card:SP1"])
    before = laying.pieces
    assert laying.cards("market", "byzanz", ["card:CL1", "card:CL2"])
    assert laying.pieces == before[:2]
    assert not laying.cards("market", "byzanz", ["card:CL1", "card:CL2"])


def test_what_is_built_stays_where_it_lies_until_a_hand_takes_it():
    laying = Laying(load_mat(mat_file("praetor")), Random(1))
    sawmill, market = Built("sawmill-1", (0, 0), 1), Built("market-1", (1, 0), 0, (("blue", 3, 2),))
    assert laying.build("city", [sawmill, market])
    before = laying.pieces
    assert [type(piece) for piece in before] == [LaidTile, LaidTile, LaidDie]
    assert not laying.build("city", [sawmill, market])
    more = Built("market-1", (1, 0), 0, (("blue", 3, 2), ("white", 5, None)))
    assert laying.build("city", [sawmill, more])
    assert laying.pieces[:3] == before
    assert laying.build("city", [sawmill])
    assert laying.pieces == before[:1]


def test_a_die_stands_on_the_side_it_is_said_to_stand_on():
    mat = load_mat(mat_file("praetor"))
    for side, (right, down) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        laying = Laying(mat, Random(2))
        laying.build("city", [Built("market-1", (0, 0), 0, (("blue", 3, side),))])
        tile, die = laying.pieces
        assert (round((die.x - tile.x) / 12.6), round((die.y - tile.y) / 12.6)) == (right, down)
