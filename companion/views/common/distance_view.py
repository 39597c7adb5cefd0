"""Read from across the room: a name, a verb, one figure, at most two buttons."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person, Sheet


class Headline(Struct, frozen=True):
    """The one figure of a screen that is read from afar: whose it is, and the numbered thing it is for."""

    figure: str
    person: Person
    number: int
    icon: str


class FarView(Struct, frozen=True):
    """What is due, as large as it goes; `headline` is the screen's one figure, if it has one."""

    person: Person
    verb: str
    headline: Headline | None = None
    buttons: tuple[Button, ...] = ()


def far(view: Struct) -> FarView | None:
    """The far-readable form of a view that asks one person for something; None where it asks all players or none."""
    bar = view.bar if isinstance(view, Sheet) else None
    person = bar.person if bar else None
    if not isinstance(view, Sheet) or bar is None or person is None:
        return None
    verb = bar.sentence.removeprefix(person.name).lstrip(", ")
    plain = [choice for choice in bar.choices if isinstance(choice, Button) and choice.open]
    buttons = (*plain[:1], *((bar.primary,) if bar.primary and bar.primary.open else ()))
    return FarView(person, verb, getattr(view.body, "headline", None), buttons)
