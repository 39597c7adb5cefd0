"""The auctions of a round: laying out a lot, bidding with goods, passing, winning, and the card for the market."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.byzanz.cards import BEST, BEST_FIRST, MERCHANT, UNKNOWN, are_cards, may_come_from, unseen_of, value, worth
from engine.byzanz.hands import lie_in, show
from engine.byzanz.limit import go_on
from engine.byzanz.phases import Bidding, Clearing, Lot, Picking, Tax
from engine.byzanz.picks import Next, Worth
from engine.byzanz.setup import clockwise, everyone
from engine.byzanz.zones import DECK, LOT, MARKET, OFFERS, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer
from engine.rule import Sentence
from engine.table import Tally, Zones, total


class LayOut(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The cards of the next lot, as they came off the deck."""

    seat: str
    cards: dict[str, int]


class Bid(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Goods added to one's bid."""

    seat: str
    cards: dict[str, int]


class Pass(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Out of this auction; the bid returns to the hand."""

    seat: str


class GiveToMarket(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The winner's card from the lot for the market."""

    seat: str
    card: str


def top_offer(zones: Zones) -> int:
    """The offer card on top of the pile: the highest one left, so that lots shrink through a round (B-RND-02)."""
    return int(max(zones[OFFERS])[6:])


def eligible(state: State, first: str) -> tuple[str, ...]:
    """Seats without an offer card, clockwise, with `first`, if it is one of them, in front (B-AUC-02)."""
    return tuple(colour for colour in clockwise(state, first) if not state.zones[state.seats[colour].won])


def offers_lay_out(state: State, who: Seat | None) -> list[Offer]:
    if who is not None:
        return []
    return [Offer(LayOut("", {}), "cards", Next(state.zones, top_offer(state.zones)))]


def needs_lay_out(state: State, _who: Seat | None, command: LayOut) -> Iterator[Sentence]:
    """The table lays out exactly as many cards as the offer card says: B-AUC-01 is the rule, and keeps B-INV-03."""
    size = top_offer(state.zones)
    yield command.seat == "", "B-AUC-01", size
    yield are_cards(command.cards) and total(command.cards) == size, "B-AUC-01", size
    for card, count in sorted(command.cards.items()):
        hidden = unseen_of(state.zones, card)
        yield hidden >= count, "B-INV-02", card, hidden


def do_lay_out(draft: Draft, _who: Seat | None, command: LayOut) -> None:
    state, opener = draft.state, draft.state.phase.opener
    for card, count in sorted(command.cards.items()):
        draft.turn(UNKNOWN, card, DECK, "B-AUC-01", count)
        draft.move(card, count, DECK, LOT, "B-AUC-01")
    live = eligible(state, opener)
    if len(live) > 1:
        draft.enter(Bidding(everyone(state), opener, opener, live), "B-AUC-03")
    else:
        _last_auction(draft, opener, total(command.cards))


def _last_auction(draft: Draft, player: str, size: int) -> None:
    """One player is left: without a rival nothing is bid or paid (B-LST-01)."""
    if size > 1:
        draft.enter(Tax(everyone(draft.state), player), "B-LST-02")
        return
    kept = draft.state.setup.edition.offer1_card == "to_player"
    draft.sweep(LOT, draft.state.seats[player].hand if kept else MARKET, "B-LST-03")
    _take_offer(draft, player, "B-LST-03")


def _recomposes(state: State) -> bool:
    """May a raise lay other cards instead of adding to those on the table?"""
    return bool(state.setup.edition.raise_mode == "recompose")


def _standing(state: State, who: Seat) -> Tally:
    """The cards on the table that count in a seat's next bid: those it adds to (B-AUC-08)."""
    return {} if _recomposes(state) else state.zones[who.bid]


def _at_hand(state: State, who: Seat) -> Tally:
    """What a bid may be laid from: the hand, and where bids are laid anew the cards of the one before."""
    hand, bid = state.zones[who.hand], state.zones[who.bid]
    if not bid or not _recomposes(state):
        return hand
    return {card: hand.get(card, 0) + bid.get(card, 0) for card in (hand | bid)}


def offers_bid(state: State, who: Seat | None) -> list[Offer]:
    """A bid where one is possible; without one only passing is left (B-AUC-12)."""
    phase = state.phase
    if who is None or who.colour != phase.due:
        return []
    over = _goods(state, who, phase.best + 1 - worth(_standing(state, who)))
    return [Offer(Bid(who.colour, {}), "cards", over)] if _can_reach(over) else []


def _goods(state: State, who: Seat, price: int) -> Worth:
    """The goods a seat may add to its bid."""
    hand = _at_hand(state, who)
    return Worth(state.zones, hand, 1, total(hand) - hand.get(MERCHANT, 0), who.bid, price)


def _can_reach(over: Worth) -> bool:
    """Could all goods in hand together reach `price`, unknown cards taken as the best still hidden?"""
    known, unknown = worth(over.hand), over.hand.get(UNKNOWN, 0)
    if known + BEST * unknown < over.price:
        return False
    for card in BEST_FIRST:
        if known >= over.price or not unknown:
            break
        here = min(unknown, unseen_of(over.zones, card))
        known, unknown = known + value(card) * here, unknown - here
    return known >= over.price


def needs_bid(state: State, who: Seat | None, command: Bid) -> Iterator[Sentence]:
    phase = state.phase
    yield from _still_in(state, who)
    yield not _out(state, who), "B-AUC-13", command.seat
    yield who is not None and command.seat == phase.due, "B-AUC-04", phase.due
    assert who is not None
    yield bool(command.cards) and are_cards(command.cards), "B-AUC-05"
    yield MERCHANT not in command.cards, "B-AUC-06"
    hand = _at_hand(state, who)
    there = may_come_from(hand, command.cards, state.zones)
    adds = there or _recomposes(state) or not lie_in(state, who, who.bid, command.cards)
    yield adds, "B-AUC-08", command.seat
    yield there or not lie_in(state, who, who.profit, command.cards), "B-SEL-09"
    yield there, "B-INV-05"
    yield worth(_standing(state, who)) + worth(command.cards) > phase.best, "B-AUC-07", phase.best


def _still_in(state: State, who: Seat | None) -> Iterator[Sentence]:
    """A winner of this round takes no part in its other auctions."""
    yield who is None or not state.zones[who.won], "B-AUC-02", who.colour if who else ""


def _out(state: State, who: Seat | None) -> bool:
    """Has a seat passed for good?"""
    final = state.setup.edition.pass_is_final == "yes"
    return final and who is not None and who.colour not in state.phase.live


def do_bid(draft: Draft, who: Seat, command: Bid) -> None:
    if _recomposes(draft.state):
        draft.sweep(who.bid, who.hand, "B-AUC-08")
    show(draft, who, command.cards, "B-INV-05")
    draft.carry(command.cards, who.hand, who.bid, "B-AUC-05")
    phase, final = draft.state.phase, draft.state.setup.edition.pass_is_final == "yes"
    live = phase.live if final else eligible(draft.state, phase.opener)
    after = _next(live, who.colour)
    best = worth(draft.zones[who.bid])
    if after == who.colour:
        _win(draft, who.colour)
    else:
        draft.enter(Bidding(phase.actors, after, phase.opener, live, best, who.colour), "B-AUC-04")


def offers_pass(state: State, who: Seat | None) -> list[Pass]:
    return [Pass(who.colour)] if who is not None and who.colour == state.phase.due else []


def needs_pass(state: State, who: Seat | None, command: Pass) -> Iterator[Sentence]:
    yield from _still_in(state, who)
    yield not _out(state, who), "B-AUC-09", command.seat
    yield command.seat != (state.phase.leader or None), "B-AUC-13", command.seat
    yield command.seat == state.phase.due, "B-AUC-04", state.phase.due


def do_pass(draft: Draft, who: Seat, _command: Pass) -> None:
    """The bid returns to the hand as it was, for only the winner pays (B-AUC-14)."""
    phase = draft.state.phase
    draft.sweep(who.bid, who.hand, "B-AUC-09")
    live = tuple(colour for colour in phase.live if colour != who.colour)
    if live == (phase.leader,):
        _win(draft, phase.leader)
    elif live:
        _ask(draft, _next(phase.live, who.colour), live)
    else:
        _all_passed(draft, phase.opener)


def _ask(draft: Draft, seat: str, live: tuple[str, ...]) -> None:
    """The next seat bids or passes: also the last one in while there is no bid (B-AUC-11)."""
    phase = draft.state.phase
    draft.enter(Bidding(phase.actors, seat, phase.opener, live, phase.best, phase.leader), "B-AUC-04")


def _all_passed(draft: Draft, opener: str) -> None:
    """The opener wins without a bid (B-ALL-01) and takes the lot whole."""
    draft.sweep(LOT, draft.state.seats[opener].hand, "B-ALL-02")
    _take_offer(draft, opener, "B-ALL-03")


def _next(live: tuple[str, ...], colour: str) -> str:
    return live[(live.index(colour) + 1) % len(live)]


def _win(draft: Draft, winner: str) -> None:
    draft.sweep(draft.state.seats[winner].bid, MARKET, "B-WIN-01")
    draft.enter(Tax(draft.state.phase.actors, winner), "B-WIN-02")


def offers_give(state: State, who: Seat | None) -> list[GiveToMarket]:
    if who is None or who.colour != state.phase.due:
        return []
    return [GiveToMarket(who.colour, card) for card in state.zones[LOT]]


def needs_give(state: State, _who: Seat | None, command: GiveToMarket) -> Iterator[Sentence]:
    yield command.seat == state.phase.due, "B-WIN-02", state.phase.due
    yield command.card in state.zones[LOT], "B-WIN-02", state.phase.due


def do_give(draft: Draft, who: Seat, command: GiveToMarket) -> None:
    draft.move(command.card, 1, LOT, MARKET, "B-WIN-02")
    draft.sweep(LOT, who.hand, "B-WIN-03")
    _take_offer(draft, who.colour, "B-WIN-04")


def _take_offer(draft: Draft, winner: str, why: str) -> None:
    draft.move(f"offer-{top_offer(draft.zones)}", 1, OFFERS, draft.state.seats[winner].won, why)
    go_on(draft, winner, _after_auction(draft.state, winner))


def _after_auction(state: State, winner: str) -> Lot | Picking | Clearing:
    """Each wins one auction a round (B-RND-01); then all have one offer card (B-INV-07) and the market opens."""
    everybody = everyone(state)
    if state.zones[OFFERS]:
        return Lot(everybody, eligible(state, winner)[0])  # the winner himself has an offer card now
    if not state.zones[MARKET]:
        return Clearing(everybody)  # B-MKT-05 for all of them
    order = sorted(state.setup.seats, key=lambda colour: min(state.zones[state.seats[colour].won]))
    return Picking(everybody, order[0], tuple(order[1:]))


LAY_OUT = Action(LayOut, offers_lay_out, needs_lay_out, do_lay_out)
BID = Action(Bid, offers_bid, needs_bid, do_bid)
PASS = Action(Pass, offers_pass, needs_pass, do_pass)
GIVE = Action(GiveToMarket, offers_give, needs_give, do_give)
