"""What an evening at a path-traced table counts as wrong, and as asked."""

from __future__ import annotations

import pytest

from companion.host.opening import shuffled_game
from engine.journal import Undo
from testkit.played import played
from tools.photoreal.evening import is_good, questions, taken_back

GOOD = {"scores": {}, "true_scores": {}, "wrong_bookings": 0, "left": [], "players": 2, "questions_and_taps": 12}


@pytest.mark.parametrize(("origin", "wrong"), [("camera", True), ("serial:tray-1", True), ("tap", False)])
def test_what_is_taken_back_was_wrong_if_a_sensor_had_booked_it(origin: str, wrong: bool) -> None:
    game, entries = shuffled_game("praetor", 2, 1), played(2, 1, "praetor")[0].entries
    first = next(n for n, entry in enumerate(entries) if entry.origin != "table")
    for entry in entries[:first]:
        game.submit(entry.command, entry.origin)
    before = game.last
    game.submit(entries[first].command, origin)
    undo = game.submit(Undo("", before), "tap")
    assert taken_back(game.entries, undo) == wrong


def test_what_the_table_turned_up_is_told_and_no_question() -> None:
    assert is_good(GOOD)
    assert not is_good({**GOOD, "questions_and_taps": 13})
    assert questions({**GOOD, "questions_and_taps": 27, "told": 17}) == 10
    assert is_good({**GOOD, "questions_and_taps": 27, "told": 17})
