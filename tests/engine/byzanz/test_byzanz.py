"""Byzanz on the kernel: the rules one by one, and whole random games."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass, eligible
from engine.byzanz.cards import MERCHANT, PRINTED, UNKNOWN, unseen
from engine.byzanz.game import BYZANZ
from engine.byzanz.limit import Discard
from engine.byzanz.market import Clear, PickGood
from engine.byzanz.phases import Bidding, Clearing, Limit, Lot, Over, Picking, Selling, Tax
from engine.byzanz.selling import Done, Sell
from engine.byzanz.setup import DEALS, Open, Setup, box
from engine.event import evolve, revert
from engine.game import Offer, judge, legal, within
from engine.journal import Journal, Undo
from engine.table import covers, total
from testkit.byzanz.dealer import COLOURS, Dealer

ALL = pytest.mark.parametrize("players", [3, 4, 5, 6])


def game(players: int = 4) -> Journal:
    seats = COLOURS[:players]
    journal = Journal(BYZANZ, Setup(seats, seats, seats[-1]))
    journal.submit(Open("", journal.setup))
    return journal


def hold(journal: Journal, colour: str, *cards: str) -> None:
    """Give a hand exactly these cards, as if the box had been packed so."""
    table, hand = journal.state.table, journal.state.seats[colour].hand
    table[hand] = {}
    for card in cards:
        table[hand][f"card:{card}"] = table[hand].get(f"card:{card}", 0) + 1


def cards(*names: str) -> dict[str, int]:
    return {f"card:{name}": names.count(name) for name in names}


def lot_of(journal: Journal, *names: str) -> None:
    journal.submit(LayOut("", cards(*names)))


def refused(journal: Journal, command: object) -> str:
    return judge(BYZANZ, journal.state, command).rule


def test_the_deck_has_96_goods_worth_198_and_16_merchants() -> None:
    goods = {card: copies for card, copies in PRINTED.items() if card != MERCHANT}
    assert (sum(goods.values()), PRINTED[MERCHANT]) == (96, 16)
    assert sum(int(card[-1]) * copies for card, copies in goods.items()) == 198


@pytest.mark.rule("B-CMP-01", "B-CMP-02", "B-CMP-03", "B-CMP-04", "B-SET-06")
def test_the_box_holds_112_cards_of_one_back_and_six_offer_cards_and_no_market_card() -> None:
    state = box(Setup(COLOURS[:3], COLOURS[:3], "red"))
    assert state.table["box"] == {UNKNOWN: 112} | {f"offer-{number}": 1 for number in range(1, 7)}
    assert state.table.census() == state.table["box"]


@pytest.mark.rule("B-CMP-05")
@pytest.mark.parametrize("seats", [COLOURS[:2], (*COLOURS, "brown"), ("red", "red", "blue")])
def test_other_numbers_of_players_are_refused(seats: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="byzanz is for 3 to 6"):
        box(Setup(seats, seats, seats[0]))


@ALL
@pytest.mark.rule(
    "B-SET-01", "B-SET-02", "B-SET-03", "B-SET-04", "B-SET-05", "B-SET-06", "B-SET-07", "B-SET-08", "B-RND-04"
)
def test_the_deal_uses_the_deck_up_exactly_in_its_rounds(players: int) -> None:
    journal, deal = game(players), DEALS[players]
    table = journal.state.table
    assert table["deck"][UNKNOWN] == deal.rounds * sum(deal.offers) == 112 - 4 * players - deal.removed
    assert [total(table[f"hand/{colour}"]) for colour in COLOURS[:players]] == [4] * players
    assert table["market"] == {}
    assert journal.state.phase.opener == "red"  # left of the dealer


@pytest.mark.rule("B-AUC-01", "B-RND-02", "B-INV-02", "B-INV-03")
def test_a_lot_has_as_many_cards_as_the_highest_offer_card_says_and_no_more_of_a_face_than_printed() -> None:
    journal = game()
    assert refused(journal, LayOut("", cards("SP1", "SP2"))) == "B-AUC-01"
    assert refused(journal, LayOut("", {"card:SP4": 3, "card:WI1": 2})) == "B-INV-02"
    lot_of(journal, "SP1", "SP1", "WI2", "GR3", "ME")
    assert journal.state.phase == Bidding(("", *COLOURS[:4]), "red", "red", COLOURS[:4])


@pytest.mark.rule("B-AUC-04", "B-AUC-05", "B-AUC-06", "B-AUC-07", "B-AUC-12", "B-INV-05")
def test_bids_are_goods_from_hand_worth_more_than_the_best() -> None:
    journal = game()
    lot_of(journal, "SP1", "SP1", "WI2", "GR3", "OL1")
    hold(journal, "red", "CL1", "SP2", "WI1", "ME")
    hold(journal, "blue", "WO4", "ME")
    assert refused(journal, Bid("blue", cards("WO4"))) == "B-AUC-04"
    assert refused(journal, Bid("red", {})) == "B-AUC-05"
    assert refused(journal, Bid("red", cards("CL1", "ME"))) == "B-AUC-06"
    assert refused(journal, Bid("red", cards("GR3"))) == "B-INV-05"
    journal.submit(Bid("red", cards("CL1", "SP2", "WI1")))
    assert refused(journal, Bid("blue", cards("WO4"))) == "B-AUC-07"
    assert [type(item) for item in legal(BYZANZ, journal.state, "blue")] == [Pass]


@pytest.mark.rule("B-AUC-08", "B-AUC-09", "B-AUC-10", "B-AUC-13", "B-AUC-14", "B-WIN-01", "B-WIN-02", "B-WIN-03")
@pytest.mark.rule("B-WIN-04", "B-AUC-02", "B-AUC-03")
def test_evas_auction_four_paid_with_three_cards_and_wood_given_to_the_market() -> None:
    journal = game()
    lot_of(journal, "WO1", "GR3", "OL3", "CL2", "GR1")
    hold(journal, "red", "CL1", "SP2", "WI1")
    hold(journal, "blue", "OL2")
    journal.submit(Bid("red", cards("CL1")))
    journal.submit(Bid("blue", cards("OL2")))
    journal.submit(Pass("green"))
    journal.submit(Pass("yellow"))
    journal.submit(Bid("red", cards("SP2", "WI1")))
    journal.submit(Pass("blue"))
    assert journal.state.table["hand/blue"] == cards("OL2")
    assert refused(journal, GiveToMarket("red", "card:CL1")) == "B-WIN-02"
    journal.submit(GiveToMarket("red", "card:WO1"))
    assert journal.state.table["market"] == cards("CL1", "SP2", "WI1", "WO1")
    assert journal.state.table["hand/red"] == cards("GR3", "OL3", "CL2", "GR1")
    assert journal.state.table["won/red"] == {"offer-5": 1}
    assert journal.state.phase == Lot(("", *COLOURS[:4]), "blue")
    assert eligible(journal.state, "red") == ("blue", "green", "yellow")


@pytest.mark.rule("B-AUC-11", "B-ALL-01", "B-ALL-02", "B-ALL-03")
def test_when_everybody_passes_the_opener_takes_the_whole_lot_and_the_market_gets_nothing() -> None:
    journal = game()
    lot_of(journal, "WO1", "GR3", "OL3", "CL2", "GR1")
    hold(journal, "red", "SP1", "SP2")
    for colour in ("red", "blue", "green"):
        journal.submit(Pass(colour))
    assert journal.state.phase.due == "yellow"
    journal.submit(Pass("yellow"))
    assert total(journal.state.table["hand/red"]) == 7
    assert journal.state.table["market"] == {}
    assert journal.state.phase.opener == "blue"


def round_of_passes(journal: Journal, *lots: tuple[str, ...]) -> None:
    """Auctions nobody bids in: each opener takes their lot, in seat order."""
    for lot in lots:
        lot_of(journal, *lot)
        while isinstance(journal.state.phase, Bidding):
            journal.submit(Pass(journal.state.phase.due))


@pytest.mark.rule("B-LST-01", "B-LST-02", "B-LST-04")
def test_with_three_or_four_the_last_player_takes_one_of_two_cards_unopposed() -> None:
    journal = game(3)
    for colour in COLOURS[:3]:
        hold(journal, colour, "SP1")
    round_of_passes(journal, ("WO1", "GR3", "OL3", "CL2", "GR1", "WI1"), ("WO2", "GR2", "OL2", "CL1"))
    lot_of(journal, "ME", "WI2")
    assert isinstance(journal.state.phase, Tax)
    journal.submit(GiveToMarket("green", "card:ME"))
    assert journal.state.table["hand/green"] == cards("SP1", "WI2")
    assert journal.state.table["won/green"] == {"offer-2": 1}


@pytest.mark.rule("B-LST-03", "B-MKT-01", "B-RND-01", "B-INV-07")
def test_with_five_or_six_the_last_card_goes_straight_to_the_market() -> None:
    journal = game(5)
    for colour in COLOURS[:5]:
        hold(journal, colour)
    lots = (("WO1", "GR3", "OL3", "CL2", "GR1"), ("WO2", "GR2", "OL2", "CL1"), ("SP1", "SP2", "WI1"), ("OL1", "CL3"))
    round_of_passes(journal, *lots)
    lot_of(journal, "ME")
    assert journal.state.table["market"] == cards("ME")
    assert journal.state.table["hand/black"] == {}
    assert journal.state.phase == Picking(("", *COLOURS[:5]), "black", ("yellow", "green", "blue", "red"))


def market_game(*market: str) -> Journal:
    """Axel 2, Wilhelm 3, Eva 4, Susanne 5: the market phase with these cards lying there."""
    journal = game()
    for number, colour in zip((2, 3, 4, 5), COLOURS, strict=False):
        journal.state.table[f"won/{colour}"] = {f"offer-{number}": 1}
        hold(journal, colour)
    journal.state.table["offers"] = {}
    journal.state.table["market"] = cards(*market)
    journal.state.phase = Picking(("", *COLOURS[:4]), "red", COLOURS[1:4])
    return journal


@pytest.mark.rule("B-MKT-02", "B-MKT-03", "B-MKT-06", "B-MKT-07", "B-RND-03")
def test_each_takes_all_of_one_good_in_the_order_of_the_offer_cards_and_the_rest_goes() -> None:
    journal = market_game("WO3", "WO1", "ME", "ME", "SP2", "GR1", "OL4")
    assert refused(journal, PickGood("blue", "ME")) == "B-MKT-02"
    assert refused(journal, PickGood("red", "CL")) == "B-MKT-03"
    for colour, good in zip(COLOURS, ("WO", "ME", "SP", "GR"), strict=False):
        journal.submit(PickGood(colour, good))
    assert journal.state.table["hand/red"] == cards("WO3", "WO1")
    journal.submit(Clear(""))
    assert journal.state.table["discard"] == cards("OL4")
    assert journal.state.phase == Lot(("", *COLOURS[:4]), "red")


@pytest.mark.rule("B-MKT-05")
def test_on_an_empty_market_those_still_to_come_get_nothing() -> None:
    journal = market_game("WO3")
    journal.submit(PickGood("red", "WO"))
    assert isinstance(journal.state.phase, Clearing)


@pytest.mark.rule("B-HND-01", "B-HND-02", "B-HND-03", "B-HND-04", "B-HND-05", "B-MKT-08")
def test_more_than_seven_cards_are_brought_down_to_seven_at_once() -> None:
    journal = market_game("WO3", "WO1", "WO2", "SP1")
    hold(journal, "red", "CL1", "CL2", "GR1", "GR2", "OL1", "OL2")
    journal.submit(PickGood("red", "WO"))
    assert isinstance(journal.state.phase, Limit)
    assert refused(journal, PickGood("blue", "SP")) == "B-HND-04"
    assert refused(journal, Discard("red", cards("CL1", "CL2", "GR1"))) == "B-HND-03"
    assert refused(journal, Discard("blue", cards("CL1"))) == "B-HND-04"
    journal.submit(Discard("red", cards("CL1", "GR1")))
    assert total(journal.state.table["hand/red"]) == 7
    assert journal.state.phase.due == "blue"


@pytest.mark.rule("B-HND-03", "B-SEL-04")
def test_selling_brings_a_hand_down_too_and_may_take_it_below_seven() -> None:
    journal = market_game("WO3", "WO1", "WO1", "SP1")
    hold(journal, "red", "CL1", "CL2", "GR1", "GR2", "OL1")
    journal.submit(PickGood("red", "WO"))
    journal.submit(Sell("red", cards("WO3", "WO1", "WO1")))
    assert journal.state.table["profit/red"] == cards("WO3")
    assert total(journal.state.table["hand/red"]) == 5
    assert journal.state.phase.due == "blue"


@pytest.mark.rule("B-SEL-01", "B-SEL-02", "B-SEL-03", "B-SEL-05", "B-SEL-06", "B-SEL-08")
def test_a_sale_is_three_of_one_good_with_merchants_as_jokers_at_any_time() -> None:
    journal = game()
    lot_of(journal, "SP1", "SP1", "WI2", "GR3", "OL1")
    hold(journal, "blue", "WO3", "WO1", "ME", "ME", "GR1", "GR2")
    assert refused(journal, Sell("blue", cards("WO3", "WO1"))) == "B-SEL-02"
    assert refused(journal, Sell("blue", cards("WO3", "GR1", "ME"))) == "B-SEL-03"
    assert refused(journal, Sell("blue", cards("SP1", "ME", "ME"))) == "B-SEL-08"
    journal.submit(Sell("blue", {"card:WO3": 1, "card:ME": 2}))
    assert journal.state.table["profit/blue"] == cards("WO3")
    assert journal.state.table["discard"] == {"card:ME": 2}
    assert journal.state.phase.due == "red"


@pytest.mark.rule("B-SEL-07", "B-MER-01", "B-END-03")
def test_three_merchants_keep_one_worth_five() -> None:
    journal = game()
    hold(journal, "red", "ME", "ME", "ME", "WO4")
    journal.submit(Sell("red", {"card:ME": 3}))
    best = BYZANZ.standings(journal.state)[0]
    assert (best.seat, best.score, best.lines) == ("red", 5, {"goods": 0, "merchants": 5})


@pytest.mark.rule("B-END-04", "B-END-05", "B-END-06")
def test_profit_wins_then_cards_in_hand_then_they_share() -> None:
    journal = game(3)
    for colour, hand in zip(COLOURS, (("SP1",), ("SP1", "ME"), ("SP1", "SP2")), strict=False):
        hold(journal, colour, *hand)
        journal.state.table[f"profit/{colour}"] = cards("WO4")
    places = {standing.seat: standing.place for standing in BYZANZ.standings(journal.state)}
    assert places == {"red": 3, "blue": 1, "green": 1}


@pytest.mark.rule("B-INV-05", "B-INV-04")
def test_a_card_nobody_saw_comes_out_of_the_four_dealt_and_only_once() -> None:
    journal = game()
    lot_of(journal, "SP1", "SP1", "WI2", "GR3", "OL1")
    journal.submit(Bid("red", cards("WO1")))
    assert journal.state.table["bid/red"] == cards("WO1")
    assert journal.state.table["hand/red"] == {UNKNOWN: 3}
    assert refused(journal, Sell("red", {"card:WO4": 3})) == "B-SEL-08"  # only two are printed


@pytest.mark.parametrize(("players", "seed"), [(n, seed) for n in (3, 4, 5, 6) for seed in range(12)])
@pytest.mark.rule("B-INV-01", "B-INV-06", "B-END-01", "B-END-02")
def test_random_games_keep_every_card_and_use_the_deck_up(players: int, seed: int) -> None:
    dealer = Dealer(players, seed)
    while not isinstance(dealer.journal.state.phase, Over):
        dealer.step()
        assert total(dealer.journal.state.table.census()) == 112 + 6
        assert min(unseen(dealer.journal.state.table).values()) >= 0
        _same_hands(dealer)
    assert dealer.journal.state.table["deck"] == {}
    rounds = sum(isinstance(entry.command, Clear) for entry in dealer.journal.entries)
    assert rounds == DEALS[players].rounds


def _same_hands(dealer: Dealer) -> None:
    for colour, truth in dealer.hands.items():
        book = dealer.journal.state.table[f"hand/{colour}"]
        assert total(book) == truth.total()
        assert all(truth[card] >= count for card, count in book.items() if card != UNKNOWN)


@ALL
def test_a_whole_game_can_be_undone_to_the_box_and_reads_back(players: int) -> None:
    journal = Dealer(players, 3).play()
    end = journal.state.table.copy()
    twin = Journal(BYZANZ, journal.setup)
    for entry in journal.entries:
        command = journal.codec.command(journal.codec.encode(entry.command))
        twin.submit(command)
    assert twin.state.table == end
    for entry in reversed(journal.entries):
        revert(journal.state, entry.events)
    assert journal.state.table == BYZANZ.box(journal.setup).table
    twin.submit(Undo("", 0))
    assert twin.state.table == journal.state.table


def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "from testkit.byzanz.dealer import Dealer; import sys;sys.stdout.write(Dealer(4, 5).play().entries[-1].digest)"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in (0, 1, 2)
    }
    assert len(found) == 1


def test_the_game_is_over_when_everyone_has_said_so() -> None:
    journal = game(3)
    journal.state.phase = Selling(COLOURS[:3], COLOURS[:3])
    for colour in COLOURS[:3]:
        journal.submit(Done(colour))
    assert isinstance(journal.state.phase, Over)


@pytest.mark.rule("B-INV-05")
def test_an_unknown_card_of_a_hand_may_be_any_face_that_is_left() -> None:
    journal = game()
    lot_of(journal, "SP4", "SP4", "WI2", "GR3", "OL1")
    journal.state.table["hand/red"] = {"card:WO3": 1, "card:ME": 1, UNKNOWN: 1}
    pools = {
        type(item.least): item.over.pool for item in legal(BYZANZ, journal.state, "red") if isinstance(item, Offer)
    }
    assert (pools[Bid]["card:WO3"], pools[Bid]["card:CL1"], "card:SP4" in pools[Bid]) == (2, 1, False)
    assert (pools[Sell]["card:ME"], UNKNOWN in pools[Sell], MERCHANT in pools[Bid]) == (2, False, False)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_chosen_is_part_of_the_pool_and_within_the_span_of_its_offer(seed: int) -> None:
    journal = Dealer(3 + seed, seed).play()
    state, asked = box(journal.setup), 0
    for entry in journal.entries:
        for item in legal(BYZANZ, state, entry.command.seat):
            if isinstance(item, Offer) and within(item, entry.command):
                asked += 1
                assert covers(item.over.pool or {}, entry.command.cards)
                assert item.over.span[0] <= total(entry.command.cards) <= item.over.span[1]
        evolve(state, entry.events)
    assert asked > len(journal.entries) / 4
