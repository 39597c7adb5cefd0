"""What a lawful command brings or costs in money, if those who are asked about it let it pass."""

from __future__ import annotations

from companion.arbiter.spelling import spelling_of
from companion.titles import title_of
from engine.catalogue import Unknown
from engine.event import Event, State, revert
from engine.game import Command, Game, Offer, decide, legal

MOST_ASKED = 12
"""No more seats are asked about one command."""


def money_change(game: Game, state: State, command: Command) -> int:
    """The money a command brings its seat, below 0 what it costs; 0 in a game without money. The state stays."""
    account = spelling_of(game.name).account
    if not account.money or not command.seat:
        return 0
    zone, piece = (part.format(seat=command.seat) for part in account.numbers[account.money])
    before, done = state.table[zone].get(piece, 0), []
    try:
        done += decide(game, state, command)
        done += _passed(game, state)
        return int(state.table[zone].get(piece, 0)) - int(before)
    except Unknown:
        return 0
    finally:
        revert(state, done)


def _passed(game: Game, state: State) -> list[Event]:
    """A player who is asked to answer passes, as far as the rules let them."""
    done: list[Event] = []
    for _ in range(MOST_ASKED):
        answer = _pass(game, state) if type(state.phase) in game.interrupts else None
        if answer is None:
            break
        done += decide(game, state, answer)
    return done


def _pass(game: Game, state: State) -> Command | None:
    names = title_of(game.name).passes
    items = [item for seat in state.phase.actors[:1] for item in legal(game, state, seat)]
    found = [item for item in items if not isinstance(item, Offer) and type(item).__name__ in names]
    return found[0] if found else None
