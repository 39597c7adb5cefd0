"""Random games without end: every law of testkit/laws.py held against each, over all counts and options.

python -m tools.soak [--games N] [--from SEED] [--processes N] [--write]

Stops by itself after the games asked for. A game that breaks a law is named by its seed and told at the end; the same
seed plays the same game again. `--write` puts the result into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import multiprocessing
import subprocess
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from engine.constantinopolis.editions import OPTIONS, Edition
from testkit.laws import a_lawful_game
from testkit.play import any_setup
from tools.bench_report import Figure, machine, write_section

GAMES = 100_000
EVERY = 20.0
"""Seconds between two lines of progress."""


class Played(NamedTuple):
    """How one game went: its entries, its options, its players and end, or the law it broke."""

    seed: int
    entries: int
    edition: Edition
    kind: str
    broken: str = ""


class Tally:
    """What the games were so far."""

    def __init__(self) -> None:
        self.games = self.entries = 0
        self.kinds: Counter[str] = Counter()
        self.seen: set[tuple[str, str]] = set()
        self.broken: list[Played] = []
        self.start = time.monotonic()

    def add(self, played: Played) -> None:
        self.games += 1
        self.entries += played.entries
        self.kinds[played.kind] += 1
        self.seen |= {(name, getattr(played.edition, name)) for name in OPTIONS}
        if played.broken:
            self.broken.append(played)

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / (time.monotonic() - self.start)

    def line(self) -> str:
        """Progress, or the result, in a line."""
        told = f"{self.games} games, {self.entries} entries, {len(self.broken)} broken, {self.rate:.1f} games/s"
        return f"{told}, {len(self.seen)} of {VALUES} values of options seen"


VALUES = sum(map(len, OPTIONS.values()))
"""How many values all options have together."""


def play(seed: int) -> Played:
    """One game under all laws."""
    try:
        journal = a_lawful_game(seed)
    except Exception:  # whatever goes wrong is what a soak is for: it is told with its seed
        return Played(seed, 0, any_setup(seed).edition, "broken", traceback.format_exc(limit=-2))
    last = journal.entries[-2].events[-1].phase.round  # type: ignore[union-attr]
    end = "last public building" if last.last and last.lap < 2 else "second exhaustion" if last.last else "left alone"
    return Played(seed, journal.last, journal.setup.edition, f"{len(journal.setup.places)} players, {end}")


def soak(seeds: range, processes: int) -> Tally:
    """Play the games in `processes` processes and tell now and then how far they are."""
    found, told = Tally(), time.monotonic()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:  # a fork of a process with threads may hang
        for played in pool.imap_unordered(play, seeds, chunksize=8):
            found.add(played)
            if time.monotonic() - told > EVERY or found.games == len(seeds):
                told = time.monotonic()
                print(found.line(), flush=True)
    for kind, count in sorted(found.kinds.items()):
        print(f"  {kind}: {count}")
    return found


def figures(found: Tally) -> list[Figure]:
    """The result as figures."""
    whole = [
        Figure("random games under every law", f"{found.games}", f"{GAMES}", found.games >= GAMES),
        Figure("entries", f"{found.entries}"),
        Figure("games that broke a law", f"{len(found.broken)}", "0", not found.broken),
        Figure("values of options played", f"{len(found.seen)}", f"{VALUES}", len(found.seen) == VALUES),
        Figure("games/s", f"{found.rate:.1f}"),
    ]
    return whole + [Figure(f"games of {kind}", f"{count}") for kind, count in sorted(found.kinds.items())]


def commit() -> str:
    """The commit that last changed the engine, marked where files differ from it since."""
    asked = ["git", "log", "-1", "--format=%h", "--", "engine"], ["git", "status", "--porcelain", "--", "engine"]
    root = Path(__file__).parents[1]
    last, changed = (subprocess.run(one, cwd=root, capture_output=True, text=True, check=False) for one in asked)
    return (last.stdout.strip() or "unknown") + (" and changes" if changed.stdout else "")


def main() -> int:
    """Play; 1 when a game broke a law."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the result into docs/benchmarks.md")
    asked = parser.parse_args()
    began = commit()
    found = soak(range(asked.first, asked.first + asked.games), asked.processes)
    for played in found.broken[:10]:
        print(f"seed {played.seed}:\n{played.broken}")
    if asked.write:
        about = [f"`make soak`; engine of commit {began}; {machine(['msgspec'])};"]
        about.append(f"{asked.processes} processes, seeds from {asked.first}.")
        write_section("soak", "Soak: random games of Constantinopolis", about, figures(found))
    return 1 if found.broken else 0


if __name__ == "__main__":
    sys.exit(main())
