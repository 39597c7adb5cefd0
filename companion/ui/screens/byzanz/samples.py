"""Invented views that are never shown: from them the widgets of a screen are made before it is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.views.byzanz.cards import Faces, PlayerLine, Players, Ware
from companion.views.byzanz.play import ByzGroup, ByzLimit, ByzMarket, ByzPart
from companion.views.common.acts import Pick
from companion.views.common.parts import Button, Person

SOMEBODY = Person("red", "", "")
PLAYERS = 4
"""So many play at most tables; where there are more, their lines are made when they are due."""
GOODS, CARDS = 5, 3
"""So many goods lie on the market, of most so many cards."""
FACES = 20
"""So many faces of goods there are."""
HAND = 10
"""So many cards are held by most who hold too many."""


def market() -> ByzMarket:
    """The market with all goods."""
    button = Button("", command=Pick(""))
    group = ByzGroup(
        icon="", name="", count="", worth="", cards=(_ware(),) * CARDS, taker=None, taken="", button=button
    )
    return ByzMarket(
        players=_players(),
        groups=(group,) * GOODS,
        chosen="",
        before="",
        after="",
        over="",
        limit="",
        then="",
        later=(SOMEBODY,) * (PLAYERS - 1),
        later_words="",
        why=button,
    )


def limit() -> ByzLimit:
    """A hand that is too large."""
    button = Button("", command=Pick(""))
    part = ByzPart(icon="", title="", note="", cards=(), before="", after="", words="", chosen=False, button=button)
    return ByzLimit(
        players=_players(),
        title="",
        held="",
        limit="",
        backs=(_ware("back"),) * HAND,
        because="",
        waits="",
        parts=(part, part),
        faces=Faces((button,) * FACES, button),
    )


def _players() -> Players:
    button = Button("", command=Pick(""))
    line = PlayerLine(person=SOMEBODY, verb="", hand=0, profit=0, offer=0, due=False, button=button)
    return Players("", (line,) * PLAYERS)


def _ware(look: str = "plain") -> Ware:
    return Ware("", "", look)


AHEAD: Mapping[str, Callable[[], Struct]] = {"ByzMarketScreen": market, "ByzLimitScreen": limit}
"""What has so many widgets that it is made before it is due."""
