"""The people of the virtual table of Praetor: chance, players, what lies where, and the count at the end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.titles.praetor.counter import true_scores
from companion.titles.praetor.players import Player
from companion.titles.title import Seat, ShownCards, TableLayout
from engine.event import State
from engine.game import Command, Offer, legal
from engine.praetor.commands import Order, Reveal, Youngest
from engine.praetor.game import PRAETOR
from engine.praetor.refill import Dealt


class People:
    """Turns up, plays and counts for the seats of a table; the same seed plays the same game."""

    by_hand: frozenset[str] = frozenset()

    def __init__(self, seats: Sequence[Seat], seed: int) -> None:
        self._seats = tuple(seats)
        self._players = {seat: Player(seat, seed) for seat in seats}

    def chance(self, state: State, seat: Seat, random: Random) -> Command | None:
        """Tiles and the wall section that are turned up; a stack lies as it is remembered."""
        if seat:
            return None
        items = legal(PRAETOR, state, "")
        if any(isinstance(item, Order) for item in items):
            return Order("")
        (item,) = (item for item in items if isinstance(item, Offer))
        if isinstance(item.least, Reveal):
            return _turned_up(item, random)
        if isinstance(item.least, Youngest):
            return Youngest("", "")
        return item.of(random.choice(item.over.values))

    def decide(self, state: State, seat: Seat) -> Command:
        """What the seat's player chooses."""
        return self._players[seat].choose(PRAETOR, state)

    def shows(self, _command: Command) -> ShownCards | None:
        """Nothing is shown on the mat."""
        return None

    def layout(self, state: State) -> TableLayout:
        """Gold lies on the trays."""
        return TableLayout(gold={seat: state.table[f"treasury/{seat}"].get("gold", 0) for seat in self._seats})

    def count(self, state: State) -> dict[Seat, dict[str, int]]:
        """The score, counted from the pieces."""
        return true_scores(state, self._seats)


def _turned_up(item: Offer, random: Random) -> Command:
    """Tiles off the top: of the First Era as long as there are any."""
    over = item.over
    assert isinstance(over, Dealt)
    upper = random.sample(sorted(over.upper), min(over.most, len(over.upper)))
    lower = sorted(set(over.pool) - set(over.upper))
    return item.of(dict.fromkeys((*upper, *random.sample(lower, over.most - len(upper))), 1))
