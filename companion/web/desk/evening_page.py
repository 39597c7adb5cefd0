"""The page of results, standings and the next round, and the page of what was ruled."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence

from companion.web.desk.cards import CHALLENGE, LIE, TableCard, short
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.evening_forms import clock_panel, people_panel
from companion.web.desk.markup import Html, icon, inside, post_button, tag
from companion.web.desk.namesakes_panel import Doubled, namesakes_panel, twice
from companion.web.desk.results import Rank, Result
from companion.web.desk.table_page import how_words, lie_words, sent_words
from companion.wording import _, n_


def evening_page(desk: ClubDesk, cards: Sequence[TableCard], minutes: float = 0.0) -> Html:
    """Results, standings and the next round, in rows of the same height; `minutes` are offered for a round."""
    asking = {card.table for card in cards if card.state in (CHALLENGE, LIE)}
    results, standings = desk.results.every(), desk.evening.people()
    played = max((rank.games for rank in standings), default=0)
    title = n_("{n} round has been played", "{n} rounds have been played", played)
    head = tag("h1", title if played else _("No game has finished yet"))
    note = tag("p", _waiting(sum(1 for each in results if each.table in asking)), cls="note")
    doubled = desk.at_once()
    panels = (_next(desk), namesakes_panel(desk, doubled), people_panel(desk, cards), clock_panel(desk, minutes))
    doing = tag("div", panels, cls="column")
    columns = (_results(desk, results, asking), _standings(desk, standings, doubled), doing)
    return inside(
        tag("div", head, note, _people(desk), _print(), _files(), cls="head"),
        tag("div", columns, cls="columns three evening"),
    )


def _waiting(count: int) -> str:
    if not count:
        return ""
    return n_(
        "{n} result waits for a ruling and is counted as it stands.",
        "{n} results wait for a ruling and are counted as they stand.",
        count,
    )


def _people(desk: ClubDesk) -> Html:
    """People by number, or by name again."""
    if desk.roll.numbers:
        return post_button("/people", {"numbers": False}, _("By name"), "shown")
    return post_button("/people", {"numbers": True}, _("By number"), "hidden")


def _print() -> Html:
    """The button that prints what the page shows, without its buttons and forms."""
    return tag("button", icon("notation"), _("Print"), type="button", id="print", cls="button")


def _files() -> list[Html]:
    files = (("results.csv", _("Results")), ("standings.csv", _("Standings")), ("rounds.csv", _("Rounds")))
    return [
        tag("a", icon("save"), word, href=f"/export/{name}", download=True, cls="button", aria_label=f"{word}, CSV")
        for name, word in files
    ]


def _table(heads: Iterable[str], rows: Sequence[Html], figures: Sequence[int] = ()) -> Html | None:
    """A table; the columns of these numbers hold figures. None without a row: its heads alone say nothing."""
    if not rows:
        return None
    cells = [tag("th", word, cls="figure" if at in figures else None) for at, word in enumerate(heads)]
    return tag("table", tag("thead", tag("tr", cells)), tag("tbody", rows), cls="rows")


def _panel(title: str, table: Html | None, note: str = "") -> Html:
    small = tag("small", note) if note else None
    scroll = tag("div", table, cls="scroll", tabindex="0", role="region", aria_label=title) if table else None
    return tag("section", tag("h2", title, " ", small), scroll, cls="panel")


def _results(desk: ClubDesk, results: Sequence[Result], asking: set[str]) -> Html:
    rows = [_result(desk, each, each.table in asking) for each in reversed(results)]
    return _panel(_("Results"), _table((_("Table"), _("Players"), _("State")), rows), _("winner first"))


def _result(desk: ClubDesk, result: Result, waits: bool) -> Html:
    people = [
        tag("span", desk.roll.call(one.name), " ", tag("b", one.score), cls="first" if one.place == 1 else None)
        for one in result.finishes
    ]
    sign = icon("challenge", _("waits for a ruling")) if waits else icon("check", _("stands"))
    number = tag("th", short(result.table), scope="row")
    return tag("tr", number, tag("td", tag("span", people, cls="players")), tag("td", sign))


def _standings(desk: ClubDesk, standings: Sequence[Rank], doubled: Doubled) -> Html:
    heads = (_("Place"), _("Name"), _("victories"), _("opponents"), _("points"), _("plays on"))
    return _panel(_("Standings"), _table(heads, [_rank(desk, rank, doubled) for rank in standings], (2, 3, 4)))


def _rank(desk: ClubDesk, rank: Rank, doubled: Doubled) -> Html:
    note = twice(doubled[rank.name]) if rank.name in doubled else None
    return tag(
        "tr",
        tag("td", rank.place if rank.games else None),
        tag("th", desk.roll.call(rank.name), " ", note, scope="row"),
        tag("td", rank.wins, cls="figure"),
        tag("td", f"{rank.opponents:.1f}", cls="figure"),
        tag("td", tag("b", f"{rank.points:.4g}"), cls="figure"),
        tag("td", _leaving(desk, rank.name)),
        cls="best" if rank.name in desk.evening.first_table else None,
    )


def _leaving(desk: ClubDesk, name: str) -> Html:
    """The button by which somebody leaves the evening, or comes back."""
    gone, called = name in desk.evening.absent, desk.roll.call(name)
    label = _("{name} has left") if gone else _("{name} plays on")
    sign = icon("close" if gone else "check", label.format(name=called))
    said = json.dumps({"person": desk.roll.number(name), "absent": not gone})
    return tag("button", sign, data_post="/absent", data_body=said, type="button", cls="button small")


def _next(desk: ClubDesk) -> Html:
    """The next round while it is drawn, else the last one that was seated."""
    draft, rounds = desk.evening.draft, desk.evening.rounds
    tables = draft or (rounds[-1] if rounds else ())
    title = _("Next round") if draft or not rounds else _("Round {n}").format(n=len(rounds))
    note = _("drawn, not seated yet") if draft else _("seated") if rounds else _("not drawn yet")
    rows = [_seated(desk, number, table) for number, table in enumerate(tables, 1)]
    return _panel(title, _table((_("Table"), _("Players")), rows), note)


def _seated(desk: ClubDesk, number: int, table: Sequence[str]) -> Html:
    people = [tag("span", desk.roll.call(name)) for name in table]
    return tag("tr", tag("th", number, scope="row"), tag("td", tag("span", people, cls="players")))


def evening_foot(desk: ClubDesk) -> Html:
    """What can be done about the next round."""
    note = tag("small", _("Those who stand alike meet; as few as possible meet again."))
    words = tag("p", tag("strong", _("The next round")), note, cls="sentence")
    draft, doing = desk.evening.draft, list[Html]()
    if draft:
        again = post_button("/draw", {}, _("Draw again"), "shuffle")
        doing = [_swap(desk, [name for table in draft for name in table]), again]
        last = post_button("/seat", {}, _("Seat the round"), "check", "primary")
    else:
        last = post_button("/draw", {}, _("Draw the round"), "shuffle", "primary")
    return tag("footer", tag("div", words, doing, last, cls="bar-foot"), cls="foot")


def _swap(desk: ClubDesk, everybody: Sequence[str]) -> Html:
    """Two people change places by hand."""
    options = [tag("option", desk.roll.call(person), value=desk.roll.number(person)) for person in everybody]
    labels = (("one", _("Swap")), ("other", _("with")))
    fields = [tag("label", word, tag("select", options, name=name)) for name, word in labels]
    return tag("form", fields, tag("button", icon("turn"), _("Change"), cls="button", type="submit"), id="swap")


# --- what was ruled ---


def record_page(desk: ClubDesk) -> Html:
    """All rulings of the evening, and what tables sent that cannot be true; newest first."""
    rows = [_row(at, table, words) for at, table, *words in sorted([*_rulings(desk), *_lies(desk)], reverse=True)]
    heads = (_("Time"), _("Table"), _("Ruling"), _("Referee"), _("What became of it"))
    empty = tag("p", _("Nothing was ruled yet."), cls="empty")
    shown = tag("section", _table(heads, rows), cls="panel") if rows else empty
    return inside(tag("div", tag("h1", _("Record")), cls="head"), shown)


Line = tuple[float, str, str, str, str]
"""When, at which table, what, by whom, and what became of it."""


def _rulings(desk: ClubDesk) -> Iterable[Line]:
    for each in desk.store.rulings():
        yield each.at, each.table, how_words(each.order.how), each.order.referee, sent_words(each)


def _lies(desk: ClubDesk) -> Iterable[Line]:
    for key in desk.store.games():
        for lie in desk.store.lies(key):
            yield lie.at, key.table, _("record altered"), "", lie_words(lie)


def _row(at: float, table: str, words: Sequence[object]) -> Html:
    clock = time.strftime("%H:%M", time.localtime(at))
    return tag("tr", tag("td", clock), tag("th", short(table), scope="row"), [tag("td", word) for word in words])
