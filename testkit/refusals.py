"""Which rules some refusal rests on: random games of every title, with whatever can be written tried along them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.byzanz.game import BYZANZ
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Activation, Duel
from engine.event import Entered, State, evolve
from engine.game import judge
from engine.journal import Journal
from engine.praetor.game import PRAETOR
from engine.rule import Ruling
from testkit import play
from testkit.byzanz import dealer, laws
from testkit.constantinopolis import imaginable
from testkit.praetor import imaginable as city
from testkit.praetor import players as builders


def reached(game: str, games: int) -> set[str]:
    """The rules on which some refusal rests in so many random games; their set-ups are tried too."""
    return {ruling.rule for _state, ruling in refused(game, games)}


def refused(game: str, games: int) -> Iterator[tuple[State, Ruling]]:
    """Every refusal of what is tried in so many random games, with the position."""
    played, imagined = GAMES[game]
    for seed in range(games):
        journal = played(seed)
        for state in _positions(journal, random.Random(seed)):
            for command in _tries(journal, state, imagined):
                ruling = judge(journal.game, state, command)
                if ruling.rule:
                    yield state, ruling


def _positions(journal: Journal, chance: random.Random) -> Iterator[State]:
    """One position of a game in each kind of phase it comes to, taken at random."""
    phases, phase = [], journal.game.box(journal.setup).phase
    for entry in journal.entries:
        phase = next((event.phase for event in reversed(entry.events) if isinstance(event, Entered)), phase)
        phases.append(type(phase))
    places = {kind: [n for n, each in enumerate(phases) if each is kind] for kind in dict.fromkeys(phases)}
    chosen = {chance.choice(each) for each in places.values()}
    state = journal.game.box(journal.setup)
    yield state
    for number, entry in enumerate(journal.entries):
        evolve(state, entry.events)
        if number in chosen:
            yield state


def _tries(journal: Journal, state: State, imagined: Callable[[State, str], Iterator[Any]]) -> Iterator[Any]:
    """Whatever can be thought of, and every kind of command of the game by every seat."""
    boxed = journal.game.box(journal.setup).phase
    kinds = {type(entry.command): entry.command for entry in journal.entries}
    for seat in state.seats:
        yield from (replace(command, seat=seat) for command in kinds.values())
        if state.phase.actors and type(state.phase) is not type(boxed) and (seat or not _auction(state)):
            yield from imagined(state, seat)


def _auction(state: State) -> bool:
    """A phase in which only seats bid, by the gold they have."""
    return type(state.phase) in (Activation, Duel)


def _city(seed: int) -> Journal:
    journal = Journal(PRAETOR, builders.any_setup(seed))
    for _ in builders.play(journal, builders.Player(seed, builders.LIVELY)):
        pass
    return journal


GAMES: dict[str, tuple[Callable[[int], Journal], Callable[[State, str], Iterator[Any]]]] = {
    CONSTANTINOPOLIS.name: (play.any_game, imaginable.commands),
    BYZANZ.name: (dealer.any_game, laws.imaginable),
    PRAETOR.name: (_city, city.commands),
}
