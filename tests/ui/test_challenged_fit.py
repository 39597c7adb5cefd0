"""The sheet on which a table votes, from any moment of any game, in every look: nothing is wrong with it."""

from __future__ import annotations

import pytest

from companion.presenters.title_screens import shown_games
from companion.views.common import acts
from companion.views.common.rulesheet import RuleSheet
from testkit.moments import moments_of
from tests.ui.looks import Wrong, every, shared_out

MOMENTS = {f"{game} {name}": moment for game in shown_games() for name, moment in moments_of(game).items()}
LOOKS = shared_out(MOMENTS, every((1.0, 1.25, 1.5)))
FIVE_UPRIGHT = [look for look in every((1.5,)) if look.size == (800, 1280) and not look.dark]
"""The looks in which five people, large words and a long rule leave least room."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_challenge_from_there(wrong: Wrong, moment: str) -> None:
    desk = MOMENTS[moment].desk()
    desk.do(acts.Challenge(desk.scene().me))
    assert isinstance(desk.view().body, RuleSheet)
    assert wrong(desk, LOOKS[moment]) == []


def test_the_votes_of_five_push_nothing_off_a_sheet_that_stands_upright(wrong: Wrong) -> None:
    desk = MOMENTS["constantinopolis hands-Acceptance"].desk()
    desk.do(acts.Challenge(desk.scene().me))
    assert {look.language: there for look in FIVE_UPRIGHT if (there := wrong(desk, look))} == {}
