"""The people of Byzanz's virtual table bid by worth, sell sets and mind the hand limit, and count as the rules do."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.host.opening import new_session, shuffled_game, unkept
from companion.play.record import decided_again, read_record
from companion.titles import title_of
from companion.titles.byzanz.players import Player, appeal, best_set, cheapest
from companion.titles.byzanz.table import People
from companion.titles.title import named
from engine.byzanz.auction import Bid, LayOut, Pass
from engine.byzanz.cards import PRINTED, UNKNOWN, unseen, worth
from engine.byzanz.editions import edition
from engine.byzanz.limit import Discard
from engine.byzanz.market import PickGood
from engine.byzanz.phases import Limit, Lot, Picking
from engine.byzanz.selling import Sell
from engine.byzanz.setup import Setup
from engine.event import State
from engine.game import check
from engine.journal import Entry, Journal
from engine.rule import Illegal
from testkit.played import decision, people_of, played

SEATS, NAMES = ("red", "blue", "green"), ("Anna", "Bruno", "Carla")
TASTES = range(20)


def auction(*bids: Bid, lot: dict[str, int]) -> State:
    """The first auction, after these bids; red leads it."""
    session = new_session(unkept("byzanz", Setup(SEATS, NAMES, "green")))
    for command in (LayOut("", lot), *bids):
        assert isinstance(session.submit(command), Entry)
    return session.state


def limit(visibility: str) -> State:
    """Blue has nine cards and has to come down to seven."""
    agreed = edition({"limit_discard_visibility": visibility})
    state = new_session(unkept("byzanz", Setup(SEATS, NAMES, "green", edition=agreed))).state
    state.table["hand/blue"] = {UNKNOWN: 9}
    assert isinstance(state.phase, Lot)
    state.phase = Limit(SEATS, "blue", state.phase)
    return state


def _scores_as_counted(players: int, seed: int) -> tuple[Entry, ...]:
    book, counted = played(players, seed, "byzanz")
    assert {standing.seat: standing.score for standing in book.game.standings(book.state)} == counted
    return tuple(book.entries)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_game_scores_as_counted_by_hand(players: int) -> None:
    _scores_as_counted(players, 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(1, 11))
def test_every_game_scores_as_counted_by_hand(players: int, seed: int) -> None:
    _scores_as_counted(players, seed)


def test_players_bid_raise_pass_give_pick_and_sell() -> None:
    entries = [entry for seed in range(1, 4) for entry in played(4, seed, "byzanz")[0].entries]
    assert {type(entry.command).__name__ for entry in entries} >= {"Bid", "Pass", "GiveToMarket", "PickGood", "Sell"}


# --- bidding ---


def test_a_rich_lot_is_bid_for_as_cheaply_as_it_goes() -> None:
    state = auction(lot={"card:OL4": 1, "card:OL3": 2, "card:ME": 3})
    hand = {"card:OL2": 1, "card:GR1": 1, "card:WI3": 1, "card:ME": 1}
    for seed in TASTES:
        assert Player("red", seed).choose(state, hand) == Bid("red", {"card:GR1": 1})


def test_a_poor_lot_is_left_to_others_when_it_costs_what_the_hand_lives_on() -> None:
    state = auction(Bid("red", {"card:SP4": 2}), lot={"card:CL1": 5, "card:GR1": 1})
    hand = {"card:OL4": 1, "card:OL3": 2, "card:WI1": 1}
    for seed in TASTES:
        assert Player("blue", seed).choose(state, hand) == Pass("blue")


def test_who_cannot_reach_the_price_passes() -> None:
    state = auction(Bid("red", {"card:SP4": 2}), lot={"card:OL4": 2, "card:OL3": 2, "card:ME": 2})
    assert Player("blue", 1).choose(state, {"card:GR1": 2, "card:ME": 2}) == Pass("blue")


def test_the_goods_that_pay_are_those_missed_least_and_no_merchant() -> None:
    hand = {"card:OL4": 1, "card:OL2": 1, "card:OL1": 1, "card:GR2": 1, "card:ME": 2}
    assert cheapest(hand, 2) == {"card:GR2": 1}
    paid = cheapest(hand, 8)
    assert paid is not None
    assert worth(paid) >= 8
    assert cheapest(hand, 10) is None


# --- selling ---


def test_the_best_set_keeps_the_most_with_the_fewest_merchants() -> None:
    assert best_set({"card:WI1": 3, "card:OL3": 1, "card:OL1": 2}) == {"card:OL3": 1, "card:OL1": 2}
    assert best_set({"card:OL3": 1, "card:OL1": 2, "card:ME": 2}) == {"card:OL3": 1, "card:OL1": 2}
    assert best_set({"card:OL3": 1, "card:OL1": 1, "card:ME": 1}) == {"card:OL3": 1, "card:OL1": 1, "card:ME": 1}
    assert best_set({"card:ME": 3, "card:WI4": 1}) == {"card:ME": 3}
    assert best_set({"card:WI4": 1, "card:OL4": 1, "card:ME": 1}) is None


def test_the_lowest_cards_go_with_the_best_of_a_set() -> None:
    assert best_set({"card:OL4": 1, "card:OL3": 1, "card:OL2": 1, "card:OL1": 1}) == {
        "card:OL4": 1,
        "card:OL2": 1,
        "card:OL1": 1,
    }


def test_a_good_set_is_sold_at_once_and_a_small_one_when_the_hand_is_full() -> None:
    state = auction(lot={"card:CL1": 5, "card:GR1": 1})
    player = Player("blue", 1)
    assert player.sale(state, {"card:WI3": 1, "card:WI1": 2}) == Sell("blue", {"card:WI3": 1, "card:WI1": 2})
    small = {"card:WI2": 1, "card:WI1": 2}
    assert player.sale(state, small) is None
    assert player.sale(state, small | {"card:OL1": 1, "card:GR1": 1, "card:SP1": 1}) == Sell("blue", small)


# --- the market and the limit ---


def test_the_good_that_helps_the_hand_most_is_picked() -> None:
    state = auction(lot={"card:CL1": 5, "card:GR1": 1})
    state.table["market"] = {"card:OL3": 1, "card:WI1": 1}
    state.phase = Picking(SEATS, "blue", ())
    assert Player("blue", 1).choose(state, {"card:OL1": 2}) == PickGood("blue", "OL")
    state.table["market"] = {"card:OL1": 1, "card:ME": 2}
    assert Player("blue", 1).choose(state, {"card:OL4": 1}) == PickGood("blue", "ME")


def test_over_the_limit_a_set_is_sold_before_anything_is_thrown_away() -> None:
    hand = {"card:WI1": 3, "card:OL4": 2, "card:GR2": 2, "card:SP1": 2}
    assert Player("blue", 1).choose(limit("face_up"), hand) == Sell("blue", {"card:WI1": 3})


def test_over_the_limit_the_cards_of_the_least_use_are_thrown_away() -> None:
    hand = {"card:WI4": 2, "card:OL4": 2, "card:GR4": 2, "card:SP4": 1, "card:CL1": 1, "card:WO1": 1}
    thrown = Player("blue", 1).choose(limit("face_up"), hand)
    assert thrown == Discard("blue", {"card:CL1": 1, "card:WO1": 1})
    assert appeal(hand) > appeal({"card:WI4": 2, "card:OL4": 1, "card:GR4": 1, "card:SP4": 1, "card:CL1": 2})


def test_cards_thrown_away_face_down_are_not_named() -> None:
    hand = {"card:WI4": 2, "card:OL4": 2, "card:GR4": 2, "card:SP4": 1, "card:CL1": 1, "card:WO1": 1}
    assert Player("blue", 1).choose(limit("face_down"), hand) == Discard("blue", {UNKNOWN: 2})


# --- what is hidden ---


def test_a_hand_loses_what_was_laid_from_it_and_nothing_else() -> None:
    """A guest lays cards for a seat: everybody goes on with what they held."""
    session, people = new_session(unkept("byzanz", Setup(SEATS, NAMES, "green"))), People(SEATS, 3)
    assert isinstance(session.submit(LayOut("", {"card:ME": 6})), Entry)
    before = {seat: Counter(people.hand(session.state, seat)) for seat in SEATS}
    laid = next(card for card in before["red"] if worth({card: 1}))
    assert isinstance(session.submit(Bid("red", {laid: 1})), Entry)
    assert {seat: Counter(people.hand(session.state, seat)) for seat in SEATS} == {
        **before,
        "red": before["red"] - Counter([laid]),
    }


def test_a_card_laid_that_was_not_in_the_hand_leaves_where_it_was() -> None:
    """No hand was seen: a guest may lay any card; then its holder had another one, and so had the guest."""
    session, people = new_session(unkept("byzanz", Setup(SEATS, NAMES, "green"))), People(SEATS, 3)
    assert isinstance(session.submit(LayOut("", {"card:ME": 6})), Entry)
    mine = people.hand(session.state, "red")
    laid = next(
        card for card in ("card:OL4", "card:SI4", "card:GR4", "card:CL4") if card not in mine and card in PRINTED
    )
    assert isinstance(session.submit(Bid("red", {laid: 1})), Entry)
    after = Counter(people.hand(session.state, "red"))
    assert after.total() == sum(mine.values()) - 1
    assert after <= Counter(mine)
    hidden = sum((Counter(people.hand(session.state, seat)) for seat in SEATS), Counter())
    assert hidden <= Counter({card: count for card, count in unseen(session.state.table).items() if count > 0})


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (6, 2)])
def test_what_is_hidden_fits_the_table_through_a_whole_game_of_a_guest(players: int, seed: int) -> None:
    """Who plays the first seat bids what they like, whatever the people of the table thought that it holds."""
    book, chance = shuffled_game("byzanz", players, seed), Random(seed)
    seats, people = tuple(named(book.setup)), people_of(book, seed)
    assert isinstance(people, People)
    while not title_of("byzanz").over(book.state):
        held = {seat: Counter(people.hand(book.state, seat)) for seat in seats}
        assert {seat: hand.total() for seat, hand in held.items()} == {
            seat: sum(book.state.table[f"hand/{seat}"].values()) for seat in seats
        }
        assert people._inside() <= Counter({card: n for card, n in unseen(book.state.table).items() if n > 0})
        bid = Bid(seats[0], {chance.choice([card for card in PRINTED if worth({card: 1})]): 1})
        book.submit(bid if is_legal(book, bid) and chance.random() < 0.5 else decision(book, people, chance))


def is_legal(book: Journal, command: Bid) -> bool:
    try:
        check(book.game, book.state, command)
    except Illegal:
        return False
    return True


def test_nobody_sells_for_a_seat_that_is_played_before_the_screen() -> None:
    session, people = new_session(unkept("byzanz", Setup(SEATS, NAMES, "green"))), People(SEATS, 3)
    assert isinstance(session.submit(LayOut("", {"card:ME": 6})), Entry)
    people.hand(session.state, "red")
    people._hidden["blue"] = Counter({"card:OL4": 2, "card:OL3": 1, "card:GR1": 1})
    sale, other = people._sale(session.state, "red", ()), people._sale(session.state, "red", {"blue"})
    assert (sale and sale.seat) == "blue"
    assert other is None or other.seat != "blue"


# --- at the table ---


@pytest.mark.parametrize("raise_mode", ["add_only", "recompose"])
def test_bids_lie_on_beside_the_next_but_for_one_that_is_composed_anew(raise_mode: str) -> None:
    setup = Setup(SEATS, NAMES, "green", edition({"raise_mode": raise_mode}))
    session, people = new_session(unkept("byzanz", setup)), People(SEATS, 3)
    lot = {"card:OL4": 1, "card:OL3": 1, "card:ME": 4}
    for command in (LayOut("", lot), Bid("red", {"card:GR1": 1}), Bid("blue", {"card:CL2": 1})):
        assert isinstance(session.submit(command), Entry)
    assert isinstance(session.submit(Bid("green", {"card:CL3": 1})), Entry)
    bid = people.decide(session.state, "red")
    assert isinstance(bid, Bid)
    shown = people.shows(bid)
    assert shown is not None
    assert (shown.field, sorted(shown.faces)) == ("bid", sorted(Counter(bid.cards).elements()))
    own = [] if raise_mode == "recompose" else ["card:GR1"]
    assert list(shown.beside) == [*own, "card:CL2", "card:CL3"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_the_demo_ends_with_true_scores_and_the_entries_sensed(players: int, tmp_path: Path) -> None:
    """A whole game with troubles on the way, minutes long; `python -m tools.whole_games byzanz` plays ten of each."""
    record = tmp_path / "game.jsonl"
    asked = [sys.executable, "-m", "companion", "demo", "--game", "byzanz", "--players", str(players), "--seed", "1"]
    done = subprocess.run(
        [*asked, "--json", "--troubles", "20", "--record", str(record)], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["scores"] == found["true_scores"]
    assert found["share_sensed"] >= 0.85
    assert found["troubles"]
    assert decided_again(read_record(record)).entries[-1].digest == found["digest"]
