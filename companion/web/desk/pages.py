"""The frame of every page of the desk, and the page of all tables."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.views.common.parts import Person
from companion.web.desk.cards import CHALLENGE, FINISHED, ICONS, LIE, LOST, SLOW_STATE, SeatScore, TableCard, state_word
from companion.web.desk.markup import Html, icon, inside, tag
from companion.wording import _, n_, wording

SHOWS = {"all": None, "asking": CHALLENGE, "slow": SLOW_STATE}
"""What may be asked to stand out on the page of all tables, and its state."""


class Club(Struct, frozen=True, kw_only=True):
    """What stands in the head of every page; `until` is when the round ends, seconds since 1970, 0 for never.

    `minutes` are offered for a round that has not begun.
    """

    name: str
    referee: str
    minutes: float = 0.0
    until: float = 0.0


def page(club: Club, here: str, title: str, main: Html, cards: Sequence[TableCard], foot: Html | None = None) -> str:
    """A whole page; `here` is its entry in the navigation."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title} – {club.name}"),
        tag("link", rel="stylesheet", href="/static/theme.css"),
        tag("link", rel="stylesheet", href="/static/desk.css"),
        tag("link", rel="icon", href="/static/icons.svg", type="image/svg+xml"),
        tag("script", src="/static/desk.js", type="module"),
    )
    body = tag(
        "body",
        tag("a", _("To the content"), href="#main", cls="skip"),
        tag("header", _bar(club, here, cards), cls="bar"),
        tag("main", main, id="main", tabindex="-1"),
        foot,
        tag("p", cls="live", id="live", role="status", aria_live="polite"),
        data_here=here,
        data_lost=_("The desk is not heard: this page stands still."),
    )
    return f"<!doctype html>{tag('html', head, body, lang=wording.language)}"


def _bar(club: Club, here: str, cards: Sequence[TableCard]) -> Html:
    links = (
        ("tables", "/", "table", _("Tables")),
        ("challenges", "/challenges", "challenge", _("Challenges")),
        ("standings", "/standings", "fame", _("Standings")),
        ("record", "/record", "history", _("Record")),
    )
    nav = [
        tag("a", icon(symbol), word, href=where, cls="tab", aria_current="page" if name == here else None)
        for name, where, symbol, word in links
    ]
    who = tag("small", _("referee {name}").format(name=club.referee)) if club.referee else None
    return inside(
        tag("div", icon("challenge"), tag("p", tag("strong", club.name), who), cls="club"),
        tag("nav", nav, aria_label=_("Pages")),
        tag("div", chips(club, cards), cls="chips", id="chips"),
    )


def chips(club: Club, cards: Sequence[TableCard]) -> Html:
    """How long the round still takes, and how many tables are heard."""
    heard = sum(1 for card in cards if card.state != LOST)
    lost = heard < len(cards)
    words = _("{n} of {all}").format(n=heard, all=len(cards)) if lost else str(len(cards))
    sign = icon("lost", _("not heard")) if lost else icon("check", _("all heard"))
    ends = tag("span", _("The round ends in"), cls="unseen")
    left = inside(ends, tag("time", data_until=club.until)) if club.until else _("no clock")
    return inside(
        tag("span", icon("wait"), left, cls="chip"),
        tag("span", icon("broker"), tag("span", _("tables heard"), cls="unseen"), words, sign, cls="chip"),
    )


# --- all tables ---


def tables(cards: Sequence[TableCard], show: str = "all") -> Html:
    """Every table in its place; those that are not asked for stay where they are, faded."""
    return inside(
        tag("div", tables_head(cards, show), cls="head", id="head"),
        tag("ul", [card_item(card, show) for card in cards], cls="tables", id="tables")
        if cards
        else tag("p", _("No table has been heard of yet. docs/desk.md says how one joins."), cls="empty"),
    )


def tables_head(cards: Sequence[TableCard], show: str) -> Html:
    """What is asked of the referee, in one sentence; what to look for; and the way to the table that asks."""
    asking = [card for card in cards if card.state in (CHALLENGE, LIE)]
    slow = [card for card in cards if card.state == SLOW_STATE]
    over = sum(1 for card in cards if card.state == FINISHED)
    rest = _("Finished: {over} of {n}.").format(over=over, n=len(cards))
    first = min(asking, key=lambda card: card.since, default=None)
    filters = (
        _filter("all", _("All {n}").format(n=len(cards)), "", show),
        _filter("asking", _("Asking {n}").format(n=len(asking)), "challenge", show),
        _filter("slow", _("Slow {n}").format(n=len(slow)), "wait", show),
    )
    go = (
        tag("a", _("Go to table {n}").format(n=first.number), href=f"/table/{first.table}", cls="button primary")
        if first
        else None
    )
    return inside(
        tag("h1", _asks(len(asking))),
        tag("p", rest, cls="note"),
        tag("div", filters, cls="filters", role="group", aria_label=_("What stands out")),
        go,
    )


def _asks(count: int) -> str:
    if not count:
        return _("No table asks for you")
    return n_("One table asks for you", "{n} tables ask for you", count)


def _filter(name: str, word: str, symbol: str, show: str) -> Html:
    current = "true" if name == show else None
    picture = icon(symbol) if symbol else None
    return tag("a", picture, word, href=f"/?show={name}", cls="button filter", aria_current=current)


def card_item(card: TableCard, show: str = "all") -> Html:
    """A table's card, a link to the table."""
    wanted = SHOWS.get(show)
    faded = wanted is not None and card.state not in ((CHALLENGE, LIE) if wanted == CHALLENGE else (wanted,))
    word = state_word(card.state)
    corner = tag("span", icon(ICONS[card.state]), word, cls="state") if word else tag("span", card.game, cls="game")
    inner = tag(
        "a",
        tag("span", tag("strong", card.number, cls="number"), corner, cls="top"),
        _rounds(card),
        _doing(card),
        tag("span", [_seat(seat) for seat in card.seats], cls="seats"),
        href=f"/table/{card.table}",
        aria_label=_spoken(card),
    )
    state = f"card {card.state}{' faded' if faded else ''}"
    return tag("li", inner, cls=state, id=f"card-{card.table}", data_table=card.table)


def _spoken(card: TableCard) -> str:
    """The card in one sentence, for who cannot see it."""
    parts = (
        _("Table {n}").format(n=card.number),
        card.game,
        state_word(card.state),
        _("round {n}").format(n=card.round) if card.round else "",
        f"{card.name} {card.verb}".strip(),
        ", ".join(f"{seat.person.name} {seat.score}".strip() for seat in card.seats),
    )
    return ", ".join(filter(None, parts))


def _rounds(card: TableCard) -> Html:
    squares = [
        tag("i", cls="past" if at < card.round else "now" if at == card.round else "coming")
        for at in range(1, card.rounds + 1)
    ]
    word = _("round {n}").format(n=card.round) if card.round else ""
    return tag("span", tag("span", squares, cls="squares", aria_hidden="true"), word, cls="round")


def _doing(card: TableCard) -> Html:
    """Who does what, and for how long; the page counts on."""
    name = tag("strong", card.name) if card.name else None
    since = tag("time", data_since=card.since) if card.since and card.state != FINISHED else None
    words = tag("span", name, " " if name else None, card.verb, cls="words")
    return tag("span", words, since, cls="doing")


def _seat(seat: SeatScore) -> Html:
    return tag("span", disc(seat.person), tag("b", seat.score), cls=f"seat{' due' if seat.due else ''}")


def disc(person: Person) -> Html:
    """A person's disc in the colour and pattern of the seat."""
    seat = person.seat if person.seat.isalpha() else ""
    letters = person.name if person.name.isdigit() else person.initial
    return tag("span", letters, cls=f"disc seat-{seat}", aria_hidden="true")
