"""The box holds 85 coins and 90 cubes, and nothing more is ever accepted silently."""

from __future__ import annotations

from devices.inventory import BOX_COINS, BOX_CUBES, Inventory
from devices.protocol import COINS
from devices.virtual.coins import Bank, paid, plus, worth
from engine.sighting import Weight
from tests.devices.conftest import Heard, eventually


def test_the_box_holds_85_coins_of_689_gold_and_90_cubes() -> None:
    assert sum(BOX_COINS) == 85
    assert worth(BOX_COINS) == 689
    assert sum(BOX_CUBES) == 90


def test_what_lies_on_all_trays_is_held_against_the_box() -> None:
    box = Inventory()
    box.note("a", "coins", (8, 0, 0, 0, 0))
    assert box.doubt("coins", (8, 0, 0, 0, 0)) == 0
    box.note("b", "coins", (7, 0, 0, 0, 0))
    assert box.excess("coins") == (2, 0, 0, 0, 0)
    assert box.doubt("coins", (7, 0, 0, 0, 0)) == 60


def test_bought_and_sold_cubes_count_against_the_same_box() -> None:
    box = Inventory()
    box.note("a", "bought", (0, 0, 0, 0, 6))
    box.note("b", "sold", (0, 0, 0, 0, 5))
    assert box.excess("cubes") == (0, 0, 0, 0, 1)


def test_a_tray_that_is_gone_takes_its_pieces_with_it() -> None:
    box = Inventory()
    box.note("a", "coins", (14, 0, 0, 0, 0))
    box.forget("a")
    assert box.excess("coins") == (0, 0, 0, 0, 0)


def test_more_coins_than_the_box_has_are_told_with_doubt_until_they_are_gone(hub, trays, heard: Heard) -> None:
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
    bank, held = Bank(), (0,) * len(COINS)
    for gold in (30, 17, 263, 4, 0, 99):
        held = bank.exchange(held, gold)
        assert worth(held) == gold
        assert plus(bank.coins, held) == BOX_COINS
