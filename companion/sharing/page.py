"""A game as one HTML page that needs nothing else: charts by round, where points came from, auctions, times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from companion.sharing.charts import Bar, Series, bars, curves, seat_class, spent_bars, swatch
from companion.sharing.report import Report
from companion.sharing.said import clock, duration, headline, settled, tie, under_headline, where, words
from companion.titles.title import initials
from companion.wording import _, figure, n_, wording

BEGINS = "<!doctype html><!-- Companion: the report of a game -->"
"""How such a page begins: so a file of ours is known again."""
STYLE = Path(__file__).with_name("page.css")
MOST_ROUNDS = 14
"""So many ticks are written below a chart; of more every second one."""


def page(report: Report) -> str:
    """The page in the language in force, without a script and without anything from elsewhere."""
    title = escape(f"{headline(report)} – {under_headline(report)}")
    style = STYLE.read_text(encoding="utf-8")
    head = f'{BEGINS}\n<html lang="{wording.language}"><head><meta charset="utf-8"><title>{title}</title>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    body = "\n".join(_body(report))
    return f"{head}{view}<style>\n{style}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"


def _body(report: Report) -> Iterator[str]:
    yield f"<header><h1>{escape(headline(report))}</h1><p>{escape(under_headline(report))}</p></header>"
    yield '<div class="grid">'
    yield _section(_("Result"), "", _places(report), wide=True)
    for what in report.start:
        yield _section(words(report, what), _("at the end of each round"), _curves(report, what))
    if report.categories:
        yield _section(_("Where the points came from"), "", _sources(report), wide=True)
    if any(each.sold for each in report.rounds):
        yield _section(_("Paid at the auctions"), _("– for nothing"), _auctions(report), wide=True)
    if report.seconds:
        yield _section(_("Time"), _("own turn; hatched: answers and what all do at once"), _times(report), wide=True)
    yield "</div>"
    if report.settled:
        yield _section(_("What was settled at the table"), "", _settled(report), wide=True)
    yield f"<footer>{escape(_foot(report))}</footer>"


def _section(title: str, note: str, inside: str, *, wide: bool = False) -> str:
    small = f"<small>{escape(note)}</small>" if note else ""
    return f"<section{' class=wide' if wide else ''}><h2>{escape(title)}{small}</h2>{inside}</section>"


def _person(report: Report, seat: str) -> str:
    return f"{_disc(report, seat)}{escape(report.people[seat])}"


def _disc(report: Report, seat: str) -> str:
    return f'<span class="disc {seat_class(seat)}">{escape(initials(report.people)[seat])}</span>'


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], firsts: int = 0) -> str:
    """A table of ready HTML; the first rows may be marked as winners."""
    head = "".join(f"<th>{cell}</th>" for cell in headings)
    body = "".join(
        f"<tr{' class=first' if at < firsts else ''}>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for at, row in enumerate(rows)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _places(report: Report) -> str:
    rows = [
        [
            f'<span class="place">{one.place}.</span>{_person(report, one.seat)}',
            escape(tie(report, one)),
            f'<span class="total">{one.score}</span>',
        ]
        for one in report.standings
    ]
    return _table(("", "", ""), rows, firsts=len(report.winners) if report.over else 0)


def _curves(report: Report, figure: str) -> str:
    series = [Series(seat, name, report.curve(figure, seat)) for seat, name in report.people.items()]
    every = 1 if len(report.rounds) <= MOST_ROUNDS else 2
    numbers = [str(each.number) if each.number % every == 0 or every == 1 else "" for each in report.rounds]
    return curves(series, (_("start"), *numbers), words(report, figure))


def _sources(report: Report) -> str:
    rows = [Bar(report.people[one.seat], report.sources(one.seat), one.score) for one in report.standings]
    used = {at: name for at, name in enumerate(report.categories) if any(row.parts[name] for row in rows)}
    headings = [f"{swatch(at)}<br>{escape(words(report, name))}" for at, name in used.items()]
    figures = [
        [
            _person(report, one.seat),
            *(_figure(report.sources(one.seat)[name]) for name in used.values()),
            f'<span class="total">{one.score}</span>',
        ]
        for one in report.standings
    ]
    chart = bars(rows, report.categories, _("Where the points came from"))
    total = escape(_("Total"))
    return f"{chart}{_table(('', *headings, total), figures)}"


def _figure(count: int) -> str:
    return "–" if not count else figure(count)


def _auctions(report: Report) -> str:
    lots = sorted({sold.lot for each in report.rounds for sold in each.sold})
    rows = []
    for lot in lots:
        cells = [_sold(report, lot, number) for number in range(len(report.rounds))]
        rows.append([f"<b>{escape(words(report, lot))}</b>", *cells])
    return _table(("", *(str(each.number) for each in report.rounds)), rows)


def _sold(report: Report, lot: str, number: int) -> str:
    found = [sold for sold in report.rounds[number].sold if sold.lot == lot]
    return "<br>".join(f"{_disc(report, sold.seat)}{sold.paid if sold.paid is not None else '–'}" for sold in found)


def _times(report: Report) -> str:
    rows = [
        (report.people[seat], spent.turn, spent.answers, clock(spent.total))
        for seat, spent in report.pace.by_seat.items()
    ]
    longest, chart = report.pace.longest, spent_bars(rows, _("Time"))
    if longest is None:
        return chart
    said = _("Longest turn: {name}, {time}, round {n}.").format(
        name=report.people[longest.seat], time=clock(longest.seconds), n=longest.round
    )
    return f"{chart}<p>{escape(said)}</p>"


def _settled(report: Report) -> str:
    lines = "".join(
        f"<li>{escape(settled(report, one))}<span>{escape(where(one))}</span></li>" for one in report.settled
    )
    return f"<ul>{lines}</ul>"


def _foot(report: Report) -> str:
    lines = n_("{n} line in the record", "{n} lines in the record", report.entries)
    took = _("played in {time}").format(time=duration(report.seconds)) if report.seconds else ""
    return " · ".join(filter(None, (lines, took, report.digest)))
