"""What the host believes of what a tray says."""

from __future__ import annotations

import pytest

from devices.duplicate_ids import PowerUps
from devices.message import (
    Accepted,
    Ack,
    Calibrate,
    Diagnose,
    Heartbeat,
    Hello,
    Identify,
    Odd,
    Pressed,
    Recount,
    Settled,
    ShowList,
    ShowText,
    Snapshot,
    Tare,
)
from devices.tray import Tray
from engine.sighting import Count, Found, Lost, Press, Sighting, Weight

NOTHING = (0, 0, 0, 0, 0)


class Known:
    """A tray that was identified and holds 30 gold; times are seconds."""

    def __init__(self, claims: dict[str, Tray] | None = None) -> None:
        self.claims = {} if claims is None else claims
        self.tray = Tray("serial", {"tray-red": "red"}, self.claims)
        self.introduce()
        self.receive(Snapshot(sequence=1, boot=5, coins=(1, 0, 0, 0, 0), bought=NOTHING, sold=NOTHING))

    def introduce(self, nonce: int = 0, at: float = 0.0) -> list[object]:
        self.tray.poll(at)
        asked = [message for message in self.tray.outgoing if isinstance(message, Identify)][-1]
        hello = Hello(
            nonce=max(0, nonce) if nonce else asked.nonce,
            boot=5,
            device="seat-tray",
            capabilities=("coins", "ledger"),
            calibration="good",
            firmware=(1, 0, 0),
            id="tray-red",
        )
        return self.receive(hello)

    def receive(self, message: object, at: float = 1.0) -> list[object]:
        self.tray.outgoing.clear()
        return list(self.tray.receive(message, at))

    def asks(self) -> list[str]:
        return [type(message).__name__ for message in self.tray.outgoing]


@pytest.fixture
def known() -> Known:
    return Known()


def settled(sequence: int, change: tuple[int, ...], now: tuple[int, ...], boot: int = 5) -> Settled:
    return Settled(sequence=sequence, boot=boot, zone="coins", change=change, now=now)


def test_a_settled_change_is_the_new_sum_of_the_treasury(known: Known) -> None:
    values = known.receive(settled(2, (0, 2, 0, 0, 0), (1, 2, 0, 0, 0)))
    assert values == [Sighting("serial:tray-red", "treasury/red", 1.0, Weight(50))]


def test_nothing_is_believed_before_the_device_has_answered_our_question() -> None:
    tray = Tray("serial", {"tray-red": "red"}, {})
    snapshot = Snapshot(boot=5, coins=(1, 0, 0, 0, 0), bought=NOTHING, sold=NOTHING)
    assert tray.receive(snapshot, 1.0) == []


def test_an_answer_to_another_question_is_not_believed() -> None:
    tray = Known.__new__(Known)
    tray.tray = Tray("serial", {"tray-red": "red"}, {})
    assert tray.introduce(nonce=12345) == []
    assert not tray.tray.known


def test_a_doubled_change_is_taken_once(known: Known) -> None:
    change = settled(2, (0, 1, 0, 0, 0), (1, 1, 0, 0, 0))
    assert len(known.receive(change)) == 1
    assert known.receive(change) == []


def test_after_a_gap_the_tray_is_asked_to_recount(known: Known) -> None:
    assert known.receive(settled(4, (0, 1, 0, 0, 0), (1, 1, 0, 0, 0))) == []
    assert known.asks() == ["Recount"]


def test_a_change_that_does_not_add_up_is_recounted(known: Known) -> None:
    assert known.receive(settled(2, (0, 1, 0, 0, 0), (9, 1, 0, 0, 0))) == []
    assert known.asks() == ["Recount"]


def test_a_heartbeat_tells_of_a_change_that_was_lost(known: Known) -> None:
    known.receive(Heartbeat(sequence=3, boot=5, uptime=9))
    assert known.asks() == ["Recount"]


def test_the_sequence_goes_round_after_65535(known: Known) -> None:
    known.receive(Snapshot(sequence=65_535, boot=5, coins=(1, 0, 0, 0, 0), bought=NOTHING, sold=NOTHING))
    known.tray._sequence = 65_535
    assert known.receive(settled(0, (1, 0, 0, 0, 0), (2, 0, 0, 0, 0)))


def test_an_older_snapshot_is_a_replay_and_ignored(known: Known) -> None:
    known.receive(settled(2, (0, 1, 0, 0, 0), (1, 1, 0, 0, 0)))
    old = Snapshot(sequence=1, boot=5, coins=(9, 0, 0, 0, 0), bought=NOTHING, sold=NOTHING)
    assert known.receive(old) == []
    assert known.tray.card.gold == 40


def test_a_message_from_before_a_restart_is_ignored_and_the_device_asked_again(known: Known) -> None:
    assert known.receive(settled(2, (0, 1, 0, 0, 0), (1, 1, 0, 0, 0), boot=4)) == []
    assert known.asks() == ["Identify"]


def test_a_press_is_accepted_each_time_but_reported_once(known: Known) -> None:
    press = Pressed(sequence=1, boot=5, number=1, button="confirm", choice=2, about=7)
    values = known.receive(press)
    assert values == [Sighting("serial:tray-red", "console/red", 1.0, Press("confirm", 2, 7))]
    assert known.receive(press) == []
    assert known.asks() == ["Accepted"]


def test_a_press_repeated_after_the_tray_was_lost_and_found_is_still_reported_once(known: Known) -> None:
    press = Pressed(sequence=1, boot=5, number=1, button="confirm", choice=2, about=7)
    assert known.receive(press)
    known.tray.lost(2.0, "cable out")
    known.introduce(at=10.0)
    assert known.receive(press) == []


def test_an_odd_weight_is_reported_with_its_doubt_in_gold(known: Known) -> None:
    (sighting,) = known.receive(Odd(sequence=2, boot=5, zone="coins", column=1, hundredths=145))
    assert sighting.reading.gold == 40
    assert sighting.reading.doubt == pytest.approx(4.5)


def test_cubes_in_the_ledger_are_counted_by_colour(known: Known) -> None:
    sold = Settled(sequence=2, boot=5, zone="sold", change=(0, 0, 3, 0, 0), now=(0, 0, 3, 0, 0))
    assert known.receive(sold) == [Sighting("serial:tray-red", "ledger/red/sold", 1.0, Count({"R": 3}))]


def test_a_silent_tray_is_lost_and_must_say_again_who_it_is(known: Known) -> None:
    assert known.tray.poll(3.9) == []
    (lost,) = known.tray.poll(4.1)
    assert isinstance(lost, Lost)
    assert known.receive(settled(2, (0, 1, 0, 0, 0), (1, 1, 0, 0, 0)), 4.2) == []
    assert isinstance(known.introduce(at=10.0)[0], Found)


def test_of_two_devices_with_one_id_the_second_is_refused(known: Known) -> None:
    other = Known(known.claims)
    assert other.tray.card.state == "refused"
    assert "already" in other.tray.card.why
    assert known.tray.card.state == "there"


def test_a_command_is_repeated_until_acknowledged(known: Known) -> None:
    known.tray.ask(ShowText(line=0, text="Your turn"))
    known.tray.poll(1.1)
    (first,) = known.tray.outgoing
    known.tray.poll(1.6)
    assert known.tray.outgoing == [first, first]
    known.receive(Ack(sequence=1, of=first.sequence, result="done"), 1.7)
    known.tray.poll(2.5)
    assert known.tray.outgoing == []


def test_a_newer_menu_takes_the_place_of_one_not_yet_acknowledged(known: Known) -> None:
    for about in (3, 4):
        known.tray.ask(ShowList(about=about, title="", items=("a",)))
        known.tray.poll(1.1)
    known.tray.outgoing.clear()
    known.tray.poll(1.6)
    assert [message.about for message in known.tray.outgoing] == [4]


def test_the_latest_menu_is_shown_again_when_the_tray_is_found_again(known: Known) -> None:
    known.tray.ask(ShowList(about=3, title="", items=("a",)))
    known.tray.poll(1.1)
    known.tray.lost(2.0, "cable out")
    known.introduce()
    assert known.asks() == ["Recount", "ShowList"]


@pytest.mark.parametrize("command", [Tare(zone="coins"), Calibrate(zone="coins", column=0, pieces=10), Diagnose()])
def test_a_command_of_one_moment_is_not_sent_again_when_the_tray_is_found_again(command: object, known: Known) -> None:
    known.tray.ask(command)
    known.tray.poll(1.1)
    assert type(command).__name__ in known.asks()
    known.tray.lost(2.0, "cable out")
    known.introduce(at=10.0)
    assert known.asks() == ["Recount"]


def test_a_recount_that_finds_nothing_new_tells_nothing_twice(known: Known) -> None:
    again = Snapshot(sequence=1, boot=5, coins=(1, 0, 0, 0, 0), bought=NOTHING, sold=NOTHING)
    assert known.receive(again) == []
    known.tray.recount()
    known.tray.poll(1.1)
    assert known.asks() == [Recount.__name__]
    assert len(known.receive(again)) == 3


def test_a_device_that_returns_to_an_earlier_power_up_is_two_devices() -> None:
    boots = PowerUps()
    assert [boots.double(boot, at) for at, boot in enumerate([1, 2, 3])] == [False, False, False]
    assert boots.double(2, 4.0)
    assert boots.double(2, 6.9)
    assert not boots.double(2, 7.1)


def test_a_device_of_an_earlier_power_up_that_goes_on_talking_is_a_second_one() -> None:
    boots = PowerUps()
    boots.double(1, 0.0)
    boots.double(2, 1.0)
    assert not boots.returned(1, 1.1)
    assert not boots.returned(2, 1.5)
    assert boots.returned(1, 2.1)
    assert boots.double(2, 3.0)


def test_what_a_device_says_at_power_up_is_no_second_device() -> None:
    known = Known.__new__(Known)
    known.claims = {}
    known.tray = Tray("serial", {"tray-red": "red"}, known.claims)
    known.introduce(nonce=-1)
    assert known.introduce()


def test_two_answers_to_one_question_are_two_devices(known: Known) -> None:
    known.tray.lost(2.0, "cable out")
    known.introduce(at=10.0)
    second = Hello(
        nonce=known.tray._answered,
        boot=6,
        device="seat-tray",
        capabilities=(),
        calibration="good",
        firmware=(1, 0, 0),
        id="tray-red",
    )
    assert isinstance(known.receive(second, 10.1)[0], Lost)
    assert "two devices" in known.tray.card.why


def offered(known: Known, items: tuple[str, ...], at: float) -> int:
    """The number of the list as it was sent."""
    known.tray.ask(ShowList(about=9, title="", items=items))
    known.tray.outgoing.clear()
    known.tray.poll(at)
    (sent,) = [message for message in known.tray.outgoing if isinstance(message, ShowList)]
    return sent.sequence


def press(number: int, menu: int, button: str = "confirm") -> Pressed:
    return Pressed(sequence=1, boot=5, number=number, button=button, choice=0, about=9, menu=menu)


def test_a_press_on_a_list_that_was_replaced_is_stale_even_about_the_same_entry(known: Known) -> None:
    old = offered(known, ("build", "trade"), 1.0)
    new = offered(known, ("3", "4", "5"), 1.1)
    assert known.receive(press(1, old)) == []
    assert [message.fate for message in known.tray.outgoing if isinstance(message, Accepted)] == ["stale"]
    assert [value.reading for value in known.receive(press(2, new))] == [Press("confirm", 0, 9)]


def test_a_press_is_stale_as_soon_as_another_list_was_asked_for(known: Known) -> None:
    old = offered(known, ("build", "trade"), 1.0)
    known.tray.ask(ShowList(about=9, title="", items=("3", "4")))
    assert known.receive(press(1, old)) == []


def test_a_list_sent_again_takes_presses_under_either_number(known: Known) -> None:
    first = offered(known, ("build", "trade"), 1.0)
    known.tray.lost(2.0, "unplugged")
    known.introduce(at=2.0)
    assert len(known.receive(press(1, first))) == 1


def test_a_call_for_the_referee_is_never_stale(known: Known) -> None:
    old = offered(known, ("build", "trade"), 1.0)
    offered(known, ("3", "4", "5"), 1.1)
    assert len(known.receive(press(1, old, "call"))) == 1


def test_a_device_that_does_not_name_its_list_is_believed(known: Known) -> None:
    offered(known, ("build", "trade"), 1.0)
    assert len(known.receive(press(1, 0))) == 1


def test_a_device_has_only_the_zones_it_is_able_to_have(known: Known) -> None:
    snapshot = Snapshot(sequence=2, boot=5, coins=(1, 0, 0, 0, 0), bought=NOTHING, sold=NOTHING, stored=(1,) * 5)
    known.tray.recount()
    known.tray.poll(1.0)
    assert {value.zone for value in known.receive(snapshot)} == {"treasury/red", "ledger/red/bought", "ledger/red/sold"}
