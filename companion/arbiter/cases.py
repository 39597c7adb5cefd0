"""Cases read from their files: the head by the arbiter, what lies where by the title of the game."""

from __future__ import annotations

from pathlib import Path

from companion.arbiter.spelling import spelling_of
from companion.notation.case import Case, Sheet, Wrong, case_of, located, situations
from companion.notation.toml_lines import Keys, Lines, Toml, read_toml
from companion.titles import DEFAULT, known, title_of
from engine.catalogue import Unknown
from engine.event import State
from engine.game import Setup


def read_cases(file: Path) -> tuple[Sheet, ...]:
    """The situations of a case file, one at least; raises `FileError` naming file, line and key, `OSError`."""
    raw, lines = read_toml(file)
    try:
        tables = tuple(situations(raw))
    except Wrong as error:
        raise located(file, lines, (), error.keys, error.wrong) from error
    return tuple(_sheet(file, lines, instead, table) for instead, table in tables)


def _sheet(file: Path, lines: Lines, instead: Keys, table: Toml) -> Sheet:
    try:
        return Sheet(file, lines, _case(table), instead)
    except Wrong as error:
        raise located(file, lines, instead, error.keys, error.wrong) from error


def read_case(file: Path) -> Sheet:
    """The first situation of a case file; raises `FileError` naming file, line and key, `OSError`."""
    return read_cases(file)[0]


def _case(raw: Toml) -> Case:
    name = raw.get("game", DEFAULT)
    if not isinstance(name, str) or name not in known() or title_of(name).lay_out is None:
        raise Wrong(("game",), f"cases are judged for {', '.join(known())}, not {name!r}")
    title = title_of(name)
    usual = {"preset": title.edition} if title.edition else {}
    return case_of({**usual, **raw}, name, title.colours, title.seats.start, spelling_of(name))


def laid_out(sheet: Sheet) -> State:
    """The situation of a case; raises `FileError` naming file, line and key."""
    title = title_of(sheet.case.game)
    assert title.setup_of is not None
    assert title.lay_out is not None
    try:
        return title.lay_out(sheet.case, title.setup_of(sheet.case, sheet.file))
    except Wrong as error:
        raise sheet.wrong(error.keys, error.wrong) from error
    except Unknown as error:
        raise sheet.wrong(("values",), f"{error}; it can be given as printed.{error.key}") from error


def again(sheet: Sheet, setup: Setup) -> State:
    """The same situation at a table that has agreed on another set-up; raises `Wrong` where it cannot lie so."""
    lay_out = title_of(sheet.case.game).lay_out
    assert lay_out is not None
    return lay_out(sheet.case, setup)
