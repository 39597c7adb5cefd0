"""Seeded players and a dealer for tests and benches: what they do is lawful, not clever."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.event import State
from engine.game import Offer, legal
from engine.journal import Journal
from engine.praetor import commands as c
from engine.praetor.editions import OPTIONS, Edition
from engine.praetor.editions import edition as chosen
from engine.praetor.game import PRAETOR
from engine.praetor.refill import Dealt
from engine.praetor.setup import Place, Setup, start_city
from engine.praetor.values import GOLD_MINE, house
from engine.praetor.zones import COLOURS

UNIFORM: Mapping[type, float] = {c.Restack: 0.05}
LIVELY: Mapping[type, float] = {
    **UNIFORM,
    c.Build: 4,
    c.Activate: 2,
    c.Labor: 6,
    c.Pass: 0.2,
    c.Close: 2,
    c.Buy: 0.5,
    c.Hire: 4,
}
POLICIES = {"uniform": UNIFORM, "lively": LIVELY}


class Player:
    """Plays every seat and deals: each lawful choice with a weight by its kind."""

    def __init__(self, seed: int, weights: Mapping[type, float] = UNIFORM) -> None:
        self.chance = random.Random(seed)
        self.weights = weights

    def choose(self, items: list[Any]) -> Any:
        """One of the lawful `items`, with what it leaves open filled in."""
        kinds = [type(item.least) if type(item) is Offer else type(item) for item in items]
        weights = [self.weights.get(kind, 1) for kind in kinds]
        return self.fill(self.chance.choices(items, weights)[0])

    def fill(self, item: Any) -> Any:
        """A command out of an item of the lawful list."""
        if type(item) is not Offer:
            return item
        over = item.over
        if type(over) is Dealt:
            return item.of(dict.fromkeys(self.deal(over), 1))
        if over.values:
            return item.of(self.chance.choice(over.values))
        return item.of(self.chance.randint(*over.span))

    def deal(self, over: Dealt) -> list[str]:
        """Tiles off the top: of the First Era as long as there are any."""
        upper = self.chance.sample(sorted(over.upper), min(over.most, len(over.upper)))
        lower = sorted(set(over.pool) - set(over.upper))
        return [*upper, *self.chance.sample(lower, over.most - len(upper))]

    def next(self, state: State) -> Any:
        """What happens next at the table."""
        return self.choose(legal(PRAETOR, state, state.phase.actors[0]))


def setup(players: int = 4, seed: int = 0, edition: Edition | None = None, **changes: Any) -> Setup:
    """A set-up as a dealer would make it from a seed."""
    chance, edition = random.Random(seed), edition or Edition()
    values, colours = house(), COLOURS[:players]
    places = tuple(Place(colour, colour.title()) for colour in colours)
    made = Setup(places, chance.choice(colours), (), (), (), "", values, (), edition)
    book = made.book
    mines = [tile for tile in made.start_tiles if book.kind[tile] == GOLD_MINE]
    sides = [chance.choice(("A", side)) for side in chance.sample(book.sides[1:], players)]
    made = replace(
        made,
        mines=tuple(chance.sample(mines, players)),
        city=start_city(book, players, edition),
        display=tuple(chance.sample(made.deck("I"), players + 1)),
        wall=chance.choice(book.sections),
        boards=tuple(sides) if seed else (),
    )
    return replace(made, **changes) if changes else made


def any_edition(chance: random.Random) -> Edition:
    """Options as they fall: each its default every other time."""
    return chosen({name: chance.choice((*values, *values[:1] * len(values))) for name, values in OPTIONS.items()})


def any_setup(seed: int) -> Setup:
    """Two to five players and any options; the expert variant from three players on."""
    chance = random.Random(f"table {seed}")
    players, edition = chance.randint(2, 5), any_edition(chance)
    return setup(players, seed, replace(edition, expert="no") if players == 2 else edition)


def game(players: int = 4, seed: int = 0, weights: Mapping[type, float] = UNIFORM, **more: Any) -> Journal:
    """A whole random game."""
    journal = Journal(PRAETOR, setup(players, seed, **more))
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
