"""Virtual hands lay coins and tiles beside the cards."""

from __future__ import annotations

from random import Random

import pytest

from companion.titles import title_of
from companion.virtual.laying import Laying
from companion.virtual.table import VirtualTable
from vision.drawn.scene import LaidCoin, LaidTile
from vision.mat.mat import MatError, load_mat


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
