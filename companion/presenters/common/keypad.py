"""Any number at all, typed on the screen: a stepper never stands in the way."""

from __future__ import annotations

from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.options import Keypad
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _

ROWS = ("123", "456", "789", "<0")


def typing(scene: Scene) -> Sheet:
    """The keypad for the number that is being chosen."""
    digits = scene.look.digits
    note = _("Whether it is lawful is said when you confirm it.")
    body = Keypad(_("Which number?"), note, digits or "–", digit_keys())
    leave = Button(_("Back"), command=acts.Number())
    take = Button(_("Take {n}").format(n=digits), command=acts.Number(), look="primary") if digits else None
    bar = Bar(
        sentence=scene.name(scene.me), person=scene.person(scene.me), choices=() if take else (leave,), primary=take
    )
    return scene.title.sheet(scene, body, bar)


def digit_keys() -> tuple[tuple[Button, ...], ...]:
    """The keys a number is typed with."""
    return tuple(tuple(_key(letter) for letter in row) for row in ROWS)


def _key(letter: str) -> Button:
    return Button("" if letter == "<" else letter, icon="undo" if letter == "<" else "", command=acts.Digit(letter))
