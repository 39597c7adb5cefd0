"""The public offices once the auction is over (C-OFF)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.constantinopolis.commands import Collect, Forget, Receive
from engine.constantinopolis.hands import earn, take
from engine.constantinopolis.phases import Activation, Bounty, Duel, Settling, in_round
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import able, holder, stays
from engine.constantinopolis.sequence import after_settling, begin_arrivals
from engine.constantinopolis.zones import COINS, COMES, GOODS, PRETORIO, SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Reason, Sentence


def collect(draft: Draft, _table: Seat, _command: Collect) -> None:
    """No coin is left for the next auction (C-AUC-01, C-AUC-17); the treasurer is paid, if there is one (C-OFF-08)."""
    for zone in COINS.values():
        draft.sweep(zone, SUPPLY, "C-AUC-17")
    treasurer = holder(draft.zones, COMES)
    if treasurer:
        state = draft.state
        earn(draft, state.seats[treasurer], state.book.tracks.comes_gold, "C-OFF-03")
    after_settling(draft, draft.state.phase.round)


def offers_receive(state: State, me: Seat) -> Iterable[Receive]:
    return [Receive(me.colour, good) for good in able(state, me)]


def needs_receive(state: State, me: Seat, command: Receive) -> Iterator[Sentence]:
    yield command.good in tuple(able(state, me)), "C-OFF-02", Reason("not_able"), command.good


def receive(draft: Draft, me: Seat, command: Receive) -> None:
    take(draft, me, command.good, 1, "C-OFF-02")
    begin_arrivals(draft, draft.state.phase.round)


def forget(draft: Draft, me: Seat, _command: Forget) -> None:
    begin_arrivals(draft, replace(draft.state.phase.round, missed=me.colour))


def overdue(state: State, me: Seat) -> str:
    """The goods a forgotten one may be made up with (C-OFF-07, A-09)."""
    known = able(state, me)
    made_up = {"most_valuable": max(known, key=GOODS.index), "lost": "", "choice": known}
    return made_up[state.setup.edition.pretorio_missed]


def offers_make_up(state: State, me: Seat) -> Iterable[Receive]:
    if state.phase.round.missed != me.colour or not stays(state, me) or _has_choice(state, me):
        return ()
    return [Receive(me.colour, good) for good in overdue(state, me)]


def _still_to_come(state: State) -> bool:
    """Is the auction still going on, after which the good is received?"""
    return type(state.phase) in (Activation, Duel, Settling)


def _has_choice(state: State, me: Seat) -> bool:
    """Is the seat asked for its good of this round?"""
    return type(state.phase) is Bounty and me.colour in state.phase.actors


def needs_make_up(state: State, me: Seat, command: Receive) -> Iterator[Sentence]:
    yield stays(state, me), "C-LEV-04"
    prefect = me.colour == holder(state.zones, PRETORIO)
    missed, why = state.phase.round.missed == me.colour, Reason("had" if prefect else "no_prefect")
    yield missed, "C-OFF-02", Reason("not_yet") if prefect and _still_to_come(state) else why, command.good
    yield command.good in tuple(able(state, me)), "C-OFF-02", Reason("not_able"), command.good
    yield command.good in overdue(state, me), "C-OFF-07", Reason(state.setup.edition.pretorio_missed)


def make_up(draft: Draft, me: Seat, command: Receive) -> None:
    phase = draft.state.phase
    take(draft, me, command.good, 1, "C-OFF-07")
    draft.enter(in_round(phase, replace(phase.round, missed="")), "C-OFF-07")


COLLECT = plain(Collect, collect)
RECEIVE = Action(Receive, offers_receive, needs_receive, receive)
MAKE_UP = Action(Receive, offers_make_up, needs_make_up, make_up)
FORGET = plain(Forget, forget)
