"""What a referee fills in where people have one name: who is who, table by table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from companion.web.desk.cards import short
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.markup import Html, icon, tag
from companion.web.desk.namesakes import Stay
from companion.web.desk.store import Key
from companion.wording import _, n_

LONGEST = 60
"""Letters of a name at most, as at a table."""
FEW = 2
"""So many tables are named beside a name."""
Doubled = Mapping[str, Sequence[Stay]]
"""Name → where people of that name sit at a time."""


def namesakes_panel(desk: ClubDesk, doubled: Doubled) -> Html | None:
    """Those of one name who sit at two tables at a time, and those who were told apart; none where nobody is."""
    told = desk.namesakes.told
    if not doubled and not told:
        return None
    count = tag("small", n_("{n} name", "{n} names", len(doubled)) if doubled else _("told apart"))
    open_ = [_asked(desk, name, stays) for name, stays in doubled.items()]
    done = [_form(desk, Key(each.table, each.game), each.seat, each.name) for each in told]
    scroll = tag("div", open_, done, cls="scroll", tabindex="0", role="region", aria_label=_("Same name"))
    return tag("section", tag("h2", _("Same name"), " ", count), scroll, cls="panel", id="namesakes")


def _asked(desk: ClubDesk, name: str, stays: Sequence[Stay]) -> list[Html]:
    words = _("{name}: {where}. Two people? Tell them apart.").format(name=desk.roll.call(name), where=where(stays))
    seats = {(each.table, each.game, each.seat) for each in desk.namesakes.told}
    rest = [each for each in stays if (each.key.table, each.key.game, each.seat) not in seats]
    return [tag("p", icon("disagree"), words), *(_form(desk, each.key, each.seat, name) for each in rest)]


def twice(stays: Sequence[Stay]) -> Html:
    """Beside a name: the tables at which people of that name sit at a time."""
    numbers = _numbers(stays)
    shown = ", ".join(numbers[:FEW]) + ("…" if len(numbers) > FEW else "")
    sign = icon("disagree", where(stays))
    return tag("small", sign, tag("span", shown, aria_hidden="true"), cls="twice", title=where(stays))


def where(stays: Sequence[Stay]) -> str:
    """At which tables people of one name sit at a time."""
    numbers = _numbers(stays)
    if len(numbers) == 1:
        return _("twice at table {n}").format(n=numbers[0])
    return _("at tables {tables} at once").format(tables=", ".join(numbers))


def _numbers(stays: Sequence[Stay]) -> list[str]:
    return list(dict.fromkeys(short(each.key.table) for each in stays))


def _form(desk: ClubDesk, key: Key, seat: str, name: str) -> Html:
    """Who the person at a seat is; a name is not shown where people are called by number."""
    called = desk.roll.call(desk.people.given(key, seat))
    word = _("{name} at table {n} is").format(name=called, n=short(key.table))
    value = "" if desk.roll.numbers else name
    field = tag("input", type="text", name="name", value=value, maxlength=LONGEST, spellcheck="false",
                autocomplete="off")  # fmt: skip
    said = json.dumps({"table": key.table, "game": key.game, "seat": seat})
    button = tag("button", icon("turn"), _("Change"), type="submit", cls="button")
    return tag("form", tag("label", word, field), button, data_post="/tell-apart", data_body=said, cls="entering")
