"""A finished game that nobody followed is counted by taps, and its result can be checked."""

from __future__ import annotations

from random import Random

import pytest

from companion.presenters.constantinopolis.counting import Count, counted
from companion.presenters.desk import Desk
from companion.views.common import acts, count_acts
from companion.views.constantinopolis.acts import Cargo, Sailed
from testkit.taps import buttons, labelled, tap


@pytest.fixture
def counter() -> Desk:
    """A desk without a game, where somebody counts one."""
    desk = Desk(chance=Random(1))
    tap(desk, "Score a finished game")
    return desk


def typed(desk: Desk, line: str, figure: int) -> None:
    """Choose a line and type its figure."""
    desk.do(count_acts.CountLine(line))
    for digit in str(figure):
        desk.do(count_acts.CountKey(digit))


def total(desk: Desk, name: str) -> str:
    """The fame counted so far for somebody."""
    return next(seat.total for seat in desk.view().body.seats if seat.person.name == name)


def test_walls_and_gold_are_added_to_the_fame_on_the_track(counter):
    for line, figure in (("fame", 41), ("walls", 3), ("gold", 31)):
        typed(counter, line, figure)
    assert total(counter, "Anna") == str(41 + 6 + 2)


def test_a_figure_typed_anew_replaces_the_old_one(counter):
    typed(counter, "gold", 31)
    typed(counter, "gold", 4)
    assert next(row.figure for row in counter.view().body.rows if row.label == "Gold") == "4"


def test_the_last_digit_is_taken_back(counter):
    typed(counter, "fame", 47)
    counter.do(count_acts.CountKey("<"))
    assert total(counter, "Anna") == "4"


def test_no_more_walls_are_counted_than_there_are(counter):
    typed(counter, "walls", 9)
    assert total(counter, "Anna") == "16"


def test_a_contract_at_sea_brings_its_fame_and_its_gold(counter):
    typed(counter, "gold", 8)
    counter.do(count_acts.CountLine("contracts"))
    for letter in "BG":
        counter.do(Cargo(letter))
    tap(counter, "7")
    assert total(counter, "Anna") == "2"
    assert counter.view().body.loader.papers[0].cargo == ("B", "G")


def test_a_passenger_travels_alone_and_brings_no_fame(counter):
    counter.do(count_acts.CountLine("contracts"))
    for letter in "GP":
        counter.do(Cargo(letter))
    tap(counter, "5")
    assert counter.view().body.loader.papers[0].cargo == ("P",)
    assert total(counter, "Anna") == "0"


def test_a_contract_is_taken_off_by_a_tap(counter):
    counter.do(count_acts.CountLine("contracts"))
    counter.do(Cargo("K"))
    tap(counter, "8")
    counter.press(counter.view().body.loader.papers[0].button)
    assert counter.view().body.loader.papers == ()


def test_gold_waits_for_a_cargo(counter):
    counter.do(count_acts.CountLine("contracts"))
    assert not labelled(counter, "7").open
    assert counted(counter.before.draft, Count(), Sailed(7)).finals == {}


def test_the_next_who_is_not_counted_is_always_one_tap(counter):
    for name, after in (("Anna", "Bruno"), ("Bruno", "Carla"), ("Carla", "Dario")):
        typed(counter, "fame", 10)
        assert counter.view().band == next(p.seat for p in counter.before.draft.places if p.name == name)
        tap(counter, f"On to {after}")
    typed(counter, "fame", 10)
    tap(counter, "Who has won?")
    assert type(counter.view().body).__name__ == "FinalScore"


def counted_all(desk: Desk, *figures: tuple[int, int, int]) -> None:
    """Fame, gold and goods for one after the other, then the result."""
    for place, (fame, gold, goods) in zip(desk.before.draft.places, figures, strict=True):
        desk.do(count_acts.CountOf(place.seat))
        for line, figure in (("fame", fame), ("gold", gold), ("goods", goods)):
            typed(desk, line, figure)
    desk.do(acts.Open("counted"))


def test_more_gold_decides_a_tie_and_it_says_so(counter):
    counted_all(counter, (40, 12, 0), (40, 14, 0), (30, 0, 0), (20, 0, 0))
    body = counter.view().body
    assert body.title == "Bruno wins"
    assert body.opened.tie == "Bruno and Anna both have 40. More gold decides: 14 to 12."


def test_who_are_equal_in_everything_share_the_victory(counter):
    counted_all(counter, (40, 12, 3), (40, 12, 3), (30, 0, 0), (20, 0, 0))
    body = counter.view().body
    assert body.title == "Anna and Bruno share the victory"
    assert "share the place" in body.opened.tie


def test_every_figure_of_the_result_opens_to_its_sum(counter):
    counted_all(counter, (40, 33, 0), (30, 0, 0), (30, 0, 0), (20, 0, 0))
    counter.press(counter.view().body.lines[0].cells[3].button)
    opened = counter.view().body.opened
    assert (opened.title, opened.figure) == ("Gold", "2")
    assert opened.lines[-2][0].text == "33 gold in all; 15 gold are 1 fame"


def test_public_buildings_are_asked_for_where_the_table_scores_them_at_the_end(counter):
    assert "Public buildings" not in [row.label for row in counter.view().body.rows]
    counter.do(acts.Agreed("option public_fp", "at_end"))
    typed(counter, "public", 5)
    assert total(counter, "Anna") == "5"


def test_the_result_stands_large_for_all_to_see(counter):
    counted_all(counter, (40, 0, 0), (50, 0, 0), (30, 0, 0), (20, 0, 0))
    tap(counter, "Large")
    first = counter.view().body.ranks[0]
    assert (first.place, first.person.name, first.total) == (1, "Bruno", "50")


def test_who_played_is_said_as_before_a_game(counter):
    typed(counter, "fame", 10)
    tap(counter, "Who played?")
    counter.do(acts.NamePerson("black"))
    counter.do(acts.NamePerson(""))
    tap(counter, "Count it")
    assert [seat.person.name for seat in counter.view().body.seats][-1] == "Elena"
    assert total(counter, "Anna") == "10"


def test_another_game_begins_with_nothing_counted(counter):
    counted_all(counter, (40, 0, 0), (50, 0, 0), (30, 0, 0), (20, 0, 0))
    tap(counter, "Another game")
    assert {seat.total for seat in counter.view().body.seats} == {"–"}
    assert all(button.label != "Start" for button in buttons(counter.view()))
