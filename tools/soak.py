"""Random games without end: every law of tests/proof/laws.py held against each, over all counts and options.

python -m tools.soak [--games N] [--from SEED] [--processes N]

Stops by itself after the games asked for. A game that breaks a law is named by its seed and told at the end; the same
seed plays the same game again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from typing import NamedTuple

from tests.proof.laws import a_lawful_game

GAMES = 100_000
EVERY = 20.0
"""Seconds between two lines of progress."""


class Played(NamedTuple):
    """How one game went: its entries, players and rounds, or the law it broke."""

    seed: int
    entries: int
    kind: str
    broken: str = ""


def play(seed: int) -> Played:
    """One game under all laws."""
    try:
        journal = a_lawful_game(seed)
    except Exception:  # whatever goes wrong is what a soak is for: it is told with its seed
        return Played(seed, 0, "broken", traceback.format_exc(limit=-2))
    last = journal.entries[-2].events[-1].phase.round  # type: ignore[union-attr]
    end = "last public building" if last.last and last.lap < 2 else "second exhaustion" if last.last else "left alone"
    return Played(seed, journal.last, f"{len(journal.setup.places)} players, {end}")


def soak(seeds: range, processes: int) -> list[Played]:
    """Play the games in `processes` processes and tell now and then how far they are; the games that broke a law."""
    start = told = time.monotonic()
    broken: list[Played] = []
    kinds: Counter[str] = Counter()
    entries = 0
    with multiprocessing.Pool(processes, maxtasksperchild=None) as pool:
        for done, played in enumerate(pool.imap_unordered(play, seeds, chunksize=8), 1):
            entries, kinds[played.kind] = entries + played.entries, kinds[played.kind] + 1
            if played.broken:
                broken.append(played)
            if time.monotonic() - told > EVERY or done == len(seeds):
                told = time.monotonic()
                rate = done / (told - start)
                print(f"{done} games, {entries} entries, {len(broken)} broken, {rate:.1f} games/s", flush=True)
    for kind, count in sorted(kinds.items()):
        print(f"  {kind}: {count}")
    return broken


def main() -> int:
    """Play; 1 when a game broke a law."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    broken = soak(range(asked.first, asked.first + asked.games), asked.processes)
    for played in broken[:10]:
        print(f"seed {played.seed}:\n{played.broken}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
