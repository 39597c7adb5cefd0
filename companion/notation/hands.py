"""Hands that lay pieces on a table as a case wants them: from the stock, and back to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from companion.notation.case import Wrong
from companion.notation.toml_lines import Keys
from engine.table import Piece, Table, Zone


def bring(table: Table, zone: Zone, wanted: Mapping[Piece, int], stock: tuple[Zone, ...], keys: Keys) -> None:
    """Let exactly `wanted` lie in `zone`; raises `Wrong` where the stock has not enough."""
    for piece, count in list(table[zone].items()):
        if count > wanted.get(piece, 0):
            table.shift(piece, count - wanted.get(piece, 0), zone, stock[0])
    for piece, count in wanted.items():
        fetch(table, zone, piece, count - table[zone].get(piece, 0), stock, keys)


def fetch(table: Table, zone: Zone, piece: Piece, count: int, stock: tuple[Zone, ...], keys: Keys) -> None:
    """Carry `count` more of a piece to `zone` from the first of `stock` that has it; raises `Wrong`."""
    for source in stock:
        there = count if source in table.bottomless else min(count, table[source].get(piece, 0))
        if there > 0:
            table.shift(piece, there, source, zone)
            count -= there
    if count > 0:
        raise Wrong(keys, f"the box holds {count} of {piece!r} too few")


def one_of(name: str, known: Iterable[str], what: str, keys: Keys) -> str:
    """`name` if it is known; raises `Wrong` with the nearest known one."""
    names = list(known)
    if name in names:
        return name
    near = get_close_matches(name, names, 1, 0.5)
    raise Wrong(keys, f"{name!r} is no {what}" + (f", perhaps {near[0]!r}" if near else f", one of {', '.join(names)}"))


def letters(text: str, known: str, keys: Keys) -> dict[Piece, int]:
    """A tally of goods letters; raises `Wrong` for a letter that is no good."""
    for letter in text:
        if letter not in known:
            raise Wrong(keys, f"{letter!r} is no good, one of {known}")
    return {letter: text.count(letter) for letter in dict.fromkeys(text)}
