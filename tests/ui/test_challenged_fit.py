"""The sheet on which a table votes, from any moment of any game, in every look: nothing is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.play import challenges
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.presenters.title_screens import shown_games
from companion.views.common import acts
from companion.views.common.rulesheet import RuleSheet
from testkit.moments import moments_of
from tests.ui.looks import Wrong, every, shared_out

MOMENTS = {f"{game} {name}": moment for game in shown_games() for name, moment in moments_of(game).items()}
LOOKS = shared_out(MOMENTS, every((1.0, 1.25, 1.5)))
FIVE_UPRIGHT = [look for look in every((1.5,)) if look.size == (800, 1280) and not look.dark]
"""The looks in which five people, large words and a long rule leave least room."""


@contextmanager
def challenged(moment: str) -> Iterator[Desk]:
    """A desk at a moment, challenged for as long as it takes: the game belongs to other tests, too."""
    desk = MOMENTS[moment].desk()
    session = desk.source
    assert isinstance(session, Session)
    before, stood = session.book.last, session.challenge
    desk.do(acts.Challenge(desk.scene().me))
    try:
        assert isinstance(desk.view().body, RuleSheet)
        yield desk
    finally:
        session.submit(challenges.let_stand())
        session.undo(before)
    assert session.challenge == stood


@pytest.mark.one_in(10)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wrong_with_a_challenge_from_there(wrong: Wrong, moment: str) -> None:
    with challenged(moment) as desk:
        found = wrong(desk, LOOKS[moment])
    assert found == []


def test_the_votes_of_five_push_nothing_off_a_sheet_that_stands_upright(wrong: Wrong) -> None:
    with challenged("constantinopolis hands-Acceptance") as desk:
        found = {look.language: there for look in FIVE_UPRIGHT if (there := wrong(desk, look))}
    assert found == {}
