"""Write the complete games under ``games/``: ``python -m tests.engine.constantinopolis.make_games``.

They were played by the seeded players once and are kept, so that a change of the engine that would play one of them
otherwise is noticed. Write them anew only for a rule that was wrong, and say which in the commit.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.constantinopolis import commands as c
from engine.constantinopolis.editions import presets
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.setup import Setup
from engine.constantinopolis.values import house
from engine.event import Moved, State
from engine.journal import Correct, Journal, Overrule, Remark, Undo
from engine.rule import Illegal
from testkit.constantinopolis.players import LIVELY, Player, setup

GAMES = Path(__file__).with_name("games")


class Kept(Struct, frozen=True):
    """A whole game: its set-up, every command, and how it ended."""

    name: str
    setup: Setup
    commands: list[msgspec.Raw]
    entries: int
    rounds: int
    scores: dict[str, int]
    table: str


def digest(state: State) -> str:
    """Where every piece lies, as 32 hex digits; the order within a zone does not count."""
    lying = [[zone, sorted(tally.items())] for zone, tally in sorted(state.table.items()) if tally]
    return blake2b(msgspec.json.encode(lying), digest_size=16).hexdigest()


def kept(name: str, journal: Journal) -> Kept:
    """A finished game as it is kept."""
    lines = CONSTANTINOPOLIS.standings(journal.state)
    commands = [msgspec.Raw(journal.codec.encode(entry.command)) for entry in journal.entries]
    now, scores = journal.state.phase.round, {line.seat: line.score for line in lines}
    return Kept(name, journal.setup, commands, journal.last, now.number, scores, digest(journal.state))


class Patron(Player):
    """Builds public buildings, and no others."""

    def choose(self, items: list[Any]) -> Any:
        public = [item for item in items if isinstance(item, c.Build) and item.tile[-1].isdigit()]
        return public[0] if public else super().choose([item for item in items if not isinstance(item, c.Build)])


Mischief = Callable[[Journal, random.Random], Any]


def quiet(_journal: Journal, _chance: random.Random) -> None:
    """Nothing but the game."""


def takes_back(journal: Journal, chance: random.Random) -> Any:
    """Now and then somebody takes a few entries back."""
    if len(journal.live) > 20 and chance.random() < 0.02:
        return Undo("", journal.live[-chance.randint(2, 9)])
    return None


def corrects(journal: Journal, chance: random.Random) -> Any:
    """A coin fallen under the table, an unlawful bid accepted, a remark."""
    seat = chance.choice(journal.setup.colours)
    if journal.last > 5 and chance.random() < 0.03:
        coin = Moved("gold", chance.randint(1, 3), "supply", f"treasury/{seat}", "CORRECTED")
        return chance.choice((Correct("", (coin,), "a coin under the table"), Remark(seat, "challenge", "C-AUC-09")))
    if type(journal.state.phase).__name__ == "Construction" and chance.random() < 0.05:
        return Overrule("", c.Build(journal.state.phase.actors[0], "pistrinum"), "C-BLD-02", "agreed by all")
    return None


def leaves(journal: Journal, _chance: random.Random) -> Any:
    """One player leaves in the third round."""
    phase = journal.state.phase
    if type(phase).__name__ == "Construction" and phase.round.number == 3 and not phase.round.leavers:
        return c.Leave(phase.actors[0])
    return None


def finished(agreed: Setup, seed: int, mischief: Mischief = quiet, kind: type[Player] = Player) -> Journal:
    """A whole game with whatever else happens at tables."""
    journal, player, chance = Journal(CONSTANTINOPOLIS, agreed), kind(seed, LIVELY), random.Random(seed)
    while journal.state.phase.actors:
        other = mischief(journal, chance)
        try:
            journal.submit(other if other is not None else player.next(journal.state), "replay")
        except Illegal:
            journal.submit(player.next(journal.state), "replay")
    return journal


def rich(agreed: Setup) -> Setup:
    """A table that starts with so much gold that the public buildings are sold out."""
    values = house()
    return replace(agreed, values=replace(values, start=replace(values.start, gold=680 // len(agreed.places))))


def games() -> dict[str, Journal]:
    """One game for every player count, end, preset and thing that happens."""
    counts = (2, 3, 4, 5)
    found = {f"{count}-players": finished(setup(count, count), count) for count in counts}
    for players, seed in ((2, 1), (3, 1), (4, 3), (5, 4)):
        found[f"{players}-players-last-public"] = finished(rich(setup(players, seed)), seed, quiet, Patron)
    for name, edition in presets().items():
        found[f"edition-{name}"] = finished(setup(3, 8, edition=edition), 8)
    found["taken-back"] = finished(setup(3, 21), 21, takes_back)
    found["corrected"] = finished(setup(4, 22), 22, corrects)
    found["left"] = finished(setup(4, 23), 23, leaves)
    found["left-alone"] = finished(setup(2, 24), 24, leaves)
    return found


def main() -> int:
    GAMES.mkdir(exist_ok=True)
    for name, journal in games().items():
        whole = kept(name, journal)
        (GAMES / f"{name}.json").write_bytes(msgspec.json.encode(whole) + b"\n")
        print(f"{name}: {whole.entries} entries, {whole.rounds} rounds, {whole.scores}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
