"""What a referee fills in for a round: who plays, and how long."""

from __future__ import annotations

from collections.abc import Sequence

from companion.web.desk.cards import FINISHED, LOST, TableCard
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.evening import LONGEST_ROUND
from companion.web.desk.markup import Html, icon, inside, post_button, tag
from companion.wording import _, n_

NAMED = 5
"""So many names are said at most that were there already."""
MINUTES = 90.0
"""Offered for a round where neither the command nor an earlier round says how long one takes."""


def people_panel(desk: ClubDesk, cards: Sequence[TableCard]) -> Html:
    """How people are entered before they have finished a game: by name, or from the tables that play."""
    count = len(desk.evening.people())
    small = tag("small", n_("{n} person", "{n} people", count))
    names = tag("textarea", name="names", rows=4, required=True, spellcheck="false", autocomplete="off")
    label = tag("label", _("Names as at the tables, one a line"), names)
    enter = tag("button", icon("plus"), _("Enter"), type="submit", cls="button")
    form = tag("form", label, enter, data_post="/enter", cls="entering")
    return tag("section", tag("h2", _("Players"), " ", small), form, _again(desk), _playing(desk, cards), cls="panel")


def _again(desk: ClubDesk) -> Html | None:
    """The sentence that a name was there already; two people of one name would be one."""
    if not (again := desk.evening.again):
        return None
    names = ", ".join(desk.roll.call(name) for name in again[:NAMED]) + (" …" if len(again) > NAMED else "")
    said = _("{names}: entered already. Two people of one name need two names, such as Anna B. and Anna C.")
    return tag("p", said.format(names=names), role="status", cls="note")


def _playing(desk: ClubDesk, cards: Sequence[TableCard]) -> Html | None:
    """The button by which everybody who plays now is entered; none where all are."""
    there = {desk.roll.call(rank.name) for rank in desk.evening.people()}
    plays = {seat.person.name for card in cards if card.state not in (FINISHED, LOST) for seat in card.seats}
    if not (new := len(plays - there)):
        return None
    word = n_("Enter {n} who plays now", "Enter {n} who play now", new)
    return post_button("/enter-playing", {}, word, "table")


def clock_panel(desk: ClubDesk, minutes: float) -> Html:
    """How the clock of a round is started and stopped; it stands at the top of every page."""
    given = desk.evening.minutes or minutes or MINUTES
    most = f"{LONGEST_ROUND:g}"
    field = tag("input", type="number", name="minutes", min=1, max=most, step=1, value=f"{given:.0f}", required=True)
    start = tag("button", icon("play"), _("Start the clock"), type="submit", cls="button")
    form = tag("form", tag("label", _("Minutes"), field), start, data_post="/clock", cls="entering")
    stop = post_button("/clock-off", {}, _("Stop the clock"), "pause") if desk.evening.ends else None
    title = tag("h2", _("Clock of the round"), " ", tag("small", _state(desk.evening.ends)))
    return tag("section", title, form, stop, cls="panel")


def _state(ends: float) -> Html:
    """Until when the round takes, by the clock of who looks at it."""
    return inside(_("until"), " ", tag("time", data_clock=ends)) if ends else inside(_("no clock"))
