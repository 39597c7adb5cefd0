"""The optional rule Free Trade (C-TRD)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.constantinopolis.commands import Agree, Refuse, Trade
from engine.constantinopolis.phases import Bargain
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import contracts, part_of
from engine.constantinopolis.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, Pick
from engine.rule import Reason, Sentence
from engine.table import Tally, total


def tradable(state: State, me: Seat) -> Tally:
    """What a seat may hand over: goods, gold, contracts not on a ship (C-TRD-02)."""
    table, pool = state.zones, state.zones[me.goods] | state.zones[me.treasury]
    for zone in (me.open, me.saved):
        for piece in contracts(table[zone]):
            pool[piece] = pool.get(piece, 0) + table[zone][piece]
    return pool


def offers_trade(state: State, me: Seat) -> Iterable[Offer]:
    """One shell for each partner: what is given varies, what is asked is spoken (see `needs_trade`)."""
    if state.setup.edition.free_trade == "off":
        return ()
    pool = tradable(state, me)
    if not pool:
        return ()
    partners = [colour for colour in state.phase.round.order if colour != me.colour]
    partners = [colour for colour in partners if colour not in state.phase.round.leavers]
    pick = Pick(pool, 1, total(pool), "")
    return [Offer(Trade(me.colour, colour, {}, {}), "gives", pick) for colour in partners]


def needs_trade(state: State, me: Seat, command: Trade) -> Iterator[Sentence]:
    edition, now, partner = state.setup.edition, state.phase.round, command.partner
    yield edition.free_trade == "on", "C-TRD-01"
    known = partner in now.order and partner != me.colour and partner not in now.leavers
    yield known, "C-TRD-02", Reason("partner")
    both = bool(command.gives) and bool(command.gets)
    yield both or (edition.trade_gifts == "yes" and bool(command.gives or command.gets)), "C-TRD-03"
    yield part_of(command.gives, tradable(state, me)), "C-TRD-02", Reason("mine")
    yield (
        all(piece != "contract:?" and count > 0 for piece, count in command.gets.items()),
        "C-TRD-02",
        Reason("unread"),
    )
    open_things = {piece: count for piece, count in command.gets.items() if piece != "gold"}
    yield part_of(open_things, tradable(state, state.seats[partner])), "C-TRD-02", Reason("theirs")


def propose(draft: Draft, me: Seat, command: Trade) -> None:
    phase = draft.state.phase
    draft.enter(Bargain((command.partner,), phase, me.colour, command.gives, command.gets), "C-TRD-02")


def offers_agree(state: State, me: Seat) -> Iterable[Agree]:
    return (Agree(me.colour),) if _can_give(state, me) else ()


def needs_agree(state: State, me: Seat, _command: Agree) -> Iterator[Sentence]:
    asked = state.phase.gets.get("gold", 0)
    yield _can_give(state, me), "C-GEN-06", asked, state.zones[me.treasury].get("gold", 0)


def _can_give(state: State, me: Seat) -> bool:
    """Do both have what they would hand over?"""
    proposer = state.seats[state.phase.proposer]
    return part_of(state.phase.gets, tradable(state, me)) and part_of(state.phase.gives, tradable(state, proposer))


def agree(draft: Draft, me: Seat, _command: Agree) -> None:
    bargain = draft.state.phase
    other = draft.state.seats[bargain.proposer]
    _hand_over(draft, bargain.gives, other, me)
    _hand_over(draft, bargain.gets, me, other)
    draft.enter(bargain.back, "C-TRD-03")


def refuse(draft: Draft, _me: Seat, _command: Refuse) -> None:
    draft.enter(draft.state.phase.back, "C-TRD-02")


def _hand_over(draft: Draft, things: Tally, giver: Seat, taker: Seat) -> None:
    for piece, count in sorted(things.items()):
        if piece == "gold":
            draft.move(piece, count, giver.treasury, taker.treasury, "C-TRD-02")
        elif len(piece) == 1:
            draft.move(piece, count, giver.goods, taker.goods, "C-TRD-02")
        else:
            _hand_over_contract(draft, piece, count, giver, taker)


def _hand_over_contract(draft: Draft, piece: str, count: int, giver: Seat, taker: Seat) -> None:
    """C-TRD-04: a saved contract goes without its post."""
    laid = min(count, draft.zones[giver.open].get(piece, 0))
    draft.move(piece, laid, giver.open, taker.open, "C-TRD-02")
    draft.move(piece, count - laid, giver.saved, taker.open, "C-TRD-04")
    draft.move(giver.post, count - laid, giver.saved, giver.posts, "C-TRD-04")


TRADE = Action(Trade, offers_trade, needs_trade, propose)
AGREE = Action(Agree, offers_agree, needs_agree, agree)
REFUSE = plain(Refuse, refuse)
