"""How much room an action bar needs: from the words on it, before anything is laid out. All sizes in px."""

from __future__ import annotations

from kivy.metrics import dp

from companion.ui.fitting import extent, lines_of
from companion.ui.theme import theme
from companion.views.common.parts import Bar, Button, Stepper

Choices = tuple[Button | Stepper, ...]
LEAST, EDGES, ICON = 120, 48, 42
"""A button's least width, the room beside its words, and what an icon adds, in dp."""
STEPPER, LINE, GAP = 188, 76, 12
"""The width of a stepper, the height of a line of buttons, and the room between buttons, in dp."""
LOW = 100
"""The height of a bar that is one line, in dp."""
UNDO, DISC, NONE = 78, 76, 14
"""What the way back and the person take beside the sentence, or the place that either of them leaves, in dp."""
PHRASE = 200
"""Beside buttons, a sentence keeps at least so many dp."""
TITLES = 34
"""A sentence of so many letters is set smaller."""


def role_of(bar: Bar) -> str:
    """The type role of the sentence."""
    return "heading" if len(bar.sentence) < TITLES else "name"


def wide(view: Button | Stepper) -> float:
    """How wide a button or a stepper is, its words in full."""
    if isinstance(view, Stepper):
        return float(dp(STEPPER))
    return float(max(dp(LEAST), words_wide(view) + dp(EDGES) + (dp(ICON) if view.icon else 0)))


def words_wide(view: Button) -> float:
    """How wide the longer of a button's two lines is."""
    note = view.note if view.open else view.reason
    return max(_long("button", view.label), _long("small", note))


def held(bar: Bar) -> Choices:
    """Everything to tap on a bar, the next step last."""
    return (*bar.choices, bar.primary) if bar.primary else bar.choices


def rows(bar: Bar, width: float) -> tuple[Choices, ...]:
    """The lines of buttons in a bar of this width below its sentence: as many in each as have room for their words."""
    room, lines, used = width - dp(40), list[list[Button | Stepper]](), 0.0
    for view in held(bar):
        needed = wide(view)
        if lines and used + dp(GAP) + needed <= room:
            lines[-1].append(view)
            used += dp(GAP) + needed
        else:
            lines.append([view])
            used = needed
    return tuple(map(tuple, lines))


def lies(bar: Bar | None, width: float) -> bool:
    """Is there room for the sentence beside the buttons?"""
    if bar is None:
        return True
    gaps = dp(GAP + 2) * (1 + max(1, len(bar.choices)))  # an empty row of choices has one on either side, too
    room = width - dp(38) - sum(map(wide, held(bar))) - gaps - _beside(bar)
    longest = max((_long(role_of(bar), word) for word in bar.sentence.split()), default=0)
    return room >= max(dp(PHRASE), longest) and _words(bar, room) <= dp(LOW)


def deep(bar: Bar | None, width: float, *, upright: bool) -> float:
    """How high the bar is."""
    if bar is None:
        return 0.0
    if not upright and lies(bar, width):
        return float(dp(LOW))
    words = max(dp(LINE), _words(bar, width - dp(40) - _beside(bar)))
    return float(words + dp(24) + dp(LINE + 8) * len(rows(bar, width)))


def _beside(bar: Bar) -> float:
    return float(dp(UNDO if bar.undo else NONE) + dp(DISC if bar.person else NONE))


def _words(bar: Bar, room: float) -> float:
    """How high the sentence and its note are in a column of this width."""
    return high(role_of(bar), bar.sentence, room) + high("body", bar.note, room)


def high(role: str, text: str, room: float) -> float:
    """How high a text is in a column of this width."""
    return lines_of(theme.face(role), theme.size(role), text, room) * theme.size(role) * max(1.2, theme.leading(role))


def _long(role: str, text: str) -> float:
    return extent(theme.face(role), theme.size(role), text) if text else 0.0
