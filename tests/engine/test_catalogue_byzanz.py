"""The cards of Byzanz as data: the deck closes with every number of players."""

from pathlib import Path

import pytest

import engine.byzanz.cards
from engine.byzanz.cards import GOODS, PRINTED
from engine.byzanz.setup import DEALS
from engine.catalogue import merge, read

CATALOGUE = merge(read(Path(engine.byzanz.cards.__file__).with_name("catalogue") / "known.toml"))
VALUES = CATALOGUE.values
CARDS = VALUES["cards"]


def test_the_deck_has_112_cards_and_each_good_33_points():
    goods = list(zip(CARDS["good-value"], CARDS["good-copies"], strict=True))
    assert len(VALUES["goods"]) * sum(copies for _, copies in goods) + CARDS["merchants"] == 112
    assert sum(value * copies for value, copies in goods) == 33


def test_the_engine_knows_the_same_cards():
    assert set(VALUES["goods"]) == set(GOODS)
    copies = dict(zip(CARDS["good-value"], CARDS["good-copies"], strict=True))
    assert {f"card:{good}{value}": copies[value] for good in GOODS for value in copies} == {
        card: count for card, count in PRINTED.items() if card != "card:ME"
    }


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_deck_is_used_up_exactly_in_the_last_round(players):
    row = VALUES["setup"][str(players)]
    deck = 112 - CARDS["dealt"] * players - row["removed"]
    assert deck == row["rounds"] * sum(row["offers"])
    assert len(row["offers"]) == players


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_engine_deals_by_the_same_table(players):
    row = VALUES["setup"][str(players)]
    assert (list(DEALS[players].offers), DEALS[players].removed) == (row["offers"], row["removed"])
