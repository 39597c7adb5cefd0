"""A player with sense for the virtual table: what each choice brings now, in points, and the dearest one is taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from engine.event import Moved, State
from engine.game import Command, Game, Offer, judge, legal
from engine.praetor import commands as c
from engine.praetor.advice import best, coming_wages
from engine.praetor.zones import LEVEL, Seat

WORTH = {"gold": 0.45, "wood": 0.4, "stone": 0.6, "marble": 0.85, "weapons": 1.05, "favor": 1.0, "morale": 0.9}
"""What a piece is worth to a player, in points of favor."""
HUNGRY = 1.6
"""What gold is worth that is missing for the wages."""
RISE, RETIRE, APPRENTICE, TILE = 0.8, 6.0, 1.6, 0.6
"""What a level, a retirement, a new apprentice, and a tile of one's own are worth."""
TASTE = 0.25
"""By how much two players may value the same thing differently."""


class Player:
    """Plays one seat; the same seed plays the same game."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self._chance = Random(f"player {seat} {seed}")

    def choose(self, game: Game, state: State) -> Command:
        """What the seat does now; `LookupError` if it may do nothing."""
        me = state.seats[self.seat]
        found = [(self._value(game, state, me, command), command) for command in self._ways(game, state, me)]
        if not found:
            raise LookupError(f"{self.seat} may do nothing")
        return max(found, key=lambda item: item[0] + self._chance.random() * TASTE)[1]

    def _ways(self, game: Game, state: State, me: Seat) -> Iterable[Command]:
        """The lawful commands worth weighing: of a family its best spot, its highest and lowest worker, all wood."""
        for item in legal(game, state, self.seat):
            if not isinstance(item, Offer):
                yield item
            elif isinstance(item.least, c.Build):
                yield item.of(best(state, item.least.tile, item.over.values).spot)
            elif item.over.values:
                yield item.of(item.over.values[-1])
                yield item.of(item.over.values[0])
            else:
                yield item.of(item.over.span[1])
        del me

    def _value(self, game: Game, state: State, me: Seat, command: Command) -> float:
        """What a command brings, in points."""
        if isinstance(command, c.Labor):
            return 4.0
        if isinstance(command, c.Enrol | c.Hire):
            return 2.0
        if isinstance(command, c.Pass | c.Wait | c.Decline | c.Close):
            return 0.0
        moved = _moved(game, state, me, command)
        hungry = coming_wages(state, me).missing
        value = sum(WORTH[piece] * count for piece, count in moved.items() if piece in WORTH)
        if hungry and moved.get("gold"):
            value += HUNGRY * max(-hungry, min(hungry, moved["gold"]))
        return value + self._people(state, me, command)

    def _people(self, state: State, me: Seat, command: Command) -> float:
        """What becomes of the worker, the tile, and the citizens."""
        if isinstance(command, c.Build):
            return TILE + _rise(command.worker)
        if not isinstance(command, c.Activate):
            return -0.4  # a deal that is not needed
        kind, red = state.book.kind[command.tile], state.book.area[command.tile] == "red"
        learns = APPRENTICE if kind == "worker-camp" and sum(state.zones[me.active].values()) < 5 else 0.0
        return learns + (_rise(command.worker) if red else 0.0)


def _rise(worker: int) -> float:
    return RETIRE if worker == 5 else RISE if worker < 5 else 0.0


def _moved(game: Game, state: State, me: Seat, command: Command) -> Mapping[str, int]:
    """What a command moves to and from a seat."""
    homes = {**me.store, "favor": me.favor, "morale": me.morale}
    found: dict[str, int] = {}
    for event in judge(game, state, command).events:
        if isinstance(event, Moved) and event.piece in homes and event.piece not in LEVEL:
            home = homes[event.piece]
            by = event.count * ((event.target == home) - (event.source == home))
            found[event.piece] = found.get(event.piece, 0) + by
    return found
