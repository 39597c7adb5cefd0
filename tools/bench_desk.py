"""A desk under load: tables that make an entry a second each, while parts of it are killed at random.

python -m tools.bench_desk [--engine convention|club] [--tables N] [--seconds S] [--kills N] [--rate N] [--workers N]
                           [--game NAME] [--seed N] [--sizes N,N,N] [--write]

The desk is `companion desk` in processes of its own: as at a convention, with three nodes of nats-server, workers,
and a PostgreSQL that writes to the disk, of which a node, a worker and the database are killed in turn; or, as at a
club, with mosquitto and a file, of which broker and desk are. The tables are real lines to it, which send a game that
was played before, each entry with the time at which it is sent. Measured is from there to the page that a referee has
open. At the end every table's entries are held against the store: none lost, none doubled, none out of order. With
`--sizes 10,100,1000` there are runs of so many tables, without kills, and what each part costs an entry. With
`--write` the figures go to docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from companion.commands.desk import FOLDER
from companion.titles import DEFAULT
from companion.web.desk.accounts import Accounts
from companion.web.desk.sqlite_store import FILE, SqliteStore
from devices.broker import free_port
from devices.broker_folder import OWNER, PID, PREFIX
from tools.bench_desk_parts import DeskProcess, Referee, Replayed, Table, played, seconds_of
from tools.bench_desk_sizes import Size, rows
from tools.bench_report import Figure, machine, put_section, write_section

AROUND = 20.0
"""Seconds after a kill in which an entry counts as sent across it."""
SETTLE = 60.0
"""Seconds after the last entry in which everything must have arrived."""
JOIN = 100.0
"""So many tables a second are given time to join before the first entry."""
PACE = 1.0
"""Entries a second at each table up to which the page has its goal: no game is played faster."""
SECTIONS = {
    "club": ("desk", "A club's desk: tables, kills, and the referee's page"),
    "convention": ("desk-convention", "A convention's desk: tables, kills, and the referee's page"),
}
COSTS = {
    "club": ("cost of a desk", "What a club's desk costs"),
    "convention": ("cost of a convention's desk", "What a convention's desk costs"),
}
"""The same for a run without kills, in which no part's processor time is counted anew."""
SIZES = {
    "club": ("cost of a desk by size", "What a club's desk costs, by the number of tables"),
    "convention": ("cost of a convention's desk by size", "What a convention's desk costs, by the number of tables"),
}


class Engine(Protocol):
    """A desk that is measured; `link` opens its page."""

    @property
    def link(self) -> str: ...

    @property
    def addresses(self) -> Sequence[str]: ...

    def victims(self, chance: Random) -> Mapping[str, Callable[[], None]]: ...

    def kept(self, table: str) -> list[str]: ...

    def usage(self) -> Mapping[str, float]: ...

    def stored(self) -> float: ...

    def close(self) -> None: ...


class ClubEngine:
    """`companion desk` with mosquitto and a file."""

    def __init__(self, folder: Path, tables: int) -> None:
        port = free_port()
        self._file = folder / FOLDER / FILE
        self._desk = DeskProcess(folder, tables, port)
        self.addresses = list(Accounts(folder / FOLDER, tables).addresses("127.0.0.1", port))

    @property
    def link(self) -> str:
        """The address of the page with its token."""
        return self._desk.link

    def victims(self, _chance: Random) -> Mapping[str, Callable[[], None]]:
        """What may be killed, and comes back by itself or is started again."""
        return {"desk": self._desk.restart, "broker": lambda: kill_broker(self._desk)}

    def kept(self, table: str) -> list[str]:
        """The digests of a table's entries as they are kept."""
        store = SqliteStore(self._file)
        found = [line.digest for key in store.games(table) for line in store.lines(key)]
        store.close()
        return found

    def usage(self) -> Mapping[str, float]:
        """Seconds of processor time so far, by part."""
        return {"desk": seconds_of(self._desk.number), "broker": seconds_of(broker_process(self._desk.number))}

    def stored(self) -> float:
        """A club has no stream."""
        return 0.0

    def close(self) -> None:
        """End it."""
        self._desk.close()


def broker_process(owner: int) -> int:
    """The number of the mosquitto that serves a desk; 0 where none is there just now."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError, ValueError):
            if int((folder / OWNER).read_text()) == owner:
                return int((folder / PID).read_text())
    return 0


def kill_broker(desk: DeskProcess) -> None:
    """Kill the broker of a desk, which starts it again itself."""
    if number := broker_process(desk.number):
        os.kill(number, signal.SIGKILL)


Kill = tuple[float, str, Callable[[], None]]
Killed = tuple[float, str]
"""When something was killed, in seconds since 1970, and what."""


class Measured(NamedTuple):
    """Counts of entries made, lost, odd; when each was made that was shown, with its delay; kills; costs by part.

    `stored` are the bytes of a message in the stream on each node, 0 where there is none.
    """

    counts: tuple[int, int, int]
    seen: Sequence[tuple[float, float]]
    kills: Sequence[Killed]
    costs: Mapping[str, float]
    stored: float = 0.0


def run(tables: Sequence[Table], seconds: float, kills: Sequence[Kill]) -> list[Killed]:
    """Let every table make an entry a second; what was killed."""
    start, left, done = time.time(), list(kills), list[Killed]()
    while (now := time.time()) < start + seconds:
        for table in tables:
            table.step(now)
        if left and time.time() >= start + left[0][0]:
            _at, what, kill = left.pop(0)
            done.append((time.time(), what))
            print(f"{time.time() - start:6.1f} s: {what} is killed", flush=True)
            threading.Thread(target=kill).start()  # the tables play on meanwhile
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


def missing(tables: Sequence[Table], engine: Engine) -> tuple[int, int, int]:
    """How many entries there were, how many the desk lacks, and how many it has twice or out of order."""
    made = lost = odd = 0
    for table in tables:
        mine, kept = [entry.digest for entry in table.book.entries], engine.kept(table.name)
        made += len(mine)
        lost += len(set(mine) - set(kept))
        odd += len(kept) - len(set(kept)) + (kept != mine[: len(kept)])
    return made, lost, odd


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share lies; 0 of none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def across(seen: Sequence[tuple[float, float]], kills: Sequence[Killed]) -> list[float]:
    """The delays of the entries that were made just before or after one of these kills."""
    return [delay for at, delay in seen if any(kill - 1 <= at <= kill + AROUND for kill, _what in kills)]


def figures(asked: argparse.Namespace, found: Measured) -> Iterator[Figure]:
    """What was measured, in the words of the page."""
    (made, lost, odd), seen, kills, costs, stored = found
    near = across(seen, kills)
    calm = [delay for at, delay in seen if not across([(at, delay)], kills)]
    yield Figure(f"entries of {asked.tables} tables in {asked.seconds:.0f} s, {len(kills)} kills", f"{made}")
    yield Figure("entries lost", f"{lost}", "0", lost == 0)
    yield Figure("entries doubled or out of order", f"{odd}", "0", odd == 0)
    yield Figure(
        "entries the page did not show, themselves or by a later one", f"{made - len(seen)}", "0", made == len(seen)
    )
    for share, word in ((0.5, "half"), (0.99, "99 %")):
        value = percentile(calm, share)
        goal = "< 1 s" if share > 0.9 and asked.rate <= PACE else ""
        yield Figure(f"table to page, {word}, {len(calm)} seen", f"{value:.2f} s", goal, value < 1 if goal else None)
    if kills:
        value = percentile(near, 0.99)
        yield Figure(f"the same across a kill, 99 %, {len(near)} seen", f"{value:.2f} s", "< 10 s", value < 10)
        for what in dict.fromkeys(what for _at, what in kills):
            value = percentile(across(seen, [kill for kill in kills if kill[1] == what]), 0.99)
            yield Figure(f"of it, where a {what} was killed", f"{value:.2f} s")
        return
    for part, seconds in costs.items():
        yield Figure(f"processor time of {part}, an entry", f"{1000 * seconds / max(made, 1):.2f} ms")
    if stored:
        yield Figure("a message in the stream, on each node", f"{stored:.0f} bytes")


def main() -> int:
    """Print every figure; 1 when one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--kills", type=int, default=6, help="of the parts of the desk, in turn")
    parser.add_argument("--engine", choices=("convention", "club"), default="convention")
    parser.add_argument("--workers", type=int, default=2, help="of a convention")
    parser.add_argument("--rate", type=float, default=1.0, help="entries a second at each table")
    parser.add_argument("--game", default=DEFAULT)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", default="", metavar="N,N,N", help="what so many tables cost, a run for each")
    parser.add_argument("--write", action="store_true", help="into docs/benchmarks.md")
    asked = parser.parse_args()
    _most, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))  # each table has four of its own
    return by_size(asked) if asked.sizes else once(asked)


def once(asked: argparse.Namespace) -> int:
    """One run; 1 when a figure misses its goal."""
    found = list(figures(asked, measure(asked)))
    for one in found:
        print(f"{ {True: '✓', False: '✗', None: ' '}[one.reached] } {one.value:>10}  {one.goal:7} {one.what}")
    if asked.write:
        sizes = f"--engine {asked.engine} --tables {asked.tables} --seconds {asked.seconds:.0f} --kills {asked.kills}"
        sizes += f" --rate {asked.rate:g}" if asked.rate != 1 else ""
        about = [machine(["aiohttp", "paho-mqtt", "msgspec"]), "", f"`python -m tools.bench_desk {sizes} --write`"]
        section, title = SECTIONS[asked.engine] if asked.kills else COSTS[asked.engine]
        write_section(section, title, about, found)
    return 1 if any(one.reached is False for one in found) else 0


def by_size(asked: argparse.Namespace) -> int:
    """A run for each size; 1 when an entry was lost, doubled or out of order in one."""
    sizes: list[Size] = []
    for tables in (int(size) for size in asked.sizes.split(",")):
        asked.tables, asked.kills = tables, 0
        (made, *wrong), seen, _kills, costs, stored = measure(asked)
        late = percentile([delay for _at, delay in seen], 0.99)
        sizes.append(Size(tables, made, sum(wrong), late, costs, stored))
        print(*rows(sizes), sep="\n", flush=True)
    if asked.write:
        words = f"--engine {asked.engine} --sizes {asked.sizes} --seconds {asked.seconds:.0f} --rate {asked.rate:g}"
        about = [machine(["aiohttp", "paho-mqtt", "msgspec"]), "", f"`python -m tools.bench_desk {words} --write`"]
        section, title = SIZES[asked.engine]
        put_section(section, [f"## {title}", "", *about, "", *rows(sizes)])
    return 1 if any(size.wrong for size in sizes) else 0


def measure(asked: argparse.Namespace) -> Measured:
    """Start desk, tables and referee in a folder of their own, and measure."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-desk-") as folder:
        return measure_in(asked, Path(folder))


def measure_in(asked: argparse.Namespace, folder: Path) -> Measured:
    """Start desk, tables and referee, and measure."""
    chance = Random(asked.seed)
    source = played(asked.game, asked.seed)
    engine = opened(asked, folder)
    tables: list[Table] = []
    referee = Referee(engine)
    try:
        first = time.time() + len(engine.addresses) / JOIN
        tables += [
            Table(address, folder / "tables", Replayed(source), first + chance.random() / asked.rate, 1 / asked.rate)
            for address in engine.addresses
        ]
        whens = sorted(chance.uniform(0.2, 0.8) * asked.seconds for _ in range(asked.kills))
        victims = [(what, kill) for what, kill in engine.victims(chance).items() if what != "page"]
        kills = [(at, *victims[number % len(victims)]) for number, at in enumerate(whens)]
        run(tables, first - time.time(), [])  # they join
        before = spent(engine)
        killed = run(tables, asked.seconds, kills)
        print(f"settled after {settle(tables):.1f} s")
        time.sleep(2)
        for table in tables:
            table.close()
        costs = {part: seconds - before.get(part, 0.0) for part, seconds in spent(engine).items()}
        counts, stored = missing(tables, engine), engine.stored()
    finally:
        referee.close()
        engine.close()
    seen = [one for table in tables for one in referee.delays(table)]
    return Measured(counts, seen, killed, costs, stored)


def spent(engine: Engine) -> dict[str, float]:
    """Seconds of processor time so far, by part: those of the desk, and the tables and the referee here."""
    return {**engine.usage(), "the tables themselves": time.process_time()}


def opened(asked: argparse.Namespace, folder: Path) -> Engine:
    """The desk that is measured."""
    if asked.engine == "club":
        return ClubEngine(folder, asked.tables)
    from tools.bench_desk_convention import Convention  # of the extra `convention`

    return Convention(folder, asked.tables, asked.workers)


if __name__ == "__main__":
    sys.exit(main())
