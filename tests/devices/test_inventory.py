"""The box holds 85 coins and 90 cubes, and nothing more is ever accepted silently."""

from __future__ import annotations

from companion.titles import title_of
from devices.inventory import Box, Inventory, read_box
from devices.protocol import COINS
from devices.reading import Tile, used
from devices.virtual.coins import Bank, paid, plus, worth
from engine.sighting import Count, Weight
from tests.devices.conftest import BOX, BOX_COINS, Heard, eventually


def test_the_box_of_constantinopolis_holds_85_coins_of_689_gold_and_90_cubes() -> None:
    box = read_box(title_of("constantinopolis").file("box.toml"))
    assert sum(box.coins) == 85
    assert worth(box.coins) == 689
    assert sum(box.cubes) == 90


def test_without_a_known_box_no_count_is_doubted(tmp_path) -> None:
    box = Inventory(read_box(tmp_path / "box.toml"))
    box.note("a", "coins", (90, 0, 0, 0, 0))
    assert box.doubt("coins", (90, 0, 0, 0, 0)) == 0


def test_another_games_box_counts_from_then_on() -> None:
    box = Inventory(BOX)
    box.note("a", "coins", (13, 0, 0, 0, 0))
    box.hold(Box(coins=(12, 0, 0, 0, 0)))
    assert box.doubt("coins", (13, 0, 0, 0, 0)) == 30


def test_what_lies_on_all_trays_is_held_against_the_box() -> None:
    box = Inventory(BOX)
    box.note("a", "coins", (8, 0, 0, 0, 0))
    assert box.doubt("coins", (8, 0, 0, 0, 0)) == 0
    box.note("b", "coins", (7, 0, 0, 0, 0))
    assert box.excess("coins") == (2, 0, 0, 0, 0)
    assert box.doubt("coins", (7, 0, 0, 0, 0)) == 60


def test_bought_and_sold_cubes_count_against_the_same_box() -> None:
    box = Inventory(BOX)
    box.note("a", "bought", (0, 0, 0, 0, 6))
    box.note("b", "sold", (0, 0, 0, 0, 5))
    assert box.excess("cubes") == (0, 0, 0, 0, 1)


def test_a_tray_that_is_gone_takes_its_pieces_with_it() -> None:
    box = Inventory(BOX)
    box.note("a", "coins", (14, 0, 0, 0, 0))
    box.forget("a")
    assert box.excess("coins") == (0, 0, 0, 0, 0)


def test_more_coins_than_the_box_has_are_reported_with_doubt_until_they_are_gone(hub, trays, heard: Heard) -> None:
    red, blue = trays(), trays("blue")
    red.set_gold(12 * 30)
    hub.add_serial(red.serve_pty())
    assert heard.sees(360)
    blue.set_gold(2 * 30)
    hub.add_serial(blue.serve_pty())
    assert eventually(lambda: heard.readings("treasury/blue")[-1:] == [Weight(60, 30.0)])
    red.take(30)
    assert eventually(lambda: heard.readings("treasury/blue")[-1:] == [Weight(60, 0.0)])


def test_every_sum_up_to_600_can_be_paid_from_the_box() -> None:
    for gold in range(601):
        coins = paid(gold, BOX_COINS)
        assert coins is not None
        assert worth(coins) == gold


def test_the_bank_and_the_players_hold_the_whole_box_between_them() -> None:
    bank, held = Bank(BOX_COINS), (0,) * len(COINS)
    for gold in (30, 17, 263, 4, 0, 99):
        held = bank.exchange(held, gold)
        assert worth(held) == gold
        assert plus(bank.coins, held) == BOX_COINS


def test_cubes_in_the_storage_and_on_used_buildings_count_against_the_box(trays, hub, heard: Heard) -> None:
    hub.lay_tiles("tray-red", [Tile("caupona", {"Y": 2})])
    tray, other = trays(device="ledger-tray"), trays("blue")
    tray.use(1, 2)
    tray.store({"Y": 5})
    hub.add_serial(tray.serve_pty())
    assert eventually(lambda: hub.box.counted("cubes") == (0, 0, 0, 0, 7))
    other.mark("sold", "Y", 4)
    hub.add_serial(other.serve_pty())
    assert eventually(lambda: [r.doubt for r in heard.readings("ledger/blue/sold")][-1:] == [1.0])


def test_a_number_of_cubes_that_no_use_takes_is_a_question() -> None:
    caupona, emporium = Tile("caupona", {"G": 2}), Tile("emporium", {"B": 1, "R": 2})
    assert used(caupona, 1, 0) == Count({"G": 1}, 1.0)
    assert used(emporium, 2, 0) == Count({}, 1.0)
    assert used(emporium, 3, 0) == Count({"B": 1, "R": 2})
