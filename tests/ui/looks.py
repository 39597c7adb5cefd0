"""The looks in which every screen of a game is tried: windows, sizes of words, languages, light and dark, sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.wording import LANGUAGES, wording
from tests.ui.test_fit import NAMES, rest

SIZES = ((1280, 800), (800, 1280), (1024, 600), (2560, 1600), (2048, 1536), (1080, 1920))


class Look(NamedTuple):
    """How a screen is looked at; it is turned to somebody at a `side` other than the south."""

    size: tuple[int, int]
    scale: float
    language: str
    dark: bool
    side: str = "south"


Wrong = Callable[[Desk, Look], list[Any]]
"""Finds what is wrong with the window that shows a desk in a look."""


def every(scales: tuple[float, ...], sides: tuple[str, ...] = ("south",)) -> list[Look]:
    """Each window with each size of words, language, light and side."""
    return [Look(*each) for each in product(SIZES, scales, LANGUAGES, (False, True), sides)]


def pairs(look: Look) -> set[tuple[Any, ...]]:
    """Each two things that come together in a look."""
    named = list(zip(look._fields, look, strict=True))
    return {(one, other) for at, one in enumerate(named) for other in named[at + 1 :]}


def all_pairs(looks: Iterable[Look]) -> set[tuple[Any, ...]]:
    """Each two things that come together in any of some looks."""
    return set().union(*map(pairs, looks))


def pairwise(looks: list[Look]) -> list[Look]:
    """Few of the looks, in which any two things that come together in one of all do so somewhere."""
    missing, found = all_pairs(looks), []
    while missing:
        found.append(max(looks, key=lambda look: len(pairs(look) & missing)))
        missing -= pairs(found[-1])
    return found


def shared_out(moments: Iterable[str], looks: list[Look]) -> dict[str, Look]:
    """A look for each moment of a game, in turn."""
    few = pairwise(looks)
    return {moment: few[at % len(few)] for at, moment in enumerate(moments)}


def wrong_on_window(desk: Desk, look: Look) -> list[Any]:
    """What is wrong with the window that shows a desk in a look."""
    from kivy.core.window import Window

    from testkit.window.faults import Fault, dotted, faults
    from testkit.window.foreign import english

    if Window.size != look.size:
        Window.size = look.size
        offscreen.settle(2)
    with on_window(desk, look) as face:
        dots = [Fault("cut", words, "ends in dots") for words in dotted(face) if words.strip() not in NAMES]
        foreign = [Fault("foreign", words, "in English") for words in english(face) if look.language != "en"]
        return [*faults(face), *dots, *foreign]


@contextmanager
def on_window(desk: Desk, look: Look) -> Iterator[Any]:
    """The window that shows a desk of people with long names, its layouts come to rest; it is taken down afterwards."""
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.ui.app import Face

    wording.speak(look.language)
    desk.source.names.update(zip(desk.source.names, NAMES, strict=False))
    turns = look.side != "south"
    desk.preferences = replace(desk.preferences, dark=look.dark, scale=look.scale, turns=turns)
    face = Face(desk, size=Window.size)
    Window.add_widget(face)
    for _ in range(6):  # words on one line are set smaller once they stand where they will
        rest()
        Clock.tick()
    try:
        yield face
    finally:
        face.close()
        Window.remove_widget(face)
