"""Phase 1: the auction for public offices (C-AUC).

It begins with no coins on the offices, swept when the last one ended (C-AUC-01), and ends because every duel puts
more coins on the board; one after which nobody pays (A-08) bars the office to its challenger instead (C-AUC-18).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.constantinopolis.commands import Bid, Concede, Raise, Stay, Take
from engine.constantinopolis.phases import Activation, Duel
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import gold, holder, office_of
from engine.constantinopolis.sequence import begin_activation
from engine.constantinopolis.zones import COINS, OFFICE, OFFICES, OUSTED, SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Offer
from engine.rule import Reason, Sentence
from engine.table import Zones

# -- what bids must be


def step(state: State, colour: str) -> int:
    """By how much opponents bid for this holder's office: more if he owns the auction wall (C-AUC-09, C-WAL-07)."""
    guarded = "wall-auction" in state.zones[state.seats[colour].sheet]
    return int(state.book.values.buildings["wall-auction"].step) if guarded else 1


def least_bid(state: State, office: int, owner: str) -> int:
    """The lowest opening bid for an office (C-AUC-07, C-AUC-09, A-06)."""
    coins, by = state.zones[COINS[office]].get("gold", 0), step(state, owner)
    reading = state.setup.edition.auction_wall_step
    if reading == "open_and_raise":
        return coins + by
    return coins + 1 if reading == "raise_only" else max(coins + 1, by)


def _guarded(state: State, office: int, owner: str) -> bool:
    """Is it the auction wall that makes the lowest opening bid as high as it is?"""
    coins = state.zones[COINS[office]].get("gold", 0)
    return least_bid(state, office, owner) > coins + 1


def least_raise(state: State, me: Seat) -> int:
    """The lowest raise in a duel: the auction wall binds only its owner's opponent (C-AUC-08, C-AUC-09)."""
    duel = state.phase
    if me.colour == duel.holder:
        return int(duel.bid) + 1
    return int(duel.held) + step(state, duel.holder)


def ceiling(state: State, me: Seat) -> int:
    """The highest bid a player may name (C-AUC-10, A-08: where he may overbid, all the gold there is)."""
    if state.setup.edition.auction_overbid == "forbid":
        return gold(state.zones, me)
    return int(state.book.coins)


# -- stay


def offers_stay(state: State, me: Seat) -> Iterable[Stay]:
    return () if me.marker in state.zones[OUSTED] else (Stay(me.colour),)


def needs_stay(state: State, me: Seat, _command: Stay) -> Iterator[Sentence]:
    yield me.marker not in state.zones[OUSTED], "C-AUC-05"


def stay(draft: Draft, me: Seat, _command: Stay) -> None:
    _settle(draft, draft.state.phase, me)


# -- a vacant office


def fare(state: State, me: Seat, office: int) -> int | None:
    """What a vacant office costs this player, or None if he cannot take it (C-AUC-06, C-AUC-12, C-AUC-16)."""
    if office in state.phase.free:
        return 0
    price, purse = state.book.tracks.vacant_office, gold(state.zones, me)
    if purse >= price:
        return int(price)
    if state.phase.free or me.marker not in state.zones[OUSTED]:
        return None
    if state.setup.edition.auction_poor == "pays_all":
        return purse
    return 0 if office == _rightmost_vacant(state.zones) else None


def offers_take(state: State, me: Seat) -> list[Take]:
    table, colour = state.zones, me.colour
    vacant = [office for office, zone in OFFICE.items() if not table[zone]]
    return [Take(colour, office) for office in vacant if fare(state, me, office) is not None]


def needs_take(state: State, me: Seat, command: Take) -> Iterator[Sentence]:
    yield command.office in OFFICES, "C-AUC-04", Reason("none")
    yield not state.zones[OFFICE[command.office]], "C-AUC-06", command.office
    poor = me.marker in state.zones[OUSTED] and not state.phase.free
    price, purse = state.book.tracks.vacant_office, gold(state.zones, me)
    yield (
        fare(state, me, command.office) is not None,
        *(("C-AUC-16", purse) if poor else ("C-GEN-06", price, purse)),
    )


def take(draft: Draft, me: Seat, command: Take) -> None:
    price = fare(draft.state, me, command.office) or 0
    why = "C-AUC-12" if command.office in draft.state.phase.free else "C-AUC-06"
    _leave_office(draft, me, command.office, why)
    _lay(draft, me, command.office, price, why)
    _settle(draft, draft.state.phase, me)


# -- a bid for another's office


def offers_bid(state: State, me: Seat) -> list[Offer]:
    table, phase, colour = state.zones, state.phase, me.colour
    most, found = ceiling(state, me), []
    for office in OFFICES:
        owner = holder(table, office)
        if owner and owner != colour and office not in phase.barred:
            least = least_bid(state, office, owner)
            if least <= most:
                found.append(Offer(Bid(colour, office, least), "gold", Bounds(least, most)))
    return found


def needs_bid(state: State, me: Seat, command: Bid) -> Iterator[Sentence]:
    yield command.office in OFFICES, "C-AUC-04", Reason("none")
    owner = holder(state.zones, command.office)
    yield owner != "", "C-AUC-06", Reason("vacant"), command.office
    yield owner != me.colour, "C-AUC-04", Reason("own")
    lost = "C-AUC-14" if state.setup.edition.auction_rebid == "no" else "C-AUC-18"
    yield command.office not in state.phase.barred, lost, command.office
    least = least_bid(state, command.office, owner)
    yield command.gold >= least, "C-AUC-09" if _guarded(state, command.office, owner) else "C-AUC-07", least
    yield command.gold <= ceiling(state, me), "C-AUC-10", command.gold, gold(state.zones, me)


def bid(draft: Draft, _me: Seat, command: Bid) -> None:
    phase, owner = draft.state.phase, holder(draft.zones, command.office)
    duel = Duel((owner,), phase, command.office, owner, command.gold)
    if owner in phase.round.leavers:
        end_duel(draft, duel, owner)
    else:
        draft.enter(duel, "C-AUC-08")


# -- the duel


def offers_raise(state: State, me: Seat) -> Iterable[Offer]:
    least, most = least_raise(state, me), ceiling(state, me)
    return (Offer(Raise(me.colour, least), "gold", Bounds(least, most)),) if least <= most else ()


def needs_raise(state: State, me: Seat, command: Raise) -> Iterator[Sentence]:
    least, duel = least_raise(state, me), state.phase
    guarded = me.colour != duel.holder and step(state, duel.holder) > 1
    yield command.gold >= least, "C-AUC-09" if guarded else "C-AUC-08", least
    yield command.gold <= ceiling(state, me), "C-AUC-10", command.gold, gold(state.zones, me)


def higher(draft: Draft, me: Seat, command: Raise) -> None:
    duel = draft.state.phase
    if me.colour == duel.holder:
        duel = replace(duel, actors=(duel.challenger,), held=command.gold)
    else:
        duel = replace(duel, actors=(duel.holder,), bid=command.gold)
    if duel.actors[0] in duel.round.leavers:
        end_duel(draft, duel, duel.actors[0])
    else:
        draft.enter(duel, "C-AUC-08")


def concede(draft: Draft, me: Seat, _command: Concede) -> None:
    end_duel(draft, draft.state.phase, me.colour)


def end_duel(draft: Draft, duel: Duel, passed: str) -> None:
    """One of the two passes; who is about to leave passes on everything (C-LEV-04)."""
    seats = draft.state.seats
    attack = duel.bid <= gold(draft.zones, seats[duel.challenger])
    defence = duel.held <= gold(draft.zones, seats[duel.holder])
    # who cannot pay what he bid loses to the other's last bid
    if attack and (passed == duel.holder or not defence):
        _conquer(draft, duel)
    else:
        _hold(draft, duel, duel.held if defence else 0)


def _conquer(draft: Draft, duel: Duel) -> None:
    """C-AUC-12: the challenger moves in, the ousted player chooses at once."""
    seats, phase, office = draft.state.seats, duel.challenge, duel.office
    winner, loser = seats[duel.challenger], seats[duel.holder]
    left = office_of(draft.zones, winner.colour)
    _refund(draft, loser, office)
    draft.move(loser.marker, 1, OFFICE[office], OUSTED, "C-AUC-12")
    _leave_office(draft, winner, office, "C-AUC-12")
    _lay(draft, winner, office, duel.bid, "C-AUC-11")
    acted = _with(phase.acted, winner.colour)
    if loser.colour in phase.round.leavers:
        begin_activation(draft, phase.round, acted)
        return
    vacated = (*phase.left, left) if left and left not in phase.left else phase.left
    free = _free(draft, left, vacated)
    barred = (office,) if draft.state.setup.edition.auction_rebid == "no" else ()
    draft.enter(Activation((loser.colour,), phase.round, acted, free, barred, vacated), "C-AUC-03")


def _free(draft: Draft, left: int, vacated: tuple[int, ...]) -> tuple[int, ...]:
    """The offices an ousted player may take for nothing (A-04)."""
    if draft.state.setup.edition.auction_free_move == "conqueror_only":
        return (left,) if left else ()
    return tuple(office for office in vacated if not draft.zones[OFFICE[office]])


def _hold(draft: Draft, duel: Duel, amount: int) -> None:
    """C-AUC-13: the holder pays and keeps the office, the challenger chooses anew (A-02: or his turn is over)."""
    seats, phase, edition = draft.state.seats, duel.challenge, draft.state.setup.edition
    owner, challenger = seats[duel.holder], seats[duel.challenger]
    if amount:
        _refund(draft, owner, duel.office)
    _lay(draft, owner, duel.office, amount, "C-AUC-11")
    turn_over = edition.auction_failed_challenger == "turn_over" and challenger.marker not in draft.zones[OUSTED]
    if turn_over or challenger.colour in phase.round.leavers:
        _settle(draft, phase, challenger)
        return
    free = phase.free if edition.auction_free_move_lasts == "yes" else ()
    again = edition.auction_rebid == "yes" and amount > 0  # C-AUC-18: nobody has paid, so the re-bid is spent
    barred = phase.barred if again else _with(phase.barred, duel.office)
    draft.enter(replace(phase, free=free, barred=barred), "C-AUC-13")


# -- hands


def _settle(draft: Draft, phase: Activation, me: Seat) -> None:
    begin_activation(draft, phase.round, _with(phase.acted, me.colour))


def _leave_office(draft: Draft, me: Seat, office: int, why: str) -> None:
    """The marker goes from where it stands to a vacant office."""
    left = office_of(draft.zones, me.colour)
    if left:
        _refund(draft, me, left)
    draft.move(me.marker, 1, OFFICE[left] if left else OUSTED, OFFICE[office], why)


def _lay(draft: Draft, me: Seat, office: int, amount: int, why: str) -> None:
    """Gold onto an office; whether it joins the coins there is A-01."""
    if amount and draft.state.setup.edition.auction_coins == "sweep":
        draft.sweep(COINS[office], SUPPLY, "C-AUC-15")
    draft.move("gold", amount, me.treasury, COINS[office], why)


def _refund(draft: Draft, me: Seat, office: int) -> None:
    """A-01, third reading: the coins on an office are its holder's until the phase ends."""
    if draft.state.setup.edition.auction_coins == "refund":
        draft.sweep(COINS[office], me.treasury, "C-AUC-15")


def _with(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    return items if item in items else (*items, item)


def _rightmost_vacant(table: Zones) -> int:
    return max(office for office, zone in OFFICE.items() if not table[zone])


STAY = Action(Stay, offers_stay, needs_stay, stay)
TAKE = Action(Take, offers_take, needs_take, take)
BID = Action(Bid, offers_bid, needs_bid, bid)
RAISE = Action(Raise, offers_raise, needs_raise, higher)
CONCEDE = plain(Concede, concede)
