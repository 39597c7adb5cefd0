"""The people of the virtual table of Constantinopolis: chance, players, what lies where, and the count at the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from companion.titles.constantinopolis.counter import true_scores
from companion.titles.constantinopolis.players import Player
from companion.titles.title import Seat, ShownCards, TableLayout
from engine.constantinopolis.commands import Draw, Reveal
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State
from engine.game import Command, Offer, legal
from engine.table import Table, Tally

BY_HAND = frozenset({"Draw", "Reveal", "Buy", "Sell", "Use", "ThreeGoods", "Store"})
"""Commands people give by their pieces alone."""


class People:
    """Deals, plays and counts for the seats of a table; the same seed plays the same game."""

    def __init__(self, seats: Sequence[Seat], seed: int) -> None:
        self._seats = tuple(seats)
        self._players = {seat: Player(seat, seed) for seat in seats}

    def chance(self, state: State, seat: Seat, random: Random) -> Command | None:
        """The market card that is revealed, the contracts that are drawn."""
        items = legal(CONSTANTINOPOLIS, state, seat)
        if not seat:
            cards = sorted((item for item in items if isinstance(item, Reveal)), key=lambda reveal: reveal.card)
            return random.choice(cards)
        return next((_drawn(item, random) for item in items if _draws(item)), None)

    def decide(self, state: State, seat: Seat, _away: Collection[Seat] = ()) -> Command:
        """What the seat's player chooses."""
        return self._players[seat].choose(CONSTANTINOPOLIS, state)

    def by_hand(self, _state: State, command: Command) -> bool:
        """What is shown, and what is seen by the cubes and coins that move."""
        return type(command).__name__ in BY_HAND

    def hand(self, _state: State, _seat: Seat) -> None:
        """Nobody holds cards."""

    def shows(self, command: Command) -> ShownCards | None:
        """Contracts are drawn by showing them, and so is the market card that was revealed."""
        if isinstance(command, Draw):
            return ShownCards("draw", tuple(face for face, count in command.cards.items() for _ in range(count)))
        return ShownCards("market", (command.card,)) if isinstance(command, Reveal) else None

    def layout(self, state: State) -> TableLayout:
        """Gold and ledgers on the trays; goods and the market card on the mat."""
        table = state.table
        return TableLayout(
            gold={seat: table[f"treasury/{seat}"].get("gold", 0) for seat in self._seats},
            ledgers={seat: _ledger(table, seat) for seat in self._seats},
            cubes={f"goods-{number}": table[f"goods/{seat}"] for number, seat in enumerate(self._seats, 1)},
            cards={"market": tuple(table["market/current"])[:1]},
        )

    def count(self, state: State) -> dict[Seat, dict[str, int]]:
        """The score, counted from the pieces."""
        return true_scores(state.table, self._seats)


def _ledger(table: Table, seat: Seat) -> tuple[Tally, Tally]:
    return dict(table[f"ledger/{seat}/bought"]), dict(table[f"ledger/{seat}/sold"])


def _draws(item: Command | Offer) -> bool:
    return isinstance(item, Offer) and isinstance(item.least, Draw)


def _drawn(offer: Offer, random: Random) -> Draw:
    pool = offer.over.pool or {}
    pile = [face for face in sorted(pool) for _ in range(pool[face])]
    drawn = random.sample(pile, min(offer.over.span[1], len(pile)))
    return Draw(offer.least.seat, {face: drawn.count(face) for face in dict.fromkeys(drawn)})
