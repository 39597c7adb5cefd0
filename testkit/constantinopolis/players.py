"""Seeded players and a dealer for tests and benches: what they do is lawful, not clever."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.constantinopolis import commands as c
from engine.constantinopolis.editions import Edition
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.setup import Place, Setup
from engine.constantinopolis.values import house
from engine.constantinopolis.zones import COLOURS
from engine.event import State
from engine.game import Offer, legal
from engine.journal import Journal

UNIFORM: Mapping[type, float] = {c.Leave: 0, c.Forget: 0, c.Trade: 0}
LIVELY: Mapping[type, float] = {
    **UNIFORM,
    c.Build: 6,
    c.Load: 8,
    c.Use: 5,
    c.BuyShip: 3,
    c.BuyPost: 3,
    c.Sell: 2,
    c.Save: 0.2,
    c.Free: 0.1,
    c.Unload: 0.1,
    c.Discard: 0.05,
    c.EndTurn: 0.4,
    c.Done: 0.3,
    c.Keep: 0.3,
    c.Bid: 0.5,
}


class Player:
    """Plays every seat and deals: each lawful choice with a weight by its kind."""

    def __init__(self, seed: int, weights: Mapping[type, float] = UNIFORM, purse: int = 12) -> None:
        self.chance = random.Random(seed)
        self.weights = weights
        self.purse = purse

    def choose(self, items: list[Any]) -> Any:
        """One of the lawful `items`, with its range or set filled in."""
        kinds = [type(item.least) if type(item) is Offer else type(item) for item in items]
        weights = [self.weights.get(kind, 1) for kind in kinds]
        if not any(weights):
            weights = [1] * len(items)
        return self.fill(self.chance.choices(items, weights)[0])

    def fill(self, item: Any) -> Any:
        """A command out of an item of the lawful list."""
        if type(item) is not Offer:
            return item
        if item.over.pool is not None:
            return item.of(self.pick(item.over))
        least, most = item.over.span
        return item.of(self.chance.randint(least, min(most, least + self.purse)))

    def pick(self, over: Any) -> dict[str, int]:
        """A random set within a `Pick`."""
        pieces = [piece for piece, count in over.pool.items() for _ in range(count)]
        found: dict[str, int] = {}
        for piece in self.chance.sample(pieces, self.chance.randint(over.least, over.most)):
            found[piece] = found.get(piece, 0) + 1
        return found

    def next(self, state: State) -> Any:
        """What happens next at the table."""
        actors = state.phase.actors
        seat = actors[0] if len(actors) == 1 else self.chance.choice(actors)
        return self.choose(legal(CONSTANTINOPOLIS, state, seat))


def setup(players: int = 4, seed: int = 0, edition: Edition | None = None, **changes: Any) -> Setup:
    """A set-up as a dealer would make it from a seed."""
    chance = random.Random(seed)
    colours = COLOURS[:players]
    values = house()
    cards = [f"market-{name}" for name in values.markets]
    chance.shuffle(cards)
    edition = edition or Edition()
    seen = tuple(cards) if edition.future_market == "all_open" else tuple(cards[:2])
    offices = tuple(chance.sample(colours, players))
    made = Setup(tuple(Place(colour, colour.title()) for colour in colours), offices, seen, values, edition)
    return replace(made, **changes) if changes else made


def game(players: int = 4, seed: int = 0, weights: Mapping[type, float] = UNIFORM, **more: Any) -> Journal:
    """A whole random game."""
    journal = Journal(CONSTANTINOPOLIS, setup(players, seed, **more))
    for _ in play(journal, Player(seed, weights)):
        pass
    return journal


def play(journal: Journal, player: Player, most: int = 5000) -> Iterator[Journal]:
    """Go on until the game is over, yielding after every entry; `AssertionError` if it never is."""
    for _ in range(most):
        if not journal.state.phase.actors:
            return
        journal.submit(player.next(journal.state), "replay")
        yield journal
    raise AssertionError(f"no end after {most} entries")
