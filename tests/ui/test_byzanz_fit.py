"""Every screen of a game of Byzanz on every window, in every language, light and dark: nothing is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest
from kivy.metrics import Metrics
from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.common import acts
from companion.views.common.parts import TURNS
from companion.wording import LANGUAGES, wording
from engine.byzanz.phases import Bidding, Limit, Lot, Over, Picking, Selling, Tax
from tests.presenters.byzanz_taps import Tapper
from tests.ui.test_fit import rest

SIZES = ((1280, 800), (800, 1280), (1024, 600), (2560, 1600))
SCALES = (1.0, 1.5)
PHASES = (Lot, Bidding, Tax, Picking, Limit, Selling, Over)


class Look(NamedTuple):
    """How a screen is looked at."""

    size: tuple[int, int]
    scale: float
    language: str
    dark: bool


EVERY = [Look(*each) for each in product(SIZES, SCALES, LANGUAGES, (False, True))]


def pairs(look: Look) -> set[tuple[Any, ...]]:
    """Each two things that come together in a look."""
    named = list(zip(look._fields, look, strict=True))
    return {(one, other) for at, one in enumerate(named) for other in named[at + 1 :]}


def pairwise() -> list[Look]:
    """Few looks in which any two sizes, scales, languages and lights come together somewhere."""
    missing, found = set().union(*map(pairs, EVERY)), []
    while missing:
        found.append(max(EVERY, key=lambda look: len(pairs(look) & missing)))
        missing -= pairs(found[-1])
    return found


@cache
def desk_in(phase: type) -> Desk:
    """A desk in a phase of a game of five, who sit round the table."""
    desk = Tapper(5, 5).play(phase)
    desk.sides = {seat: list(TURNS)[at % 4] for at, seat in enumerate(desk.source.names)}
    return desk


def plain(_desk: Desk) -> None:
    """The screen as it stands."""


def sale(desk: Desk) -> None:
    """A player at the far side has laid a set at their own edge."""
    seats = [seat for seat in desk.source.names if seat != desk.scene().me]
    desk.do(acts.Aside(next(seat for seat in seats if desk.sides[seat] == "north")))
    for card in ("card:OL4", "card:OL2", "card:ME"):
        desk.do(acts.Lay(card))


def side_sale(desk: Desk) -> None:
    """A player round the corner begins a sale."""
    seats = [seat for seat in desk.source.names if seat != desk.scene().me]
    desk.do(acts.Aside(next(seat for seat in seats if desk.sides[seat] in ("east", "west"))))


def laid(desk: Desk) -> None:
    """Cards are laid for a bid."""
    for card in ("card:GR3", "card:WO1", "card:OL4"):
        desk.do(acts.Card(card))


def much_beside_a_sale(desk: Desk) -> None:
    """Eight cards are laid for a bid beside another player's sale: as many as have room in no box."""
    sale(desk)
    for good in ("GR", "WO", "OL", "CL"):
        for value in (1, 2):
            desk.do(acts.Card(f"card:{good}{value}"))


def chosen(desk: Desk) -> None:
    """What may be picked is picked: a good of the market, a card of the lot."""
    from tests.presenters.taps import buttons

    desk.press(next(each for each in buttons(desk.view().body) if isinstance(each.command, acts.Pick)))


def throwing(desk: Desk) -> None:
    """Cards are thrown away instead of sold."""
    desk.do(acts.Tab("discard"))


MOMENTS: dict[str, tuple[type, Callable[[Desk], None]]] = {
    **{phase.__name__: (phase, plain) for phase in PHASES},
    **{f"{phase.__name__}-sale": (phase, sale) for phase in PHASES[:-1]},
    "Bidding-side-sale": (Bidding, side_sale),
    "Bidding-laid": (Bidding, laid),
    "Bidding-laid-sale": (Bidding, much_beside_a_sale),
    "Tax-chosen": (Tax, chosen),
    "Picking-chosen": (Picking, chosen),
    "Limit-throwing": (Limit, throwing),
}


LOOKS = pairwise()
FEW = {moment: LOOKS[at % len(LOOKS)] for at, moment in enumerate(MOMENTS)}
"""A look for each moment, in turn, so that all of them together hold every pair."""
Wrong = Callable[[str, Look], list[Any]]


@pytest.fixture
def wrong() -> Iterator[Callable[[str, Look], list[Any]]]:
    """Finds what is wrong with a moment of the game on a window that is looked at in some way."""
    from kivy.core.window import Window

    from companion.ui.theme import theme

    before, density = Window.size, Metrics.density
    yield found
    wording.speak("en")
    theme.dark, theme.scale, Metrics.density = False, 1.0, density
    Window.size = before
    offscreen.settle(2)


def found(moment: str, look: Look) -> list[Any]:
    """What is wrong with a moment in a look."""
    from kivy.core.window import Window

    from testkit.window.faults import faults

    if Window.size != look.size:
        Window.size = look.size
        offscreen.settle(2)
    with on_window(at(moment), look) as face:
        return faults(face)


def at(moment: str) -> Desk:
    """A desk in a moment of the game."""
    phase, comes_to = MOMENTS[moment]
    desk = desk_in(phase)
    desk.do(acts.Open("play"))
    desk.see(aside="", laid=(), cards=(), picked="", tab="")
    comes_to(desk)
    return desk


@contextmanager
def on_window(desk: Desk, look: Look) -> Iterator[Any]:
    """The window that shows a desk, its layouts come to rest; it is taken down afterwards."""
    from kivy.core.window import Window

    from companion.ui.app import Face

    wording.speak(look.language)
    desk.preferences = replace(desk.preferences, dark=look.dark, scale=look.scale, turns=False)
    face = Face(desk, size=Window.size)
    Window.add_widget(face)
    rest()
    try:
        yield face
    finally:
        face.close()
        Window.remove_widget(face)


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert set().union(*map(pairs, FEW.values())) == set().union(*map(pairs, EVERY))


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(moment, FEW[moment]) == []


@pytest.mark.parametrize("look", [look for look in EVERY if (look.language, look.dark) == ("it", False)], ids=str)
def test_cards_one_may_take_back_are_as_wide_as_a_finger_beside_a_sale(wrong: Wrong, look: Look) -> None:
    assert wrong("Bidding-laid-sale", look) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look(wrong: Wrong, moment: str) -> None:
    """In light alone: dark changes colours and no room; the looks above hold it with all else."""
    light = [look for look in EVERY if not look.dark]
    assert {look: there for look in light if (there := wrong(moment, look))} == {}
