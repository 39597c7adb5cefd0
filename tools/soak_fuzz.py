"""Hostile bytes at every door: frames, MQTT payloads, records, notation, cases, values, wiring, pictures, desk, phones.

python -m tools.soak_fuzz [DOOR ...] [--minutes 10] [--seed 1] [--at-once 2] [--write]

Each door in a process of its own, two at once. Hypothesis changes good bytes for so many minutes at each door, and
makes what breaks one as small as it can; that is kept in tests/corpus, where `make test` puts it to its door for ever.
Ends with 1 if anything was found: an exception that is none for people, an impossible value, or bytes that take longer
than ten seconds.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import multiprocessing
import resource
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import hypothesis
from hypothesis import HealthCheck, Phase, settings

from tools.bench_report import Figure, machine, write_section
from tools.fuzz.changing import hostile
from tools.fuzz.doors import CORPUS, DOORS, enter, found, seeds

MINUTES = 10.0
AT_ONCE = 300
"""Examples between two looks at the clock."""
OUTSIDE = ("serial", "mqtt", "picture")
"""Doors at which a stranger's bytes come in by themselves."""
CLUB = ("desk", "phone")
"""Doors at which tables of a club and phones ask."""
FILES = tuple(door for door in DOORS if door not in OUTSIDE + CLUB)
"""Doors at which a person brings a file."""
AT_LEAST = 12
"""Examples at each door, however short the time is."""
MOST_FOUND = 5
"""At one door; then somebody should mend them first."""
MOST_MEMORY = 1000
"""Megabytes that no door may take."""
SLOW = 10.0
"""Seconds of processor time that no bytes may take: a busy machine is no fault of a door."""


class Fuzzed:
    """What came out of one door."""

    def __init__(self, door: str) -> None:
        self.door = door
        self.examples = 0
        self.minutes = 0.0
        self.memory = 0
        """The most its process had, in megabytes."""
        self.wrong: dict[str, Path] = {}


class Slow(AssertionError):
    """It took too long; bytes that do not are no smaller form of it."""


def fuzz(door: str, minutes: float, seed: int, corpus: Path = CORPUS) -> Fuzzed:
    """Put hostile bytes to a door for so many minutes."""
    result, good = Fuzzed(door), seeds(door)
    began = time.monotonic()
    while time.monotonic() - began < minutes * 60 and len(result.wrong) < MOST_FOUND:
        _some(result, good, seed, corpus, began + minutes * 60)
        seed += 1
    result.minutes = (time.monotonic() - began) / 60
    result.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return result


def _quietly(minutes: float, seed: int, door: str) -> Fuzzed:
    """A door in a process of its own: what the doors log about hostile bytes is for nobody."""
    logging.disable(logging.CRITICAL)
    return fuzz(door, minutes, seed)


def each(doors: Sequence[str], minutes: float, seed: int, at_once: int) -> Iterator[Fuzzed]:
    """Fuzz every door, so many at once, in their order."""
    with multiprocessing.get_context("spawn").Pool(at_once, maxtasksperchild=1) as pool:
        yield from pool.imap(partial(_quietly, minutes, seed), doors)


def _some(result: Fuzzed, good: list[bytes], seed: int, corpus: Path, until: float) -> None:
    """So many examples, fewer when time is up; what breaks the door is kept in its smallest form."""
    last, broke = b"", list[bytes]()  # once something broke, it is made smaller however late it is

    @hypothesis.seed(seed)
    @settings(
        max_examples=AT_ONCE,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(hostile(good))
    def one(data: bytes) -> None:
        nonlocal last
        if not broke and result.examples >= AT_LEAST and time.monotonic() > until:
            return
        last = data
        result.examples += 1
        started = time.process_time()
        broke.append(data)
        enter(result.door, data)
        if time.process_time() - started > SLOW:
            raise Slow(f"{time.process_time() - started:.0f} s")
        broke.pop()

    try:
        one()
    except Exception as error:  # whatever gets through is what is looked for
        _keep(result, last, error, corpus)


def _keep(result: Fuzzed, data: bytes, error: Exception, corpus: Path) -> None:
    """Keep what was found, once for each place in our code."""
    where = [line for line in traceback.extract_tb(error.__traceback__) if "hypothesis" not in line.filename]
    told = f"{type(error).__name__} at {Path(where[-1].filename).name}:{where[-1].lineno}: {str(error)[:200]}"
    if told in result.wrong:
        return
    path = corpus / result.door / hashlib.blake2b(data, digest_size=6).hexdigest()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    result.wrong[told] = path
    print(f"{result.door}: {told}\n  kept in {path}", flush=True)


def figures(results: list[Fuzzed]) -> list[Figure]:
    """The results as figures."""
    wrong = sum(len(result.wrong) for result in results)
    memory = _memory(results)
    doors = [
        Figure(
            f"{one.door}: hostile bytes in {one.minutes:.1f} minutes",
            f"{one.examples}",
            "10 minutes",
            one.minutes >= MINUTES,
        )
        for one in results
    ]
    return [
        *doors,
        Figure("broke a door in this run", f"{wrong}", "0", not wrong),
        Figure(
            "kept of earlier runs, put to their doors by `make test`",
            f"{sum(len(found(door)) for door in DOORS) - wrong}",
        ),
        Figure("most memory of a process", f"{memory} MB", f"{MOST_MEMORY} MB", memory <= MOST_MEMORY),
    ]


def _memory(results: list[Fuzzed]) -> int:
    return max(result.memory for result in results)


def well(results: list[Fuzzed]) -> bool:
    """Did no door break, and none take too much memory?"""
    return not any(result.wrong for result in results) and _memory(results) <= MOST_MEMORY


def main() -> int:
    """Fuzz; 1 when a door broke, or took too much memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "doors", nargs="*", default=[], metavar="DOOR", help=f"of {', '.join(DOORS)}; all, if none is named"
    )
    parser.add_argument("--minutes", type=float, default=MINUTES, help="at each door")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=2, help="doors")
    parser.add_argument("--write", action="store_true", help="put the result into docs/benchmarks.md")
    asked = parser.parse_args()
    results = []
    for one in each(asked.doors or list(DOORS), asked.minutes, asked.seed, asked.at_once):
        results.append(one)
        print(f"{one.door}: {one.examples} in {one.minutes:.1f} minutes, {len(one.wrong)} found", flush=True)
    if asked.write:
        packages = machine(["hypothesis", "msgspec", "opencv-python-headless"])
        doors = " ".join(one.door for one in results)
        command = f"python -m tools.soak_fuzz {doors} --minutes {asked.minutes:g} --seed {asked.seed} --write"
        write_section(
            f"soak of {doors}", "Soak: hostile bytes at the doors", [f"`{command}`; {packages}"], figures(results)
        )
    return 0 if well(results) else 1


if __name__ == "__main__":
    sys.exit(main())
