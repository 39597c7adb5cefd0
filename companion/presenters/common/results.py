"""Who has won, and the result as large as it goes; for a game that was followed and for one that was not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.views.common import acts
from companion.views.common.counting import Podium, Rank
from companion.views.common.parts import Bar, Button, Person, Sheet, Top
from companion.wording import _
from engine.game import Standing


def winners(names: list[str]) -> str:
    """Who has won, in words."""
    if len(names) > 1:
        return _("{names} share the victory").format(names=_(" and ").join(names))
    return _("{name} wins").format(name=names[0])


def large(standings: Sequence[Standing], persons: Mapping[str, Person], top: Top, back: acts.Open, note: str) -> Sheet:
    """Places and totals, as large as they go; `note` says how ties were broken."""
    ranks = tuple(Rank(one.place, persons[one.seat], str(one.score), one.place == 1) for one in standings)
    title = winners([persons[one.seat].name for one in standings if one.place == 1])
    bar = Bar(sentence=title, note=note, primary=Button(_("Line by line"), command=back, look="primary"))
    return Sheet(body=Podium(title, ranks, note), top=top, bar=bar)
