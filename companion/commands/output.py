"""What several commands print in the same form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.game import Standing


def print_json(found: Any) -> int:
    """One JSON object on a line; the exit status of a command that has nothing else to print."""
    print(json.dumps(found, ensure_ascii=False))
    return 0


def say(line: str) -> None:
    """A line that is seen at once, also through a pipe."""
    print(line, flush=True)


def printable(text: str) -> str:
    """A text from a file for the terminal: what would steer it, or turn the order of its letters, is shown escaped."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def table_of(standings: tuple[Standing, ...], names: Mapping[str, str]) -> str:
    """The final standings for people."""
    rows = (f"{one.place}. {names[one.seat]} ({one.seat}) {one.score}: {_lines(one.lines)}" for one in standings)
    return "\n".join(rows)


def _lines(lines: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {points}" for name, points in lines.items())
