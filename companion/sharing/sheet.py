"""A game as a table of figures (CSV): a line for every player and round, and one for every player at the end."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from itertools import chain

from companion.sharing.report import Report, Round
from companion.sharing.times import Spent

BEGINS = "\ufeffround,seat,name,"
"""How such a file begins; spreadsheets read names right only after the mark in front."""
END = "end"
Cell = str | int
_STEERS = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins with one of these is taken for a formula."""


def sheet(report: Report) -> str:
    """The table; its headings are the keys of the game, the same in every language.

    A round's figures are those at its end, its points those it brought. The lines `end` hold the sums, the total and
    the place. Times are whole seconds.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_headings(report))
    writer.writerows(chain.from_iterable(_round(report, each) for each in report.rounds))
    writer.writerows(_ends(report))
    return BEGINS[0] + out.getvalue()


def _headings(report: Report) -> list[str]:
    points = [f"points_{name}" for name in report.categories]
    return ["round", "seat", "name", *report.start, *points, "total", "place", "seconds_turn", "seconds_answers", "won"]


def _round(report: Report, each: Round) -> Iterator[list[Cell]]:
    for seat, name in report.people.items():
        points = [each.points.get(seat, {}).get(category, 0) for category in report.categories]
        figures = [each.figures[figure][seat] for figure in report.start]
        spent = each.spent.get(seat, Spent())
        won = " ".join(f"{sold.lot}:{sold.paid or 0}" for sold in each.sold if sold.seat == seat)
        first: list[Cell] = [each.number, seat, _safe(name), *figures, *points]
        yield [*first, sum(points), "", round(spent.turn), round(spent.answers), won]


def _ends(report: Report) -> Iterator[list[Cell]]:
    for one in report.standings:
        figures = [report.curve(figure, one.seat)[-1] for figure in report.start]
        points, spent = report.sources(one.seat).values(), report.pace.by_seat[one.seat]
        first: list[Cell] = [END, one.seat, _safe(report.people[one.seat]), *figures, *points]
        yield [*first, one.score, one.place, round(spent.turn), round(spent.answers), ""]


def _safe(name: str) -> str:
    return f"'{name}" if name.startswith(_STEERS) else name
