"""The eight phases in their order: what comes after what (C-RND-01).

Auction, construction and drawing ask one seat after the other in turn order, the offices from I to V (C-GEN-02);
in the other phases all who have something to do are asked at once (C-GEN-08).
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.constantinopolis import phases as p
from engine.constantinopolis.allowance import due, may_donate, surplus
from engine.constantinopolis.readings import holder, producible
from engine.constantinopolis.zones import BOX, CONSUL, DECK, DISCARDED, OFFICE, OFFICES, PRETORIO, URBI, Seat
from engine.draft import Draft
from engine.event import State
from engine.table import Zones


def begin_round(draft: Draft, before: p.Round | None) -> None:
    """A new round: what each seat is able to produce is fixed for it, then the auction begins (C-RND-02).

    With five cards the pile is empty after rounds 4 and 8: the ninth is the last (C-EOR-06, C-RND-04, C-END-02).
    """
    state = draft.state
    able = {
        colour: producible(state.book, draft.zones[state.seats[colour].sheet])
        for colour in state.setup.colours
        if state.seats[colour].marker not in draft.zones[BOX]
    }
    if before is None:
        begin_activation(draft, p.Round(1, able), ())
    else:
        now = p.Round(before.number + 1, able, lap=before.lap, last=before.lap == 2, missed=before.missed)
        begin_activation(draft, now, ())


def begin_activation(draft: Draft, now: p.Round, acted: tuple[str, ...]) -> None:
    """The leftmost office holder who has not been active is next; when all have, the auction ends."""
    for office in OFFICES:
        colour = holder(draft.zones, office)
        if colour and colour not in acted and colour not in now.leavers:
            draft.enter(p.Activation((colour,), now, acted), "C-AUC-02")
            return
    draft.enter(p.Settling(p.TABLE, now), "C-AUC-17")


def after_settling(draft: Draft, now: p.Round) -> None:
    """The turn order is fixed; the Praefectus Pretorio has his good to choose."""
    found = (holder(draft.zones, office) for office in OFFICES)
    now = replace(now, order=tuple(colour for colour in found if colour and colour not in now.leavers))
    prefect = holder(draft.zones, PRETORIO)
    if prefect in now.order:
        draft.enter(p.Bounty((prefect,), now), "C-OFF-02")
    else:
        begin_arrivals(draft, now)


def begin_arrivals(draft: Draft, now: p.Round) -> None:
    """Phase 2 is skipped while no ship is at sea."""
    seats = [draft.state.seats[colour] for colour in now.able]
    if any(draft.zones[me.short] or draft.zones[me.long] for me in seats):
        draft.enter(p.Arrivals(p.TABLE, now), "C-RND-01")
    else:
        draft.enter(p.Harvest(p.TABLE, now), "C-RND-03")


def next_builder(draft: Draft, now: p.Round, after: str = "") -> None:
    """The next construction turn in turn order, or phase 5."""
    colour = _next(now, after)
    if colour:
        draft.enter(p.Construction((colour,), now), "C-BLD-01")
    else:
        next_drawer(draft, now)


def next_drawer(draft: Draft, now: p.Round, after: str = "") -> None:
    """The next to draw in turn order, or phase 6; a draw with no card left anywhere is lost."""
    colour = _next(now, after)
    if not colour:
        begin_acceptance(draft, now)
    elif draft.zones[DECK] or draft.zones[DISCARDED]:
        go_on_drawing(draft, p.Drawing((colour,), now, due(draft.state, draft.state.seats[colour])))
    else:
        next_drawer(draft, now, colour)


def go_on_drawing(draft: Draft, draw: p.Drawing | p.Dealing) -> None:
    """Draw what is due while there are cards; an empty deck is renewed first, and with no card left the rest is lost
    (C-DRW-04)."""
    if draw.due and draft.zones[DECK]:
        draft.enter(draw, "C-DRW-01" if isinstance(draw, p.Drawing) else "C-ACC-02")
    elif draw.due and draft.zones[DISCARDED] and _reshuffles(draft.state, draw):
        draft.enter(p.Shuffling(p.TABLE, draw), "C-DRW-03")
    elif isinstance(draw, p.Dealing):
        draft.enter(draw.back, "C-ACC-01")
    else:
        next_drawer(draft, draw.round, draw.actors[0])


def _reshuffles(state: State, draw: p.Drawing | p.Dealing) -> bool:
    return isinstance(draw, p.Drawing) or bool(state.setup.edition.reshuffle_always == "yes")


def begin_acceptance(draft: Draft, now: p.Round) -> None:
    """Phase 6: all at once, as in every phase without a turn order (C-GEN-08), or one after the other (A-23)."""
    ready = tuple(colour for colour in now.order if colour not in now.leavers)
    if not ready:
        begin_departure(draft, now)
    elif draft.state.setup.edition.accept_order == "turn_order":
        draft.enter(p.Acceptance(ready[:1], now, waiting=ready[1:]), "C-ACC-02")
    else:
        draft.enter(p.Acceptance(ready, now), "C-ACC-01")


def end_acceptance(draft: Draft, phase: p.Acceptance, done: str) -> None:
    """One player is done; when all are, ships leave."""
    left = tuple(colour for colour in phase.actors if colour != done)
    waiting = tuple(colour for colour in phase.waiting if colour not in phase.round.leavers)
    if left:
        draft.enter(replace(phase, actors=left), "C-ACC-03")
    elif waiting:
        draft.enter(replace(phase, actors=waiting[:1], waiting=waiting[1:]), "C-ACC-02")
    else:
        begin_departure(draft, phase.round)


def begin_departure(draft: Draft, now: p.Round) -> None:
    """Ships leave, if any is loaded."""
    hold = draft.state.book.hold
    for me in _seats(draft, now):
        for ship in draft.zones[me.harbour]:
            if draft.zones[hold[ship]]:
                draft.enter(p.Departure(p.TABLE, now), "C-ACC-03")
                return
    begin_clearing(draft, now)


def begin_clearing(draft: Draft, now: p.Round) -> None:
    """Contracts left over are discarded, if there are any."""
    if any(draft.zones[me.open] for me in _seats(draft, now)):
        draft.enter(p.Clearing(p.TABLE, now), "C-ACC-03")
    else:
        begin_donation(draft, now)


def begin_donation(draft: Draft, now: p.Round) -> None:
    """Phase 7 asks whoever has a donation to make."""
    end_donation(draft, p.Donation(now.order, now))


def end_donation(draft: Draft, phase: p.Donation) -> None:
    """Who may still donate is asked; with nobody left the round ends."""
    seats = draft.state.seats
    asked = [colour for colour in phase.actors if colour not in phase.round.leavers]
    actors = tuple(colour for colour in asked if may_donate(draft.state, seats[colour]))
    if actors:
        draft.enter(replace(phase, actors=actors), "C-DON-01")
    else:
        begin_turnover(draft, phase.round)


def begin_turnover(draft: Draft, now: p.Round) -> None:
    """Phase 8, or the end of the game, whichever end came first (C-END-03)."""
    if now.last:
        draft.enter(p.Scoring(p.TABLE, now), "C-EOR-01")
    else:
        draft.enter(p.Turnover(p.TABLE, now), "C-EOR-02")


def begin_storing(draft: Draft, now: p.Round) -> None:
    """The storing step asks whoever has too many goods (C-STO-03; A-27: not in round 8, by the letter of IT)."""
    if now.lap == 2 and draft.state.setup.edition.store_round_before_last == "no":
        begin_refreshing(draft, now)
        return
    end_storing(draft, p.Storing(now.order, now))


def end_storing(draft: Draft, phase: p.Storing) -> None:
    """Who still has too many goods is asked."""
    seats = draft.state.seats
    asked = [colour for colour in phase.actors if colour not in phase.round.leavers]
    actors = tuple(colour for colour in asked if surplus(draft.state, seats[colour]))
    if actors:
        draft.enter(replace(phase, actors=actors), "C-STO-01")
    else:
        begin_refreshing(draft, phase.round)


def after_giving(draft: Draft) -> None:
    """Goods given away may leave their owner nothing more to donate or to give up."""
    phase = draft.state.phase
    if type(phase) is p.Donation:
        end_donation(draft, phase)
    elif type(phase) is p.Storing:
        end_storing(draft, phase)


def go_on_building(draft: Draft, turn: p.Construction, why: str) -> None:
    """A construction turn goes on; that of a player who leaves is over (C-LEV-04)."""
    if turn.actors[0] in turn.round.leavers:
        next_builder(draft, turn.round, turn.actors[0])
    else:
        draft.enter(turn, why)


def begin_refreshing(draft: Draft, now: p.Round) -> None:
    """Cubes go back and markers are turned, if there are any; then the next round."""
    table = draft.zones
    if now.leavers or any(_spent(table, me) for me in _seats(draft, now)):
        draft.enter(p.Refreshing(p.TABLE, now), "C-EOR-07")
    else:
        begin_round(draft, now)


def _next(now: p.Round, after: str) -> str:
    """The next in turn order, by the offices from I to V, or nobody (C-GEN-02)."""
    place = now.order.index(after) + 1 if after else 0
    for colour in now.order[place:]:
        if colour not in now.leavers:
            return colour
    return ""


def _seats(draft: Draft, now: p.Round) -> list[Seat]:
    return [draft.state.seats[colour] for colour in now.able]


def _spent(table: Zones, me: Seat) -> bool:
    if table[me.bought] or table[me.sold]:
        return True
    for zone in me.used.values():
        if table[zone]:
            return True
    return me.turned in table[OFFICE[URBI]] or me.turned in table[OFFICE[CONSUL]]
