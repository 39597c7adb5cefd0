"""The firmware's state machine: what it makes of scales, buttons and commands."""

from __future__ import annotations

from typing import Any

import pytest

from devices.firmware.constants import NOTICE_LINE
from devices.firmware.core import Machine

ME = {
    "device": "seat-tray",
    "capabilities": ["coins"],
    "calibration": "good",
    "firmware": [1, 0, 0],
    "id": "tray-red",
}


class Bench:
    """A machine on a bench: lay pieces, let time pass, see what it says."""

    def __init__(self) -> None:
        self.machine = Machine(dict(ME), boot=5, settle=100)
        self.now = 0
        self.coins: list[float] = [0, 0, 0, 0, 0]
        self.wait(150)
        self.machine.out.clear()

    def wait(self, ms: int) -> None:
        for _ in range(ms // 10):
            self.now += 10
            zones = {"coins": self.coins, "bought": [0] * 5, "sold": [0] * 5}
            self.machine.sense(zones, self.now)
            self.machine.poll(self.now)

    def sent(self, *kinds: str) -> list[dict[str, Any]]:
        sent = [message for message in self.machine.out if message["type"] in kinds]
        self.machine.out.clear()
        return sent

    def command(self, *, ms: int = 0, **message: Any) -> list[dict[str, Any]]:
        """What it answers within so many milliseconds."""
        self.machine.receive({"sequence": 1, **message}, self.now)
        self.wait(ms)
        return self.sent("ack", "hello", "snapshot", "report", "measured")


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_change_is_reported_once_it_has_settled(bench: Bench) -> None:
    bench.coins = [0, 2, 0, 0, 1]
    bench.wait(90)
    assert bench.sent("settled") == []
    bench.wait(50)
    (settled,) = bench.sent("settled")
    assert (settled["change"], settled["now"], settled["sequence"]) == ([0, 2, 0, 0, 1], [0, 2, 0, 0, 1], 1)


def test_while_coins_move_the_running_count_is_reported(bench: Bench) -> None:
    bench.coins = [0, 1, 0, 0, 0]
    bench.wait(40)
    assert bench.sent("moving")[0]["now"] == [0, 1, 0, 0, 0]


def test_what_lies_there_at_power_up_is_a_snapshot_and_no_change() -> None:
    machine = Machine(dict(ME), boot=6, settle=100)
    for now in range(10, 300, 10):
        machine.sense({"coins": [1, 0, 0, 0, 0], "bought": [0] * 5, "sold": [0] * 5}, now)
    assert [message["type"] for message in machine.out if message["type"] != "moving"] == ["hello", "snapshot"]


def test_slow_drift_is_never_taken_for_a_coin(bench: Bench) -> None:
    for _ in range(600):
        bench.coins = [0, 0, 0, 0, bench.coins[4] + 0.005]
        bench.wait(10)
    assert bench.coins[4] > 2.9
    assert bench.sent("settled", "odd") == []


def test_a_scale_that_creeps_under_a_coin_has_settled_once(bench: Bench) -> None:
    for look in range(400):
        bench.coins = [0, 1 + 0.12 * (1 - 0.98**look), 0, 0, 0]
        bench.wait(10)
    (settled,) = bench.sent("settled", "odd")
    assert settled["now"] == [0, 1, 0, 0, 0]


def test_noise_smaller_than_half_a_coin_is_no_change(bench: Bench) -> None:
    for step in range(200):
        bench.coins = [0, 0, 0, 0.2 if step % 2 else -0.2, 0]
        bench.wait(10)
    assert bench.sent("settled", "odd", "moving") == []


def test_a_weight_no_set_of_coins_has_is_odd_and_reported_once(bench: Bench) -> None:
    bench.coins = [0, 1.45, 0, 0, 0]
    bench.wait(500)
    (odd,) = bench.sent("odd")
    assert (odd["zone"], odd["column"], odd["hundredths"]) == ("coins", 1, 145)


def test_when_an_odd_weight_goes_away_the_count_is_reported_again(bench: Bench) -> None:
    bench.coins = [0, 0.45, 0, 0, 0]
    bench.wait(200)
    bench.coins = [0, 0, 0, 0, 0]
    bench.wait(200)
    assert [message["type"] for message in bench.sent("odd", "settled")] == ["odd", "settled"]


def test_a_press_is_repeated_until_it_is_accepted(bench: Bench) -> None:
    bench.machine.press("confirm", bench.now)
    bench.wait(600)
    presses = bench.sent("press")
    assert len(presses) == 3
    bench.command(type="accepted", number=presses[0]["number"])
    bench.wait(600)
    assert bench.sent("press") == []


def test_presses_stay_in_order_while_the_first_is_not_accepted(bench: Bench) -> None:
    bench.machine.press("pass", bench.now)
    bench.machine.press("call", bench.now)
    bench.wait(600)
    assert {press["button"] for press in bench.sent("press")} == {"pass"}
    bench.command(type="accepted", number=1)
    bench.wait(20)
    assert {press["button"] for press in bench.sent("press")} == {"call"}


def test_a_press_that_is_never_accepted_is_dropped(bench: Bench) -> None:
    bench.machine.press("confirm", bench.now)
    bench.wait(3000)
    bench.sent("press")
    bench.wait(1000)
    assert bench.sent("press") == []
    assert not bench.machine.waiting


def test_the_dial_stops_at_the_ends_of_the_list(bench: Bench) -> None:
    bench.command(type="list", about=3, title="Bid", items=["pass", "raise"])
    bench.machine.turn(9)
    assert bench.machine.dial == 1
    bench.machine.turn(-9)
    assert bench.machine.dial == 0


def offer(bench: Bench, sequence: int, about: int, *items: str) -> None:
    bench.command(type="list", sequence=sequence, about=about, title="Bid", items=list(items))


def test_a_press_carries_the_number_of_the_list_the_hand_saw(bench: Bench) -> None:
    offer(bench, 41, 3, "pass", "raise")
    bench.wait(310)
    bench.machine.press("confirm", bench.now)
    bench.wait(10)
    assert [(press["about"], press["menu"]) for press in bench.sent("press")] == [(3, 41)]


def test_a_press_in_the_first_moment_of_a_list_is_refused_and_the_player_notified(bench: Bench) -> None:
    offer(bench, 41, 3, "pass", "raise")
    bench.wait(290)
    bench.machine.press("confirm", bench.now)
    bench.machine.press("pass", bench.now)
    bench.wait(100)
    assert bench.sent("press") == []
    assert bench.machine.notice == "list changed - press again"
    bench.machine.press("confirm", bench.now)
    bench.wait(10)
    assert len(bench.sent("press")) == 1
    assert bench.machine.notice == ""


def test_the_referee_may_be_called_at_any_moment(bench: Bench) -> None:
    offer(bench, 41, 3, "pass", "raise")
    bench.machine.press("call", bench.now)
    bench.wait(10)
    assert [press["button"] for press in bench.sent("press")] == ["call"]


def test_the_same_list_sent_again_is_no_change_and_the_dial_stays(bench: Bench) -> None:
    offer(bench, 41, 3, "pass", "raise")
    bench.wait(310)
    bench.machine.turn(1)
    offer(bench, 42, 3, "pass", "raise")
    bench.machine.press("confirm", bench.now)
    bench.wait(10)
    assert [(press["choice"], press["menu"]) for press in bench.sent("press")] == [(1, 42)]


def test_a_stale_press_is_shown_to_the_player_in_the_hosts_words(bench: Bench) -> None:
    bench.command(type="text", line=NOTICE_LINE, text="lista cambiata: premi ancora")
    bench.command(type="accepted", number=1, fate="stale")
    assert bench.machine.notice == "lista cambiata: premi ancora"
    bench.wait(3100)
    assert bench.machine.notice == ""


def test_a_list_in_frames_is_shown_when_it_is_whole_and_acknowledged_once(bench: Bench) -> None:
    assert bench.command(type="list", about=3, title="Bid", count=2) == []
    assert bench.command(type="item", about=3, index=1, label="raise") == []
    assert bench.command(type="item", about=3, index=0, label="pass")[0]["result"] == "done"
    assert bench.machine.menu == {"about": 3, "title": "Bid", "items": ["pass", "raise"]}


def test_a_command_heard_again_is_acknowledged_but_not_done_again(bench: Bench) -> None:
    bench.command(type="text", sequence=5, line=0, text="first")
    bench.command(type="text", sequence=6, line=0, text="second")
    assert bench.command(type="text", sequence=5, line=0, text="first")[0]["of"] == 5
    assert bench.machine.lines == {0: "second"}


def test_a_host_that_has_started_anew_may_count_its_commands_from_the_start(bench: Bench) -> None:
    bench.command(type="text", sequence=1, line=0, text="before")
    bench.command(type="identify", nonce=77)
    bench.command(type="text", sequence=1, line=0, text="after")
    assert bench.machine.lines == {0: "after"}


def test_taring_makes_what_lies_there_the_zero(bench: Bench) -> None:
    bench.coins = [0, 0, 0, 0, 0.4]
    bench.wait(200)
    assert bench.command(type="tare", zone="coins", ms=200)[-1]["result"] == "done"
    bench.coins = [0, 0, 0, 0, 1.4]
    bench.wait(200)
    assert bench.sent("settled")[-1]["now"] == [0, 0, 0, 0, 1]


def test_calibrating_with_ten_coins_sets_the_weight_of_one(bench: Bench) -> None:
    bench.coins = [0, 0, 0, 52, 0]
    bench.wait(200)
    assert bench.command(type="calibrate", zone="coins", column=3, pieces=10, ms=200)[-1]["result"] == "done"
    bench.coins = [0, 0, 0, 5.2 * 4, 0]
    bench.wait(200)
    assert bench.sent("settled")[-1]["now"] == [0, 0, 0, 4, 0]


def test_a_measured_column_is_reported_with_its_unit_and_how_far_it_wavered(bench: Bench) -> None:
    bench.coins = [0, 0, 0, 52, 0]
    bench.wait(200)
    (measured,) = [
        message
        for message in bench.command(type="calibrate", zone="coins", column=3, pieces=10, ms=200)
        if message["type"] == "measured"
    ]
    assert (measured["zero"], measured["unit"], measured["wavers"]) == (0, pytest.approx(5.2), 0)


def test_a_hand_that_is_still_at_it_makes_the_measure_unsteady_and_changes_nothing(bench: Bench) -> None:
    bench.coins = [0, 0, 0, 30, 0]
    bench.machine.receive({"type": "calibrate", "sequence": 4, "zone": "coins", "column": 3, "pieces": 10}, bench.now)
    bench.wait(50)
    bench.coins = [0, 0, 0, 52, 0]
    bench.wait(200)
    assert [ack["result"] for ack in bench.sent("ack")] == ["unsteady"]
    assert bench.machine.zones[0].columns[3].unit == 1


def test_a_command_heard_again_while_it_is_measured_is_answered_once(bench: Bench) -> None:
    bench.coins = [0, 0, 0, 52, 0]
    bench.command(type="calibrate", zone="coins", column=3, pieces=10)
    assert [
        message["type"] for message in bench.command(type="calibrate", zone="coins", column=3, pieces=10, ms=200)
    ].count("ack") == 1


def test_a_tray_is_called_calibrated_when_every_column_was_measured(bench: Bench) -> None:
    bench.machine.me["calibration"] = "none"
    bench.coins = [11, 12, 13, 14, 15]
    bench.wait(200)
    for column in range(5):
        assert bench.machine.me["calibration"] == "none"
        bench.command(type="calibrate", sequence=column, zone="coins", column=column, pieces=10, ms=200)
    assert bench.machine.me["calibration"] == "good"


def test_columns_are_measured_one_at_a_time(bench: Bench) -> None:
    bench.coins = [11, 12, 0, 0, 0]
    bench.wait(200)
    for number in (1, 2, 1, 2):
        bench.machine.receive(
            {"type": "calibrate", "sequence": number, "zone": "coins", "column": number - 1, "pieces": 10}, bench.now
        )
        bench.wait(70)
    bench.wait(200)
    assert {column.unit for column in bench.machine.zones[0].columns[:2]} == {1.1, 1.2}


def test_a_calibration_the_host_has_kept_is_taken_up(bench: Bench) -> None:
    bench.machine.me["calibration"] = "none"
    for column in range(5):
        answers = bench.command(type="restore", sequence=column, zone="coins", column=column, zero=7.0, unit=4.0)
        assert answers[-1]["result"] == "done"
    bench.coins = [7, 7, 15, 7, 7]
    bench.wait(200)
    assert bench.sent("settled")[-1]["now"] == [0, 0, 2, 0, 0]
    assert bench.machine.me["calibration"] == "good"


def test_columns_that_are_always_off_say_that_calibration_is_due(bench: Bench) -> None:
    for step in range(2000):
        bench.coins = [0, 0, 0.28 if step % 2 else -0.28, 0, 0]
        bench.wait(10)
    assert bench.machine.me["calibration"] == "due"
    assert bench.sent("hello")[-1]["calibration"] == "due"


def test_a_good_tray_with_some_noise_stays_calibrated(bench: Bench) -> None:
    for step in range(2000):
        bench.coins = [0, 0, 0.1 if step % 2 else -0.1, 0, 0]
        bench.wait(10)
    assert bench.machine.me["calibration"] == "good"


def test_calibrating_an_empty_column_is_refused(bench: Bench) -> None:
    assert bench.command(type="calibrate", zone="coins", column=3, pieces=10, ms=200)[-1]["result"] == "refused"


@pytest.mark.parametrize(
    "message", [{"type": "explode"}, {"type": "item"}, {"type": "tare", "zone": "moon"}, {"type": "range", "about": 1}]
)
def test_a_command_it_cannot_understand_changes_nothing(bench: Bench, message: dict[str, Any]) -> None:
    bench.command(**message)
    assert bench.machine.menu is None
    bench.coins = [1, 0, 0, 0, 0]
    bench.wait(200)
    assert bench.sent("settled")
