"""People round the table of a new game: nobody sits on anybody else, or writes over another name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest

from companion.ui.theme import theme
from companion.views.common.newgame import Chair
from companion.views.common.parts import Button
from tests.ui.test_fit import rest

SEATED = [
    ("west", "north", "east", "south", "west"),
    ("south", "west", "north", "east", "south", "west"),
    ("west", "west", "west", "north", "north", "east"),
    ("east", "east", "south", "south", "north", "north"),
]
NAMES = ("Anna", "Bartolommeo", "Jemand anders", "Dario", "Elena", "Friederike")
LEAST = 57
"""9 mm, in dp: as high as a finger needs."""
Laid = Callable[..., Any]


@pytest.fixture(params=[1.0, 1.5])
def laid(request: pytest.FixtureRequest) -> Iterator[Laid]:
    """A table with people of these names at these sides, in so many px, its layouts come to rest."""
    from kivy.clock import Clock

    from companion.ui.screens import register

    register()
    from companion.ui.screens.common.newgame import RoundTable

    def table(names: Sequence[str], sides: Sequence[str], size: tuple[int, int], number: int = 0) -> Any:
        who = zip(names, sides, strict=False)
        made = RoundTable(size=size)
        made.chairs = [
            Chair(seat="", person=None, number=number, side=side, word=n, button=Button(n)) for n, side in who
        ]
        for _ in range(8):
            rest()
            Clock.tick()  # words on one line are set smaller once they stand where they will
        return made

    theme.scale = request.param
    yield table
    theme.scale = 1.0


def test_three_on_one_side_keep_their_names_apart(laid: Laid) -> None:
    names = ("Massimiliano", "Wilhelmina", "Jemand anders")
    table = laid(names, ("south",) * 3, (490, 420))
    words = sorted((each for each in table.walk() if getattr(each, "text", "") in names), key=lambda each: each.x)
    assert len(words) == 3
    assert all(left.right <= right.x + 1 for left, right in pairwise(words))


def test_four_in_a_row_keep_their_turns_and_names_apart(laid: Laid) -> None:
    names = ("Wilhelmina", "Bartolommeo", "Alessandrina", "Jemand anders")
    table = laid(names, ("south",) * 4, (664, 420), 3)
    rows = sorted((each.ids.said for each in table.children), key=lambda row: row.center_x)
    assert all(left.right < right.x for left, right in pairwise(rows))
    assert table.x <= rows[0].x
    assert rows[-1].right <= table.right


def test_chairs_are_as_high_as_before_once_a_table_that_had_no_room_has_some_again(laid: Laid) -> None:
    names = ("Massimiliano", "Wilhelmina", "Alessandrina", "Bartolommeo", "Maximilienne")
    table = laid(names, SEATED[0], (680, 560))
    high = [chair.height for chair in table.children]
    table.height = 0
    rest()
    table.height = 560
    rest()
    assert [chair.height for chair in table.children] == high
    assert min(high) >= LEAST


@pytest.mark.parametrize("wide", [470, 483, 509])
def test_names_in_a_row_come_to_rest_within_their_chairs(laid: Laid, wide: int) -> None:
    """A chair that followed its name set smaller gave it room for more, and so on as long as anybody looked."""
    from kivy.clock import Clock

    table = laid(("Anna", "Jemand anders"), ("south",) * 2, (wide, 520))
    words = {each: each.font_size for each in table.walk() if getattr(each, "text", "") in NAMES}
    assert len(words) == 2
    for _ in range(4):
        rest()
        Clock.tick()
        assert {each: each.font_size for each in words} == words
    assert all(each._control.x <= each.x + 1 and each.right <= each._control.right + 1 for each in words)


@pytest.mark.parametrize("high", [270, 420, 600])
@pytest.mark.parametrize("sides", SEATED)
def test_nobody_sits_on_anybody_else(laid: Laid, sides: tuple[str, ...], high: int) -> None:
    """Beside keys on the screen of a narrow window the table is 270 dp high."""
    table = laid(NAMES, sides, (744, high))
    chairs = list(table.children)
    assert not [(one.view.word, other.view.word) for one, other in combinations(chairs, 2) if over(one, other) > 1]
    assert min(chair.height for chair in chairs) >= LEAST
    assert all(table.y - 1 <= chair.y and chair.top <= table.top + 1 for chair in chairs)


def over(one: Any, other: Any) -> float:
    """How far one lies over the other, px; none or less where they do not meet."""
    across = min(one.right, other.right) - max(one.x, other.x)
    return float(min(across, min(one.top, other.top) - max(one.y, other.y)))
