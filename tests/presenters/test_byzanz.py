"""Byzanz at a desk: whole games by taps, sales at one's own edge, the score covered until the end, no memory aid."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.host.opening import new_session
from companion.presenters.desk import Desk
from companion.views.byzanz.counts import ByzCounts
from companion.views.byzanz.play import ByzAuction, ByzLastSales, ByzLimit, ByzMarket
from companion.views.byzanz.score import ByzScore
from companion.views.common import acts, count_acts
from companion.views.common.counting import Counting, Podium
from companion.views.common.overview import Overview
from companion.views.common.parts import Sheet
from companion.views.common.rulesheet import RuleSheet
from companion.views.common.score import FinalScore
from engine.byzanz.auction import LayOut
from engine.byzanz.editions import edition
from engine.byzanz.game import BYZANZ
from engine.byzanz.information import round_of
from engine.byzanz.ledger import book
from engine.byzanz.phases import Bidding, Limit, Lot, Picking, Selling, Tax
from engine.byzanz.selling import SET, Sell
from engine.journal import Journal
from engine.table import total
from testkit.moments import moments_of
from testkit.taps import labelled, tap
from tests.presenters.byzanz_taps import Tapper

LENIENT = {
    "pass_is_final": "no",
    "raise_mode": "recompose",
    "market_pick_optional": "yes",
    "hand_limit_timing": "end_of_round",
    "discard_below_limit": "yes",
    "limit_discard_visibility": "face_down",
    "tiebreak_counts_merchants": "no",
    "final_tie": "ask_table",
    "profit_totals_shown": "owner_only",
}
AROUND = ("table", "score", "large", "history", "rules", "answers", "devices", "menu", "search", "scan", "differ")


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_a_whole_game_can_be_played_by_taps_alone(players: int, seed: int) -> None:
    body = Tapper(players, seed).play().view().body
    assert isinstance(body, ByzScore)
    assert next(row.place for row in body.rows) == "1"


def test_a_whole_game_can_be_played_by_taps_with_other_house_rules() -> None:
    tapper = Tapper(4, 9, edition(LENIENT))
    desk = tapper.play()
    assert isinstance(desk.view().body, ByzScore)


@pytest.mark.parametrize(
    ("phase", "body"),
    [(Lot, ByzAuction), (Bidding, ByzAuction), (Tax, ByzAuction), (Picking, ByzMarket), (Limit, ByzLimit)],
)
def test_each_phase_has_its_screen_and_every_screen_around_it(phase: type, body: type) -> None:
    desk = Tapper(5, 5).play(phase)
    assert type(desk.view().body) is body
    for screen in AROUND:
        desk.do(acts.Open(screen))
        assert isinstance(desk.view(), Sheet | Overview)
        desk.do(acts.Open("play"))


def test_the_menu_shows_the_score_by_the_icon_of_profit() -> None:
    desk = Tapper(3, 2).play(Lot)
    desk.do(acts.Open("menu"))
    assert labelled(desk, "Score").icon == "profit"


def test_after_the_last_round_everybody_says_when_they_are_done() -> None:
    tapper = Tapper(3, 2)
    desk = tapper.play(Selling)
    body = desk.view().body
    assert isinstance(body, ByzLastSales)
    assert [seat.finish is not None for seat in body.seats] == [not seat.done for seat in body.seats]


def test_who_holds_less_than_a_set_is_offered_no_sale():
    """How many cards a hand holds is open to all."""
    desk = moments_of("byzanz")["Selling"].desk()
    few = {one.person.seat for one in desk.view().body.seats if one.hand < SET}
    assert few
    assert {one.person.seat for one in desk.view().body.seats if one.sell is None and not one.done} == few
    assert {one.word for one in desk.view().body.seats if one.person.seat in few} == {"too few cards"}
    desk.do(acts.Aside(next(iter(few))))
    assert desk.view().body.edge is None


def test_a_tap_on_who_holds_less_than_a_set_tells_what_a_set_is():
    desk = next(desk for desk in _bidding() if any(one.hand < SET for one in desk.view().body.players.lines))
    line = next(one for one in desk.view().body.players.lines if one.hand < SET)
    assert line.button.command == acts.Ask("B-SEL-02")


def _bidding():
    tapper = Tapper(5, 5)
    for _ in range(400):
        if isinstance(tapper.desk.source.state.phase, Bidding) and not tapper.desk.source.hands.open:
            yield tapper.desk
        tapper.step()


def test_the_sum_of_every_row_is_that_of_its_cards() -> None:
    desk = Tapper(4, 3).play()
    for row in desk.view().body.rows:
        assert sum(int(card.figure) for card in row.cards) == int(row.total.label)


def test_sums_stay_covered_until_the_end() -> None:
    desk = Tapper(3, 8).play(Selling)
    desk.do(acts.Open("score"))
    rows = desk.view().body.rows
    assert any(row.cards for row in rows)
    assert {card.look for row in rows for card in row.cards} == {"back"}
    assert not any(row.summed for row in rows)


def test_where_all_sums_are_shown_the_score_has_them_at_any_time() -> None:
    desk = Tapper(3, 8, edition({"profit_totals_shown": "always"})).play(Selling)
    desk.do(acts.Open("score"))
    assert all(row.summed for row in desk.view().body.rows)


def test_an_own_sum_is_seen_only_while_its_owner_holds_it() -> None:
    desk = Tapper(3, 8, edition({"profit_totals_shown": "owner_only"})).play(Selling)
    desk.do(acts.Open("score"))
    mine = desk.view().body.rows[0].purse
    desk.hold(mine.key, True)
    rows = desk.view().body.rows
    assert rows[0].purse.label.isdigit()
    assert not rows[1].purse.label.isdigit()
    desk.hold(mine.key, False)
    assert not desk.view().body.rows[0].purse.label.isdigit()


def test_a_bid_that_is_too_low_says_how_much_it_takes() -> None:
    desk = Tapper(4, 2).play(Bidding)
    while not desk.source.state.phase.best:
        me = desk.source.state.phase.due
        desk.do(acts.Card("card:CL1"))
        desk.press(desk.view().bar.primary)
        assert desk.source.state.phase.due != me
    desk.do(acts.Card("card:SP1"))
    primary = desk.view().bar.primary
    assert primary.reason == "2 at least"
    desk.press(primary)
    assert isinstance(desk.view().body, RuleSheet)
    assert desk.view().body.rule == "B-AUC-07"


def test_no_more_cards_are_laid_than_a_set_or_what_is_thrown_away_takes() -> None:
    desk = Tapper(4, 5).play(Limit)
    for card in ("card:CL1", "card:SP1", "card:CL1"):
        assert any(face.open for face in desk.view().body.faces.goods)
        desk.do(acts.Card(card))
    assert not any(face.open for face in (*desk.view().body.faces.goods, desk.view().body.faces.merchant))
    assert desk.view().bar.note == "Tap a card to take it back."
    desk.do(acts.Card("card:SP1", -1))
    assert any(face.open for face in desk.view().body.faces.goods)


def test_a_face_is_closed_only_by_what_lies_open() -> None:
    """Six cloth cards of value 1 exist: the seventh is not to be laid, whatever hands may hold."""
    tapper = Tapper(4, 2)
    desk = tapper.play(Bidding)
    state = desk.source.state
    shown = {zone: dict(state.table[zone]) for zone in ("lot", "market")}
    for at, button in enumerate(desk.view().body.faces.goods):
        card = f"card:{('CL', 'SP', 'WI', 'WO', 'GR', 'OL')[at // 4]}{at % 4 + 1}"
        visible = sum(zone.get(card, 0) for zone in shown.values())
        assert button.open == (visible < {1: 6, 2: 5, 3: 3, 4: 2}[at % 4 + 1])


def test_a_sale_at_an_edge_leaves_what_another_has_chosen() -> None:
    tapper = Tapper(4, 6)
    desk = tapper.play(Bidding)
    phase = desk.source.state.phase
    seller = next(seat for seat in desk.source.names if seat != phase.due)
    desk.do(acts.Card("card:CL2"))
    desk.do(acts.Aside(seller))
    desk.do(acts.Lay("card:GR1"))
    edge = desk.view().body.edge
    assert edge.person.seat == seller
    assert edge.primary.reason == "three cards"
    assert desk.look.cards == ("card:CL2",)
    tap(desk, "Cancel")
    assert desk.view().body.edge is None
    assert desk.look.cards == ("card:CL2",)


def test_a_sale_closes_its_edge_and_keeps_the_cards_of_the_bidder() -> None:
    tapper = Tapper(3, 1)
    while not (isinstance(tapper.dealer.choose(), Sell)):
        tapper.step()
    desk = tapper.desk
    tapper.play(Bidding) if not isinstance(desk.source.state.phase, Bidding) else None
    sale = next(
        command
        for command in (tapper.dealer.choose() for _ in range(400))
        if isinstance(command, Sell) and command.seat != desk.source.state.phase.due
    )
    desk.do(acts.Card("card:CL2"))
    tapper.do(sale)
    assert isinstance(desk.source.journal[-1].command, Sell)
    assert desk.view().body.edge is None
    assert desk.look.cards == ("card:CL2",)


def test_where_one_sells_only_in_ones_own_decision_the_names_of_others_open_the_rule() -> None:
    desk = Tapper(4, 2, edition({"sell_window": "own_decision"})).play(Bidding)
    due = desk.source.state.phase.due
    opens = {line.person.seat: line.button.command for line in desk.view().body.players.lines}
    assert opens.pop(due) == acts.Aside(due)
    assert set(opens.values()) == {acts.Ask("B-SEL-01")}


def test_a_line_can_be_taken_back_and_a_lot_too() -> None:
    tapper = Tapper(4, 2)
    desk = tapper.play(Bidding)
    assert isinstance(desk.source.journal[-1].command, LayOut)
    desk.press(desk.view().bar.undo)
    tap(desk, "All agree")
    tap(desk, "Take it back")
    assert isinstance(desk.source.state.phase, Lot)


# --- privacy ---


def exchanged(command: Any) -> Any:
    """The same command with cloth for spice and spice for cloth: other cards of the same values."""
    text = repr(command)
    swapped = text.replace("CL", "§").replace("SP", "CL").replace("§", "SP")
    names = {kind.__name__: kind for kind in BYZANZ.commands}
    return eval(swapped, names)


def two_games(players: int, seed: int, chosen: dict[str, str]) -> tuple[Desk, Desk]:
    """Two games at the beginning of the third round that differ only in which cards were seen before."""
    tapper = Tapper(players, seed, edition(chosen))
    while not (isinstance(tapper.desk.source.state.phase, Lot) and round_of(tapper.desk.source.state) == 3):
        tapper.step()
    ours = tapper.dealer.journal
    other = Journal(BYZANZ, ours.setup)
    for entry in ours.entries:
        other.submit(entry.command if entry.number == 1 else exchanged(entry.command), entry.origin, entry.at)
    games = tapper.desk, Desk(source=new_session(other))
    for desk in games:
        while desk.source.hands.open:
            desk.press(desk.view().choices[0])
    return games


def seen(desk: Desk) -> Iterator[tuple[str, str]]:
    """What the screens show, each as bytes."""
    for screen in ("play", *AROUND):
        desk.do(acts.Open(screen))
        yield screen, repr(desk.view())
    desk.do(acts.Open("choose", "counts"))
    yield "counts", repr(desk.view())
    desk.do(acts.Open("play"))


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_games_that_differ_only_in_cards_no_longer_seen_look_the_same(players: int, seed: int) -> None:
    one, other = two_games(players, seed, {})
    assert one.source.state.table != other.source.state.table
    assert dict(seen(one)) == dict(seen(other))


def test_with_the_memory_aid_they_look_different() -> None:
    one, other = two_games(4, 2, {"memory_aid": "yes"})
    assert dict(seen(one))["counts"] != dict(seen(other))["counts"]


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 3)])
def test_what_a_seat_may_know_of_others_is_the_same_too(players: int, seed: int) -> None:
    from engine.byzanz.information import known

    one, other = two_games(players, seed, {})
    for viewer in one.source.names:
        own = set(one.source.state.seats[viewer].zones)
        tables = [known(desk.source.state, viewer) for desk in (one, other)]
        there = [{zone: dict(tally) for zone, tally in table.items() if zone not in own} for table in tables]
        assert there[0] == there[1]


def test_the_record_says_whether_the_memory_aid_is_on() -> None:
    desk = Tapper(3, 1, edition({"memory_aid": "yes"})).desk
    assert desk.source.book.setup.edition.memory_aid == "yes"
    desk.do(acts.Open("choose", "counts"))
    assert desk.view().bar.note == "The memory aid is on, as the record says."


# --- the counts book ---


@pytest.mark.parametrize("aid", ["no", "yes"])
def test_the_counts_book_holds_every_card_once(aid: str) -> None:
    tapper = Tapper(5, 3, edition({"memory_aid": aid}))
    for _ in range(60):
        tapper.step()
    found = book(tapper.desk.source.state)
    assert {card: found.seen[card] + found.hidden[card] for card in found.seen} == {
        card: {"E": 16}.get(card[-1], {"1": 6, "2": 5, "3": 3, "4": 2}.get(card[-1])) for card in found.seen
    }
    for seat, hand in found.hands.items():
        assert hand.cards == total(tapper.desk.source.state.table[f"hand/{seat}"])
        assert hand.unknown >= 0
        assert all(0 < count <= hand.unknown for count in hand.could.values())
    if aid == "no":
        assert not any(hand.known for hand in found.hands.values())


def test_what_a_hand_holds_is_among_what_it_could() -> None:
    tapper = Tapper(4, 7, edition({"memory_aid": "yes"}))
    for _ in range(80):
        tapper.step()
        found = book(tapper.desk.source.state)
        for seat, hand in found.hands.items():
            for card, count in tapper.dealer.hands[seat].items():
                assert count <= hand.known.get(card, 0) + hand.could.get(card, 0)


def test_the_counts_open_from_the_score_and_lead_back() -> None:
    desk = Tapper(3, 1).play(Bidding)
    desk.do(acts.Open("score"))
    tap(desk, "Counts")
    assert isinstance(desk.view().body, ByzCounts)
    tap(desk, "Back to the game")
    assert isinstance(desk.view().body, ByzAuction)


# --- before and after ---


def test_a_game_is_set_up_without_asking_for_a_box() -> None:
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "byzanz"))
    assert [box.title for box in desk.view().body.boxes] == ["My own box", "None, just trying"]
    assert desk.view().bar.primary.open
    setting = desk.before.setting() if desk.host else desk.before.draft.setting()
    assert setting.drawn["dealer"][0] in desk.before.draft.seats


def test_two_are_too_few() -> None:
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "byzanz"))
    tap(desk, "Who sits where?")
    for seat in ("red", "blue"):
        desk.do(acts.NamePerson(seat))
        if labelled(desk, "Leaves the table").open:
            desk.do(acts.Rise())
        desk.do(acts.NamePerson(""))
    assert len(desk.before.draft.places) == 3


def test_a_finished_game_is_counted_by_taps() -> None:
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("count"))
    desk.do(acts.Agreed("game", "byzanz"))
    assert isinstance(desk.view().body, Counting)
    for number in (3, 2, 2, 1):
        desk.do(count_acts.CountKey(str(number)))
        desk.press(desk.view().bar.primary)
    body = desk.view().body
    assert isinstance(body, FinalScore)
    assert [line.total for line in body.lines] == ["12", "8", "8", "4"]
    tap(desk, "Large")
    assert isinstance(desk.view().body, Podium)


def test_cards_in_hand_break_a_tie_of_a_counted_game() -> None:
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("count"))
    desk.do(acts.Agreed("game", "byzanz"))
    for hand in (1, 5, 0, 0):
        desk.do(count_acts.CountKey("1"))
        desk.do(count_acts.CountLine("hand"))
        desk.do(count_acts.CountKey(str(hand)))
        desk.press(desk.view().bar.primary)
    assert desk.view().body.title == "Bruno wins"
    assert "More cards in hand decide: 5 to 1" in desk.view().body.opened.tie


@pytest.mark.parametrize(
    ("final", "title"), [("shared", "Anna and Bruno share the victory"), ("best_single_profit", "Bruno wins")]
)
def test_a_counted_game_is_scored_by_the_options_of_its_table(final: str, title: str) -> None:
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("count"))
    desk.do(acts.Agreed("game", "byzanz"))
    if final != "shared":
        desk.do(acts.Agreed("option final_tie", final))
    for line, number in (("ones", 4), ("fours", 1), ("hand", 0), ("hand", 0)):
        desk.do(count_acts.CountLine(line))
        desk.do(count_acts.CountKey(str(number)))
        desk.press(desk.view().bar.primary)
    assert desk.view().body.title == title
