"""What a game asks of the table when it opens, for what lies there is not always what chance drew.

The screens of a game may have the functions of `Opens`; its title then begins set-ups (`Title.begun`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Protocol, cast

from companion.presenters.draft import Draft
from companion.presenters.look import Look
from companion.presenters.scene import Screens
from companion.views.common import acts
from companion.views.common.newgame import Help, Point
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import _, n_
from engine.game import Setup

DRAWN_TABLE = "none"
"""The box of a game that is played on a drawn table (`Draft.values`)."""


class Opens(Protocol):
    """What a game's screens ask of the table; `setup` is begun by the title, so each game reads its own."""

    def opening(self, setup: Any, about: str, top: Top, /) -> Sheet:
        """What lies on the table; `about` names what of it is looked at."""
        ...

    def unsaid(self, setup: Any, /) -> tuple[str, ...]:
        """What is not said yet, or does not fit, by the names of `Setting.drawn`; `Unknown` if tiles are in no list."""
        ...

    def asks_before(self, look: Look, piles: Mapping[str, int], top: Top, /) -> Sheet:
        """The card that asks for a value of the owner's box before a game; `look.about` is its key.

        `piles` is what was counted so far of a list of pieces, by what is on their backs and by their names.
        """
        ...

    def valued(self, count: Any, setup: Any, taken: Collection[str], /) -> Any:
        """The count of a finished game with the printed values of its box; `taken` are the keys of the house set's."""
        ...

    def draw_rest(self, setup: Any, chance: Random, /) -> Mapping[str, tuple[str, ...]]:
        """What nobody has said, drawn, by the same names."""
        ...


def opens(title: Screens) -> Opens | None:
    """The questions of a game that asks what lies on the table."""
    return cast(Opens, title) if hasattr(title, "opening") else None


def opening_row(draft: Draft, setup: Setup | None, left: tuple[str, ...] | None) -> Button | None:
    """The line of a new game that leads there, with what is `left` to say; None where nothing can be said."""
    if setup is None or left is None or not draft.values:
        return None
    note = n_("{n} thing is still to be said", "{n} things are still to be said", len(left))
    if not left:
        note = _("everything is said")
    elif draft.values == DRAWN_TABLE:
        note = _("the app draws what nobody says")
    return Button(_("What lies on the table"), note, "table", command=acts.Open("opening", "".join(left[:1])))


def doubts_row(doubts: Sequence[str]) -> Button | None:
    """The line of a new game that leads to what of the owner's copy looks wrong; None where nothing does."""
    note = n_("{n} value looks wrong", "{n} values look wrong", len(doubts))
    return Button(_("Your copy"), note, "question", command=acts.Open("doubts")) if doubts else None


def doubts_sheet(doubts: Sequence[str], top: Top) -> Sheet:
    """What fits neither the box nor the printed examples; nothing of it stops a game."""
    points = tuple(Point("question", doubt) for doubt in doubts)
    back = Button(_("Back"), command=acts.Open("seats"), look="primary")
    note = _("Look at the pieces once more; if they show this, your copy decides.")
    return Sheet(body=Help(_("Does your copy say this?"), points), top=top, bar=Bar(sentence=note, primary=back))
