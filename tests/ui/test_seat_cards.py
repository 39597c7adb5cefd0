"""Seat cards of the overview: nothing on one ends in dots, whatever lies on it, however large and long words are."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.ui import offscreen
from companion.views.common.overview import Overview
from companion.views.common.parts import TURNS
from companion.views.constantinopolis.overview import CitySeat
from testkit.window.faults import dotted, wrong_words
from tests.ui.test_large import shown
from tests.ui.test_room import named, scale
from tools.gallery import play

SIZES = {"lying": (1280, 800), "upright": (800, 1280), "wide": (1365, 800)}
"""Windows, in dp: of 1280 × 800 and 2560 × 1600 px, of 800 × 1280, and of 1024 × 600."""
VERBS = {
    "due": "sceglie una carica",
    "wait": "deve giocare",
    "done": "belädt Schiffe",
    "lost": "Schale verloren, tippt weiter",
}
"""The longest that is said of somebody, in any language, by the state of the card."""

__all__ = ["scale"]


def table(verb: str, state: str, goods: str) -> Overview:
    """The overview when everybody does the same and has the same goods."""
    people = (play.ANNA, play.BRUNO, play.CARLA, play.DARIO)
    facts = (2, 17, 3, goods, 12)
    seats = tuple(play.seat(who, side, verb, state, facts) for who, side in zip(people, TURNS, strict=True))
    return replace(play.OVERVIEW, seats=seats)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("state", VERBS)
@pytest.mark.parametrize("goods", ["", "GG", "GGB", "GGBK", "GGBKRY"])
def test_nothing_on_a_seat_card_ends_in_dots(scale: Any, size: str, large: float, state: str, goods: str):
    scale(large)
    view = table(VERBS[state], state, goods)
    seats = shown("Seats", cards=list(view.seats), size=SIZES[size])
    assert len(named(seats, "SeatPlace")) == 4
    assert not dotted(seats)
    assert not wrong_words(seats)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("state", VERBS)
@pytest.mark.parametrize("goods", ["", "GGBKR", "GGBKRYGGBKRY"])
def test_nothing_on_two_cards_of_one_side_sticks_out(scale: Any, size: str, large: float, state: str, goods: str):
    scale(large)
    seats = shown("Seats", cards=list(two_at_a_side(VERBS[state], state, goods)), size=SIZES[size])
    assert not dotted(seats)
    assert not wrong_words(seats)
    assert len(named(seats, "SeatPlace")) == 5
    for card in boxes_of(seats):
        marks = [each for each in card.walk(restrict=True) if type(each).__name__ in ("Icon", "Numeral", "Disc")]
        assert max(each.right for each in marks) <= card.right
        assert max(each.top for each in marks) <= card.top


def boxes_of(seats: Any) -> list[Any]:
    """What shows each card."""
    return [place.children[0].children[0] for place in named(seats, "SeatPlace")]


def two_at_a_side(verb: str, state: str, goods: str) -> tuple[CitySeat, ...]:
    """Five people, two of them at the left."""
    four = table(verb, state, goods).seats
    return (*four, replace(four[0], person=play.ELENA, side="west"))


def test_a_card_lies_in_one_line_where_that_leaves_its_words_room(scale: Any):
    scale(1.0)
    kinds = {"": {"CitySeatBox", "CitySeatSide"}, "GGBKRY": {"CitySeatSmall"}}
    for goods, boxes in kinds.items():
        seats = shown("Seats", cards=list(table("builds", "due", goods).seats), size=(1280, 800))
        assert {type(each).__name__ for each in boxes_of(seats)} == boxes


@pytest.mark.parametrize("many", range(1, 6))
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_ships_lie_in_their_lane(scale: Any, many: int, large: float):
    scale(large)
    lane = replace(play.LANES[0], label="Largo", ships=play.LANES[1].ships[:1] * many)
    view = replace(play.OVERVIEW.body, lanes=(lane, *play.LANES[1:]))
    body = shown("CityTableBody", view=view, size=(980, 260))
    for box in named(body, "LaneBox"):
        assert max(each.right for each in box.children) <= box.right


def test_a_card_that_is_shown_again_is_the_same_widget_and_shows_what_has_changed(scale: Any):
    scale(1.0)
    seats = shown("Seats", cards=list(table("builds", "wait", "").seats), size=(1280, 800))
    before = boxes_of(seats)
    told = list(table("builds", "wait", "").seats)
    told[1] = replace(told[1], state="due", verb="chooses")
    seats.cards = told
    offscreen.settle(3)
    assert list(map(id, boxes_of(seats))) == list(map(id, before))
    assert [box.view for box in boxes_of(seats)] == [card for side in TURNS for card in told if card.side == side]
    (pointer,) = named(seats, "DuePointer")
    assert (pointer.opacity, pointer.side) == (1, told[1].side)
