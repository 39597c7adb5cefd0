"""Finding buttons in a view and tapping them, as a test's finger does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.presenters.desk import Desk
from companion.presenters.inside import inside
from companion.views.common import acts
from companion.views.common.parts import Button
from companion.views.common.task_acts import BeginTask

ASIDE = (
    acts.Speak,
    acts.Prefer,
    acts.Start,
    acts.GoOn,
    acts.Watch,
    acts.Restore,
    acts.TakeBack,
    acts.Agree,
    acts.AgreeAll,
    acts.BackTo,
    acts.Challenge,
    BeginTask,
)

AROUND = (acts.Ask, acts.Open, acts.Uncover)


def buttons(view: Any) -> Iterator[Button]:
    """Every button of a view."""
    return inside(view, Button)


def labelled(desk: Desk, label: str) -> Button:
    """The button with this label; fails naming what is there instead."""
    found = [button for button in buttons(desk.view()) if button.label == label]
    assert found, f"no {label!r} among {[button.label for button in buttons(desk.view())]}"
    return found[0]


def tap(desk: Desk, label: str) -> None:
    """Tap the button with this label."""
    desk.press(labelled(desk, label))


def wander(desk: Desk, chance: Random, until: str, most: int = 9000) -> int:
    """Tap at random until the phase is called `until`; how many taps it took."""
    for taps in range(most):
        hands_done(desk)
        if type(desk.scene().phase).__name__ == until:
            return taps
        one_tap(desk, chance)
    raise AssertionError(f"{most} taps did not lead to {until}: {desk.look}")


def hands_done(desk: Desk) -> None:
    """Everybody's hands have followed what was booked without them."""
    assert desk.source is not None
    if keys := tuple(line.key for line in desk.source.hands.open):
        desk.do(acts.HandsDone(keys))


def one_tap(desk: Desk, chance: Random) -> None:
    """Tap something open at random, a move of the game rather than a look aside."""
    if desk.look.screen not in ("play", "choose") and chance.random() < 0.5:
        desk.do(acts.Open("play"))
        return
    there = [button for button in buttons(desk.view()) if button.open and not isinstance(button.command, ASIDE)]
    if chance.random() < 0.8:
        there = [button for button in there if not isinstance(button.command, AROUND)] or there
    moves = [button for button in there if not type(button.command).__module__.endswith("acts")]
    desk.press(chance.choice(moves if moves and chance.random() < 0.6 else there))
