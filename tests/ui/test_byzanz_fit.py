"""Every screen of a game of Byzanz on every window, in every language, light and dark: nothing is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.parts import TURNS
from engine.byzanz.phases import Bidding, Limit, Lot, Over, Picking, Selling, Tax
from tests.presenters.byzanz_taps import Tapper
from tests.ui.looks import Look, Wrong, all_pairs, every, shared_out

PHASES = (Lot, Bidding, Tax, Picking, Limit, Selling, Over)


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


def round_the_table(desk: Desk) -> None:
    """What lies on the table, to be read from all sides."""
    desk.do(acts.Open("table"))


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
    **{f"table-{phase.__name__}": (phase, round_the_table) for phase in (Bidding, Picking)},
}


EVERY = every((1.0, 1.5))
FEW = shared_out(MOMENTS, EVERY)
"""A look for each moment, so that all of them together hold every pair."""


def at(moment: str) -> Desk:
    """A desk in a moment of the game."""
    phase, comes_to = MOMENTS[moment]
    desk = desk_in(phase)
    desk.do(acts.Open("play"))
    desk.see(aside="", laid=(), cards=(), picked="", tab="")
    comes_to(desk)
    return desk


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert all_pairs(FEW.values()) == all_pairs(EVERY)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(at(moment), FEW[moment]) == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize("look", [look for look in EVERY if (look.language, look.dark) == ("it", False)], ids=str)
def test_cards_one_may_take_back_are_as_wide_as_a_finger_beside_a_sale(wrong: Wrong, look: Look) -> None:
    assert wrong(at("Bidding-laid-sale"), look) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look(wrong: Wrong, moment: str) -> None:
    """In light alone: dark changes colours and no room; the looks above hold it with all else."""
    light = [look for look in EVERY if not look.dark]
    assert {look: there for look in light if (there := wrong(at(moment), look))} == {}


@pytest.mark.parametrize("moment", ["Bidding", "Bidding-sale", "Bidding-side-sale"])
@pytest.mark.parametrize("window", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_a_screen_is_as_far_from_the_left_edge_as_from_the_right_one(
    face: Callable[[Desk], Any], sized: Callable[[int, int], None], window: tuple[int, int], moment: str
) -> None:
    from companion.ui import offscreen
    from companion.ui.screens.byzanz.cards import ByzFrame

    sized(*window)
    shown = face(at(moment))
    offscreen.settle(4)
    frame = next(each for each in shown.walk() if isinstance(each, ByzFrame))
    there = [each for each in frame.children if each.width and each.height]
    left, right = min(each.x for each in there), max(each.right for each in there)
    assert left - frame.x == pytest.approx(frame.right - right, abs=1)
