"""The people of the virtual table of Praetor: two decks, players, what lies where, and the count at the end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.titles.praetor.counter import true_scores
from companion.titles.praetor.players import Player
from companion.titles.title import Seat, ShownCards, TableLayout
from engine.event import State
from engine.game import Command
from engine.praetor.commands import Order, Reveal, Unveil, Youngest
from engine.praetor.phases import Ordering, Refilling, Tied, Unveiling
from engine.praetor.zones import FIRST_ERA, SECOND_ERA, WALLS


class People:
    """Turns tiles up, plays and counts for the seats of a table; the same seed plays the same game."""

    by_hand: frozenset[str] = frozenset()

    def __init__(self, seats: Sequence[Seat], seed: int) -> None:
        self._seats = tuple(seats)
        self._players = {seat: Player(seat, seed) for seat in seats}

    def chance(self, state: State, seat: Seat, random: Random) -> Command | None:
        """What is turned up, where the favor markers lie as they were laid, and who is the youngest."""
        if seat:
            return None
        phase = state.phase
        if isinstance(phase, Ordering):
            return Order("")
        if isinstance(phase, Refilling):
            return Reveal("", dict.fromkeys(_top(state, phase.due, random), 1))
        if isinstance(phase, Unveiling):
            return Unveil("", random.choice(sorted(state.zones[WALLS])))
        return Youngest("", random.choice(phase.tied)) if isinstance(phase, Tied) else None

    def decide(self, state: State, seat: Seat) -> Command:
        """What the seat's player chooses."""
        return self._players[seat].choose(state)

    def shows(self, _command: Command) -> ShownCards | None:
        """Nothing is shown in a field of the mat."""
        return None

    def layout(self, state: State) -> TableLayout:
        """Gold on the trays."""
        return TableLayout(gold={seat: state.table[f"treasury/{seat}"].get("gold", 0) for seat in self._seats})

    def count(self, state: State) -> dict[Seat, dict[str, int]]:
        """The score, counted from the pieces."""
        return true_scores(state.setup, state.table)


def _top(state: State, due: int, random: Random) -> list[str]:
    """So many tiles off the deck: those of the First Era lie on top."""
    upper, lower = (sorted(state.zones[zone]) for zone in (FIRST_ERA, SECOND_ERA))
    return [*random.sample(upper, len(upper)), *random.sample(lower, len(lower))][:due]
