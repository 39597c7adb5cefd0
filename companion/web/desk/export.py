"""Results, standings and rounds as CSV, as spreadsheets read it."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.web.desk.club_desk import ClubDesk

Rows = Iterable[Sequence[object]]
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a cell may not begin with: a spreadsheet would take a person's name for a formula."""


def csv_of(desk: ClubDesk, name: str) -> str:
    """One of the files by its name; `KeyError` for another."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_cell(cell) for cell in row] for row in FILES[name](desk))
    return text.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _results(desk: ClubDesk) -> Rows:
    yield "table", "game", "ended", "place", "name", "score", "points"
    for each in desk.results.every():
        ended = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.at))
        for one in each.finishes:
            yield each.table, each.game, ended, one.place, desk.roll.call(one.name), one.score, round(one.points, 2)


def _standings(desk: ClubDesk) -> Rows:
    yield "place", "name", "points", "wins", "opponents", "games"
    for rank in desk.evening.standings():
        points, opponents = round(rank.points, 2), round(rank.opponents, 2)
        yield rank.place, desk.roll.call(rank.name), points, rank.wins, opponents, rank.games


def _rounds(desk: ClubDesk) -> Rows:
    yield "round", "table", "seat", "name"
    for number, tables in enumerate(desk.evening.rounds, 1):
        for place, table in enumerate(tables, 1):
            for seat, name in enumerate(table, 1):
                yield number, place, seat, desk.roll.call(name)


FILES: Mapping[str, Callable[[ClubDesk], Rows]] = {
    "results.csv": _results,
    "standings.csv": _standings,
    "rounds.csv": _rounds,
}
