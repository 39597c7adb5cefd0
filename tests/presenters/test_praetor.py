"""Praetor by taps: whole games, the map and its sums, the update, the score, a finished game counted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.presenters.praetor.choice import BUILD, WORK, Choice
from companion.views.common import acts, count_acts
from companion.views.common.parts import Button, Sheet
from companion.views.common.rulesheet import RuleSheet
from companion.views.common.score import FinalScore
from companion.views.praetor.board import PraetorBoard
from companion.views.praetor.city import PraetorCity
from companion.views.praetor.update import PraetorUpdate
from companion.wording import figure
from engine.journal import Journal
from engine.praetor.advice import builds, coming_wages
from engine.praetor.city import Spot, city, plazas
from engine.praetor.commands import Activate, Build, Pass
from engine.praetor.game import PRAETOR
from engine.praetor.pay import owed
from engine.praetor.readings import morale
from testkit import taps
from testkit.praetor.players import game as played
from testkit.taps import buttons, hands_done, wander


def begun(players: int = 4, seed: int = 4) -> Desk:
    """A desk with a game that has just begun."""
    return Desk(source=new_session(Journal(PRAETOR, shuffled_setup("praetor", players, seed))))


def view(desk: Desk) -> Any:
    """What the desk shows once everybody's hands have followed."""
    if desk.source is not None:
        hands_done(desk)
    return desk.view()


def labelled(desk: Desk, label: str) -> Button:
    """The button with this label, once hands have followed."""
    view(desk)
    return taps.labelled(desk, label)


def tap(desk: Desk, label: str) -> None:
    """Tap the button with this label, once hands have followed."""
    view(desk)
    taps.tap(desk, label)


def choose(desk: Desk, choice: Choice) -> None:
    """Tap until this is chosen."""
    desk.do(acts.Pick(str(choice)))


def passes(desk: Desk) -> None:
    """Everybody passes."""
    while type(desk.scene().phase).__name__ == "Actions":
        desk.do(Pass(desk.scene().me))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 5), (5, 3)])
def test_a_whole_game_can_be_played_by_taps_alone(players, seed):
    desk = begun(players, seed)
    wander(desk, Random(seed), "Over", 20000)
    assert isinstance(view(desk).body, FinalScore)


def test_every_button_is_open_or_says_why_not():
    desk, chance = begun(3, 6), Random(6)
    for _ in range(300):
        for button in buttons(view(desk)):
            assert button.open or button.reason or not (button.label or button.rule), button
        there = [b for b in buttons(view(desk)) if b.open and not isinstance(b.command, (acts.Speak, acts.Prefer))]
        desk.press(chance.choice(there))


def test_a_tile_for_sale_a_cell_and_a_turn_are_chosen_and_nothing_is_booked_before_it_is_confirmed():
    desk, before = begun(), 0
    before = desk.source.book.last
    desk.press(view(desk).body.lines[0].button)
    cell = max(view(desk).body.map.free, key=lambda free: int(free.figure))
    desk.press(cell.button)
    desk.press(labelled(desk, "Turn"))
    assert desk.source.book.last == before
    desk.press(view(desk).bar.primary)
    assert isinstance(desk.source.journal[before].command, Build)


def test_the_figure_in_a_free_cell_is_the_best_sum_of_its_four_turns():
    desk = begun()
    scene = desk.scene()
    tile = sorted(scene.table["display"])[0]
    choose(desk, Choice(BUILD, tile))
    corners, taken = scene.state.book.corners, city(scene.state.zones)
    for cell in view(desk).body.map.free:
        sums = [plazas(corners, taken, tile, Spot(cell.x, cell.y, turn)) for turn in range(4)]
        assert cell.figure == f"+{max(sums)}"


def test_the_corners_of_the_tile_tried_out_add_up_to_its_sum():
    desk = begun()
    scene = desk.scene()
    for one in builds(scene.state, scene.zones(scene.me)):
        desk.do(acts.Open("play"))
        choose(desk, Choice(BUILD, one.tile, one.spot))
        shown = view(desk).body.map
        assert sum(int(corner.figure) for corner in shown.corners) == one.plazas == int(shown.total)


def test_a_tile_of_the_city_tells_what_it_brings_and_whom_it_costs_what():
    desk = begun()
    scene = desk.scene()
    other = next(s for s in scene.source.names if s != scene.me)
    mine = scene.state.setup.mines[scene.state.setup.colours.index(other)]
    choose(desk, Choice(WORK, mine, None, 3))
    bar = view(desk).bar
    assert (bar.primary.note, bar.primary.command) == ("3 gold", Activate(scene.me, mine, 3))
    assert bar.note.startswith(f"1 gold to {scene.name(other)}.")


def test_the_worker_who_stands_on_a_tile_and_its_owner_are_on_the_map():
    desk = begun()
    me = desk.scene().me
    desk.do(Activate(me, "imperial-outpost-1", 1))
    mine = desk.scene().state.setup.mines[desk.scene().state.setup.colours.index(me)]
    desk.do(acts.Open("play"))
    tile = next(t for t in view(desk).body.map.tiles if t.owner and t.owner.seat == me)
    assert tile.name == "Gold Mine"
    assert mine in desk.scene().state.book.kind


def test_the_sums_of_plazas_are_hidden_once_the_table_agrees_and_stay_hidden_when_the_game_is_resumed():
    desk = begun()
    desk.do(acts.Open("choose", "advice"))
    tap(desk, "Hide the sums")
    choose(desk, Choice(BUILD, sorted(desk.scene().table["display"])[0]))
    assert {cell.figure for cell in view(desk).body.map.free} == {""}
    again = Desk(source=new_session(desk.source.book))
    choose(again, Choice(BUILD, sorted(again.scene().table["display"])[0]))
    assert {cell.figure for cell in view(again).body.map.free} == {""}
    again.do(acts.Open("choose", "advice"))
    tap(again, "Show the sums")
    choose(again, Choice(BUILD, sorted(again.scene().table["display"])[0]))
    assert "" not in {cell.figure for cell in view(again).body.map.free}


def test_what_is_possible_lists_each_lawful_build_once_the_most_favor_first():
    desk = begun()
    desk.do(acts.Open("choose", "advice"))
    offered = {
        offer.least.tile for offer in desk.scene().offers(desk.scene().me) if getattr(offer, "vary", "") == "spot"
    }
    lines = view(desk).body.there
    assert len(lines) == len(offered)
    assert [line.right[0][1] for line in lines] == sorted((line.right[0][1] for line in lines), reverse=True)


def test_the_wages_foretold_are_those_that_are_paid_if_nothing_changes():
    for seed in range(6):
        desk = begun(3, seed)
        foretold = {}
        while desk.scene().phase.__class__.__name__ == "Actions":
            scene = desk.scene()
            foretold = {seat: coming_wages(scene.state, scene.zones(seat)).due for seat in scene.source.names}
            book = desk.source.book
            desk.do(Pass(scene.me))
        paid = {}
        for entry in book.entries:
            if type(entry.command).__name__ == "Pay":
                moved = [e for e in entry.events if getattr(e, "piece", "") == "gold"]
                paid[moved[0].source.split("/")[1]] = moved[0].count
        assert paid == foretold
        assert all(owed(desk.source.state, desk.scene().zones(seat)) == due for seat, due in foretold.items())


def test_a_board_shows_every_worker_and_where_the_placed_ones_are():
    desk = begun()
    me = desk.scene().me
    desk.do(Activate(me, "worker-camp-1", 2))
    desk.do(acts.Open("choose", f"board {me}"))
    body = view(desk).body
    assert isinstance(body, PraetorBoard)
    dice = [die for step in body.steps for die in step.dice]
    assert len(dice) == 8
    assert [die.placed for die in dice if die.placed] == ["city-worker-camp"]


def test_the_update_shows_for_every_player_what_hands_do_in_each_step():
    desk = begun(3)
    desk.do(Activate(desk.scene().me, "worker-camp-1", 2))
    passes(desk)
    body = view(desk).body
    assert isinstance(body, PraetorUpdate)
    first = body.seats[0].person.seat
    desk.do(acts.Tab(first))
    states = {step.title: step.state for step in view(desk).body.steps}
    assert states["Wages"] == states["Workers come home"] == states["Apprentices"] == "done"
    desk.do(acts.Pick("return"))
    assert [hand.title for hand in view(desk).body.hands] == ["From Worker Camp: it stays at 2"]
    desk.do(acts.Pick("train"))
    assert [hand.title for hand in view(desk).body.hands] == ["An apprentice goes to the second space"]


def test_tiles_and_wall_sections_are_turned_up_by_taps_or_drawn():
    desk = begun(2)
    me = desk.scene().me
    tile = builds(desk.source.state, desk.scene().zones(me))[0]
    desk.do(Build(me, tile.tile, 1, tile.spot))
    passes(desk)
    tap(desk, "Which ones?")
    desk.press(view(desk).body.there[0].button)
    tap(desk, "These are it")
    tap(desk, "Which one?")
    tap(desk, "Draw for us")
    assert type(desk.scene().phase).__name__ in ("Actions", "Ordering")
    assert desk.scene().phase.round.number == 2


def test_of_equal_favor_the_table_is_asked_how_the_stack_lies():
    desk = begun(5, 3)
    wander(desk, Random(3), "Ordering", 20000)
    desk.do(acts.Open("play"))
    other = next(b for b in buttons(view(desk).body) if type(b.command).__name__ == "Restack")
    stack = other.command.stack
    desk.press(other)
    tap(desk, "As remembered")
    order = desk.scene().phase.round.order
    assert [seat for seat in order if seat in stack] == list(stack)


def test_the_total_of_every_score_line_is_the_sum_of_its_cells():
    desk = Desk(source=new_session(played(3, seed=4)))
    for line in view(desk).body.lines:
        assert sum(int(cell.figure.replace("−", "-")) for cell in line.cells) == int(line.total)


def test_an_opened_cell_lists_the_entries_behind_it():
    desk = Desk(source=new_session(played(3, seed=4)))
    cell = next(c for line in view(desk).body.lines for c in line.cells[1:] if int(c.figure.replace("−", "-")) > 0)
    desk.press(cell.button)
    opened = view(desk).body.opened
    assert sum(int(line[0].figure.replace("−", "-")) for line in opened.lines) == int(cell.figure)


def test_a_refusal_opens_its_rule_with_a_sentence():
    desk = begun()
    desk.do(Activate(desk.scene().me, "market-1", 5))
    assert isinstance(view(desk).body, RuleSheet)
    assert view(desk).body.rule == "P-ACV-01"


@pytest.mark.parametrize(
    "screen", ["menu", "table", "scan", "devices", "history", "score", "rules", "differ", "search"]
)
def test_every_screen_beside_the_game_has_a_view_and_leads_back(screen):
    desk = begun()
    desk.do(acts.Open(screen))
    assert [b for b in buttons(view(desk)) if b.command == acts.Open("play")]


@pytest.mark.parametrize("topic", ["may", "favor", "gold", "goods", "morale"])
def test_the_referee_answers_about_every_figure(topic):
    desk = Desk(source=new_session(played(2, seed=2)))
    desk.do(acts.Open("answers", desk.source.state.setup.colours[0]))
    desk.do(acts.Tab(topic))
    assert isinstance(view(desk), Sheet)


@pytest.mark.parametrize("seed", range(2, 6))
def test_why_morale_is_what_it_is_is_told_in_printed_figures(seed):
    desk = Desk(source=new_session(played(2, seed=seed)))
    state = desk.source.state
    for seat in state.setup.colours:
        desk.do(acts.Open("answers", seat))
        desk.do(acts.Tab("morale"))
        *changes, first = [line.right[0].figure.split(" → ") for line in view(desk).body.lines]
        told = [first, *changes[::-1]]
        assert first == ["0"]
        assert [before for before, _after in told[1:]] == [each[-1] for each in told[:-1]]
        assert told[-1][-1] == figure(morale(state, state.seats[seat]))


def test_a_finished_game_is_counted_by_taps():
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "praetor"))
    desk.do(acts.Open("count"))
    desk.do(acts.Agreed("values", "house"))
    for line, typed in (("favor", "41"), ("workers", "12"), ("gold", "23"), ("wood", "4")):
        desk.do(count_acts.CountLine(line))
        for digit in typed:
            desk.do(count_acts.CountKey(digit))
    desk.do(count_acts.CountStep("morale", -1))
    desk.do(acts.Open("counted"))
    first = view(desk).body.lines[0]
    assert [cell.figure for cell in first.cells] == ["41", "12", "0", "−2", "2"]
    assert first.total == "53"


def test_an_own_box_that_says_nothing_yet_is_filled_from_the_house_set_and_then_asks(tmp_path):
    host = Host(tmp_path, chance=Random(1))
    desk = Desk(host, chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "praetor"))
    desk.do(acts.Agreed("values", "copy"))
    desk.do(acts.Start())
    tap(desk, "House set for the rest")
    tap(desk, "Start")
    while desk.view().body.map.free:
        desk.press(desk.view().body.map.free[0].button)
    tap(desk, "It lies like this")
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    tap(desk, "House set for the rest")
    tap(desk, "Start")
    desk.do(acts.Open("play"))
    asked = view(desk).body.heading
    host.close()
    assert asked.endswith("?")


def test_a_new_game_is_opened_by_taps_and_shows_the_city(tmp_path):
    host = Host(tmp_path, chance=Random(1))
    desk = Desk(host, chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "praetor"))
    desk.do(acts.Agreed("values", "house"))
    tap(desk, "Who sits where?")
    tap(desk, "Start")
    tap(desk, "Draw the rest")
    tap(desk, "Start")
    desk.do(acts.Open("play"))
    shown = type(view(desk).body)
    host.close()
    assert shown is PraetorCity


def test_going_back_says_what_becomes_of_everybodys_favor() -> None:
    desk = begun()
    wander(desk, Random(3), "Over", 20000)
    desk.do(acts.BackTo(1))
    heading, points = view(desk).body.back.effect
    assert heading.text == "Scores:"
    assert {part.rpartition(" ")[2] for part in points.text.split(", ")} == {"favor"}
