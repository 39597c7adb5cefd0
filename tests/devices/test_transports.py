"""What every tray does, whatever carries it: serial, TCP, mosquitto, amqtt."""

from __future__ import annotations

import pytest

from devices.menu import Menu, Span
from devices.reading import Tile
from engine.sighting import Count, Found, Lost, Press, Tag, Weight
from tests.devices.conftest import Heard, Line, eventually


def test_a_tray_is_found_and_its_coins_are_seen(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(34)
    line.plug(tray)
    assert heard.sees(34)
    assert isinstance(heard.values[0], Found)
    assert heard.values[0].what == "seat-tray"


def test_only_settled_sums_are_reported_while_coins_move(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    line.plug(tray)
    assert heard.sees(0)
    tray.drop(34)
    assert heard.sees(34)
    assert heard.gold() == [0, 34]


def test_the_ledger_shows_its_cubes_by_colour(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    line.plug(tray)
    tray.mark("bought", "G", 2)
    assert eventually(lambda: heard.readings("ledger/red/bought")[-1:] == [Count({"G": 2})])


def test_a_choice_from_a_list_comes_back_with_its_entry_number(line: Line, trays, hub, heard: Heard) -> None:
    tray = trays()
    line.plug(tray)
    assert heard.sees(0)
    hub.show("tray-red", Menu(7, "Office", ("Consul", "Praetor", "Aedile")))
    assert tray.wait_for_menu(7) == Menu(7, "Office", ("Consul", "Praetor", "Aedile"))
    tray.press("confirm", 2)
    assert eventually(heard.presses) == [Press("confirm", 2, 7)]


def test_a_bid_is_a_number_in_its_range(line: Line, trays, hub, heard: Heard) -> None:
    tray = trays()
    line.plug(tray)
    assert heard.sees(0)
    hub.show("tray-red", Menu(9, "Bid", Span(3, 11)))
    assert tray.wait_for_menu(9)
    tray.press("confirm", 25)
    assert eventually(heard.presses) == [Press("confirm", 11, 9)]


def test_making_change_costs_no_attention(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(30)
    line.plug(tray)
    assert heard.sees(30)
    tray.make_change()
    tray.drop(1)
    assert heard.sees(31)
    assert set(heard.gold()) == {30, 31}


def test_a_tray_that_leaves_is_lost_and_recounted_when_it_returns(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(12)
    line.plug(tray)
    assert heard.sees(12)
    tray.unplug()
    assert eventually(lambda: any(isinstance(value, Lost) for value in heard.values))
    tray.drop(5)
    line.plug(tray)
    assert heard.sees(17)
    assert heard.kinds().count("Found") == 2


def test_after_a_reset_the_tray_is_identified_and_counted_again(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(8)
    line.plug(tray)
    assert heard.sees(8)
    tray.reset()
    assert eventually(lambda: heard.kinds().count("Found") == 2)
    tray.drop(1)
    assert heard.sees(9)
    assert set(heard.gold()) == {8, 9}


def test_lost_doubled_and_reordered_messages_leave_the_right_sum(line: Line, trays, heard: Heard) -> None:
    tray = trays(seed=3)
    line.plug(tray)
    assert heard.sees(0)
    tray.faults.lost = tray.faults.doubled = tray.faults.swapped = 0.2
    for gold in (30, 17, 25, 4, 41):
        tray.set_gold(gold)
        eventually(lambda wanted=gold: heard.gold()[-1:] == [wanted], 0.2)
    tray.faults.lost = tray.faults.swapped = 0.0
    tray.drop(2)
    assert heard.sees(43)
    assert set(heard.gold()) <= {0, 30, 17, 25, 4, 41, 43}


def test_a_press_is_reported_exactly_once_though_messages_are_doubled_and_lost(
    line: Line, trays, hub, heard: Heard
) -> None:
    tray = trays(seed=5)
    line.plug(tray)
    assert heard.sees(0)
    tray.faults.lost, tray.faults.doubled = 0.3, 0.5
    for choice in range(4):
        hub.show("tray-red", Menu(choice + 1, "Pick", ("a", "b", "c", "d")))
        assert tray.wait_for_menu(choice + 1)
        tray.press("confirm", choice)
        assert eventually(lambda n=choice: len(heard.presses()) > n)
    assert heard.presses() == [Press("confirm", n, n + 1) for n in range(4)]


def test_a_menu_shown_while_the_tray_was_away_waits_for_it(line: Line, trays, hub, heard: Heard) -> None:
    tray = trays()
    line.plug(tray)
    assert heard.sees(0)
    tray.unplug()
    assert eventually(lambda: "Lost" in heard.kinds())
    if line.kind == "tcp":
        return  # a TCP tray comes back on another port: to the host another device
    assert hub.show("tray-red", Menu(3, "Bid", Span(1, 4)))
    line.plug(tray)
    assert tray.wait_for_menu(3)


def test_a_tray_of_another_protocol_version_is_named_and_gives_nothing(line: Line, trays, hub, heard: Heard) -> None:
    tray = trays()
    tray.faults.version = 7
    line.plug(tray)
    assert eventually(lambda: hub.cards and hub.cards[0].refused == "version")
    assert "version 7" in hub.cards[0].why
    assert heard.values == []
    tray.faults.version = 0  # it was given our firmware
    tray.reset()
    assert heard.sees(0)


def test_a_tray_that_takes_nothing_is_still_heard_and_gets_its_list_later(line: Line, trays, hub, heard: Heard) -> None:
    tray = trays()
    line.plug(tray)
    assert heard.sees(0)
    tray.faults.deaf = True
    tray.drop(2)
    assert heard.sees(2)  # by now it has left the last reading from before
    assert hub.show("tray-red", Menu(7, "Bid", Span(1, 4)))
    tray.drop(3)
    assert heard.sees(5)
    assert tray.menu is None
    tray.faults.deaf = False
    assert tray.wait_for_menu(7, 60.0)


def test_a_tray_without_a_seat_is_silent_until_it_is_assigned(line: Line, trays, hub, heard: Heard) -> None:
    tray = trays("green", id="tray-red")
    hub.assign("tray-red", "")
    tray.set_gold(6)
    line.plug(tray)
    assert eventually(lambda: "Found" in heard.kinds())
    hub.assign("tray-red", "green")
    assert heard.sees(6, "green")
    assert heard.gold("") == []


@pytest.mark.one_in(2)
def test_a_connection_that_is_only_half_open_is_lost(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    line.plug(tray)
    assert heard.sees(0)
    tray.faults.mute = True
    assert eventually(lambda: "Lost" in heard.kinds())
    tray.drop(4)
    tray.faults.mute = False
    assert heard.sees(4)


def test_a_tray_that_restarts_again_and_again_gives_only_what_lies_on_it(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(11)
    line.plug(tray)
    assert heard.sees(11)
    boots = {tray.boot}
    tray.loop(0.05)
    assert eventually(lambda: boots.add(tray.boot) or len(boots) > 8)
    tray.drop(2)
    tray.loop(0.0)
    assert heard.sees(13)
    assert set(heard.gold()) == {11, 13}


def test_a_sensor_that_is_stuck_harms_no_other(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(10)
    line.plug(tray)
    assert heard.sees(10)
    tray.stick("coins", 1)
    tray.set_gold(5)
    assert heard.sees(15)
    tray.mark("sold", "K")
    assert eventually(lambda: heard.readings("ledger/red/sold")[-1:] == [Count({"K": 1})])


def test_a_scale_that_wanders_is_no_coin(line: Line, trays, heard: Heard) -> None:
    tray = trays(noise=0.03)
    tray.set_gold(10)
    line.plug(tray)
    assert heard.sees(10)
    tray.drift("coins", 0, 0.02)
    eventually(lambda: False, 1.0)
    assert set(heard.gold()) == {10}


def test_something_that_is_no_coin_is_reported_with_doubt_until_it_is_gone(line: Line, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(10)
    line.plug(tray)
    assert heard.sees(10)
    tray.disturb("coins", 0, 0.5)
    assert eventually(lambda: heard.readings("treasury/red")[-1].doubt)
    tray.disturb("coins", 0, 0.0)
    assert eventually(lambda: heard.readings("treasury/red")[-1] == Weight(10))


def test_a_card_pad_tells_the_label_and_a_lamp_strip_shows_its_colours(line: Line, trays, hub, heard: Heard) -> None:
    pad = trays(device="card-pad")
    line.plug(pad)
    assert eventually(lambda: "Found" in heard.kinds())
    assert eventually(lambda: hub._find("tray-red")._sequence == 0)
    pad.lay_tag("contract:GB.7.112")
    assert eventually(lambda: heard.readings("console/red") == [Tag("contract:GB.7.112")])
    hub.lamp("tray-red", 3, (0, 90, 0))
    assert eventually(lambda: pad.lamps == {3: (0, 90, 0)})


def test_the_storage_and_used_buildings_of_a_ledger_tray_are_seen_where_they_are(
    line: Line, trays, hub, heard: Heard
) -> None:
    tray = trays(device="ledger-tray")
    hub.lay_tiles("tray-red", [Tile("caupona", {"G": 2}), Tile("emporium", {"B": 1, "R": 2})])
    line.plug(tray)
    assert eventually(lambda: heard.readings("used/red/emporium"))
    tray.store({"G": 3, "K": 1})
    tray.use(2, 3)
    assert eventually(lambda: heard.readings("goods/red")[-1] == Count({"G": 3, "K": 1}))
    assert eventually(lambda: heard.readings("used/red/emporium")[-1] == Count({"B": 1, "R": 2}))
    assert heard.readings("used/red/caupona")[-1] == Count({})
    assert heard.readings("treasury/red") == []


def test_a_press_on_a_list_that_has_just_changed_does_nothing(line: Line, trays, hub, heard: Heard) -> None:
    tray = trays(guard=60.0)
    line.plug(tray)
    assert eventually(lambda: hub.card("tray-red"))
    hub.show("tray-red", Menu(4, "", ("a", "b")))
    assert tray.wait_for_menu(4)
    tray.press("confirm", 1)
    assert eventually(lambda: tray.notice)
    tray.press("call")
    assert [press.button for press in eventually(heard.presses)] == ["call"]
