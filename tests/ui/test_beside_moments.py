"""Every screen beside a game, opened at every moment of every game, each in a look: nothing is wrong with it."""

from __future__ import annotations

from itertools import product

import pytest

from companion.presenters.shown_screen import BESIDE
from companion.presenters.title_screens import shown_games
from companion.views.common import acts
from companion.views.common.parts import TURNS
from testkit.moments import moments_of
from tests.ui.looks import Wrong, every, pairwise

MOMENTS = {(game, name): moment for game in shown_games() for name, moment in moments_of(game).items()}
SCREENS = (*BESIDE, "menu", "setup", "score", "large", "share", "table")
LOOKS = pairwise(every((1.0, 1.25, 1.5), tuple(TURNS)))
CASES = {
    f"{game} {name} {screen}": (game, name, screen, LOOKS[at % len(LOOKS)])
    for at, ((game, name), screen) in enumerate(product(MOMENTS, SCREENS))
}


def test_the_looks_are_shared_out_so_that_each_screen_is_seen_in_each() -> None:
    """As long as the two numbers have no common divisor, a screen comes round to every look."""
    each = {screen: {look for *_, other, look in CASES.values() if other == screen} for screen in SCREENS}
    assert {screen: len(looks) for screen, looks in each.items() if looks != set(LOOKS)} == {}


@pytest.mark.one_in(150)
@pytest.mark.parametrize("case", CASES)
def test_nothing_is_wrong_with_a_screen_beside_a_moment(wrong: Wrong, case: str) -> None:
    game, name, screen, look = CASES[case]
    desk = MOMENTS[game, name].desk(look.side)
    desk.do(acts.Open(screen))
    assert wrong(desk, look) == []
