"""Whole games of every title, with times as at a real table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.wording import wording
from engine.journal import Journal
from tests.titles.test_every_title import finished

STEP = 20.0
BEGAN = 1_700_000_000.0


def timed(name: str, step: float = STEP) -> Journal:
    """The finished game of a title in which every entry came so many seconds after the one before."""
    whole = finished(name)
    again = Journal(whole.game, whole.setup)
    for entry in whole.entries:
        again.submit(entry.command, at=BEGAN + entry.number * step)
    return again


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Tests read English."""
    wording.speak("en")
    yield
    wording.speak("en")
