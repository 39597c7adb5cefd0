"""Random games without end: every law of testkit/laws.py held against each, over all counts and options.

python -m tools.soak [--games N] [--from SEED] [--processes N] [--anew] [--write]

Stops by itself after the games asked for. One that was stopped before goes on where it was, unless a file it stands on
has changed, or with `--anew`; what it has played stands in out/soak-games.json. A game that breaks a law is named by
its seed and told at the end; the same seed plays the same game again. `--write` puts the result into
docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import multiprocessing
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.constantinopolis.editions import OPTIONS, Edition
from engine.files import write_whole
from testkit.laws import a_lawful_game
from testkit.play import any_setup
from tools.bench_report import Figure, machine, write_section
from tools.soaked_files import state

GAMES = 100_000
BLOCK = 500
"""Games after which it is told, and kept, how far they are."""
KEPT = Path(__file__).parents[1] / "out" / "soak-games.json"


class Played(NamedTuple):
    """How one game went: its entries, its options, its players and end, or the law it broke."""

    seed: int
    entries: int
    edition: Edition
    kind: str
    broken: str = ""


class Tally(msgspec.Struct):
    """What the games were so far."""

    games: int = 0
    entries: int = 0
    kinds: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    broken: list[tuple[int, str]] = []
    """Seeds, and the laws their games broke."""
    seconds: float = 0.0

    def add(self, played: Played) -> None:
        self.games += 1
        self.entries += played.entries
        self.kinds[played.kind] = self.kinds.get(played.kind, 0) + 1
        self.seen |= {(name, getattr(played.edition, name)) for name in OPTIONS}
        if played.broken:
            self.broken.append((played.seed, played.broken))

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / max(self.seconds, 1e-3)

    def line(self) -> str:
        """Progress, or the result, in a line."""
        told = f"{self.games} games, {self.entries} entries, {len(self.broken)} broken, {self.rate:.1f} games/s"
        return f"{told}, {len(self.seen)} of {VALUES} values of options seen"


class Kept(msgspec.Struct):
    """How far the games from one seed on have come, and what they stand on."""

    stands_on: str
    first: int
    tally: Tally


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


def soak(seeds: range, processes: int, file: Path | None = None) -> Tally:
    """Play the games in `processes` processes, a block after the other, and tell now and then how far they are.

    With a `file` they go on from what it holds, and it is written after each block.
    """
    stands_on = state(["tools.soak"]) if file else ""
    found = before(file, stands_on, seeds.start) if file else Tally()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:  # a fork of a process with threads may hang
        while found.games < len(seeds):
            began, at = time.monotonic(), seeds.start + found.games
            for played in pool.imap_unordered(play, range(at, min(at + BLOCK, seeds.stop)), chunksize=8):
                found.add(played)
            found.seconds += time.monotonic() - began
            print(found.line(), flush=True)
            if file:
                keep(file, Kept(stands_on, seeds.start, found))
    for kind, count in sorted(found.kinds.items()):
        print(f"  {kind}: {count}")
    return found


def before(file: Path, stands_on: str, first: int) -> Tally:
    """What was played from this seed on by the same code; nothing if the file does not say."""
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
    except (OSError, msgspec.DecodeError):
        return Tally()
    return kept.tally if (kept.stands_on, kept.first) == (stands_on, first) else Tally()


def keep(file: Path, kept: Kept) -> None:
    """Write down how far the games have come; a soak that is killed meanwhile finds what was there before."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, msgspec.json.encode(kept))


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
    parser.add_argument("--anew", action="store_true", help="forget what was played before")
    asked = parser.parse_args()
    began = commit()
    if asked.anew:
        KEPT.unlink(missing_ok=True)
    found = soak(range(asked.first, asked.first + asked.games), asked.processes, KEPT)
    for seed, law in found.broken[:10]:
        print(f"seed {seed}:\n{law}")
    if asked.write:
        about = [f"`make soak`; engine of commit {began}; {machine(['msgspec'])};"]
        about.append(f"{asked.processes} processes, seeds from {asked.first}.")
        write_section("soak", "Soak: random games of Constantinopolis", about, figures(found))
    return 1 if found.broken else 0


if __name__ == "__main__":
    sys.exit(main())
