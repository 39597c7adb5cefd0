"""What a player has, measured on the table, and what has become of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.notation.kinds import NOTHING, write_tally
from companion.notation.spelling import Spelling
from engine.event import State
from engine.table import Table, Tally

Account = dict[str, int | Tally]
"""Per belonging a number, a tally, or the number of the place where the marker stands."""
Changes = dict[str, int | str | list[str]]
"""Per belonging what has changed: by how much, goods as ``-GG+B``, other pieces as a list, a place as it is now."""


def account(spelling: Spelling, table: Table, seat: str) -> Account:
    """What one seat has."""
    found: Account = {}
    for name, (zone, piece) in spelling.account.numbers.items():
        found[name] = table[zone.format(seat=seat)].get(piece.format(seat=seat), 0)
    for name, zones in spelling.account.sets.items():
        found[name] = _together(table, [zone.format(seat=seat) for zone in zones], spelling.account.only.get(name, ""))
    for name, (zone, marker) in spelling.account.stands.items():
        found[name] = _stands(table, zone, marker.format(seat=seat))
    return found


def accounts(spelling: Spelling, state: State, seats: Iterable[str]) -> dict[str, Account]:
    """What each seat has."""
    return {seat: account(spelling, state.table, seat) for seat in seats}


def _together(table: Table, zones: Iterable[str], begin: str) -> Tally:
    found: Tally = {}
    for zone in zones:
        for piece, count in table[zone].items():
            if piece.startswith(begin):
                found[piece] = found.get(piece, 0) + count
    return found


def _stands(table: Table, prefix: str, marker: str) -> int:
    for zone, tally in table.items():
        number = zone.removeprefix(prefix)
        if zone.startswith(prefix) and number.isdecimal() and any(piece.split(":")[0] == marker for piece in tally):
            return int(number)
    return 0


def difference(spelling: Spelling, before: Account, after: Account) -> Changes:
    """What has changed: numbers by how much, goods as ``-GG+B``, other pieces as a list, a place as it is now."""
    found: Changes = {}
    for name, value in after.items():
        was = before[name]
        if value == was:
            continue
        if isinstance(value, int) and isinstance(was, int):
            found[name] = value if name in spelling.account.stands else value - was
        elif not isinstance(value, int) and not isinstance(was, int):
            found[name] = _pieces(spelling, was, value)
    return found


def _pieces(spelling: Spelling, before: Tally, after: Tally) -> str | list[str]:
    gone = {piece: count - after.get(piece, 0) for piece, count in before.items() if count > after.get(piece, 0)}
    come = {piece: count - before.get(piece, 0) for piece, count in after.items() if count > before.get(piece, 0)}
    if set(gone) | set(come) <= set(spelling.pieces.letters):
        return "".join(f"{sign}{_run(spelling, run)}" for sign, run in (("-", gone), ("+", come)) if run)
    return [*_signed(spelling, "-", gone), *_signed(spelling, "+", come)]


def _signed(spelling: Spelling, sign: str, tally: Tally) -> list[str]:
    return [f"{sign}{short(spelling, piece)}" for piece in sorted(tally) for _ in range(tally[piece])]


def _run(spelling: Spelling, tally: Tally) -> str:
    return "".join(letter * tally.get(letter, 0) for letter in spelling.pieces.letters)


def short(spelling: Spelling, piece: str) -> str:
    """A piece without the prefix that all its pieces have."""
    return piece.removeprefix(spelling.pieces.prefix) if spelling.pieces.prefix else piece


def in_words(spelling: Spelling, changes: Mapping[str, object]) -> dict[str, str]:
    """Changes as they are read aloud: numbers with their sign, lists with commas."""
    return {name: _in_words(value, name in spelling.account.stands) for name, value in changes.items()}


def _in_words(value: object, place: bool) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(value)
    return f"{value:+d}" if isinstance(value, int) and not place else str(value)


def shown(spelling: Spelling, value: int | Tally) -> str:
    """A belonging as it stands."""
    if not isinstance(value, dict):
        return str(value)
    if set(value) <= set(spelling.pieces.letters):
        return _run(spelling, value) or NOTHING
    return ", ".join(sorted(write_tally(spelling.pieces, {piece: count}) for piece, count in value.items()))
