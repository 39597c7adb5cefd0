"""The component values of Constantinopolis: the known ones as printed, and a house set that is whole and plays well."""

from collections import Counter
from pathlib import Path

import pytest

import engine.constantinopolis
from engine.catalogue import HOUSE, KNOWN, merge, read

FOLDER = Path(engine.constantinopolis.__file__).with_name("catalogue")
LAYERS = {layer: read(FOLDER / f"{layer}.toml") for layer in (KNOWN, HOUSE)}
CATALOGUE = merge(LAYERS[KNOWN], LAYERS[HOUSE])
VALUES = CATALOGUE.values
BUILDINGS = VALUES["buildings"]
GOODS = "GBRKY"
FACES = [face for face, copies in VALUES["contracts"]["faces"].items() for _ in range(copies)]
CARDS = [tuple(face.split(".")) for face in FACES]
MARKETS = sorted(VALUES["markets"])


def of_kind(kind):
    return {key: building for key, building in BUILDINGS.items() if building["kind"] == kind}


def test_the_house_set_says_nothing_a_rulebook_says():
    ours = [key for key, source in CATALOGUE.sources.items() if source.layer == HOUSE]
    known = [key for key in merge(LAYERS[KNOWN]).sources if key in ours]
    assert known == []


def test_every_value_has_a_source():
    assert [key for key, source in CATALOGUE.sources.items() if not source.cites] == []
    assert {source.cites for source in CATALOGUE.sources.values() if source.layer == HOUSE} == {"house"}


def test_what_no_rulebook_states_is_absent_from_the_known_values():
    known = LAYERS[KNOWN]
    assert {key for key, tile in known["buildings"].items() if "output" in tile} == {"ager", "venatoris-domus"}
    assert {key for key, tile in known["buildings"].items() if "requires" in tile} == {"caupona"}
    assert [key for key, card in known["markets"].items() if "limit" in card] == ["forum-costantinum"]


@pytest.mark.parametrize("kind", ["production", "commercial", "utility", "public", "wall"])
def test_the_tiles_of_each_kind_are_as_many_as_in_the_box(kind):
    assert sum(building["copies"] for building in of_kind(kind).values()) == VALUES["tiles"][kind]


def test_every_production_building_yields_goods_and_every_good_is_produced():
    outputs = [building["output"] for building in of_kind("production").values()]
    assert all(output and _in_order(output) for output in outputs)
    assert set("".join(outputs)) == set(GOODS)


def test_a_dearer_building_of_a_licence_yields_goods_worth_more():
    worth = {"G": 1.5, "B": 2.5, "R": 4, "K": 5, "Y": 6.5}
    for licence in "ABCD":
        tiles = [tile for tile in of_kind("production").values() if tile["licence"] == licence and tile["cost"]]
        values = [sum(worth[good] for good in tile["output"]) for tile in sorted(tiles, key=lambda tile: tile["cost"])]
        assert values == sorted(values), licence


def test_every_commercial_building_takes_goods_and_gives_gold_and_the_hospitium_no_fame():
    tiles = of_kind("commercial")
    assert all(_in_order(tile["requires"]) and tile["gold"] > 0 for tile in tiles.values())
    assert [key for key, tile in tiles.items() if tile["fame"] == 0] == ["hospitium"]
    assert set(tiles["hospitium"]["requires"]) == {"G"}


@pytest.mark.parametrize("market", MARKETS)
def test_a_market_trades_four_goods_and_buys_dearer_than_it_sells(market):
    card = VALUES["markets"][market]
    assert set(card["limit"]) == set(card["buy"]) == set(card["sell"]) < set(GOODS)
    assert len(card["limit"]) == 4
    assert all(card["buy"][good] > card["sell"][good] > 0 for good in card["limit"])


@pytest.mark.parametrize("market", MARKETS)
def test_a_market_card_asks_for_three_donations_of_one_type_each(market):
    donation = VALUES["markets"][market]["donation"]
    assert len({goods[0] for goods in donation}) == len(donation) == 3
    assert all(len(set(goods)) == 1 and fame > 0 for goods, fame in donation.items())


def test_every_good_is_missing_from_exactly_one_market():
    missing = [good for market in MARKETS for good in GOODS if good not in VALUES["markets"][market]["limit"]]
    assert sorted(missing) == sorted(GOODS)


def test_a_donation_column_known_in_part_is_not_taken_for_the_whole():
    forum = LAYERS[KNOWN]["markets"]["forum-costantinum"]
    assert "donation" not in forum
    assert forum["donation-among"] == {"KKK": 3}


def test_the_forum_gives_no_fame_for_luxury_and_what_the_rulebook_says_for_military_goods():
    card = VALUES["markets"]["forum-costantinum"]
    donation = card["donation"]
    assert donation | card["donation-among"] == donation
    assert "BBB" in donation
    assert not any(goods.startswith("Y") for goods in donation)


def test_the_deck_has_106_contracts_of_three_kinds():
    kinds = Counter("passenger" if cargo == "P" else len(cargo) for cargo, _, _ in CARDS)
    assert kinds == {1: 48, 2: 36, "passenger": 22}
    assert len(FACES) == VALUES["contracts"]["copies"] == 106


def test_a_contract_face_is_cargo_in_order_gold_and_voyages():
    for cargo, gold, voyages in CARDS:
        assert cargo == "P" or _in_order(cargo)
        assert int(gold) > 0
        assert voyages in ({"-11", "-12", "-22"} if cargo == "P" else {"111", "112", "122"})


def test_voyages_are_about_a_third_each():
    goods = Counter(voyages for cargo, _, voyages in CARDS if cargo != "P")
    assert goods == {"111": 28, "112": 28, "122": 28}
    short_on_medium = sum(voyages[1] == "1" for _, _, voyages in CARDS)
    long_on_large = sum(voyages[2] == "2" for _, _, voyages in CARDS)
    assert (short_on_medium, long_on_large) == (71, 71)


def test_demand_falls_and_pay_rises_from_alimentary_to_luxury_goods():
    demand = Counter(good for cargo, _, _ in CARDS if cargo != "P" for good in cargo)
    assert [demand[good] for good in GOODS] == [40, 32, 24, 16, 8]
    pay = [_mean_pay(good) for good in GOODS]
    assert pay == sorted(pay)
    singles = [int(gold) for cargo, gold, _ in CARDS if cargo in set(GOODS)]
    assert 5.5 < sum(singles) / len(singles) < 6.5


def test_the_worked_example_of_the_rulebooks_can_be_dealt():
    assert any(cargo in set(GOODS) and gold == "10" for cargo, gold, _ in CARDS)
    assert any(voyages == "112" for _, _, voyages in CARDS)
    assert "GB.7.112" in FACES


def test_the_85_coins_are_worth_689_gold_and_the_cubes_are_90():
    coins = VALUES["coins"]
    assert sum(coins["copies"]) == 85
    assert sum(value * copies for value, copies in zip(coins["value"], coins["copies"], strict=True)) == 689
    assert sum(VALUES["goods"][good]["copies"] for good in GOODS) == 90


def test_the_public_buildings_cost_334_gold_and_give_36_fame():
    tiles = of_kind("public").values()
    assert (sum(tile["cost"] for tile in tiles), sum(tile["fame"] for tile in tiles)) == (334, 36)
    assert sum(ship["copies"] for ship in VALUES["ships"].values()) == 22


def _in_order(cargo):
    return cargo and list(cargo) == sorted(cargo, key=GOODS.index)


def _mean_pay(good):
    pays = [int(gold) for cargo, gold, _ in CARDS if cargo == good]
    return sum(pays) / len(pays)
