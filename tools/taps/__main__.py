"""Whole games by taps through the app's window, and a monkey: whatever is wrong with a picture on the way is told.

python -m tools.taps [--minutes N] [--longer N] [--title GAME …] [--seed N] [--tables N] [--at-once N] [--taps N]
[--quick] [--out FOLDER] [--go-on]

Each table has another window, language, size of words, light, game and number of players, as its seed decides; a player
taps as people do and tries what was never touched before, at every third table a monkey. Some are whole games, between
them people sit down at moments that seldom come (`testkit.moments`), for a few taps. Told are exceptions, logged
errors, screens that nothing leaves, words that are cut, broken, too faint, in English where another language is spoken,
over each other or outside their place, buttons that are covered, off the window or too small for a finger, pictures
that differ from their view, lists that are drawn beside their frame, screens that no tap leads away from, and, in a
run of many taps, buttons that were never touched: for those it goes on at moments, before games and in their midst for
a while. A picture of each lies in the folder, and the line below it plays its table again. What is known of screens and
buttons is kept there after every table: with `--go-on` another hour belongs to the same run. Ends with 1 when something
was found.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

import msgspec

from companion.presenters.title_screens import shown_games
from testkit.moments import moments_of
from tools.taps.excuses import excuse
from tools.taps.table import Table, elsewhere, tables

OFTEN = 40
"""After so many taps on a screen one has led away from it, if any does."""
WHOLE = 5000
"""From so many taps a title on, a button that was there and never touched is a fault, too."""
SENT = 2
"""Every so many tables at a moment keep the one whose turn it is."""
LONGEST = 1800
"""Seconds after which a table hangs."""
Line = dict[str, Any]


class Seen(msgspec.Struct):
    """What is known of a run: how often each screen was judged and tapped, and what of it was touched.

    `seen` and `touched` name buttons, `ways` the screens they led to, `there` counts taps on a screen, `left` names the
    screens that some tap has led away from, `moments` those that were shown from a title's moment on.
    """

    taps: int = 0
    screens: dict[str, int] = {}
    seen: set[str] = set()
    touched: set[str] = set()
    ways: dict[str, set[str]] = {}
    there: dict[str, int] = {}
    left: set[str] = set()
    moments: dict[str, set[str]] = {}


class Run:
    """What was found at all tables so far, and what was touched; kept in the folder `out`."""

    def __init__(self, out: Path, *, go_on: bool = False) -> None:
        self.out, self._file = out, out / "run.json"
        self.found = 0
        self._counting = Lock()
        self.known = msgspec.json.decode(self._file.read_bytes(), type=Seen) if go_on else Seen()

    def play(self, one: Table) -> None:
        """Play a table and print what it told."""
        with self._counting:
            one = self.sent(one)
            before = self._keep(one)
        lines = list(sit_down(one, self.out, before))
        with self._counting:
            print(" ".join(one.words()))
            for line in lines:
                if "found" in line:
                    self._tell(one, line, before)
                else:
                    self._count(line)
                    self._came(one, line["screens"])
            print(end="", flush=True)

    def sent(self, one: Table) -> Table:
        """The table at another moment of its title, from which on something was shown that was never touched.

        The fewer moments lead to its screen, the likelier is one of them: what the menu leads to is near everywhere. A
        moment that was not shown yet keeps its table, so does every second one, and whole games stay so.
        """
        lacking = Counter(name.partition(":")[0] for name in self.missed())
        shown = Counter(screen for screens in self.known.moments.values() for screen in screens)
        here = {name: self.known.moments.get(f"{one.title} {name}", set()) for name in moments_of(one.title)}
        worth = {name: sum(lacking[each] / shown[each] for each in screens) for name, screens in here.items()}
        stays = one.seed % SENT == 0 or f"{one.title} {one.moment}" not in self.known.moments
        if not one.moment or stays or not any(worth.values()):
            return one
        return one._replace(moment=Random(one.seed).choices(list(worth), list(worth.values()))[0])

    def _came(self, one: Table, screens: Iterable[str]) -> None:
        if one.moment:
            self.known.moments.setdefault(f"{one.title} {one.moment}", set()).update(screens)

    def _tell(self, one: Table, line: Line, before: Path) -> None:
        self.found += 1
        print("  {found} on {screen} at tap {tap} ({last}): {words}  [{where}] {picture}".format(**line))
        print(f"    again: python -m tools.taps.visit {shlex.join(one.words())} {self.out} {before}")

    def _keep(self, one: Table) -> Path:
        """The file with what is known of the buttons so far, so that the table can be played again."""
        path, known = self.out / f"before-{one.title}-{one.seed}.json", self.known
        told = {"touched": known.touched, "seen": known.seen, "ways": known.ways}
        path.write_bytes(msgspec.json.encode(told, order="deterministic"))
        return path

    def _count(self, line: Line) -> None:
        known = self.known
        known.taps += line["taps"]
        known.there = Counter(known.there) + Counter(line["there"])
        known.screens = Counter(known.screens) + Counter(line["screens"])
        known.left.update(line["left"])
        known.seen.update(line["seen"])
        known.touched.update(line["touched"])
        for name, screens in line["ways"].items():
            known.ways.setdefault(name, set()).update(screens)
        self._file.write_bytes(msgspec.json.encode(known, order="deterministic"))

    def summary(self) -> str:
        """The end of the report: screens, and buttons that were there and never touched."""
        known = self.known
        told = [f"{known.taps} taps, {self.found} found"]
        told += ["", "no way out of:", *(f"  {name}" for name in self.shut())] if self.shut() else []
        told += ["", "screens and the pictures judged there:"]
        told += [f"  {count:6} {name}" for name, count in Counter(known.screens).most_common()]
        told += ["", f"{len(known.touched)} kinds of buttons touched; never, and excused:"]
        told += [f"  {name}: {why}" for name in sorted(known.seen - known.touched) if (why := excuse(name))]
        told += ["", "never touched:", *(f"  {name}" for name in self.missed())] if self.missed() else []
        return "\n".join(told)

    def missed(self) -> list[str]:
        """The buttons that were there and never touched, without an excuse."""
        return sorted(name for name in self.known.seen - self.known.touched if not excuse(name))

    def shut(self) -> list[str]:
        """The screens that were tapped often and that no tap has led away from."""
        return sorted(name for name, taps in self.known.there.items() if taps >= OFTEN and name not in self.known.left)


def sit_down(one: Table, out: Path, before: Path | None = None) -> Iterator[Line]:
    """Play one table in a process of its own; what it told."""
    command = [sys.executable, "-m", "tools.taps.visit", *one.words(), str(out), *([str(before)] if before else [])]
    ended = {"found": "ended", "screen": "", "tap": 0, "last": "", "where": "", "picture": ""}
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired as late:
        yield from told(bytes(late.stdout or b"").decode())
        yield ended | {"found": "hangs", "words": f"no end after {LONGEST} s"}
        return
    yield from told(done.stdout)
    if done.returncode:
        yield ended | {"words": " ".join(done.stderr.strip().splitlines()[-3:])}


def told(output: str) -> Iterator[Line]:
    """What a table printed of itself."""
    yield from (json.loads(line) for line in output.splitlines() if line.startswith("{") and line.endswith("}"))


def wanted(asked: argparse.Namespace, run: Run) -> Iterator[Table]:
    """The tables of the command line, as long as there is time.

    Longer at moments and at tables of other kinds, for what was never touched.
    """
    until = time.monotonic() + asked.minutes * 60
    last = until + asked.longer * 60
    for one in islice(tables(asked.seed, asked.title, asked.taps), asked.tables):
        late = (now := time.monotonic()) > until
        if late and (now > last or not run.missed()):
            return
        if one.moment or not late:
            yield elsewhere(one) if late else one


def play_all(run: Run, tables: Iterator[Table], at_once: int) -> None:
    """Play the tables, so many beside each other."""
    choosing = Lock()

    def host() -> None:
        """Play one table after the other."""
        while True:
            with choosing:
                one = next(tables, None)
            if one is None:
                return
            run.play(one)

    with ThreadPoolExecutor(at_once) as hosts:
        for each in [hosts.submit(host) for _ in range(at_once)]:
            each.result()


def main() -> int:
    """Play the tables; 1 when something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="no table is begun after so many")
    parser.add_argument("--longer", type=float, help="at most so many more, for what was never touched; half as many")
    parser.add_argument("--title", nargs="+", default=list(shown_games()), choices=shown_games())
    parser.add_argument("--seed", type=int, default=0, help="of the first table")
    parser.add_argument("--tables", type=int, default=None, help="the most tables")
    parser.add_argument("--at-once", type=int, default=1, help="so many tables are played beside each other")
    parser.add_argument("--taps", type=int, default=1500, help="the most taps at a table")
    parser.add_argument("--quick", action="store_true", help="measure only: nothing is drawn, there are no pictures")
    parser.add_argument("--out", type=Path, default=Path("out/taps"), help="the folder of the pictures")
    parser.add_argument("--go-on", action="store_true", help="with the run that is kept in that folder")
    asked = parser.parse_args()
    asked.longer = asked.minutes / 2 if asked.longer is None else asked.longer
    asked.out.mkdir(parents=True, exist_ok=True)
    if asked.quick:
        os.environ["KIVY_GL_BACKEND"] = "mock"
    run = Run(asked.out, go_on=asked.go_on)
    play_all(run, wanted(asked, run), asked.at_once)
    print(run.summary())
    whole = asked.tables is None and run.known.taps >= WHOLE * len(asked.title)
    return 1 if run.found or run.shut() or (whole and run.missed()) else 0


if __name__ == "__main__":
    sys.exit(main())
