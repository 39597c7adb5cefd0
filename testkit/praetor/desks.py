"""Desks in the middle of a game of Praetor, which a seeded player has led there."""

from __future__ import annotations

from typing import Any

from companion.host.opening import new_session
from companion.presenters.desk import Desk
from engine.journal import Journal
from engine.praetor.game import PRAETOR
from testkit.praetor.players import LIVELY, Player, play, setup
from testkit.taps import hands_done


def led_to(phase: type, players: int = 5, seed: int = 1, since: int = 1) -> Journal:
    """A game as far as it first is in a phase of this kind, in the round `since` or later."""
    journal = Journal(PRAETOR, setup(players, seed))
    for _ in play(journal, Player(seed, LIVELY)):
        if _reached(journal.state.phase, phase, since):
            return journal
    raise AssertionError(f"{players} players with the seed {seed} do not come to {phase.__name__}")


def _reached(now: Any, phase: type[Any], since: int) -> bool:
    return isinstance(now, phase) and now.round.number >= since


def desk_in(phase: type, players: int = 5, seed: int = 1, since: int = 1) -> Desk:
    """A desk with such a game, once hands have followed."""
    desk = Desk(source=new_session(led_to(phase, players, seed, since)))
    hands_done(desk)
    return desk
