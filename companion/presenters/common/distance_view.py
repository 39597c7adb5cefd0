"""The far-readable form of what a screen shows: who is due, a verb, one figure, at most two buttons."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.distance_view import FarView
from companion.views.common.parts import Button, Sheet


def far(view: Struct) -> FarView | None:
    """The far-readable form of a view that asks one person for something; None where it asks all players or none.

    A step of a lesson has none: who does not touch the screen for a while is reading it.
    """
    bar = view.bar if isinstance(view, Sheet) else None
    person = bar.person if bar else None
    if not isinstance(view, Sheet) or bar is None or person is None or view.hint is not None:
        return None
    verb = bar.sentence.removeprefix(person.name).lstrip(", ")
    plain = [choice for choice in bar.choices if isinstance(choice, Button) and choice.open]
    buttons = (*plain[:1], *((bar.primary,) if bar.primary and bar.primary.open else ()))
    return FarView(person, verb, getattr(view.body, "headline", None), buttons)
