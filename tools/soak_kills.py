"""A playing process is killed again and again: is every entry it acknowledged there, and does the game go on?

python -m tools.soak_kills [--kills 500] [--seed 1] [--write]

Each process opens the games' file, goes on with its game by random taps, and says every entry on a pipe once the
session has returned it. SIGKILL ends it at a moment that was drawn: while it opens, plays, or copies the file. Ends
with 1 if an entry that was said is not there, if a game is not listed, or if the file does not open.
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
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.host.opening import new_session
from companion.play.storage import Store
from engine.journal import Entry
from tools.bench_report import Figure, machine, write_section
from tools.soak_games import Kept, begun, digests, missing, played_on

KILLS = 500
LATEST = 0.4
"""Seconds after which a process is killed at the latest."""
ENTRIES = 40
"""Entries after which a process closes the file and copies it, and begins anew."""


def play(path: Path, game: str, seed: int, said: Connection) -> None:
    """Go on with a game for ever; every entry is said once it is kept."""
    chance = Random(seed)
    while True:
        with Store(path) as store:
            session = new_session(store.open(game))
            for entry in played_on(session, chance, ENTRIES):
                if isinstance(entry, Entry):
                    said.send((entry.number, entry.digest))
            if not session.state.phase.actors:
                said.send(None)
                return


class Killed:
    """What came out of it."""

    def __init__(self) -> None:
        self.kills = self.entries = self.games = 0
        self.moments: Counter[str] = Counter()
        self.wrong: list[str] = []


def soak(kills: int, seed: int, folder: Path) -> Killed:
    """Kill a playing process so many times."""
    found, chance, path = Killed(), Random(seed), folder / "games.db"
    with Store(path) as store:
        game, _ = begun(store, seed)
    said: Kept = {}
    while found.kills < kills:
        over = _one(path, game, chance, said, found)
        try:
            with Store(path) as store:
                found.wrong += missing(store, {game: said})
                said = {**said, **digests(store.open(game))}
                if over:
                    found.games += 1
                    game, said = begun(store, chance.randrange(1 << 30))[0], {}
        except Exception:  # whatever goes wrong is what a soak is for
            found.wrong.append(traceback.format_exc(limit=-3))
            return found
        if found.kills % 50 == 0:
            print(f"{found.kills} kills, {found.entries} entries, {len(found.wrong)} wrong", flush=True)
    return found


def _one(path: Path, game: str, chance: Random, said: Kept, found: Killed) -> bool:
    """One process and its end; what it said goes to `said`. Was its game over?"""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if not child:
        ours.close()
        try:
            play(path, game, chance.randrange(1 << 30), theirs)
        except BaseException:  # said like an entry, so that nothing is lost with the process
            theirs.send(traceback.format_exc(limit=-3))
        finally:
            os._exit(0)
    theirs.close()
    time.sleep(chance.uniform(0, LATEST))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    before, over = len(said), False
    with suppress(EOFError, OSError):  # the end of what it said
        while ours.poll(0):
            told = ours.recv()
            if isinstance(told, str):
                found.wrong.append(told)
            elif told is None:
                over = True
            else:
                said[told[0]] = told[1]
                found.entries += 1
    ours.close()
    found.kills += 1
    found.moments["over" if over else "playing" if len(said) > before else "opening"] += 1
    return over


def figures(found: Killed) -> list[Figure]:
    """The result as figures."""
    return [
        Figure("kills of a playing process", f"{found.kills}", f"{KILLS}", found.kills >= KILLS),
        Figure("entries acknowledged before a kill", f"{found.entries}"),
        Figure(
            "acknowledged entries lost, games not listed, files not opened", f"{len(found.wrong)}", "0", not found.wrong
        ),
        *(Figure(f"kills while {moment}", f"{count}") for moment, count in sorted(found.moments.items())),
    ]


def main() -> int:
    """Kill; 1 when something acknowledged was lost."""
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
            f"`python -m tools.soak_kills --kills {asked.kills} --seed {asked.seed} --write`; {machine(['msgspec'])}"
        ]
        write_section("soak of kills", "Soak: a playing process is killed", about, figures(found))
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
