"""A club's desk under load: tables that make an entry a second each, while broker and desk are killed at random.

python -m tools.bench_desk [--tables N] [--seconds S] [--kills N] [--game NAME] [--seed N] [--write]

The desk is `companion desk` in a process of its own, with mosquitto; the tables are real lines to it, which send a game
that was played before, each entry with the time at which it is sent. Measured is from there to the page that a referee
has open. At the end every table's entries are held against the desk's file: none lost, none doubled, none out of order.
With `--write` the figures go to docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from companion.commands.desk import FOLDER
from companion.titles import DEFAULT
from companion.web.desk.accounts import Accounts
from companion.web.desk.sqlite_store import FILE, SqliteStore
from devices.broker import free_port
from devices.broker_folder import OWNER, PID, PREFIX
from tools.bench_desk_parts import DeskProcess, Referee, Replayed, Table, played
from tools.bench_report import Figure, machine, write_section

AROUND = 20.0
"""Seconds after a kill in which an entry counts as sent across it."""
SETTLE = 60.0
"""Seconds after the last entry in which everything must have arrived."""


def broker_process(owner: int) -> int:
    """The number of the mosquitto that serves a desk; 0 where none is there just now."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError, ValueError):
            if int((folder / OWNER).read_text()) == owner:
                return int((folder / PID).read_text())
    return 0


def kill(desk: DeskProcess, what: str) -> None:
    """Kill the desk and start it again, or its broker, which it starts again itself."""
    if what == "desk":
        desk.restart()
    elif number := broker_process(desk.number):
        os.kill(number, signal.SIGKILL)


def run(tables: Sequence[Table], desk: DeskProcess, seconds: float, kills: Sequence[tuple[float, str]]) -> list[float]:
    """Let every table make an entry a second; when somebody was killed, in seconds since 1970."""
    start, left, done = time.time(), list(kills), list[float]()
    while time.time() < start + seconds:
        for table in tables:
            table.step(time.time())
        if left and time.time() >= start + left[0][0]:
            done.append(time.time())
            threading.Thread(target=kill, args=(desk, left.pop(0)[1])).start()  # the tables play on meanwhile
        time.sleep(0.005)
    return done


def settle(tables: Sequence[Table]) -> float:
    """Wait until every table has been answered for its last entry; the seconds it took."""
    start = time.monotonic()
    while any(table.waiting for table in tables) and time.monotonic() < start + SETTLE:
        for table in tables:
            table.poll()
        time.sleep(0.005)
    return time.monotonic() - start


def missing(tables: Sequence[Table], file: Path) -> tuple[int, int, int]:
    """How many entries there were, how many the desk lacks, and how many it has twice or out of order."""
    store = SqliteStore(file)
    made = lost = odd = 0
    for table in tables:
        mine = [entry.digest for entry in table.book.entries]
        kept = [line.digest for key in store.games() if key.table == table.name for line in store.lines(key)]
        made += len(mine)
        lost += len(set(mine) - set(kept))
        odd += len(kept) - len(set(kept)) + (kept != mine[: len(kept)])
    store.close()
    return made, lost, odd


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share lies; 0 of none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def figures(
    asked: argparse.Namespace, counts: tuple[int, int, int], seen: Sequence[tuple[float, float]], kills: Sequence[float]
) -> Iterator[Figure]:
    """What was measured, in the words of the page; `seen` are entries by the time they were made, with their delay."""
    made, lost, odd = counts
    near = [delay for at, delay in seen if any(kill - 1 <= at <= kill + AROUND for kill in kills)]
    calm = [delay for at, delay in seen if not any(kill - 1 <= at <= kill + AROUND for kill in kills)]
    yield Figure(f"entries of {asked.tables} tables in {asked.seconds:.0f} s, {len(kills)} kills", f"{made}")
    yield Figure("entries lost", f"{lost}", "0", lost == 0)
    yield Figure("entries doubled or out of order", f"{odd}", "0", odd == 0)
    yield Figure(
        "entries the page did not show, themselves or by a later one", f"{made - len(seen)}", "0", made == len(seen)
    )
    for share, word in ((0.5, "half"), (0.99, "99 %")):
        value = percentile(calm, share)
        goal = "< 1 s" if share > 0.9 else ""
        yield Figure(f"table to page, {word}, {len(calm)} seen", f"{value:.2f} s", goal, value < 1 if goal else None)
    if kills:
        value = percentile(near, 0.99)
        yield Figure(f"the same across a kill, 99 %, {len(near)} seen", f"{value:.2f} s", "< 10 s", value < 10)


def main() -> int:
    """Print every figure; 1 when one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--kills", type=int, default=6, help="of the desk and of its broker, in turn")
    parser.add_argument("--game", default=DEFAULT)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-desk-") as folder:
        found = list(measure(asked, Path(folder)))
    for one in found:
        print(f"{ {True: '✓', False: '✗', None: ' '}[one.reached] } {one.value:>10}  {one.goal:7} {one.what}")
    if asked.write:
        sizes = f"--tables {asked.tables} --seconds {asked.seconds:.0f} --kills {asked.kills}"
        about = [machine(["aiohttp", "paho-mqtt", "msgspec"]), "", f"`python -m tools.bench_desk {sizes} --write`"]
        write_section("desk", "A club's desk: tables, kills, and the referee's page", about, found)
    return 1 if any(one.reached is False for one in found) else 0


def measure(asked: argparse.Namespace, folder: Path) -> Iterator[Figure]:
    """Start desk, tables and referee, and measure."""
    chance, port = Random(asked.seed), free_port()
    desk = DeskProcess(folder, asked.tables, port)
    addresses = list(Accounts(folder / FOLDER, asked.tables).addresses("127.0.0.1", port))
    source = played(asked.game, asked.seed)
    referee = Referee(desk)
    tables = [Table(address, folder / "tables", Replayed(source), chance.random()) for address in addresses]
    try:
        whens = sorted(chance.uniform(0.2, 0.8) * asked.seconds for _ in range(asked.kills))
        kills = run(tables, desk, asked.seconds, [(at, ("desk", "broker")[n % 2]) for n, at in enumerate(whens)])
        print(f"settled after {settle(tables):.1f} s")
        time.sleep(2)
    finally:
        for table in tables:
            table.close()
        referee.close()
        desk.close()
    seen = [one for table in tables for one in referee.delays(table)]
    yield from figures(asked, missing(tables, folder / FOLDER / FILE), seen, kills)


if __name__ == "__main__":
    sys.exit(main())
