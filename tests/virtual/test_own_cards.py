"""A game of Byzanz is played with cards that are not ours: the camera reads them as they were enrolled."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from companion.commands.demo import readings
from companion.host.opening import Running, deal, set_table, shuffled_game
from companion.tasks.colour_calibration import Known
from companion.titles import title_of
from testkit.scenes.foreign import dealt
from tools.measure.owned import enrolled
from vision.cards.owned import Decks

SECONDS = 200


def a_round(decks: Decks) -> Counter[str]:
    """Plays a round at the virtual table; the readings by their origin. The true game is the dealer's own."""
    with Running(shuffled_game("byzanz", 3, 2)) as running:
        set_table(running, 2, Known(decks=decks))
        deal(running, 2, slips=0, report=lambda _line: None)
        session, end = running.session, time.monotonic() + SECONDS
        while title_of("byzanz").round(session.state) < 2 and time.monotonic() < end:
            running.poll()
            time.sleep(0.002)
        assert title_of("byzanz").round(session.state) == 2
        assert running.dealer is not None
        assert session.state.table == running.dealer.truth.state.table
        return Counter(readings(session.book))


@pytest.mark.slow
def test_a_round_with_an_enrolled_deck_is_read_by_the_camera() -> None:
    with dealt():
        found = a_round(enrolled())
    assert found["camera"] >= 6
