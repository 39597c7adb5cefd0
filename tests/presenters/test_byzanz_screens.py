"""What single screens of Byzanz say: the chart of the score, ties, sales at a side, the market, the hand limit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.opening import new_session
from companion.presenters.desk import Desk
from companion.views.byzanz.score import ByzScore
from companion.views.common import acts
from companion.views.common.history import History
from companion.views.common.options import Options
from companion.views.common.parts import TURNS
from engine.byzanz.auction import Bid, Pass
from engine.byzanz.cards import KEPT_MERCHANT, MERCHANT, kind, worth
from engine.byzanz.editions import edition
from engine.byzanz.market import Clear, PickGood
from engine.byzanz.phases import Bidding, Deciding, Limit, Lot, Picking, Selling
from engine.byzanz.scoring import Award
from engine.table import total
from testkit.taps import hands_done, tap
from tests.engine.byzanz.test_options import level
from tests.presenters.byzanz_taps import Tapper


def profits(desk: Desk) -> dict[str, tuple[int, int]]:
    """Profit cards of each seat on the table, and what they count."""
    there = {seat: desk.source.state.table[f"profit/{seat}"] for seat in desk.source.names}
    return {
        seat: (total(cards), worth(cards) + KEPT_MERCHANT * cards.get(MERCHANT, 0)) for seat, cards in there.items()
    }


def by_round(tapper: Tapper) -> list[dict[str, tuple[int, int]]]:
    """The profits as they lay when each round had ended, of a game that is played until its last sales."""
    found = []
    while not isinstance(tapper.desk.source.state.phase, Selling):
        before = len(tapper.desk.source.journal)
        tapper.step()
        if any(isinstance(entry.command, Clear) for entry in tapper.desk.source.journal[before:]):
            found.append(profits(tapper.desk))
    return found


# --- the chart of the score ---


@pytest.mark.parametrize(("shown", "at"), [("end_only", 0), ("always", 1)])
def test_the_chart_has_the_profit_after_every_round_as_cards_or_as_sums(shown: str, at: int) -> None:
    tapper = Tapper(3, 8, edition({"profit_totals_shown": shown}))
    rounds = by_round(tapper)
    desk = tapper.desk
    desk.do(acts.Open("score"))
    body, now = desk.view().body, profits(desk)
    assert any(figures[0] != figures[1] for figures in now.values()), "cards and sums must be told from each other"
    assert {curve.person.seat: curve.values for curve in body.curves} == {
        seat: (0, *(figures[seat][at] for figures in rounds), now[seat][at]) for seat in desk.source.names
    }
    assert body.ticks == ("0", *(str(number) for number in range(1, len(rounds) + 1)), "now")
    assert body.chart == ("Profit, round by round" if at else "Profit cards, round by round")


def test_at_the_end_the_chart_leads_to_the_sums() -> None:
    desk = Tapper(3, 8).play()
    body = desk.view().body
    assert {curve.person.seat: curve.values[-1] for curve in body.curves} == {
        row.person.seat: int(row.total.label) for row in body.rows
    }
    assert (body.chart, body.ticks[-1]) == ("Profit, round by round", "end")
    assert all(list(curve.values) == sorted(curve.values) for curve in body.curves)


# --- ties ---


def last_sales(**options: str) -> Desk:
    """Three players level in profit, one of them with fewer cards, who may still sell."""
    return Desk(source=new_session(level(**options)))


def done(desk: Desk) -> Desk:
    """Everybody says that they are done."""
    while isinstance(desk.source.state.phase, Selling):
        tap(desk, "Done")
    return desk


@pytest.mark.parametrize(
    ("final", "said"),
    [
        ("shared", "both have 4, and as many cards: they share the place."),
        ("best_single_profit", "both have 4. The best profit card decides: 3 to 2."),
    ],
)
def test_the_score_of_a_followed_game_says_how_a_tie_was_broken(final: str, said: str) -> None:
    body = done(last_sales(final_tie=final)).view().body
    names = [row.person.name for row in body.rows]
    assert body.note.startswith(f"{names[0]} and {names[1]} {said}")
    assert body.note.endswith(f"{names[1]} and {names[2]} both have 4. More cards in hand decide: 2 to 1.")
    assert body.opened.tie == body.note


def test_where_the_table_decides_a_last_tie_it_is_asked_and_its_word_is_the_score() -> None:
    desk = done(last_sales(final_tie="ask_table"))
    assert isinstance(desk.source.state.phase, Deciding)
    body = desk.view().body
    assert isinstance(body, Options)
    assert [button.command for button in body.options] == [Award("", "blue"), Award("", "green")]
    desk.press(body.options[1])
    body = desk.view().body
    assert isinstance(body, ByzScore)
    assert [(row.person.seat, row.place) for row in body.rows] == [("green", "1"), ("blue", "2"), ("red", "3")]
    assert "and as many cards: the table has decided." in body.note


# --- a sale at one's own side ---

ROUND = ("south", "east", "north", "west")


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("speaker", range(4))
def test_a_sale_lies_at_the_side_of_its_seller_however_the_screen_is_turned(turns: bool, speaker: int) -> None:
    desk = Tapper(4, 6).play(Bidding)
    me = desk.source.state.phase.due
    others = [seat for seat in desk.source.names if seat != me]
    seats = [me, *others]
    desk.sides = {seat: ROUND[(speaker + at) % 4] for at, seat in enumerate(seats)}
    desk.preferences = replace(desk.preferences, turns=turns)
    looks = TURNS[ROUND[speaker]] if turns else 0
    assert desk.view().turn == looks
    for seat in others:
        desk.do(acts.Aside(seat))
        edge = desk.view().body.edge
        assert edge.person.seat == seat
        assert (edge.turn + looks) % 360 == TURNS[desk.sides[seat]]
        assert edge.turn == TURNS[edge.side]


# --- the auction ---


def test_the_rail_shows_the_offer_cards_in_their_order_and_the_market_after_them() -> None:
    tapper = Tapper(5, 5)
    desk = tapper.play(Bidding)
    rail = [(step.icon, step.state) for step in desk.view().top.steps]
    later = [(f"offer-{number}", "coming") for number in (4, 3, 2, 1)]
    assert rail == [("offer-5", "now"), *later, ("kind-commercial", "coming")]
    desk = tapper.play(Picking)
    assert [(step.icon, step.state) for step in desk.view().top.steps] == [
        *((f"offer-{number}", "past") for number in (5, 4, 3, 2, 1)),
        ("kind-commercial", "now"),
    ]


def test_a_lot_asks_for_as_many_cards_as_its_offer_card_says() -> None:
    desk = Tapper(5, 5).play(Lot)
    assert desk.view().bar.sentence == "Lay out 5 cards from the deck"
    for laid, card in enumerate(("card:CL1", "card:SP1", "card:WI1", "card:WO1", "card:GR1")):
        look = [ware.look for ware in desk.view().body.lot]
        assert look == ["new"] * laid + ["gap"] * (5 - laid)
        assert not desk.view().bar.primary.open
        desk.do(acts.Card(card))
    assert desk.view().body.faces is None
    desk.press(desk.view().bar.primary)
    assert total(desk.source.state.table["lot"]) == 5


def test_a_raise_says_the_sum_of_what_lies_and_what_is_added() -> None:
    desk = Tapper(3, 2).play(Bidding)
    me = desk.source.state.phase.due
    desk.do(Bid(me, {"card:CL1": 1}))
    desk.do(Bid(desk.source.state.phase.due, {"card:SP2": 1}))
    while desk.source.state.phase.due != me:
        desk.do(Pass(desk.source.state.phase.due))
    assert desk.view().bar.sentence.endswith("raise or pass")
    assert desk.view().bar.primary.label == "Raise to …"
    desk.do(acts.Card("card:CL3"))
    primary = desk.view().bar.primary
    assert (primary.label, primary.note) == ("Raise to 4", "adds 1 card")
    desk.press(primary)
    assert worth(desk.source.state.table[f"bid/{me}"]) == 4


# --- the market ---


def picked(desk: Desk, good: str) -> Any:
    """The market after a tap on a good."""
    desk.press(next(group.button for group in desk.view().body.groups if group.button.command == acts.Pick(good)))
    return desk.view().body


def test_the_market_shows_the_hand_before_and_after_a_pick_and_what_was_taken() -> None:
    desk = Tapper(5, 5).play(Picking)
    me, market = desk.source.state.phase.due, dict(desk.source.state.table["market"])
    order = [line.person.seat for line in desk.view().body.players.lines]
    offers = [next(iter(desk.source.state.table[f"won/{seat}"])) for seat in order]
    assert offers == sorted(offers), "the lowest offer card picks first"
    assert order[0] == me
    assert [person.seat for person in desk.view().body.later] == order[1:]
    good = max({kind(card) for card in market}, key=lambda good: sum(n for c, n in market.items() if kind(c) == good))
    held, gets = total(desk.source.state.table[f"hand/{me}"]), sum(n for c, n in market.items() if kind(c) == good)
    assert (desk.view().body.before, desk.view().body.after) == (str(held), "")
    body = picked(desk, good)
    assert (body.before, body.after) == (str(held), str(held + gets))
    assert body.over == (f"{held + gets - 7} over the limit" if held + gets > 7 else "")
    name = desk.source.names[me]
    desk.press(desk.view().bar.primary)
    assert desk.source.journal[-1].command == PickGood(me, good)
    desk.do(acts.Open("play"))
    if isinstance(desk.source.state.phase, Picking):
        group = next(group for group in desk.view().body.groups if group.taker is not None)
        assert group.taker.seat == me
        assert group.taken.startswith(f"{name} took {gets} card")
        assert not group.button.open


def test_a_pick_that_leads_over_the_limit_says_by_how_much_where_that_is_checked_at_once() -> None:
    for timing, said in (("immediate", "2 over the limit"), ("end_of_round", "")):
        desk = Tapper(5, 5, edition({"hand_limit_timing": timing})).play(Picking)
        state = desk.source.state
        me = state.phase.due
        state.table["market"] = {"card:CL1": 3, "card:SP2": 1}
        state.table[f"hand/{me}"] = {"card:?": 6}
        assert picked(desk, "CL").over == said
        assert picked(desk, "SP").over == ""


# --- the hand limit ---


def test_the_limit_says_what_each_way_out_leads_to() -> None:
    desk = Tapper(5, 5).play(Limit)
    me = desk.source.state.phase.due
    held = total(desk.source.state.table[f"hand/{me}"])
    sell, throw = desk.view().body.parts
    assert (sell.before, sell.after) == (str(held), str(held - 3))
    assert (throw.before, throw.after) == (str(held), "7")
    assert (desk.view().body.held, desk.view().body.limit) == (str(held), "of 7")
    assert [ware.look for ware in desk.view().body.backs] == ["back"] * 7 + ["gap"] * (held - 7)


# --- challenge and correction ---


def bid_lies() -> Desk:
    """The first bid of a game lies."""
    desk = Tapper(4, 2).play(Bidding)
    desk.do(Bid(desk.source.state.phase.due, {"card:CL4": 1}))
    return desk


@pytest.mark.parametrize(
    ("all_agree", "ruled", "stays"), [(False, "It stands", True), (True, "It is taken back", False)]
)
def test_a_challenged_bid_is_ruled_on_and_the_game_goes_on(all_agree: bool, ruled: str, stays: bool) -> None:
    desk = bid_lies()
    bidder, due = desk.source.journal[-1].command.seat, desk.source.state.phase.due
    desk.do(acts.Challenge(due))
    body = desk.view().body
    names = desk.source.names
    number = desk.source.journal[-1].number - 1
    assert body.asked == f"{names[due]} challenges line {number}: {names[bidder]} lays for a bid cloth 4"
    assert (body.verdict, body.rule) == ("Does it stand?", "B-AUC-05")
    assert {vote.person.seat for vote in body.votes if vote.person} == set(names)
    if all_agree:
        tap(desk, "All agree")
    tap(desk, ruled)
    assert desk.source.challenge is None
    assert desk.source.state.phase.due == (due if stays else bidder)
    assert worth(desk.source.state.table[f"bid/{bidder}"]) == (4 if stays else 0)
    desk.do(Pass(desk.source.state.phase.due))
    assert isinstance(desk.source.journal[-1].command, Pass)


def test_a_corrected_bid_is_accepted_by_its_bidder_and_the_auction_follows() -> None:
    desk = bid_lies()
    bid = desk.source.journal[-1]
    desk.do(acts.Mend(bid.number))
    desk.press(
        next(each.button for each in desk.view().body.mend.choices if isinstance(each.button.command, acts.Pieces))
    )
    rows = desk.view().body.pick.rows
    desk.press(next(row.less for row in rows if row.taken))
    desk.press(next(row.more for row in desk.view().body.pick.rows if row.more.command == acts.Amount("card:WI2", 1)))
    tap(desk, "These")
    body = desk.view().body
    assert isinstance(body, History)
    assert body.back.note == "Every later line stands."
    tap(desk, f"{desk.source.names[bid.command.seat]} agrees")
    tap(desk, "Correct it")
    hands_done(desk)
    assert dict(desk.source.state.table[f"bid/{bid.command.seat}"]) == {"card:WI2": 1}
    bidder = next(each for each in desk.view().body.bidders if each.person.seat == bid.command.seat)
    assert (bidder.worth, bidder.leads) == ("2", True)


def test_a_sale_that_never_was_is_taken_from_the_profits_by_a_correction() -> None:
    tapper = Tapper(3, 8)
    desk = tapper.play(Selling)
    sale = next(entry for entry in reversed(desk.source.journal) if type(entry.command).__name__ == "Sell")
    before = profits(desk)[sale.command.seat][0]
    desk.do(acts.Mend(sale.number))
    desk.do(acts.Instead(sale.number, None))
    while isinstance(desk.view().body.back.yes.command, acts.Agree):
        desk.press(desk.view().body.back.yes)
    tap(desk, "Correct it")
    hands_done(desk)
    assert profits(desk)[sale.command.seat][0] == before - 1
    desk.do(acts.Open("score"))
    assert {row.person.seat: row.total.label for row in desk.view().body.rows}[sale.command.seat] == str(before - 1)


def test_a_table_may_agree_on_a_hand_limit_of_up_to_twelve_by_taps() -> None:
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("new"))
    desk.do(acts.Agreed("game", "byzanz"))
    desk.do(acts.Open("house"))
    found = []
    for _ in range(5):
        row = next(row for row in desk.view().body.rows if row.rule == "B-HND-01")
        desk.press(row.button)
        found.append(dict(desk.before.draft.options)["hand_limit"])
    assert found == ["8", "9", "10", "11", "12"]
    assert next(row.answer for row in desk.view().body.rows if row.rule == "B-HND-01") == "12"


def test_the_sheet_of_the_hand_limit_marks_the_number_this_table_plays() -> None:
    desk = Tapper(3, 1, edition({"hand_limit": "11"})).play(Bidding)
    desk.do(acts.Ask("B-HND-01"))
    readings = [(reading.text, reading.chosen) for reading in desk.view().body.readings]
    assert readings == [("Seven cards.", False), ("Eight cards.", False), ("11", True)]
