"""Open and hidden information (C-INF): what a seat may know of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.constantinopolis.commands import Depart, Load, Unload
from engine.constantinopolis.faces import UNREAD
from engine.constantinopolis.phases import Acceptance, Bargain, Clash, Dealing, Departure, Shuffling
from engine.constantinopolis.readings import players
from engine.constantinopolis.zones import SUPPLY, Seat
from engine.event import Event, Moved, State
from engine.game import Command, Game, Offer, legal
from engine.table import Table
from engine.veil import Secrets, seen, told

PRIVATE = dict.fromkeys(("C-AUC-10", "C-AUC-16", "C-CON-05", "C-GEN-06"), "gold")
"""Rules whose refusal tells of the gold of the seat that asked (C-INF-06), and which of their facts does."""

_LOADING = (Acceptance, Clash, Bargain, Dealing, Departure)


def secrets(state: State, viewer: str) -> Secrets:
    """What the viewer may not know: others' gold, and the contracts on their ships (C-INF-01, C-INF-03, A-22)."""
    if not hasattr(state.phase, "round"):
        return Secrets()
    others = [me for me in players(state) if me.colour != viewer]
    counts = {me.treasury: "gold" for me in others} | {SUPPLY: "gold"}  # what the supply lacks lies in treasuries
    if state.setup.edition.loaded_contracts == "open":
        return Secrets(counts)
    hold = state.book.hold
    ships = (ship for me in others for zone in (me.short, me.long, me.harbour) for ship in state.zones[zone])
    return Secrets(counts, {hold[ship]: UNREAD for ship in ships})


def known(state: State, viewer: str) -> Table:
    """The table as the viewer knows it: all that is open (C-INF-02, C-INF-05).

    Loadings of others still lie unloaded before them (C-INF-04).
    """
    table = state.table.copy()
    if secret_loading(state):
        for me in players(state):
            if me.colour != viewer:
                for event in _loaded(state, me):
                    table.shift(event.piece, event.count, event.target, event.source)
    return seen(table, secrets(state, viewer))


def secret_loading(state: State) -> bool:
    """Are ships being loaded, each in secret?"""
    phase = state.phase
    return type(phase) in _LOADING or (type(phase) is Shuffling and type(phase.back) is Dealing)


def news(before: State, command: Command, events: Iterable[Event], viewer: str) -> list[Event]:
    """What the viewer is told of an entry, `before` it happened; loadings of others come when ships leave."""
    hidden = secrets(before, viewer)
    if isinstance(command, Load | Unload) and command.seat != viewer:
        return []
    if not isinstance(command, Depart):
        return list(told(events, hidden))
    others = [me for me in players(before) if me.colour != viewer]
    shown = [event for me in others for event in _loaded(before, me)]
    return [*shown, *_closing(before, others, hidden), *told(events, hidden)]


def _loaded(state: State, me: Seat) -> Iterator[Moved]:
    """The loading of a seat as moves from table and hand onto its ships."""
    hold = state.book.hold
    for ship in state.zones[me.harbour]:
        for piece, count in state.zones[hold[ship]].items():
            yield Moved(piece, count, me.goods if len(piece) == 1 else me.open, hold[ship], "C-INF-04")


def _closing(state: State, others: Iterable[Seat], hidden: Secrets) -> Iterator[Event]:
    """After the showing the contracts on ships are closed."""
    moves = [event for me in others for event in _loaded(state, me) if len(event.piece) > 1]
    for event in told(moves, hidden):
        if not isinstance(event, Moved):
            yield event


def lawful(game: Game, state: State, seat: str, viewer: str) -> list[Command | Offer]:
    """What a seat may do, as the viewer may be told: lists depend on gold, so they are for their own seat only."""
    return legal(game, state, seat) if viewer == seat or not seat else []


def refusal(rule: str, facts: tuple[Any, ...], seat: str, viewer: str) -> tuple[str, tuple[Any, ...]]:
    """A refusal as the viewer may be told: not by a rule about gold, unless it is his own."""
    if viewer != seat and rule in PRIVATE:
        return "C-INF-06", ()
    return rule, facts
