"""What lies on the table when a game of Praetor opens is said by taps, never guessed for a real box."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.host.host import Host
from companion.host.owner_values import file_of
from companion.presenters.desk import Desk
from companion.presenters.praetor.common import sums_hidden
from companion.presenters.praetor.lines import HIDE
from companion.titles import title_of
from companion.views.common import acts, count_acts
from companion.views.common.asking import Asking, Box
from companion.views.praetor.city import PraetorCity
from companion.views.praetor.opening import PraetorOpening
from companion.views.praetor.reveal import PraetorReveal
from engine.journal import Remark
from engine.praetor.setup import Setup
from engine.praetor.values import copy
from testkit.taps import labelled, tap


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk of a host at which four people are about to play Praetor."""
    home = Host(tmp_path, virtual=True, chance=Random(7))
    desk = Desk(home, chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "praetor"))
    yield desk
    home.close()


def at_table(desk: Desk, box: str) -> Any:
    """The first screen after Start, with this box on the table."""
    desk.do(acts.Agreed("values", box))
    desk.do(acts.Open("seats"))
    tap(desk, "Start")
    return desk.view().body


def opened(desk: Desk) -> Setup:
    assert desk.source is not None, desk.before.draft.trouble
    return desk.source.book.setup


def mines(desk: Desk) -> dict[str, Any]:
    """The Gold Mines of the map that may be tapped, by cell."""
    return {(tile.x, tile.y): tile for tile in desk.view().body.map.tiles if tile.button.command is not None}


def test_with_a_printed_set_nothing_starts_before_the_table_was_said(desk: Desk) -> None:
    assert isinstance(at_table(desk, "house"), PraetorOpening)
    assert labelled(desk, "Start").reason == "3 still open"
    assert desk.source is None


def test_each_tap_on_the_map_marks_a_mine_for_the_next_seat_and_the_last_goes_by_itself(desk: Desk) -> None:
    body = at_table(desk, "house")
    cells = list(mines(desk))
    for cell in cells[:3]:
        desk.press(mines(desk)[cell].button)
    body = desk.view().body
    assert [mines(desk)[cell].owner.name for cell in cells] == ["Anna", "Bruno", "Carla", "Dario"]
    desk.press(body.seats[1].mine)
    assert [seat.mine.chosen for seat in desk.view().body.seats] == [False, True, False, False]
    assert mines(desk)[cells[1]].owner is None


def test_a_board_turns_to_the_next_side_that_nobody_else_has(desk: Desk) -> None:
    at_table(desk, "house")
    desk.press(desk.view().body.seats[0].board)
    desk.press(desk.view().body.seats[2].board)
    assert [seat.board.label for seat in desk.view().body.seats] == ["Board B1", "Board A", "Board B2", "Board A"]
    for _turn in range(4):
        desk.press(desk.view().body.seats[2].board)
    assert desk.view().body.seats[2].board.label == "Board A"


def test_what_was_said_opens_the_game_and_nothing_else_does(desk: Desk) -> None:
    at_table(desk, "house")
    desk.press(desk.view().body.seats[1].board)
    desk.press(desk.view().body.seats[2].rome)
    for cell in list(mines(desk))[::-1][:3]:
        desk.press(mines(desk)[cell].button)
    tap(desk, "The display")
    shown = [line.button.command.pieces[-1] for line in desk.view().body.there[3:8]]
    for name in shown:
        there = next(line for line in desk.view().body.there if line.button.command.pieces[-1] == name)
        desk.press(there.button)
    assert not any(line.button.open for line in desk.view().body.there)
    tap(desk, "These are it")
    tap(desk, "Wall section")
    tap(desk, "Wall section 9")
    tap(desk, "This is it")
    tap(desk, "Start")
    setup = opened(desk)
    assert (setup.display, setup.wall, setup.rome) == (tuple(shown), "wall-09", "white")
    assert (setup.boards, setup.mines) == (("A", "B1", "A", "A"), MINES[::-1])


MINES = ("gold-mine-1", "gold-mine-2", "gold-mine-3", "gold-mine-4")


def test_the_list_of_tiles_shows_the_commonest_first_and_can_be_cut_to_a_letter(desk: Desk) -> None:
    at_table(desk, "house")
    tap(desk, "The display")
    body = desk.view().body
    assert isinstance(body, PraetorReveal)
    names = [line.name for line in body.there]
    counts = [names.count(name) for name in names]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    tap(desk, "T")
    assert {line.name[0] for line in desk.view().body.there} == {"T"}
    tap(desk, "T")
    assert [line.name for line in desk.view().body.there] == names


def test_what_nobody_says_is_drawn_only_when_that_is_tapped(desk: Desk) -> None:
    at_table(desk, "house")
    tap(desk, "The display")
    first = desk.view().body.there[0].button
    desk.press(first)
    tap(desk, "Back")
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    assert opened(desk).display[0] == first.command.pieces[0]
    assert len(opened(desk).display) == 5


def test_a_drawn_table_asks_nothing_and_draws_what_nobody_said(desk: Desk) -> None:
    desk.do(acts.Agreed("values", "none"))
    desk.do(acts.Open("seats"))
    tap(desk, "What lies on the table")
    desk.press(desk.view().body.seats[3].board)
    tap(desk, "Back")
    tap(desk, "Start")
    assert opened(desk).boards == ("A", "A", "A", "B1")
    assert len(opened(desk).display) == 5


def test_who_sits_elsewhere_takes_along_nothing_that_was_said_by_seats(desk: Desk) -> None:
    at_table(desk, "house")
    desk.press(next(iter(mines(desk).values())).button)
    desk.do(acts.Open("seats"))
    desk.do(acts.NamePerson("blue"))
    desk.do(acts.Colour("black"))
    assert desk.before.draft.lies["mines"] == ("gold-mine-1", "", "", "")
    desk.do(acts.Side("north"))
    assert desk.before.draft.lies == {}


# --- a box of one's own ---


def own_city(desk: Desk) -> Any:
    """The screen that asks for the start city, with a copy of which nothing is known."""
    assert isinstance(at_table(desk, "copy"), Box)
    assert [row.label for row in desk.view().body.rows] == ["The list of the 42 tiles"]
    tap(desk, "The list of the 42 tiles")
    tap(desk, "Nobody knows")
    tap(desk, "Start")
    return desk.view().body


def lay_all(desk: Desk) -> None:
    """Every start tile in a row to the right."""
    while desk.view().body.map.free:
        desk.press(max(desk.view().body.map.free, key=lambda cell: (cell.y == 0, cell.x)).button)


def test_the_start_city_of_one_s_own_box_is_laid_by_taps_and_kept_as_its_diagram(desk: Desk, tmp_path: Path) -> None:
    assert isinstance(own_city(desk), PraetorCity)
    lay_all(desk)
    desk.press(desk.view().body.map.tiles[1].button)
    assert desk.view().body.map.tiles[1].turned == "90°"
    tap(desk, "It lies like this")
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    tap(desk, "House set for the rest")
    tap(desk, "Start")
    city = opened(desk).city
    assert city[:3] == ("worker-camp-1:0,0,0", "market-1:1,0,1", "imperial-outpost-1:2,0,0")
    assert copy(tmp_path / file_of("praetor")).layouts["players-4"].tiles == city
    assert "layouts.players-4.tiles" not in title_of("praetor").lacking(tmp_path / file_of("praetor"))
    assert "layouts.players-3.tiles" in title_of("praetor").lacking(tmp_path / file_of("praetor"))


def test_a_tile_laid_wrong_is_taken_up_again_and_one_that_lies_apart_is_no_city(desk: Desk) -> None:
    own_city(desk)
    lay_all(desk)
    desk.press(desk.view().body.lines[3].button)
    assert [line.gone for line in desk.view().body.lines].count(False) == 1
    assert labelled(desk, "It lies like this").reason == "1 tile to come"
    desk.do(acts.Lies("city", (*desk.before.draft.lies["city"], "gold-mine-1:40,0,0")))
    assert labelled(desk, "It lies like this").reason == "a tile lies apart"


def test_the_morale_tracks_of_the_chosen_boards_are_typed_before_the_game(desk: Desk, tmp_path: Path) -> None:
    own_city(desk)
    lay_all(desk)
    tap(desk, "It lies like this")
    for seat in range(4):
        desk.press(desk.view().body.seats[seat].board)
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    labels = [row.label for row in desk.view().body.rows if not row.chosen]
    assert labels == [f"The morale track of board B{number}" for number in range(1, 5)]
    tap(desk, labels[0])
    assert isinstance(desk.view().body, Asking)
    for value in ("-2", "0", "3", "5"):
        tap(desk, value)
    desk.press(desk.view().body.keys[-1][-1])
    tap(desk, "Keep it")
    tap(desk, "House set for the rest")
    tap(desk, "Start")
    assert opened(desk).book.morale["B1"] == (-2, 0, 3)
    assert copy(tmp_path / file_of("praetor")).board["B1"].morale == (-2, 0, 3)
    assert "B2" not in copy(tmp_path / file_of("praetor")).board


def test_tiles_of_one_name_of_which_nothing_was_entered_stand_in_the_list_once(desk: Desk) -> None:
    own_city(desk)
    lay_all(desk)
    tap(desk, "It lies like this")
    tap(desk, "The display")
    names = [line.name for line in desk.view().body.there]
    assert len(names) == len(set(names))
    assert not any(line.house for line in desk.view().body.there)
    tap(desk, "Back")
    tap(desk, "Wall section")
    assert len(desk.view().body.there) == 1


# --- what is agreed beside the rules ---


def test_a_table_agrees_before_the_game_that_the_sums_of_plazas_stay_hidden(desk: Desk) -> None:
    at_table(desk, "house")
    desk.do(acts.Open("house"))
    point = next(row for row in desk.view().body.rows if row.question == "Does the screen show the sums of plazas?")
    desk.press(point.button)
    assert labelled(desk, "That is right").open
    desk.do(acts.Open("opening"))
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    assert [entry.command.text for entry in desk.source.journal if isinstance(entry.command, Remark)] == [HIDE]
    assert sums_hidden(desk.scene())


def test_a_table_that_agreed_on_nothing_has_no_remark_in_its_record(desk: Desk) -> None:
    at_table(desk, "house")
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    assert not [entry for entry in desk.source.journal if isinstance(entry.command, Remark)]


def test_a_finished_game_is_counted_whatever_was_agreed_beside_its_rules(desk: Desk) -> None:
    desk.do(acts.Open("count"))
    desk.do(acts.Agreed("option plaza_sums", "hidden"))
    desk.do(acts.Agreed("values", "house"))
    for seat in desk.before.draft.seats:
        desk.do(count_acts.CountOf(seat))
        desk.do(count_acts.CountStep("favor", 1))
    tap(desk, "Who has won?")
    assert [line.total for line in desk.view().body.lines] == ["1"] * 4
