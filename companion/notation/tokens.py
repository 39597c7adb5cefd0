"""Words of a line: bare ones, and JSON values where a bare word would not do."""

from __future__ import annotations

import json

from msgspec import Struct

from engine.errors import WrongInput

_JSON = json.JSONDecoder()
REMARK = ";"
QUOTES = '"{['
"""What a JSON value begins with, and no bare word does."""


class NotationError(WrongInput):
    """A line that is no command, no entry or no header; the message quotes the offending word and the line."""


class Quoted(Struct, frozen=True):
    """A JSON string, list or object standing for one word."""

    value: object


Token = str | Quoted


def split(line: str) -> list[Token]:
    """The words of a line; raises `NotationError` for a quote or brace that does not close."""
    found: list[Token] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
        elif line[at] in QUOTES:
            value, at = _quoted(line, at)
            found.append(Quoted(value))
        else:
            end = _end(line, at)
            found.append(line[at:end])
            at = end
    return found


def _end(line: str, at: int) -> int:
    while at < len(line) and not line[at].isspace():
        at += 1
    return at


def _quoted(line: str, at: int) -> tuple[object, int]:
    try:
        return _JSON.raw_decode(line, at)
    except json.JSONDecodeError as error:
        raise NotationError(f"{line[at : at + 20]!r} does not close") from error


def quote(value: object) -> str:
    """A value as one JSON word."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def is_bare(text: str) -> bool:
    """Can this text stand as a bare word?"""
    return bool(text) and text[0] not in QUOTES and not any(char.isspace() for char in text) and text != REMARK
