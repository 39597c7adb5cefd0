"""Read from across the room: a name, a verb, one figure, at most two buttons."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Person, Sheet


class FarView(Struct, frozen=True, kw_only=True):
    """What is due, as large as it goes; `bid` with its bidder and office where two bid for one."""

    person: Person
    verb: str
    bid: str = ""
    bidder: Person | None = None
    office: int = 0
    icon: str = ""
    buttons: tuple[Button, ...] = ()


def far(view: Sheet | Overview) -> FarView | None:
    """The far-readable form of a view that asks one person for something; None where it asks all players or none."""
    bar = view.bar if isinstance(view, Sheet) else None
    person = bar.person if bar else None
    if not isinstance(view, Sheet) or bar is None or person is None:
        return None
    said = bar.sentence.removeprefix(person.name).lstrip(", ")
    plain = [choice for choice in bar.choices if isinstance(choice, Button) and choice.open]
    buttons = (*plain[:1], *((bar.primary,) if bar.primary and bar.primary.open else ()))
    duel = getattr(view.body, "duel", None)
    if not duel:
        return FarView(person=person, verb=said, buttons=buttons)
    challenger, centre, owner = duel
    leader = challenger if challenger.leads else owner
    return FarView(
        person=person,
        verb=said,
        bid=str(leader.bid),
        bidder=leader.person,
        office=centre.office,
        icon=centre.icon,
        buttons=buttons,
    )
