"""Saying what stands on a card of Byzanz: its good and its value."""

from __future__ import annotations

from collections.abc import Callable

from companion.presenters.byzanz import words
from companion.presenters.game_words import Values
from companion.views.common.card_enrolment import CardPair, Correcting
from companion.views.common.parts import Button
from companion.wording import _
from engine.byzanz.cards import MERCHANT, PRINTED, kind, value

Print = Callable[[str, str], object]
"""Makes the act that says a value in a region."""


def values_of(face: str) -> Values:
    """What stands on a card by region: `good` and `value`; nothing for one that was not read."""
    if face not in PRINTED:
        return ()
    return (("good", kind(face)), ("value", str(value(face)) if face != MERCHANT else ""))


def face_of(values: Values) -> str:
    """The face typed in so far; `?` stands for what is missing."""
    there = dict(values)
    good = there.get("good", "")
    return f"card:{good}" if good == words.ME else f"card:{good or '?'}{there.get('value') or '?'}"


def printed(values: Values, region: str, said: str) -> Values:
    """What stands on the card after one more tap; a merchant bears no value."""
    there = dict(values) | {region: said}
    if there.get("good") == words.ME:
        there["value"] = ""
    return tuple(there.items())


def facing(pair: CardPair, values: Values, say: Print) -> Correcting:
    """A card, and what may stand on it as buttons; `say` makes the acts."""
    there = dict(values)
    goods = tuple(
        Button("", icon=words.ICONS[good], command=say("good", good), key=good, chosen=there.get("good") == good)
        for good in words.ORDER
    )
    figures = tuple(
        Button(figure, command=say("value", figure), chosen=there.get("value") == figure, look="tab")
        for figure in "1234"
    )
    return Correcting(
        heading=_("What does this card show?"),
        note=_("Tap the good and the value that are printed on it."),
        pair=pair,
        cargo=goods,
        gold_title=_("Value"),
        gold=figures,
        voyages=(),
    )
