"""The set-up card: read off the game's own laying out, ticked by hand or by sensors, remembered with the game."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_game
from companion.presenters.constantinopolis.set_up import start_coins
from companion.presenters.desk import Desk
from companion.titles import BUILT_IN
from companion.views.common import acts
from engine.sighting import Sighting, Weight
from testkit.taps import buttons, one_tap, tap


def card_of(game: str, players: int, seed: int = 1):
    """The desk of a game that has just begun, with its card open."""
    desk = Desk(source=new_session(shuffled_game(game, players, seed)))
    desk.do(acts.Open("menu"))
    tap(desk, "Set-up")
    return desk


def things(desk) -> dict[str, str]:
    """Title → note of every line beside the players'."""
    return {thing.title: thing.note for each in desk.view().body.lists for thing in each.things}


@pytest.mark.parametrize(("players", "spare", "each"), [(2, 32, 1), (3, 10, 2), (4, 10, 2), (5, 0, 3)])
def test_tiles_beyond_those_in_play_go_back_into_the_box(players, spare, each):
    lines = things(card_of("constantinopolis", players))
    assert f"{each} of each building" in lines
    assert [title for title in lines if "spare tile" in title] == ([f"{spare} spare tiles*"] if spare else [])
    assert sum(title.startswith("Everything ") for title in lines) == 5 - players


def test_each_player_takes_what_the_opening_gave():
    desk = card_of("constantinopolis", 4)
    rows = {row.title: row for row in desk.view().body.rows}
    assert {"30 gold", "1 small ship", "Fame marker on 0", "Level marker on 1", "4 trading posts"} <= set(rows)
    assert sum(rows["30 gold"].coins) == 30
    offices = dict(zip(desk.source.names, (cell.number for cell in rows["Office marker"].cells), strict=True))
    assert tuple(sorted(offices, key=offices.__getitem__)) == desk.source.book.setup.offices


@pytest.mark.parametrize("gold", [1, 9, 10, 30, 47])
def test_start_coins_make_the_sum(gold):
    assert sum(start_coins(gold)) == gold


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("players", [3, 5])
def test_the_card_stays_as_the_game_began(game, players):
    desk = card_of(game, players)
    before = [(row.title, row.note) for row in desk.view().body.rows], things(desk)
    chance = Random(1)
    desk.do(acts.Open("play"))
    for _tap in range(40):
        one_tap(desk, chance)
    desk.do(acts.Open("setup"))
    assert ([(row.title, row.note) for row in desk.view().body.rows], things(desk)) == before


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_line_can_be_ticked_by_itself_and_all_at_once(game):
    desk = card_of(game, 3)
    cells = [button for button in buttons(desk.view().body) if isinstance(button.command, acts.TickSetUp)]
    assert len({button.command.lines for button in cells}) == len(cells)
    desk.press(cells[0])
    assert desk.view().bar.note.startswith(f"1 of {len(cells)} ")
    desk.press(next(button for button in buttons(desk.view().body) if button.chosen))
    assert desk.view().bar.note.startswith("0 of ")
    tap(desk, "All lies there")
    assert desk.view().bar.sentence == "The table is set"


def test_praetor_tells_each_seat_its_favor_and_where_tiles_lie():
    desk = card_of("praetor", 3)
    favor = next(row for row in desk.view().body.rows if row.title == "Favor marker")
    assert sorted(cell.button.label for cell in favor.cells) == ["10", "8", "9"]
    assert "14 wall sections" in things(desk)


def test_what_a_tray_weighs_right_is_ticked_by_it():
    desk = card_of("constantinopolis", 4)
    seat = next(iter(desk.source.names))
    desk.source.put(Sighting("serial:tray-1", f"treasury/{seat}", 0.0, Weight(30)))
    for _each in range(3):
        desk.source.poll()
    marks = {cell.mark for row in desk.view().body.rows if row.title == "30 gold" for cell in row.cells}
    assert "tray" in marks


def test_the_card_opens_with_a_game_on_a_real_table_and_ticks_survive_a_restart(tmp_path):
    host = Host(tmp_path, chance=Random(7))
    try:
        desk = Desk(host, chance=Random(1))
        for label in ("New game", "Ours, printed", "Who sits where?", "Start"):
            tap(desk, label)
        first = desk.view().body.rows[0].cells[0].button
        desk.press(first)
        game = host.saved[0].id
    finally:
        host.close()
    again = Host(tmp_path)
    try:
        desk = Desk(again)
        desk.do(acts.GoOn(game))
        assert type(desk.view().body).__name__ != "SetUpCard"
        desk.do(acts.Open("setup"))
        assert desk.view().body.rows[0].cells[0].mark == "check"
        assert desk.view().bar.note.startswith("1 of ")
        tap(desk, "Start anyway")
        assert type(desk.view().body).__name__ != "SetUpCard"
    finally:
        again.close()


def test_a_drawn_table_needs_no_hands(tmp_path):
    host = Host(tmp_path, chance=Random(7))
    try:
        desk = Desk(host, chance=Random(1))
        for label in ("New game", "None, just trying", "Who sits where?", "Start"):
            tap(desk, label)
        assert desk.look.screen == "play"
    finally:
        host.close()
