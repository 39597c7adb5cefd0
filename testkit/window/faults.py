"""What is wrong with a window, found by measuring what is on it, without a person who looks.

Words that are cut, broken, over each other, outside their place or too faint to read; controls smaller than a finger,
off the window or covered; the bar of a list over something. Nothing is drawn for it, but what is measured must have
come to rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.stencilview import StencilView

from companion.ui.chrome import ToastBar
from companion.ui.kit import FINGER, Tap
from companion.ui.panel import Panel
from testkit.window.boxes import Box, Seen, box, lines, on_window, seen

SLACK = 2.0
"""So many px are no fault: letters have an edge that is not drawn on."""

FAINT = frozenset({"line", "hair", "saffron", "gold"})
"""Tones for lines and icons, in which nothing is written."""
BREAKS = "-–—/ \n\u200b\u00ad"
"""A line may end behind these."""
HYPHEN = re.compile(r"(?<!\w)-\d")
"""Before a number below nought stands a minus, which is as wide as its figures."""


Touched = Sequence[tuple[Any, Box]]
"""What can be touched, and where on the window."""


class Fault(NamedTuple):
    """What is wrong with what, in which widgets.

    `kind`: `cut`, `broken`, `hyphen`, `outside`, `overlap`, `faint`, `small`, `off`, `covered`, `barred`.
    """

    kind: str
    words: str
    where: str


def faults(face: Any) -> list[Fault]:
    """Everything that is wrong with what a widget shows that fills a window."""
    there = list(seen(face))
    return [
        *_written(face, there),
        *_controls(face, [one for one in there if _control(one.widget)]),
        *_bars(face, there),
    ]


def wrong_words(face: Any) -> list[Fault]:
    """What is wrong with the words alone."""
    return _written(face, list(seen(face)))


def barred(face: Any) -> list[Fault]:
    """The bars of lists that lie over something, or out of their place."""
    return list(_bars(face, list(seen(face))))


def dotted(face: Any) -> set[str]:
    """The words that end in dots because they are too long for their place: no fault where somebody gave the name."""
    return {one.widget.text for one in seen(face) if isinstance(one.widget, Label) and one.widget.is_shortened}


def _written(face: Any, there: list[Seen]) -> list[Fault]:
    written = [one for one in there if isinstance(one.widget, Label) and one.widget.text.strip() and _shown(one)]
    return [*(fault for one in written for fault in _words(one, box(face))), *overlaps(written)]


def _shown(one: Seen) -> bool:
    return not box(one.widget).within(one.clip).empty


def _reachable(one: Seen) -> bool:
    """Can the middle of it be touched without scrolling?"""
    return _inside(one.clip, *one.widget.to_window(*one.widget.center))


def _fault(kind: str, words: str, one: Seen) -> Fault:
    path = [type(each).__name__ for each in (*one.above[-4:], one.widget)]
    return Fault(kind, words, " > ".join(path))


# --- words ---


def _words(one: Seen, edge: Box) -> Iterator[Fault]:
    label = one.widget
    drawn = [text for text, _ in lines(label)]
    if "".join("".join(drawn).split()) != "".join(label.text.split()):
        if not label.shorten:  # there it ends in dots on purpose
            yield _fault("cut", label.text, one)
    elif broken := _broken(label.text, drawn):
        yield _fault("broken", broken, one)
    if HYPHEN.search(label.text):
        yield _fault("hyphen", label.text, one)
    if getattr(label, "tone", "") in FAINT:
        yield _fault("faint", label.text, one)
    for text, place in lines(label):
        if _out(place, one, edge):
            yield _fault("outside", text, one)


def _broken(text: str, drawn: list[str]) -> str:
    """The first line that ends within a word."""
    at = 0
    for line in drawn[:-1]:
        at = text.index(line.strip(), at) + len(line.strip())
        if text[at - 1] not in BREAKS and text[at : at + 1] not in BREAKS:
            return line
    return ""


def _out(place: Box, one: Seen, edge: Box) -> bool:
    """Do words stick out of the button or card they stand on, of the window, or sideways out of what scrolls?"""
    for each in reversed(one.above):
        if isinstance(each, ScrollView):
            return _sideways(place, each) > SLACK
        if (isinstance(each, Tap) or _has_edge(each)) and place.beyond(box(each)) > SLACK:
            return True
    return place.beyond(edge) > SLACK


def _has_edge(widget: Any) -> bool:
    return isinstance(widget, Panel) and bool(widget.fill or widget.edge)


def _sideways(place: Box, scrolled: ScrollView) -> float:
    """By how many px words stick out of what scrolls, where they cannot be scrolled to."""
    whole = box(scrolled)
    across = max(whole.left - place.left, place.right - whole.right, 0.0)
    up = max(whole.bottom - place.bottom, place.top - whole.top, 0.0)
    if turned(scrolled):
        across, up = up, across
    return max(0.0 if scrolled.do_scroll_x else across, 0.0 if scrolled.do_scroll_y else up)


def overlaps(written: list[Seen]) -> Iterator[Fault]:
    """Words that are drawn over other words; a notice may lie over the screen."""
    placed = [(text, place.within(one.clip), one) for one in written for text, place in lines(one.widget)]
    for (text, place, one), (other, lies, two) in combinations(placed, 2):
        shared = place.within(lies)
        wide, high = shared.right - shared.left, shared.top - shared.bottom
        if wide > SLACK and high > 0.3 * min(place.top - place.bottom, lies.top - lies.bottom) and _same(one, two):
            yield _fault("overlap", f"{text!r} and {other!r}", one)


def _same(one: Seen, two: Seen) -> bool:
    """Do both belong to the screen, or both to a notice?"""
    notices = [any(isinstance(each, ToastBar) for each in which.above) for which in (one, two)]
    return one.widget is not two.widget and notices[0] == notices[1]


# --- lists ---


def _bars(face: Any, there: list[Seen]) -> Iterator[Fault]:
    for one in there:
        if isinstance(one.widget, ScrollView) and _barred(one.widget):
            bar = _bar(one.widget)
            if _sticks_out(bar, one) or bar.beyond(box(face)) > SLACK:
                yield _fault("barred", "out of its place", one)
            for other in there:
                if other.widget is not one.widget and other.widget not in one.above and _lies_over(bar, other):
                    yield _fault("barred", name_of(other.widget), other)


def _barred(scrolled: ScrollView) -> bool:
    """Has it a bar at its side?"""
    return bool(scrolled.bar_width and scrolled.do_scroll_y and scrolled.viewport_size[1] > scrolled.height)


def _bar(scrolled: ScrollView) -> Box:
    """Where the bar of a list may come to lie."""
    right = scrolled.right - scrolled.bar_margin
    return on_window(scrolled, right - scrolled.bar_width, scrolled.y, right, scrolled.top)


def _sticks_out(bar: Box, one: Seen) -> bool:
    """Does a bar reach sideways out of the card or the list that it stands in?"""
    around = (each for each in reversed(one.above) if isinstance(each, StencilView) or _has_edge(each))
    outer = next((box(each) for each in around), None)
    return outer is not None and max(bar.right - outer.right, outer.left - bar.left) > SLACK


def _lies_over(bar: Box, one: Seen) -> bool:
    """Does the bar lie over the words, the edge or the ground of something?"""
    widget = one.widget
    if isinstance(widget, Label):
        places = [place for _, place in lines(widget)]
    else:
        places = [box(widget)] if _control(widget) or _has_edge(widget) else []
    shared = (place.within(one.clip).within(bar) for place in places)
    return any(min(each.right - each.left, each.top - each.bottom) > SLACK for each in shared)


# --- controls ---


def _controls(face: Any, tapped: list[Seen]) -> Iterator[Fault]:
    touched = list(_touched(face, box(face)))
    for one in tapped:
        name = name_of(one.widget)
        if _reachable(one):
            wrong = [_wrong_at(touched, one, *place) for place in _places(one.widget)]
            if all(kind for kind, _ in wrong) and not _moved(one):
                yield _fault(wrong[0][0], f"{name}{wrong[0][1]}", one)
        elif one.widget.width > 1 and not any(isinstance(each, StencilView) for each in one.above):
            yield _fault("off", name, one)


def _moved(one: Seen) -> bool:
    """Does it stand on a map that somebody moved, and can move from under what stands on it?"""
    return any(getattr(each, "moved", False) for each in one.above)


def _places(control: Any) -> list[tuple[float, float]]:
    """Where a finger may aim: at the middle; on what is wide beside it too, where other controls may stand on it."""
    x, y = control.center
    wide = [share * control.width for share in (-0.3, 0.3)] if control.width > 3 * dp(FINGER) else []
    high = [share * control.height for share in (-0.3, 0.3)] if control.height > 3 * dp(FINGER) else []
    spots = [(x, y), *((x + aside, y) for aside in wide), *((x, y + up) for up in high)]
    return [control.to_window(*spot) for spot in spots]


def _wrong_at(touched: Touched, one: Seen, x: float, y: float) -> tuple[str, str]:
    """What keeps a finger from touching a control at a place: the kind of fault and words; empty if nothing does."""
    taken = _taken(touched, x, y)
    if taken is not one.widget and not isinstance(taken, ToastBar):
        return "covered", f" by {name_of(taken)}"
    small = _small(touched, one, x, y)
    return ("small", f", {small}") if small else ("", "")


def _small(touched: Touched, one: Seen, x: float, y: float) -> str:
    """In which direction less of it can be touched than a finger needs; nothing for one that lies at the edge."""
    half = dp(FINGER) / 2 - SLACK
    for way, dx, dy in (("across", half, 0), ("up and down", 0, half)):
        for sign in (-1, 1):
            at = x + sign * dx, y + sign * dy
            taken = _taken(touched, *at)
            if _inside(one.clip, *at) and taken is not one.widget and not isinstance(taken, ToastBar):
                return way
    return ""


def _inside(clip: Box, x: float, y: float) -> bool:
    return clip.left <= x <= clip.right and clip.bottom <= y <= clip.top


def name_of(widget: Any) -> str:
    """What is called on a tappable widget: its label, its icon or its class."""
    view = getattr(widget, "view", None)
    button = getattr(view, "button", view)
    return str(getattr(button, "label", "") or getattr(button, "icon", "") or type(widget).__name__)


def taker(face: Any, x: float, y: float) -> Any:
    """What a finger at a place of the window would touch."""
    return _taken(list(_touched(face, box(face))), x, y)


def _taken(touched: Touched, x: float, y: float) -> Any:
    return next((widget for widget, there in touched if _inside(there, x, y)), None)


def _touched(widget: Any, clip: Box) -> Iterator[tuple[Any, Box]]:
    """What can be touched and where, in the order in which touches are passed on: what was drawn last first."""
    if isinstance(widget, StencilView | ToastBar):
        clip = clip.within(_under(widget))
    for child in widget.children:
        yield from _touched(child, clip)
    if isinstance(widget, ToastBar) or _control(widget):
        yield widget, clip.within(_under(widget))


def _control(widget: Any) -> bool:
    """Does something happen when it is tapped? A picture that may have a button leaves a touch to what lies below."""
    return isinstance(widget, Tap) and getattr(getattr(widget, "view", None), "button", widget) is not None


def _under(widget: Any) -> Box:
    """Where a finger touches a widget."""
    there = box(widget)
    return _reached(widget, there) if isinstance(widget, Tap) else there


def _reached(widget: Any, there: Box) -> Box:
    """The box of what a finger may touch of a widget, turned or not."""
    wide, high = widget.reach
    if turned(widget):
        wide, high = high, wide
    x, y = (there.left + there.right) / 2, (there.bottom + there.top) / 2
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def turned(widget: Any) -> bool:
    """Does what is wide lie upright, because the screen is turned to somebody at the side of the table?"""
    along = on_window(widget, widget.x, widget.y, widget.x + 1, widget.y)
    return along.top - along.bottom > along.right - along.left
