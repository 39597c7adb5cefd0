"""A game of Byzanz is played with cards that are not ours: the camera reads them as they were enrolled."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from companion.commands.demo import readings
from companion.host.opening import Running, deal, set_table, shuffled_game
from companion.play.session import Session
from companion.tasks.colour_calibration import Known
from companion.titles import title_of
from companion.virtual.dealer import Dealer
from testkit.scenes.foreign import dealt
from tools.measure.owned import enrolled
from vision.cards.owned import Decks

SECONDS = 200


def a_round(decks: Decks) -> Counter[str]:
    """Plays a round at the virtual table; the readings by their origin. The true game is the dealer's own."""
    with Running(shuffled_game("byzanz", 3, 2)) as running:
        set_table(running, 2, Known(decks=decks))
        deal(running, 2, slips=0, report=lambda _line: None)
        session, dealer, end = running.session, running.dealer, time.monotonic() + SECONDS
        assert dealer is not None
        while not _is_over(session, dealer) and time.monotonic() < end:
            running.poll()
            time.sleep(0.002)
        assert _is_over(session, dealer)
        return Counter(readings(session.book))


def _is_over(session: Session, dealer: Dealer) -> bool:
    """Has the round been played, and does the book hold what truly lies there?"""
    return title_of("byzanz").round(session.state) >= 2 and session.state.table == dealer.truth.state.table


@pytest.mark.slow
def test_a_round_with_an_enrolled_deck_is_read_by_the_camera() -> None:
    with dealt():
        found = a_round(enrolled())
    assert found["camera"] >= 6
    assert found["tap"] <= 0.2 * sum(found.values())
