"""Every screen of a game of Byzanz on every window, in every language, light and dark: nothing is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.views.byzanz.play import ByzBidder
from testkit.byzanz.moments import MOMENTS
from testkit.window.faults import dotted, faults
from tests.ui.looks import Look, Wrong, all_pairs, every, shared_out
from tests.ui.test_large import shown
from tests.ui.test_room import named, scale
from tools.gallery import play

__all__ = ["scale"]

EVERY = every((1.0, 1.5))
FEW = shared_out(MOMENTS, EVERY)
"""A look for each moment, so that all of them together hold every pair."""


def test_the_few_looks_hold_every_two_things_that_come_together() -> None:
    assert all_pairs(FEW.values()) == all_pairs(EVERY)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_one_of_few_looks(wrong: Wrong, moment: str) -> None:
    assert wrong(MOMENTS[moment].desk(), FEW[moment]) == []


@pytest.mark.one_in(6)
@pytest.mark.parametrize("look", [look for look in EVERY if (look.language, look.dark) == ("it", False)], ids=str)
def test_cards_one_may_take_back_are_as_wide_as_a_finger_beside_a_sale(wrong: Wrong, look: Look) -> None:
    assert wrong(MOMENTS["Bidding-laid-sale"].desk(), look) == []


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_screen_in_any_look(wrong: Wrong, moment: str) -> None:
    """In light alone: dark changes colours and no room; the looks above hold it with all else."""
    light = [look for look in EVERY if not look.dark]
    assert {look: there for look in light if (there := wrong(MOMENTS[moment].desk(), look))} == {}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("moment", ["Bidding", "Bidding-sale", "Bidding-side-sale"])
@pytest.mark.parametrize("window", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_a_screen_is_as_far_from_the_left_edge_as_from_the_right_one(
    face: Callable[[Desk], Any], sized: Callable[[int, int], None], window: tuple[int, int], moment: str
) -> None:
    from companion.ui import offscreen
    from companion.ui.screens.byzanz.cards import ByzFrame

    sized(*window)
    shown = face(MOMENTS[moment].desk())
    offscreen.settle(4)
    frame = next(each for each in shown.walk() if isinstance(each, ByzFrame))
    there = [each for each in frame.children if each.width and each.height]
    left, right = min(each.x for each in there), max(each.right for each in there)
    assert left - frame.x == pytest.approx(frame.right - right, abs=1)


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("high", [100, 118, 140, 180, 240])
@pytest.mark.parametrize("word", [("passato", "carte di nuovo in mano"), ("gepasst", "Karten zurück auf die Hand")])
def test_who_passed_says_so_whole_in_every_height(scale: Any, word: tuple[str, str], high: int, large: float) -> None:
    scale(large)
    about = {"person": play.ANNA, "worth": "–", "leads": False, "due": False, "cards": ()}
    view = ByzBidder(word=word[0], back=word[1], out=True, **about)
    box = shown("ByzBidderBox", view=view, size=(121, high))
    said = [each.text for each in box.walk() if word[0] in getattr(each, "text", "")]
    assert said in ([word[0]], [", ".join(word)])
    assert not dotted(box)
    assert not faults(box)


@pytest.mark.parametrize("large", [1.0, 1.5])
def test_the_hands_of_six_stay_on_their_card(scale: Any, large: float) -> None:
    """They may be moved where there is too little room for all of them: below a notice, with large words."""
    scale(large)
    view = MOMENTS["counts-Bidding"].desk().view().body
    hands = tuple(view.hands[at % len(view.hands)] for at in range(6))
    screen = shown("ByzCountsScreen", view=replace(view, hands=hands), size=(800, 900))
    rows = named(screen, "ByzHandRow")
    card = next(each for each in rows[0].walk_reverse() if type(each).__name__ == "Card")
    assert len(rows) == len(hands)
    assert max(row.to_window(0, row.top)[1] for row in rows) <= card.to_window(0, card.top)[1]
    assert not faults(screen)
