"""A finished game that nobody followed is counted by taps, and its result can be checked."""

from __future__ import annotations

from random import Random

import pytest

from companion.presenters.constantinopolis.counting import Count, counted
from companion.presenters.desk import Desk
from companion.views.common import acts
from tests.presenters.taps import buttons, labelled, tap


@pytest.fixture
def lobby() -> Desk:
    """A desk without a game, where somebody counts one."""
    desk = Desk(chance=Random(1))
    tap(desk, "Score a finished game")
    return desk


def typed(desk: Desk, line: str, figure: int) -> None:
    """Choose a line and type its figure."""
    desk.do(acts.CountLine(line))
    for digit in str(figure):
        desk.do(acts.CountKey(digit))


def total(desk: Desk, name: str) -> str:
    """The fame counted so far for somebody."""
    return next(seat.total for seat in desk.view().body.seats if seat.person.name == name)


def test_walls_and_gold_are_added_to_the_fame_on_the_track(lobby):
    for line, figure in (("fame", 41), ("walls", 3), ("gold", 31)):
        typed(lobby, line, figure)
    assert total(lobby, "Anna") == str(41 + 6 + 2)


def test_a_figure_typed_anew_replaces_the_old_one(lobby):
    typed(lobby, "gold", 31)
    typed(lobby, "gold", 4)
    assert next(row.figure for row in lobby.view().body.rows if row.label == "Gold") == "4"


def test_the_last_digit_is_taken_back(lobby):
    typed(lobby, "fame", 47)
    lobby.do(acts.CountKey("<"))
    assert total(lobby, "Anna") == "4"


def test_no_more_walls_are_counted_than_there_are(lobby):
    typed(lobby, "walls", 9)
    assert total(lobby, "Anna") == "16"


def test_a_contract_at_sea_brings_its_fame_and_its_gold(lobby):
    typed(lobby, "gold", 8)
    lobby.do(acts.CountLine("contracts"))
    for letter in "BG":
        lobby.do(acts.Cargo(letter))
    tap(lobby, "7")
    assert total(lobby, "Anna") == "2"
    assert lobby.view().body.loader.papers[0].cargo == ("B", "G")


def test_a_passenger_travels_alone_and_brings_no_fame(lobby):
    lobby.do(acts.CountLine("contracts"))
    for letter in "GP":
        lobby.do(acts.Cargo(letter))
    tap(lobby, "5")
    assert lobby.view().body.loader.papers[0].cargo == ("P",)
    assert total(lobby, "Anna") == "0"


def test_a_contract_is_taken_off_by_a_tap(lobby):
    lobby.do(acts.CountLine("contracts"))
    lobby.do(acts.Cargo("K"))
    tap(lobby, "8")
    lobby.press(lobby.view().body.loader.papers[0].button)
    assert lobby.view().body.loader.papers == ()


def test_gold_waits_for_a_cargo(lobby):
    lobby.do(acts.CountLine("contracts"))
    assert not labelled(lobby, "7").open
    assert counted(lobby.lobby.draft, Count(), acts.Sailed(7)).finals == {}


def test_the_next_who_is_not_counted_is_always_one_tap(lobby):
    for name, after in (("Anna", "Bruno"), ("Bruno", "Carla"), ("Carla", "Dario")):
        typed(lobby, "fame", 10)
        assert lobby.view().band == next(p.seat for p in lobby.lobby.draft.places if p.name == name)
        tap(lobby, f"On to {after}")
    typed(lobby, "fame", 10)
    tap(lobby, "Who has won?")
    assert type(lobby.view().body).__name__ == "FinalScore"


def counted_all(desk: Desk, *figures: tuple[int, int, int]) -> None:
    """Fame, gold and goods for one after the other, then the result."""
    for place, (fame, gold, goods) in zip(desk.lobby.draft.places, figures, strict=True):
        desk.do(acts.CountOf(place.seat))
        for line, figure in (("fame", fame), ("gold", gold), ("goods", goods)):
            typed(desk, line, figure)
    desk.do(acts.Open("counted"))


def test_more_gold_decides_a_tie_and_it_says_so(lobby):
    counted_all(lobby, (40, 12, 0), (40, 14, 0), (30, 0, 0), (20, 0, 0))
    body = lobby.view().body
    assert body.title == "Bruno wins"
    assert body.opened.tie == "Bruno and Anna both have 40. More gold decides: 14 to 12."


def test_who_are_equal_in_everything_share_the_victory(lobby):
    counted_all(lobby, (40, 12, 3), (40, 12, 3), (30, 0, 0), (20, 0, 0))
    body = lobby.view().body
    assert body.title == "Anna and Bruno share the victory"
    assert "share the place" in body.opened.tie


def test_every_figure_of_the_result_opens_to_its_sum(lobby):
    counted_all(lobby, (40, 33, 0), (30, 0, 0), (30, 0, 0), (20, 0, 0))
    lobby.press(lobby.view().body.lines[0].cells[3].button)
    opened = lobby.view().body.opened
    assert (opened.title, opened.figure) == ("Gold", "2")
    assert opened.lines[-1][0].text == "33 gold in all; 15 gold are 1 fame"


def test_public_buildings_are_asked_for_where_the_table_scores_them_at_the_end(lobby):
    assert "Public buildings" not in [row.label for row in lobby.view().body.rows]
    lobby.do(acts.Agreed("option public_fp", "at_end"))
    typed(lobby, "public", 5)
    assert total(lobby, "Anna") == "5"


def test_the_result_stands_large_for_all_to_see(lobby):
    counted_all(lobby, (40, 0, 0), (50, 0, 0), (30, 0, 0), (20, 0, 0))
    tap(lobby, "Large")
    first = lobby.view().body.ranks[0]
    assert (first.place, first.person.name, first.total) == (1, "Bruno", "50")


def test_who_played_is_said_as_before_a_game(lobby):
    typed(lobby, "fame", 10)
    tap(lobby, "Who played?")
    lobby.do(acts.Chair("black"))
    lobby.do(acts.Chair(""))
    tap(lobby, "Count it")
    assert [seat.person.name for seat in lobby.view().body.seats][-1] == "Elena"
    assert total(lobby, "Anna") == "10"


def test_another_game_begins_with_nothing_counted(lobby):
    counted_all(lobby, (40, 0, 0), (50, 0, 0), (30, 0, 0), (20, 0, 0))
    tap(lobby, "Another game")
    assert {seat.total for seat in lobby.view().body.seats} == {"–"}
    assert all(button.label != "Start" for button in buttons(lobby.view()))
