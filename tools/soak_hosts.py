"""Two processes play one game and are killed or stopped again and again: is one of them ever not the only writer?

python -m tools.soak_hosts [--kills 200] [--seed 1] [--write]

Both open the games' file, hold the game as soon as they may, go on by random taps, and say every entry on a pipe once
the session has returned it. The clock of every entry shows the number of the hold it was written in. At moments that
were drawn one of them is killed, or stands still until the other has taken over and then wakes in the middle of what it
did. Ends with 1 if an entry that was said is not there, was said twice, lies between two entries of another's hold, or
was refused to who held the game.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.host.opening import new_session
from companion.play import lease
from companion.play.lease import Held
from companion.play.storage import Store
from engine.journal import Entry
from testkit.constantinopolis.players import Player
from tools.bench_report import Figure, machine, write_section
from tools.soak_games import Kept, begun, digests, missing

KILLS = 200
LATEST = 0.3
"""Seconds after which one of them is killed at the latest."""
PATIENCE = 0.15
"""Seconds without a sign after which it is taken over here, so that two hundred go by in minutes."""
THINKS = 0.04
"""Seconds before an entry at the most, so that who wakes in them would write at once."""
ENTRIES = 12
"""Entries after which a process may let go of the game, so that the other one has its turn."""


class Said(NamedTuple):
    """An entry as the process said it that wrote it."""

    number: int
    digest: str


def host(path: Path, game: str, seed: int, said: Connection) -> None:
    """Play whenever the game may be held, look otherwise, for ever."""
    chance = Random(seed)
    lease.PATIENCE = PATIENCE
    while True:
        with Store(path) as store, suppress(OSError):
            while _waits(store, game):
                time.sleep(0.01)
            if not _play(store, game, chance, said):
                said.send(None)
                return
        time.sleep(chance.uniform(0, 0.02))


def _waits(store: Store, game: str) -> bool:
    """Does another one play? If not, this one does from now on."""
    try:
        store.take_over(game)
    except Held:
        return True
    return False


def _play(store: Store, game: str, chance: Random, said: Connection) -> bool:
    """Go on with the game for a while; is it not over?"""
    hold = float(chance.randrange(1 << 30))
    session = new_session(store.open(game), clock=lambda: hold)
    player = Player(chance.randrange(1 << 30))
    for _ in range(chance.randrange(1, ENTRIES)):
        if not session.state.phase.actors:
            return False
        store.beat()
        time.sleep(chance.uniform(0, THINKS))
        entry = session.submit(player.next(session.state))
        if not isinstance(entry, Entry):
            if store.holds(game):  # then somebody else has written
                raise AssertionError(f"who held the game was refused: {entry}")
            break
        said.send(Said(entry.number, entry.digest))
    return True


class Found:
    """What came out of it."""

    def __init__(self) -> None:
        self.kills = self.standstills = self.entries = self.games = self.handed = 0
        self.wrong: list[str] = []


class Process:
    """One of the two, begun again after every kill."""

    def __init__(self, path: Path, game: str, seed: int) -> None:
        self._ours, theirs = multiprocessing.Pipe(duplex=False)
        self.id = os.fork()
        if not self.id:
            self._ours.close()
            try:
                host(path, game, seed, theirs)
            except BaseException:  # said like an entry, so that nothing is lost with the process
                theirs.send(traceback.format_exc(limit=-3))
            finally:
                os._exit(0)
        theirs.close()

    def told(self) -> list[object]:
        """What it has said since."""
        found = []
        with suppress(EOFError, OSError):
            while self._ours.poll(0):
                found.append(self._ours.recv())
        return found

    def kill(self) -> list[object]:
        """End it at once; the last it said."""
        os.kill(self.id, signal.SIGKILL)
        os.waitpid(self.id, 0)
        told = self.told()
        self._ours.close()
        return told

    def still(self, seconds: float) -> None:
        """Let it stand still, long enough to be taken over."""
        os.kill(self.id, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self.id, signal.SIGCONT)


def soak(kills: int, seed: int, folder: Path) -> Found:
    """Kill one of two processes so many times; one time in four it only stands still, and that is no kill."""
    found, chance, path = Found(), Random(seed), folder / "games.db"
    while found.kills < kills and not found.wrong:
        with Store(path) as store:
            game, session = begun(store, chance.randrange(1 << 30))
            kept = digests(session.book)
        _one_game(path, game, kept, kills, chance, found)
        done = f"{found.kills} kills, {found.standstills} standstills, {found.entries} entries"
        print(f"{done}, {len(found.wrong)} wrong", flush=True)
    return found


def _one_game(path: Path, game: str, kept: Kept, kills: int, chance: Random, found: Found) -> None:
    """Kill and begin again until a game is over."""
    two = [Process(path, game, chance.randrange(1 << 30)) for _ in range(2)]
    told: list[object] = []
    while found.kills < kills and None not in told:
        time.sleep(chance.uniform(0, LATEST))
        one = chance.randrange(2)
        if chance.random() < 0.25:
            two[one].still(PATIENCE * 2)
            found.standstills += 1
        else:
            told += two[one].kill()
            two[one] = Process(path, game, chance.randrange(1 << 30))
            found.kills += 1
        told += [each for process in two for each in process.told()]
    told += [each for process in two for each in process.kill()]
    found.games += 1
    _judge(path, game, kept, told, found)


def _judge(path: Path, game: str, kept: Kept, told: Sequence[object], found: Found) -> None:
    """Hold what both have said against what the file has."""
    found.wrong += [each for each in told if isinstance(each, str)]
    said = [each for each in told if isinstance(each, Said)]
    found.entries += len(said)
    with Store(path) as store:
        found.wrong += missing(store, {game: {**kept, **{each.number: each.digest for each in said}}})
        found.wrong += doubled(said)
        holds = [entry.at for entry in store.open(game).entries if entry.number not in kept]
    found.wrong += mixed(holds)
    found.handed += sum(one != other for one, other in pairwise(holds))


def doubled(said: Sequence[Said]) -> list[str]:
    """The entries that were written twice."""
    return [f"entry {number} was said {times} times" for number, times in _times(said) if times > 1]


def _times(said: Sequence[Said]) -> list[tuple[int, int]]:
    return sorted(Counter(each.number for each in said).items())


def mixed(holds: Sequence[float]) -> list[str]:
    """The holds in which another one wrote too, from that of each entry in order."""
    runs = [hold for at, hold in enumerate(holds) if not at or holds[at - 1] != hold]
    return [
        f"hold {hold:.0f} wrote again after another had begun" for hold, times in Counter(runs).items() if times > 1
    ]


def figures(found: Found) -> list[Figure]:
    """The result as figures."""
    return [
        Figure("kills of one of two hosts", f"{found.kills}", f"{KILLS}", found.kills >= KILLS),
        Figure("standstills of one of them besides", f"{found.standstills}"),
        Figure("entries said by both", f"{found.entries}"),
        Figure("times one went on where the other had been", f"{found.handed}"),
        Figure("entries lost, doubled, or written by two at a time", f"{len(found.wrong)}", "0", not found.wrong),
    ]


def main() -> int:
    """Kill; 1 when two wrote one game, or something acknowledged was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the result into docs/benchmarks.md")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = soak(asked.kills, asked.seed, Path(folder))
    print(*found.wrong[:10], sep="\n")
    for figure in figures(found):
        print(f"{figure.what}: {figure.value}")
    if asked.write:
        about = [
            f"`python -m tools.soak_hosts --kills {asked.kills} --seed {asked.seed} --write`; {machine(['msgspec'])}"
        ]
        write_section("soak of hosts", "Soak: one of two hosts of a game is killed", about, figures(found))
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
