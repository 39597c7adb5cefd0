"""Random games without end: every law of a title's testkit/TITLE/laws.py held against each, all counts and options.

python -m tools.soak TITLE [--games N] [--from SEED] [--processes N] [--anew] [--write]

Stops by itself after the games asked for. One that was stopped before goes on where it was, unless a file it stands on
has changed, or with `--anew`; what it has played stands in out/soak-TITLE.json. A game that breaks a law is named by
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
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.files import write_whole
from tools.bench_report import Figure, machine, write_section
from tools.soaked_files import state

TITLES = ("constantinopolis", "byzanz", "praetor")
GAMES = 20_000
BLOCK = 500
"""Games after which it is told, and kept, how far they are."""
OUT = Path(__file__).parents[1] / "out"


class Played(NamedTuple):
    """How one game went: its entries, players and options, or the law it broke."""

    seed: int
    entries: int
    players: int
    options: frozenset[tuple[str, str]]
    broken: str = ""


class Tally(msgspec.Struct):
    """What the games were so far."""

    games: int = 0
    entries: int = 0
    players: dict[int, int] = {}
    """How many games had so many players."""
    seen: set[tuple[str, str]] = set()
    broken: list[tuple[int, str]] = []
    """Seeds, and the laws their games broke."""
    seconds: float = 0.0

    def add(self, played: Played) -> None:
        self.games += 1
        self.entries += played.entries
        self.seen |= played.options
        if played.broken:
            self.broken.append((played.seed, played.broken))
        else:
            self.players[played.players] = self.players.get(played.players, 0) + 1

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / max(self.seconds, 1e-3)

    def line(self) -> str:
        """Progress, or the result, in a line."""
        told = f"{self.games} games, {self.entries} entries, {len(self.broken)} broken, {self.rate:.1f} games/s"
        return f"{told}, {len(self.seen)} values of options seen"


class Kept(msgspec.Struct):
    """How far the games from one seed on have come, and what they stand on."""

    stands_on: str
    first: int
    tally: Tally


def stands_on(title: str) -> tuple[str, ...]:
    """The modules that a title's games stand on; its laws are loaded by name, so that no title stands on another's."""
    return ("tools.soak", f"testkit.{title}.laws", f"engine.{title}.editions")


def kept_in(title: str) -> Path:
    """Where it stands how far a title's games have come."""
    return OUT / f"soak-{title}.json"


def options(title: str) -> Mapping[str, tuple[Any, ...]]:
    """Every option of a title with its values."""
    found: Mapping[str, tuple[Any, ...]] = import_module(f"engine.{title}.editions").OPTIONS
    return found


def play(title: str, seed: int) -> Played:
    """One game under all laws."""
    try:
        journal = import_module(f"testkit.{title}.laws").a_lawful_game(seed)
    except Exception:  # whatever goes wrong is what a soak is for: it is told with its seed
        return Played(seed, 0, 0, frozenset(), traceback.format_exc(limit=-2))
    setup = journal.setup
    seen = frozenset((name, str(getattr(setup.edition, name))) for name in options(title))
    return Played(seed, journal.last, len([seat for seat in setup.seats if seat]), seen)  # "" is the table


def soak(title: str, seeds: range, processes: int, file: Path | None = None) -> Tally:
    """Play the games in `processes` processes, a block after the other, and tell now and then how far they are.

    With a `file` they go on from what it holds, and it is written after each block.
    """
    stood = state(stands_on(title)) if file else ""
    found = before(file, stood, seeds.start) if file else Tally()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:  # a fork of a process with threads may hang
        while found.games < len(seeds):
            began, at = time.monotonic(), seeds.start + found.games
            block = range(at, min(at + BLOCK, seeds.stop))
            for played in pool.imap_unordered(partial(play, title), block, chunksize=8):
                found.add(played)
            found.seconds += time.monotonic() - began
            print(found.line(), flush=True)
            if file:
                keep(file, Kept(stood, seeds.start, found))
    return found


def before(file: Path, stood: str, first: int) -> Tally:
    """What was played from this seed on by the same code; nothing if the file does not say."""
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
    except (OSError, msgspec.DecodeError):
        return Tally()
    return kept.tally if (kept.stands_on, kept.first) == (stood, first) else Tally()


def keep(file: Path, kept: Kept) -> None:
    """Write down how far the games have come; a soak that is killed meanwhile finds what was there before."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, msgspec.json.encode(kept))


def figures(title: str, found: Tally) -> list[Figure]:
    """The result as figures."""
    values = {(name, value) for name, every in options(title).items() for value in every}
    unseen = ", ".join(f"{name} {value}" for name, value in sorted(values - found.seen))
    whole = [
        Figure("random games under every law", f"{found.games}", f"{GAMES}", found.games >= GAMES),
        Figure("entries", f"{found.entries}"),
        Figure("games that broke a law", f"{len(found.broken)}", "0", not found.broken),
        Figure("values of options played", f"all but {unseen}" if unseen else f"{len(values)}", "all", not unseen),
        Figure("games/s", f"{found.rate:.1f}"),
    ]
    return whole + [
        Figure(f"games of {players} players", f"{count}") for players, count in sorted(found.players.items())
    ]


def commit() -> str:
    """The commit that last changed the engine, marked where files differ from it since."""
    asked = ["git", "log", "-1", "--format=%h", "--", "engine"], ["git", "status", "--porcelain", "--", "engine"]
    root = Path(__file__).parents[1]
    last, changed = (subprocess.run(one, cwd=root, capture_output=True, text=True, check=False) for one in asked)
    return (last.stdout.strip() or "unknown") + (" and changes" if changed.stdout else "")


def main() -> int:
    """Play; 1 when a game broke a law."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=TITLES)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the result into docs/benchmarks.md")
    parser.add_argument("--anew", action="store_true", help="forget what was played before")
    asked = parser.parse_args()
    began, file = commit(), kept_in(asked.title)
    if asked.anew:
        file.unlink(missing_ok=True)
    found = soak(asked.title, range(asked.first, asked.first + asked.games), asked.processes, file)
    for seed, law in found.broken[:10]:
        print(f"seed {seed}:\n{law}")
    if asked.write:
        about = [f"`python -m tools.soak {asked.title} --write`; engine of commit {began}; {machine(['msgspec'])};"]
        about.append(f"{asked.processes} processes, seeds from {asked.first}.")
        name = asked.title.capitalize()
        write_section(f"soak of {name}", f"Soak: random games of {name}", about, figures(asked.title, found))
    return 1 if found.broken else 0


if __name__ == "__main__":
    sys.exit(main())
