"""What people do beside their moves in Byzanz, by touch: help, rules, a challenge, a correction, a count, a game that
goes on, a sale at one's own side, a tie the table decides."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.host import Host
from companion.host.opening import new_session
from companion.play.record import write_record
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.byzanz.play import ByzAuction, ByzLastSales
from companion.views.byzanz.score import ByzScore
from companion.views.common import acts
from companion.views.common.answers import Answers
from companion.views.common.counting import Counting
from companion.views.common.parts import Button
from companion.views.common.rulesheet import RuleSheet
from companion.views.common.score import FinalScore
from engine.byzanz.auction import Bid, Pass
from engine.byzanz.market import PickGood
from engine.byzanz.phases import Bidding, Picking, Selling
from engine.byzanz.scoring import Award
from engine.byzanz.selling import Sell
from engine.journal import Undo
from testkit.taps import buttons
from tests.engine.byzanz.test_options import level
from tests.presenters.byzanz_taps import Tapper
from tests.titles.test_every_title import killed_after
from tests.ui.finger import press, taps, touch
from tests.ui.test_byzanz import touching


def still(desk: Desk) -> Desk:
    """The screen stays on its side."""
    desk.preferences = replace(desk.preferences, turns=False)
    return desk


@pytest.fixture
def desk() -> Desk:
    """A game of three in which a bid of four lies."""
    desk = still(Tapper(3, 8).play(Bidding))
    desk.do(Bid(desk.source.state.phase.due, {"card:CL4": 1}))
    return desk


def aim(window: Any, meant: Callable[[Any], bool]) -> None:
    """Touch the button whose command is meant."""
    touching(window)(next(each for each in buttons(window.desk.view()) if meant(each.command)))


def hands(window: Any) -> None:
    """Tick off what hands have to do."""
    while window.desk.source.hands.open:
        touching(window)(window.desk.view().choices[0])


def test_the_referee_tells_a_player_what_is_lawful_now(face: Any, shoot: Any, desk: Desk) -> None:
    window = face(desk)
    touch(window, "Menu")
    touch(window, "Referee")
    name = desk.source.names[desk.source.state.phase.due]
    assert desk.view().body.lines == ()
    touch(window, f"I am {name}")
    shoot("byzanz-answers")
    body = desk.view().body
    assert isinstance(body, Answers)
    assert body.heading == f"What may {name} do now?"
    said = [" ".join(getattr(part, "text", "") for part in line.line) for line in body.lines]
    assert any("passes" in line for line in said), said
    touch(window, "Back to the game")
    assert isinstance(desk.view().body, ByzAuction)


def test_a_closed_button_opens_its_rule_and_the_table_is_asked(face: Any, shoot: Any, desk: Desk) -> None:
    window = face(desk)
    aim(window, lambda command: command == acts.Card("card:SP1"))
    touch(window, "Bid 1")
    body = desk.view().body
    assert isinstance(body, RuleSheet)
    assert (body.rule, body.verdict) == ("B-AUC-07", "Not so.")
    shoot("byzanz-rule")
    touch(window, "Ask the table")
    assert desk.view().body.verdict == "Is it allowed?"
    touch(window, "The rule stands")
    assert desk.source.challenge is None
    assert desk.source.state.phase.best == 4


def test_the_chapters_lead_to_rule_sheets(face: Any, desk: Desk) -> None:
    window = face(desk)
    for chapter, rule in (("The auction", "B-AUC-04"), ("The hand limit", "B-HND-01")):
        touch(window, "Menu")
        touch(window, "Rules")
        touch(window, chapter)
        assert desk.view().body.rule == rule
        touch(window, "Close")


@pytest.mark.parametrize("agree", [True, False], ids=["all agree", "it stands"])
def test_a_bid_is_challenged_and_ruled_on_and_the_game_goes_on(face: Any, shoot: Any, desk: Desk, agree: bool) -> None:
    bidder, due, window = desk.source.journal[-1].command.seat, desk.source.state.phase.due, face(desk)
    touch(window, "Menu")
    touch(window, "Table")
    touch(window, "Challenge")
    assert "lays for a bid cloth 4" in desk.view().body.asked
    shoot("byzanz-challenge")
    if agree:
        touch(window, "All agree")
    touch(window, "It is taken back" if agree else "It stands")
    assert desk.source.challenge is None
    assert isinstance(desk.source.journal[-1].command, Undo) == agree
    hands(window)
    assert desk.source.state.phase.due == (bidder if agree else due)
    touch(window, "Pass")
    assert desk.source.journal[-1].command == Pass(bidder if agree else due)


def test_a_bid_is_corrected_card_by_card_and_lies_so_on_the_table(face: Any, shoot: Any, desk: Desk) -> None:
    bid, window = desk.source.journal[-1], face(desk)
    correct(window, bid.number)
    shoot("byzanz-mend")
    aim(window, lambda command: command == acts.Pieces(bid.number, "Bid"))
    aim(window, lambda command: command == acts.Amount("card:CL4", -1))
    aim(window, lambda command: command == acts.Amount("card:WI2", 1))
    shoot("byzanz-pieces")
    touch(window, "These")
    touch(window, f"{desk.source.names[bid.command.seat]} agrees")
    touch(window, "Correct it")
    hands(window)
    bidder = next(each for each in desk.view().body.bidders if each.person.seat == bid.command.seat)
    assert (bidder.worth, bidder.word) == ("2", "leads")


def test_a_sale_that_is_corrected_away_leaves_the_score(face: Any, shoot: Any) -> None:
    desk = still(Tapper(3, 8).play(Selling))
    sale = next(entry for entry in reversed(desk.source.journal) if isinstance(entry.command, Sell))
    before, window = profit_cards(desk)[sale.command.seat], face(desk)
    correct(window, sale.number)
    touch(window, "Nothing at all")
    while isinstance(desk.view().body.back.yes.command, acts.Agree):
        touching(window)(desk.view().body.back.yes)
    touch(window, "Correct it")
    hands(window)
    touch(window, "Menu")
    touch(window, "Score")
    shoot("byzanz-score-corrected")
    body = desk.view().body
    assert int(next(row.total.label for row in body.rows if row.person.seat == sale.command.seat)) == before - 1


def correct(window: Any, number: int) -> None:
    """From the menu to what a line could have been instead."""
    touch(window, "Menu")
    touch(window, "History")
    before = window.desk.scene().before(number)
    aim(window, lambda command: command == acts.BackTo(before))
    touch(window, f"Correct only line {number}")


def profit_cards(desk: Desk) -> dict[str, int]:
    """How many profit cards lie before each seat."""
    return {seat: sum(desk.source.state.table[f"profit/{seat}"].values()) for seat in desk.source.names}


def test_a_finished_game_is_counted_by_touch(face: Any, shoot: Any) -> None:
    desk = Desk(chance=Random(1))
    window = face(desk)
    touch(window, "Score a finished game")
    touch(window, "Who played?")
    aim(window, lambda command: command == acts.Agreed("game", "byzanz"))
    touch(window, "Count it")
    assert isinstance(desk.view().body, Counting)
    for number in (3, 2, 2, 1):
        touch(window, str(number))
        shoot("byzanz-counting")
        touching(window)(desk.view().bar.primary)
    body = desk.view().body
    assert isinstance(body, FinalScore)
    assert [line.total for line in body.lines] == ["12", "8", "8", "4"]
    shoot("byzanz-counted")


def test_a_game_whose_process_was_killed_goes_on_by_a_touch(face: Any, tmp_path: Path) -> None:
    tapper = Tapper(3, 8)
    tapper.play(Picking)
    last = tapper.desk.source.book.last
    write_record(tapper.desk.source.book, tmp_path / "played.jsonl")
    digest = killed_after(tmp_path / "played.jsonl", tmp_path, last)
    with closing(Host(tmp_path, chance=Random(1))) as host:
        window = face(still(Desk(host, chance=Random(1))))
        touch(window, "Go on")
        desk = window.desk
        assert desk.source.journal[last - 1].digest == digest
        assert isinstance(desk.source.state.phase, Picking)
        hands(window)
        me, good = desk.source.state.phase.due, desk.view().body.groups[0].button.command.what
        aim(window, lambda command: command == acts.Pick(good))
        touching(window)(desk.view().bar.primary)
        assert desk.source.journal[last].command == PickGood(me, good)


UP = {"south": (0, 1), "east": (-1, 0), "north": (0, -1), "west": (1, 0)}
"""Where the top of something lies for somebody at a side, on a screen whose lower edge is the south."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("turns", [True, False])
@pytest.mark.parametrize("speaker", ["south", "east"])
def test_a_sale_is_turned_to_its_seller_whoever_the_screen_speaks_to(
    face: Any, shoot: Any, turns: bool, speaker: str
) -> None:
    desk = Tapper(4, 6).play(Bidding)
    me = desk.source.state.phase.due
    sides = [speaker, *(side for side in UP if side != speaker)]
    desk.sides = dict(zip([me, *(seat for seat in desk.source.names if seat != me)], sides, strict=True))
    desk.preferences = replace(desk.preferences, turns=turns)
    window = face(desk)
    for seat, side in desk.sides.items():
        aim(window, lambda command, seat=seat: command == acts.Aside(seat))
        sheet = next(each for each in window.walk() if type(each).__name__ == "ByzEdgeSheet")
        assert direction(sheet) == UP[side], (seat, side)
        shoot(f"byzanz-side-{speaker}-{side}-{turns}")
        touch(window, "Cancel")


def direction(widget: Any) -> tuple[int, int]:
    """Where the top of a widget lies on the window."""
    low, high = widget.to_window(widget.center_x, widget.y), widget.to_window(widget.center_x, widget.top)
    far = max(abs(high[0] - low[0]), abs(high[1] - low[1]))
    return round((high[0] - low[0]) / far), round((high[1] - low[1]) / far)


def test_a_tie_the_table_decides_is_decided_by_a_touch(face: Any, shoot: Any) -> None:
    desk = still(Desk(source=new_session(level(final_tie="ask_table"))))
    window = face(desk)
    while isinstance(desk.view().body, ByzLastSales):
        press(next(each for each in taps(window) if button_of(each).label == "Done"))
    shoot("byzanz-deciding")
    assert [button.command for button in desk.view().body.options] == [Award("", "blue"), Award("", "green")]
    touching(window)(desk.view().body.options[1])
    body = desk.view().body
    assert isinstance(body, ByzScore)
    assert [(row.person.seat, row.place) for row in body.rows] == [("green", "1"), ("blue", "2"), ("red", "3")]
    shoot("byzanz-decided")


def button_of(widget: Any) -> Button:
    """The button a widget shows."""
    found = getattr(widget.view, "button", widget.view)
    return found if isinstance(found, Button) else Button("")


def test_the_market_shows_what_a_pick_does_to_the_hand(face: Any, shoot: Any) -> None:
    desk = still(Tapper(5, 5).play(Picking))
    window = face(desk)
    group = next(group for group in desk.view().body.groups if group.button.open)
    touching(window)(group.button)
    offscreen.settle(2)
    shoot("byzanz-market-picked")
    body = desk.view().body
    written = [each.text for each in window.walk() if hasattr(each, "text")]
    assert body.after
    assert {body.before, body.after, body.chosen} <= set(written)
