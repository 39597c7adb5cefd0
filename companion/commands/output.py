"""What several commands print in the same form."""

from __future__ import annotations

import codecs
import io
import json
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.game import Standing


PLAIN = {
    "✓": "+",
    "✗": "x",
    "×": "x",
    "−": "-",
    "–": "-",
    "—": "-",
    "→": "->",
    "…": "...",
    "·": "-",
    "’": "'",
    "€": "EUR",
}
"""Signs of ours in letters that every terminal has."""


def print_json(found: object) -> int:
    """One JSON object on a line; the exit status of a command that has nothing else to print."""
    print(json.dumps(found, ensure_ascii=not _speaks_unicode()))
    return 0


def _speaks_unicode() -> bool:
    return "utf" in (sys.stdout.encoding or "").lower()


def readable_everywhere() -> None:
    """Let nothing that is printed fail on a terminal that lacks a sign: it shows the nearest letters it has."""
    codecs.register_error("nearest", _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(errors="nearest")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign) or _letters(sign) or "?" for sign in signs), error.end


def _letters(sign: str) -> str:
    """A letter without its accent."""
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()


def say(line: str) -> None:
    """A line that is seen at once, also through a pipe."""
    print(line, flush=True)


def whisper(line: str) -> None:
    """A line beside what is printed, for people: it is no part of a command's answer."""
    print(line, file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """A text from a file for the terminal: what would steer it, or turn the order of its letters, is shown escaped."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def table_of(standings: tuple[Standing, ...], names: Mapping[str, str]) -> str:
    """The final standings for people."""
    rows = (f"{one.place}. {names[one.seat]} ({one.seat}) {one.score}: {_lines(one.lines)}" for one in standings)
    return "\n".join(rows)


def _lines(lines: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {points}" for name, points in lines.items())


class Line(Protocol):
    """A line to somewhere else."""

    @property
    def trouble(self) -> str:
        """What is wrong with it; empty where nothing is."""
        ...


def tell_trouble(line: Line, well: str) -> Iterator[None]:
    """At each step, say what has become wrong with a line, and that it is `well` again."""
    known = ""
    while True:
        if line.trouble != known:
            known = line.trouble
            whisper(known or well)
        yield
