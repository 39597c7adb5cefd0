"""Random play through everything the rules allow: options, trades, forgotten goods, people who leave."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.constantinopolis import commands as c
from engine.constantinopolis.editions import OPTIONS, Edition
from engine.constantinopolis.editions import edition as chosen
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.setup import Setup
from engine.event import State
from engine.game import Offer, legal
from engine.journal import Journal
from testkit.constantinopolis.players import LIVELY, UNIFORM, Player, play, setup

RARE: Mapping[type, float] = {c.Leave: 0.002, c.Forget: 0.3, c.Trade: 0.2}
WILD: Mapping[type, float] = {**UNIFORM, **RARE}
BUSY: Mapping[type, float] = {**LIVELY, **RARE}


ASIDE = 0.01
"""How often somebody does what needs no turn, if there is anything."""


class Wanderer(Player):
    """A player who also trades, asking for something the partner has, and acts aside: leaves, makes up, exchanges."""

    state: State

    def next(self, state: State) -> Any:
        self.state = state
        aside = self.aside() if self.chance.random() < ASIDE else []
        return self.choose(aside) if aside else super().next(state)

    def aside(self) -> list[Any]:
        """What a seat that is not asked may do; leaving as rarely as in one's own turn."""
        phase = self.state.phase
        seat = self.chance.choice([seat for seat in self.state.setup.colours if seat not in phase.actors] or [""])
        found = legal(CONSTANTINOPOLIS, self.state, seat) if seat else []
        rare = self.weights.get(c.Leave, 1)
        return found if self.chance.random() < rare * 20 else [one for one in found if type(one) is not c.Leave]

    def fill(self, item: Any) -> Any:
        command = super().fill(item)
        return replace(command, gets=self.wanted(command.partner)) if type(command) is c.Trade else command

    def wanted(self, partner: str) -> dict[str, int]:
        """Some of a partner's goods, or a little gold."""
        goods = list(self.state.table[f"goods/{partner}"])
        return {self.chance.choice(goods): 1} if goods and self.chance.random() < 0.7 else {"gold": 1}


class Stubborn(Wanderer):
    """A player who challenges and raises as low as he may and never gives way: the longest auction there is.

    What he cannot pay he bids at once as high as may be, for others to do the same.
    """

    def choose(self, items: list[Any]) -> Any:
        fights = [item for item in items if type(item) is Offer and type(item.least) in (c.Bid, c.Raise)]
        return self.fight(self.chance.choice(fights)) if fights else super().choose(items)

    def fight(self, item: Any) -> Any:
        purse = self.state.table[self.state.seats[item.least.seat].treasury].get("gold", 0)
        least, most = item.over.span
        return item.least if least <= purse else item.of(most)


def edition(chance: random.Random) -> Edition:
    """Options as they fall: each its default every other time."""
    return chosen({name: chance.choice((*values, *values[:1] * len(values))) for name, values in OPTIONS.items()})


def any_setup(seed: int) -> Setup:
    """Two to five players and any options."""
    chance = random.Random(f"table {seed}")
    made = setup(chance.randint(2, 5), seed, edition(chance))
    return replace(made, places=tuple(chance.sample(made.places, len(made.places))))


def any_game(seed: int) -> Journal:
    """A whole random game at any table."""
    journal = Journal(CONSTANTINOPOLIS, any_setup(seed))
    for _ in play(journal, Wanderer(seed, WILD if seed % 2 else BUSY)):
        pass
    return journal


def lawful(state: State) -> list[tuple[str, Any]]:
    """Every item of every actor's list, with the actor."""
    return [(seat, item) for seat in state.phase.actors for item in legal(CONSTANTINOPOLIS, state, seat)]
