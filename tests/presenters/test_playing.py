"""A game can be played to its end by nothing but taps, and every screen on the way has its view."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.opening import new_session
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Sheet
from companion.views.common.rulesheet import RuleSheet
from companion.views.common.score import FinalScore
from companion.views.constantinopolis.auction import Auction
from engine.constantinopolis.commands import Bid, Raise, Stay
from engine.journal import Undo
from testkit.constantinopolis.moments import sensible
from testkit.played import played
from testkit.taps import ASIDE, buttons, hands_done, labelled, tap, wander


@pytest.mark.parametrize(("players", "seed"), [(2, 2), (3, 6), (5, 5)])
def test_a_whole_game_can_be_played_by_taps_alone(game, players, seed):
    desk = Desk(source=game(players, seed))
    wander(desk, Random(seed), "Over")
    assert isinstance(desk.view().body, FinalScore)


def test_the_total_of_every_score_line_is_the_sum_of_its_cells():
    desk = Desk(source=new_session(played(3, 6)[0]))
    for line in desk.view().body.lines:
        assert sum(int(cell.figure) for cell in line.cells) == int(line.total)


def test_an_opened_cell_lists_the_entries_behind_it():
    desk = Desk(source=new_session(played(3, 6)[0]))
    cell = next(cell for line in desk.view().body.lines for cell in line.cells if int(cell.figure) > 0)
    desk.press(cell.button)
    opened = desk.view().body.opened
    assert sum(int(line[0].figure) for line in opened.lines) == int(cell.figure) == int(opened.figure)


def test_the_first_screen_of_a_game_is_the_choice_of_an_office(desk):
    body = desk.view().body
    assert isinstance(body, Auction)
    assert len(body.offices) == 5


def test_choosing_an_office_books_nothing_before_it_is_confirmed(desk):
    before = desk.source.book.last
    desk.press(desk.view().body.offices[4].button)
    assert desk.source.book.last == before
    desk.press(desk.view().bar.primary)
    assert desk.source.book.last > before


def test_a_stepper_changes_the_bid_its_button_holds(desk):
    other = next(tile for tile in desk.view().body.offices if tile.button.label.startswith("Bid"))
    desk.press(other.button)
    desk.step(7)
    command = desk.view().bar.primary.command
    assert isinstance(command, Bid)
    assert command.gold == 7


def test_a_bid_above_ones_gold_is_refused_with_a_sentence_and_not_with_a_closed_button(desk):
    other = next(tile for tile in desk.view().body.offices if tile.button.label.startswith("Bid"))
    desk.press(other.button)
    desk.step(500)
    primary = desk.view().bar.primary
    assert primary.open
    desk.press(primary)
    assert isinstance(desk.view().body, RuleSheet)
    assert desk.view().body.rule == "C-AUC-10"


def test_gold_closes_no_tile_of_the_board(game):
    desk = Desk(source=game(4))
    wander(desk, Random(3), "Construction")
    desk.do(acts.Open("play"))
    for kind in ("production", "commercial", "utility", "public"):
        desk.do(acts.Tab(kind))
        assert not [tile for tile in desk.view().body.tiles if tile.button.rule == "C-GEN-06"]


def test_a_closed_button_opens_the_rule_that_closes_it(game):
    desk = Desk(source=game(4))
    wander(desk, Random(3), "Construction")
    desk.do(acts.Open("play"))
    closed = next(button for button in buttons(desk.view()) if button.rule)
    desk.press(closed)
    body = desk.view().body
    assert isinstance(body, RuleSheet)
    assert body.rule == closed.rule
    assert body.sentence


def test_a_treasury_is_covered_until_its_owner_holds_it(game):
    desk = Desk(source=game(4))
    wander(desk, Random(3), "Construction")
    desk.do(acts.Open("play"))
    me = desk.scene().me
    assert "gold" not in desk.view().body.treasury.label
    desk.hold(me, True)
    assert "gold" in desk.view().body.treasury.label
    desk.hold(me, False)
    assert "gold" not in desk.view().body.treasury.label


def test_everybody_at_once_is_shown_as_the_lying_table(game):
    desk = Desk(source=game(4))
    wander(desk, Random(3), "Acceptance")
    desk.do(acts.Sit(""))
    desk.do(acts.Open("play"))
    if len(desk.scene().phase.actors) > 1:
        assert isinstance(desk.view(), Overview)


def test_a_player_opens_their_own_card_while_several_may_act(game):
    desk = Desk(source=game(4))
    wander(desk, Random(3), "Acceptance")
    seat = desk.scene().phase.actors[-1]
    desk.do(acts.Sit(seat))
    assert isinstance(desk.view(), Sheet)
    assert desk.view().band == seat


def test_the_screen_turns_to_whoever_sits_on_the_far_side(desk):
    far = next(seat for seat, side in desk.scene().sides.items() if side == "north")
    while desk.scene().me != far:
        desk.do(Stay(desk.scene().me))
    assert desk.view().turn == 180
    assert desk.view().band == far


def test_undo_of_ones_own_step_needs_nobodys_yes(desk):
    me = desk.scene().me
    other = next(tile for tile in desk.view().body.offices if tile.button.label.startswith("Bid"))
    desk.press(other.button)
    desk.press(desk.view().bar.primary)
    holder = desk.scene().me
    desk.do(Raise(holder, 9))
    assert desk.scene().me == me
    desk.press(desk.view().bar.undo)
    assert desk.look.screen == "history", "the raise was another player's line"


def test_undo_past_another_players_line_asks_that_player(desk):
    first = desk.scene().me
    desk.do(Stay(first))
    desk.press(desk.view().bar.undo)
    back = desk.view().body.back
    assert back.asked.seat == first
    desk.press(back.yes)
    desk.press(desk.view().body.back.yes)
    assert isinstance(desk.source.journal[-1].command, Undo)
    assert desk.scene().me == first


def test_lines_taken_back_stay_in_the_history_struck(desk):
    first = desk.scene().me
    desk.do(Stay(first))
    desk.source.undo(1)
    desk.do(acts.Open("history"))
    line = next(line for line in desk.view().body.lines if line.number == 2)
    assert line.struck
    assert not line.button.open


def test_a_wrong_moment_is_refused_with_a_sentence(desk):
    desk.do(Raise(desk.scene().me, 3))
    assert isinstance(desk.view().body, RuleSheet)
    assert desk.view().body.sentence


def test_an_entry_of_a_sensor_is_shown_with_a_way_back(desk):
    me = desk.scene().me
    desk.source.submit(Stay(me), origin="mqtt:tray-1")
    toast = desk.view().toast
    assert toast is not None
    assert toast.undo.open


def test_what_an_undo_took_back_is_told(desk):
    me = desk.scene().me
    desk.do(Stay(me))
    desk.do(Stay(desk.scene().me))
    desk.source.undo(desk.source.book.live[-2])
    words = [word.text for word in desk.view().toast.line]
    assert words[:1] == ["Taken back:"]
    assert desk.scene().person(desk.scene().me).name in words
    desk.source.undo(1)
    words = [word.text for word in desk.view().toast.line]
    assert desk.scene().person(me).name in words, "what was taken back before is not told again"
    assert desk.view().toast.undo is None


def test_a_tap_brings_no_toast(desk):
    desk.do(Stay(desk.scene().me))
    assert desk.view().toast is None


def test_every_screen_beside_the_game_leads_back_to_it(desk):
    for screen in ("menu", "table", "scan", "devices", "history", "score", "rules", "differ"):
        desk.do(acts.Open(screen))
        back = [b for b in buttons(desk.view()) if b.command == acts.Open("play")]
        assert back, screen


def test_a_button_is_either_open_or_says_why_not(game):
    desk = Desk(source=game(3, 6))
    chance = Random(6)
    for _step in range(200):
        wander_one(desk, chance)
        for button in buttons(desk.view()):
            assert button.open or button.reason or silent(button), button


def wander_one(desk: Desk, chance: Random) -> None:
    """One tap at random."""
    there = [b for b in buttons(desk.view()) if b.open and not isinstance(b.command, ASIDE[:4])]
    desk.press(chance.choice(there))


def silent(button: Button) -> bool:
    """Steps of a selection that have reached their end, and cards there is no room for, are closed without words."""
    return not button.label and not button.rule


def test_the_menu_changes_the_language_of_the_next_view(desk):
    desk.do(acts.Open("menu"))
    tap(desk, "Dark")
    assert desk.dark
    assert labelled(desk, "Dark").chosen


def test_the_consul_is_asked_without_telling_of_the_gold_in_hand():
    desk = Desk(source=sensible(5, 4, "Declared"))
    hands_done(desk)
    book = desk.source.book
    consul = desk.scene().me
    before = book.state.table[f"treasury/{consul}"].pop("gold", 0)
    closed = [button for button in buttons(desk.view().body) if not button.open]
    book.state.table[f"treasury/{consul}"]["gold"] = before
    assert not closed


def test_with_free_trade_a_trade_is_offered_and_agreed_by_taps():
    desk = Desk(source=sensible(3, 4, "Acceptance", free_trade="on"))
    hands_done(desk)
    me, other, *_rest = desk.scene().phase.actors
    desk.do(acts.Sit(me))
    desk.do(acts.Open("choose", "bargain"))
    desk.do(acts.Tab(other))
    desk.do(acts.Amount("gives gold", 1))
    desk.do(acts.Amount("gets gold", 2))
    before = {seat: desk.source.state.table[f"treasury/{seat}"]["gold"] for seat in (me, other)}
    tap(desk, "Offer it")
    assert desk.scene().me == other
    tap(desk, "Agree")
    after = {seat: desk.source.state.table[f"treasury/{seat}"]["gold"] for seat in (me, other)}
    assert (after[me] - before[me], after[other] - before[other]) == (1, -1)


@pytest.mark.rule("C-LEV-04")
def test_somebody_may_leave_by_taps_in_anybody_s_turn(desk):
    scene = desk.scene()
    for seat in (scene.me, next(seat for seat in scene.source.names if seat != scene.me)):
        desk.do(acts.Open("menu"))
        tap(desk, scene.name(seat))
        tap(desk, f"{scene.name(seat)} leaves")
        assert seat in desk.scene().phase.round.leavers


def test_who_is_asked_and_stays_stays(desk):
    name = desk.scene().name(desk.scene().me)
    desk.do(acts.Open("menu"))
    tap(desk, name)
    tap(desk, "Stays")
    assert desk.scene().phase.round.leavers == ()


def test_any_number_can_be_typed_in_the_place_of_a_stepper(desk):
    other = next(tile for tile in desk.view().body.offices if tile.button.label.startswith("Bid"))
    desk.press(other.button)
    desk.do(acts.AskNumber())
    tap(desk, "1")
    tap(desk, "4")
    tap(desk, "Take 14")
    assert desk.view().bar.primary.command.gold == 14
