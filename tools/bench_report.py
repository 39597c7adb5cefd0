"""Where measured figures are told: the machine they were measured on, and their section of docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Every section is written by the command it names; nothing here is typed by hand. Ratios were taken in one run on one
machine, so they hold on another; absolute times do not.
"""
REFERENCE_MOPS = 12.5
"""The speed of `calibrate` on the machine the goals in milliseconds were set on."""


class Figure(NamedTuple):
    """One measured value, what it must be, and whether it is (None: nothing to compare it with)."""

    what: str
    value: str
    goal: str = ""
    reached: bool | None = None


def calibrate(turns: int = 120_000) -> float:
    """Million turns a second of a fixed loop of attribute reads, dict reads and list appends, in CPU time."""

    class Pair:
        __slots__ = ("a", "b")
        a: int
        b: int

    pair, table, found = Pair(), {i: i + 1 for i in range(16)}, []
    pair.a, pair.b = 1, 2
    start = time.process_time()
    for turn in range(turns):
        pair.a = table[turn & 15] + pair.b
        if pair.a > 4:
            found.append((turn, pair.a))
    return turns / (time.process_time() - start) / 1e6


def machine(packages: Sequence[str]) -> str:
    """Processor, cores, Python and the versions of `packages`, on one line."""
    named = [f"{name} {_version(name)}" for name in packages]
    return ", ".join([_processor(), f"{os.cpu_count()} cores", f"Python {platform.python_version()}", *named])


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model")))
    return next(names, platform.machine())


def write_section(name: str, title: str, about: Sequence[str], figures: Sequence[Figure], page: Path = PAGE) -> None:
    """Put the section `name` of the page anew, or at its end, with these figures as its table."""
    put_section(name, [f"## {title}", "", *about, "", *table(figures)], page)


def put_section(name: str, lines: Sequence[str], page: Path = PAGE) -> None:
    """Put the section `name` of the page anew, or at its end."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    body = "\n".join([start, *lines, end])
    text = page.read_text(encoding="utf-8") if page.exists() else HEAD
    before, found, rest = text.partition(start)
    after = rest.partition(end)[2] if found else "\n"
    page.write_text(f"{before.rstrip()}\n\n{body}{after}", encoding="utf-8")


def table(figures: Sequence[Figure]) -> list[str]:
    """The figures as a table."""
    lines = ["| measured | value | goal | |", "|---|---|---|---|"]
    marks = {True: "✓", False: "✗", None: ""}
    return [*lines, *(f"| {f.what} | {f.value} | {f.goal} | {marks[f.reached]} |" for f in figures)]
