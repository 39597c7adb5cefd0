"""What sensors reported is kept by zone until another report, a booking or a person puts something in its place."""

from __future__ import annotations

import pytest

from companion.sensing.doubt import Counted
from companion.sensing.judge import Accept, Differ, Judge
from companion.sensing.readings import Readings
from engine.event import Moved
from engine.journal import Journal, Undo
from engine.sighting import Count, Guess, Lost, Pieces, Seen, Sighting
from testkit.nim import NIM, POLICY, Lay, Setup, Take


@pytest.fixture
def journal() -> Journal:
    """Twelve stones lie on the heap, and it is red's turn."""
    journal = Journal(NIM, Setup())
    journal.submit(Lay("", 12))
    return journal


@pytest.fixture
def readings(journal: Journal) -> Readings:
    return Readings(journal, POLICY, {"mat/stones": "stones/red"})


def stones(count: int, source: str = "serial:red", zone: str = "stones/red") -> Sighting:
    return Sighting(source, zone, 0.0, Count({"stone": count}))


def test_a_sensors_zone_is_kept_as_the_tables(readings: Readings) -> None:
    readings.take(stones(2, zone="mat/stones"), 1.0)
    assert readings.current() == {"stones/red": Count({"stone": 2})}


def test_the_newest_of_two_sensors_counts(readings: Readings) -> None:
    readings.take(stones(2, "camera"), 1.0)
    readings.take(stones(3, "serial:red"), 2.0)
    assert (readings.current()["stones/red"], readings.source("stones/red")) == (Count({"stone": 3}), "serial:red")


def test_what_a_lost_sensor_reported_counts_no_more(readings: Readings) -> None:
    readings.take(stones(2), 1.0)
    readings.lose(Lost("serial:red", "cable out"))
    assert readings.current() == {}


def test_the_same_report_again_is_no_change(readings: Readings) -> None:
    readings.take(stones(2), 1.0)
    readings.take(stones(2), 5.0)
    assert readings.settled("stones/red", 9.0) == 8.0


def test_the_version_grows_with_news_alone(readings: Readings) -> None:
    readings.take(stones(2), 1.0)
    first = readings.version
    readings.take(stones(2), 5.0)
    assert readings.version == first
    readings.take(stones(3), 6.0)
    assert readings.version > first


def test_a_report_from_before_a_booking_is_no_news_after_it(readings: Readings) -> None:
    readings.take(stones(2), 1.0)
    assert readings.is_news("stones/red")
    readings.book([Moved("stone", 2, "heap", "stones/red", "N-01")], 2.0)
    assert not readings.is_news("stones/red")


# --- what hands have still to follow ---


def look(count: int, at: float, zone: str = "heap") -> Sighting:
    """A picture in which so many stones lie, none where it lay in another."""
    corners = ((at, 0.0), (at + 1, 0.0), (at + 1, 1.0), (at, 1.0))
    return Sighting("camera", zone, at, Pieces((Seen((Guess("stone", 1.0),), corners),) * count))


def take_three(journal: Journal, readings: Readings) -> None:
    """The camera sees twelve stones, and three of them are taken by a tap."""
    readings.take(look(12, 1.0), 1.0)
    readings.book(journal.submit(Take("red", 3)).events, 2.0)


@pytest.mark.parametrize("count", [12, 11, 10])
def test_what_hands_have_not_taken_away_yet_is_no_news(journal: Journal, readings: Readings, count: int) -> None:
    take_three(journal, readings)
    readings.take(look(count, 3.0), 3.0)
    assert not readings.is_news("heap")


@pytest.mark.parametrize("count", [13, 8])
def test_what_the_book_did_not_do_is_news(journal: Journal, readings: Readings, count: int) -> None:
    take_three(journal, readings)
    readings.take(look(count, 3.0), 3.0)
    assert readings.is_news("heap")


def test_what_comes_back_after_hands_have_followed_is_news(journal: Journal, readings: Readings) -> None:
    take_three(journal, readings)
    readings.take(look(10, 3.0), 3.0)
    readings.take(look(11, 4.0), 4.0)
    assert readings.is_news("heap")


def test_what_hands_have_not_laid_down_yet_is_no_news(journal: Journal, readings: Readings) -> None:
    readings.take(look(0, 1.0, "stones/red"), 1.0)
    readings.book(journal.submit(Take("red", 3)).events, 2.0)
    readings.take(look(0, 3.0, "stones/red"), 3.0)
    assert not readings.is_news("stones/red")
    readings.take(look(2, 4.0, "stones/red"), 4.0)
    assert not readings.is_news("stones/red")
    readings.take(look(1, 5.0, "stones/red"), 5.0)
    assert readings.is_news("stones/red")


def test_what_is_read_anew_is_news(journal: Journal, readings: Readings) -> None:
    take_three(journal, readings)
    readings.forget("heap")
    readings.take(look(12, 3.0), 3.0)
    assert readings.is_news("heap")


def test_news_elsewhere_does_not_enter_what_hands_have_not_put_back_yet(journal: Journal, readings: Readings) -> None:
    """Three stones were taken and that was undone; then one appears with the other seat."""
    readings.take(look(12, 1.0), 1.0)
    readings.take(look(9, 2.0), 2.0)
    readings.book(journal.submit(Take("red", 3)).events, 3.0)
    readings.book(journal.submit(Undo("", 1)).events, 4.0)
    readings.take(look(9, 5.0), 5.0)
    readings.take(look(1, 5.0, "stones/blue"), 5.0)
    assert readings.is_news("stones/blue")
    assert not isinstance(Judge(journal, POLICY, readings).conclude(6.0), Accept)


# --- a sensor that is off ---


def test_a_sensor_that_is_off_is_corrected_until_it_agrees_by_itself(journal: Journal, readings: Readings) -> None:
    readings.take(stones(2), 1.0)
    readings.trust_book("stones/red")
    assert readings.current() == {"stones/red": Count({}, 0.0)}
    readings.take(stones(3), 2.0)
    assert readings.current() == {"stones/red": Count({"stone": 1}, 0.0)}
    readings.take(stones(0), 3.0)
    assert Judge(journal, POLICY, readings).differing() == []
    assert readings.current() == {"stones/red": Count({"stone": 0}, 0.0)}


def test_a_sensor_is_still_off_by_what_it_reported_before_the_book_came_to_it(
    journal: Journal, readings: Readings
) -> None:
    readings.take(stones(2), 1.0)
    readings.trust_book("stones/red")
    journal.submit(Take("red", 2))
    readings.book([Moved("stone", 2, "heap", "stones/red", "N-01")], 2.0)
    judge = Judge(journal, POLICY, readings)
    assert judge.differing() == ["stones/red"]
    readings.take(stones(4), 3.0)
    assert judge.differing() == []


def test_what_a_person_counted_is_not_taken_for_an_error_of_the_sensor(journal: Journal, readings: Readings) -> None:
    """The book is right about the stones: that the camera saw none where two lie was answered before."""
    journal.submit(Take("red", 2))
    readings.take(Sighting("camera", "stones/red", 0.0, Count({}, 1.0)), 3.0)
    readings.answer(Counted("stones/red", "stone", 2))
    readings.trust_book("stones/red")
    assert readings.current()["stones/red"].tally == {"stone": 2}


def test_a_settled_zone_is_read_again_once(readings: Readings) -> None:
    readings.take(stones(9), 1.0)
    assert readings.to_read_again(["stones/red"], 1.1) == []
    assert readings.to_read_again(["stones/red"], 9.0) == ["stones/red"]
    assert readings.to_read_again(["stones/red"], 9.0) == []


def test_pieces_that_one_command_explains_become_that_command(journal: Journal, readings: Readings) -> None:
    readings.take(stones(2), 1.0)
    found = Judge(journal, POLICY, readings).conclude(1.0)
    assert isinstance(found, Accept)
    assert (found.command, found.source) == (Take("red", 2), "serial:red")


def test_pieces_that_nothing_explains_are_reported_once_it_is_quiet(journal: Journal, readings: Readings) -> None:
    readings.take(stones(9), 1.0)
    judge = Judge(journal, POLICY, readings)
    assert judge.conclude(1.0) is None
    assert judge.conclude(60.0) == (Differ("stones/red", "serial:red", {"stone": 9}, {}, 59.0),)


# --- pictures that phones take ---

PHONE = "camera:red"


def test_what_a_picture_showed_counts_until_the_book_changes_there(journal: Journal, readings: Readings) -> None:
    readings.take(stones(2, PHONE), 1.0)
    assert readings.source("stones/red") == PHONE
    entry = journal.submit(Take("red", 3))
    readings.book(entry.events, 2.0)
    assert readings.current() == {}


def test_a_picture_takes_nothing_from_a_tray_and_is_no_tray(readings: Readings) -> None:
    readings.take(stones(3, "serial:red"), 1.0)
    assert readings.is_weighed("stones/red")
    readings.begin_look(PHONE, ["stones/red"])
    readings.take(stones(2, f"{PHONE}/named"), 2.0)
    assert readings.source("stones/red") == f"{PHONE}/named"
    readings.begin_look(PHONE, ["heap"])
    assert readings.source("stones/red") == "serial:red"
    readings.lose(Lost("serial:red", "cable out"))
    readings.take(stones(2, PHONE), 3.0)
    assert not readings.is_weighed("stones/red")


def test_a_picture_that_was_used_blocks_neither_the_next_one_nor_the_tables_camera(readings: Readings) -> None:
    readings.take(stones(2, PHONE), 1.0)
    readings.use("stones/red")
    assert (readings.current(), readings.to_clear) == ({}, frozenset())
    readings.take(stones(4, "camera"), 2.0)
    assert readings.current() == {"stones/red": Count({"stone": 4})}
    readings.use("stones/red")
    assert (readings.current(), readings.to_clear) == ({}, {"stones/red"})
    readings.begin_look(PHONE, ["stones/red"])
    readings.take(stones(1, PHONE), 3.0)
    assert readings.current() == {"stones/red": Count({"stone": 1})}


def test_a_field_that_is_forgotten_takes_with_it_every_zone_a_look_at_it_told_of(journal: Journal) -> None:
    zones = ("stones/red", "stones/blue")
    readings = Readings(journal, POLICY, {}, told=lambda _state, look: [stones(1, look.source, each) for each in zones])
    look = stones(2, zone="mat/stones")
    readings.take(look, 1.0)
    assert (set(readings.current()), readings.looks) == (set(zones), (look,))
    readings.forget("mat/stones")
    assert (dict(readings.current()), readings.looks) == ({}, ())
