"""What leaves the table: a game that is over and shared."""

from __future__ import annotations

from typing import Any

from companion.presenters.common.share import ways_out
from companion.sharing.bgstats import LINK
from companion.sharing.code import squares
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Person, Sheet, Top
from companion.views.common.share import Code, Scored, Share, SharingWay
from companion.wording import _, n_

PEOPLE = (("green", "Carla", 54), ("blue", "Bruno", 46), ("red", "Anna", 46), ("yellow", "Dario", 39))
EXAMPLE = LINK + "%22an%20invented%20example%22" * 20


def shared() -> Any:
    """The screen after the last round."""
    lines = n_("the game on {n} line, can be played again", "the game on {n} lines, can be played again", 214)
    copies = Button(_("Copy"), icon="copy", command=acts.CopyText("bgg"))
    saves = Button(_("Save"), icon="save", command=acts.SaveFiles(("csv",)))
    ways = (
        SharingWay(
            icon="qr", title="BG Stats", note=_("a link, also as a code; no network needed"), button=copies, shown=True
        ),
        SharingWay(
            icon="speech", title=_("For BoardGameGeek"), note=_("a short text with places and remarks"), button=copies
        ),
        SharingWay(
            icon="chart", title=_("Report to read"), note=_("one page with charts, opens anywhere"), button=saves
        ),
        SharingWay(icon="grid", title=_("Table of figures"), note=_("every round, for a spreadsheet"), button=saves),
        SharingWay(icon="notation", title=_("Notation"), note=lines, button=saves),
        SharingWay(
            icon="record", title=_("Whole record"), note=_("every tap and reading; includes all gold"), button=saves
        ),
    )
    note = _("Hold a phone over it. BG Stats opens there with this game filled in.")
    body = Share(
        title=_("Share this game"),
        scores=tuple(Scored(Person(seat, name, name[0]), str(score)) for seat, name, score in PEOPLE),
        code=Code("BG Stats", squares(EXAMPLE), note),
        ways=ways,
    )
    save_all = Button(_("Save all four"), _("This device"), command=acts.SaveFiles(("csv",)), look="primary")
    back = Button(_("Back"), icon="close", command=acts.Open("score"))
    bar = Bar(sentence=ways_out(len(ways)), choices=(back,), primary=save_all)
    return Sheet(body=body, top=Top(title=_("Final score")), bar=bar)
