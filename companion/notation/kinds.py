"""What stands in the fields of a command, written as one word and read back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from companion.notation.spelling import Pieces, Spelling
from companion.notation.tokens import NotationError, Quoted, Token, is_bare, quote
from engine.errors import WrongInput

NOTHING = "nothing"
_NUMBER = re.compile(r"-?\d{1,18}")
_COUNTED = re.compile(r"(?:(-?\d{1,18})\*)?(.+)")


class Kind(NamedTuple):
    """`write` gives a bare word, `read` raises `ValueError` saying what was expected; `json` decodes a quoted one."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    json: Any


def kind_of(spelling: Spelling, name: str, form: Any) -> Kind:
    """The kind of the field `name` whose type is `form`."""
    if name in spelling.names:
        return _named(spelling.names[name], name)
    if name in spelling.prefixes:
        return _prefixed(spelling.prefixes[name])
    if form is int:
        return Kind(str, _number, int)
    if form is str:
        return Kind(str, str, str)
    if getattr(form, "__origin__", None) is dict:
        return _tally(spelling.pieces)
    if form == tuple[str, ...]:
        return Kind(",".join, lambda text: tuple(text.split(",")), form)
    if _is_figures(form):
        return _figures(form)
    return Kind(lambda _value: "", _never, form)


def word(kind: Kind, value: object) -> str:
    """A value as one word: bare where reading it back gives the same, else JSON."""
    text = kind.write(value)
    try:
        if is_bare(text) and _same(kind.read(text), value):
            return text
    except ValueError:
        pass  # the quoted form says it
    return quote(msgspec.to_builtins(value))


def _same(read: object, value: object) -> bool:
    """Equal, and pieces in the same order: a command is read back as it was given."""
    if isinstance(read, dict) and isinstance(value, dict):
        return list(read.items()) == list(value.items())
    return read == value


def value(kind: Kind, token: Token) -> Any:
    """What a word stands for; raises `NotationError`."""
    try:
        return msgspec.convert(token.value, kind.json) if isinstance(token, Quoted) else kind.read(token)
    except ValueError as error:
        shown = quote(token.value) if isinstance(token, Quoted) else token
        raise NotationError(f"{shown!r}: {error}") from error


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise WrongInput("expected a number")
    return int(text)


def _never(text: str) -> Any:
    raise WrongInput(f"{text!r} is no object in braces")


def _named(names: Mapping[str, int], what: str) -> Kind:
    by_number = {number: name for name, number in names.items()}
    by_name = {name.lower(): number for name, number in names.items()}

    def read(text: str) -> int:
        if text.lower() in by_name:
            return by_name[text.lower()]
        if _NUMBER.fullmatch(text):
            return int(text)
        raise WrongInput(f"expected an {what}: {', '.join(names)} or its number")

    return Kind(lambda number: by_number.get(number, str(number)), read, int)


def _is_figures(form: object) -> bool:
    """Is this a struct of numbers only that is kept as a list, such as a place with a rotation?"""
    if not (isinstance(form, type) and issubclass(form, Struct) and form.__struct_config__.array_like):
        return False
    return set(get_type_hints(form).values()) == {int}


def _figures(form: type[Struct]) -> Kind:
    """Numbers with commas between them; the last ones may be missing where they have a default."""

    def read(text: str) -> Struct:
        try:
            return form(*map(_number, text.split(",")))
        except TypeError as error:
            raise WrongInput(f"expected {','.join(form.__struct_fields__)}") from error

    return Kind(lambda value: ",".join(map(str, astuple(value))), read, form)


def _prefixed(prefix: str) -> Kind:
    return Kind(lambda text: str(text).removeprefix(prefix), lambda text: prefix + text.removeprefix(prefix), str)


def _tally(pieces: Pieces) -> Kind:
    def write(tally: Mapping[str, int]) -> str:
        return write_tally(pieces, tally)

    def read(text: str) -> dict[str, int]:
        return read_tally(pieces, text)

    return Kind(write, read, dict[str, int])


def write_tally(pieces: Pieces, tally: Mapping[str, int]) -> str:
    """Pieces as one word: ``GGB``, ``GB.7.112+2*P.5.-12``, ``3*gold``, or ``nothing``."""
    items, run = [], ""
    for piece, count in tally.items():
        if len(piece) == 1 and piece in pieces.letters and count > 0:
            run += piece * count
            continue
        if run:
            items.append(run)
            run = ""
        short = piece.removeprefix(pieces.prefix) if pieces.prefix else piece
        items.append(short if count == 1 else f"{count}*{short}")
    return "+".join([*items, *([run] if run else [])]) or NOTHING


def read_tally(pieces: Pieces, text: str) -> dict[str, int]:
    """Pieces written as one word; raises `ValueError`."""
    found: dict[str, int] = {}
    if text == NOTHING:
        return found
    for item in text.split("+"):
        match = _COUNTED.fullmatch(item)
        if match is None:
            raise WrongInput("expected pieces, such as GGB, 3*gold or GB.7.112")
        count, piece = int(match[1] or 1), match[2]
        for one in _pieces(pieces, piece):
            found[one] = found.get(one, 0) + count
    return found


def _pieces(pieces: Pieces, text: str) -> list[str]:
    if pieces.letters and set(text) <= set(pieces.letters):
        return list(text)
    if text in pieces.plain or not pieces.prefix or text.startswith(pieces.prefix):
        return [text]
    return [pieces.prefix + text]
