"""What each table is told of the round that is seated: who sits there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from devices.desk import MOST_SEATS, Seated

_NUMBER = re.compile(r"\d+\Z", re.ASCII)


def seats_at(rounds: Sequence[Sequence[Sequence[str]]], table: str) -> Seated:
    """Who sits at a table in the last round: it has there the number in which its name ends. Nobody at any other."""
    found, tables = _NUMBER.search(table), rounds[-1] if rounds else ()
    number = int(found[0]) if found else 0
    names = tables[number - 1] if 0 < number <= len(tables) else ()
    return Seated(round=len(rounds), names=tuple(names[:MOST_SEATS]))
