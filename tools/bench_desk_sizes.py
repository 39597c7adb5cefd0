"""What a desk costs from ten tables to a thousand: processor time of each part, an entry, and on paper for 100,000."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

MANY, PACE = 100_000, 20.0
"""Tables that are reckoned with on paper, and seconds between two entries of each."""


class Size(NamedTuple):
    """A run without kills: tables, entries made, entries that were lost or odd, and seconds of processor time by part.

    `late` is the delay from table to page that 99 % stay below, in seconds; `stored` the bytes of a message in the
    stream on each node.
    """

    tables: int
    entries: int
    wrong: int
    late: float
    costs: Mapping[str, float]
    stored: float = 0.0

    def each(self, part: str) -> float:
        """Microseconds of processor time of a part, an entry."""
        return 1e6 * self.costs[part] / max(self.entries, 1)


def rows(sizes: Sequence[Size]) -> list[str]:
    """A table with a column for each size; the last column is the paper's."""
    heads = [f"{size.tables:,} tables" for size in sizes]
    found = [row("µs of processor time, an entry", [*heads, f"cores for {MANY:,} tables on paper"])]
    found.append("|---" * (len(sizes) + 2) + "|")
    for part in sizes[-1].costs:
        here = [f"{size.each(part):.0f}" for size in sizes]
        found.append(row(part, [*here, f"{on_paper(sizes[-1], part):.1f}"]))
    if any(size.stored for size in sizes):
        disk = f"{sizes[-1].stored * MANY / PACE * 3600 / 1e9:.0f} GB an hour"
        each = [f"{size.stored:.0f}" for size in sizes]
        found.append(row("bytes of a message in the stream, on each node", [*each, disk]))
    found.append(row("entries", [f"{size.entries:,}" for size in sizes] + [f"{MANY / PACE:,.0f} a second"]))
    found.append(row("lost, doubled or out of order", [str(size.wrong) for size in sizes] + [""]))
    found.append(row("table to page, 99 %", [f"{size.late:.2f} s" for size in sizes] + [""]))
    return found


def row(first: str, others: Sequence[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join([first, *others])} |"


def on_paper(size: Size, part: str) -> float:
    """Cores that a part takes where `MANY` tables make an entry in `PACE` seconds each, by its cost at this size."""
    return size.each(part) * MANY / PACE / 1e6
