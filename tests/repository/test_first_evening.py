"""*Your first evening* walked by a finger in the running app: every word of a screen on the page was seen there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from companion.ui import offscreen

offscreen.prepare()

from companion.host.host import Host  # noqa: E402  (nothing of Kivy is imported before the window is prepared)
from companion.presenters.desk import Desk  # noqa: E402
from companion.wording import wording  # noqa: E402
from tests.repository.test_manual import MANUAL, emphasised  # noqa: E402
from tools.docs.evening import Evening  # noqa: E402

ELSEWHERE = {
    "a camera": {
        *("Colours", "Lens", "My pieces", "Tap the corners", "still", "Coins", "Tiles", "Keep these"),
        *("Cards of Byzanz", "Cards of Constantinopolis"),
        "This tablet’s camera",
        *("Done", "Start again", "elsewhere?", "not there?", "turned?"),
        *("A picture file", "No picture yet", "a hand is in the way", "no mat in sight", "something moves", "Neither"),
    },
    "a tray or a reading": {
        *("Calibrate", "Table and book differ", "Put the table right", "The table is right", "The book is right"),
        "Back to agreed",
    },
    "another game, or a later phase": {
        "Sell a set",
        "What lies on the table?",
        "Draw the rest",
        "What is possible?",
        "Hide the sums",
        "Best loading",
        "Nobody knows",
    },
    "a challenge": {"All agree", "Ask the table", "It stands", "The rule stands"},
    "a broker, phones, or the drawn table": {"Account", "Password", "Port", "Phones", "The drawn table"},
}
"""What it takes to see them → words of the manual that this walk does not come to."""


@pytest.fixture(scope="module", params=["en", "it"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    wording.speak(request.param)
    yield request.param
    wording.speak("en")


@pytest.fixture(scope="module")
def walked(language: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The whole evening, from the first screen to the shared result."""
    from kivy.core.window import Window

    from companion.ui.app import Face

    with closing(Host(tmp_path_factory.mktemp(language), virtual=False, chance=Random(7))) as host:
        face = Face(Desk(host, None, Random(7)), size=Window.size)
        Window.add_widget(face)
        evening = Evening(face, lambda _name: None)
        evening.try_it()
        evening.around()
        evening.set_up()
        evening.play()
        evening.end()
        yield evening
        face.close()
        Window.remove_widget(face)
        offscreen.settle(2)


@pytest.mark.one_in(2)
def test_every_word_of_a_screen_on_the_page_was_seen_on_the_walk(walked: Evening, language: str) -> None:
    named = emphasised(MANUAL / language / "first-evening.md")
    assert len(named) > 25
    assert sorted(named - walked.seen) == []


def test_what_the_rest_of_the_manual_names_was_seen_too_or_needs_more_than_taps(walked: Evening, language: str) -> None:
    named = {word for page in (MANUAL / "en").glob("*.md") for word in emphasised(page)}
    more = set.union(*ELSEWHERE.values())
    if language == "en":
        assert sorted(named - walked.seen - more) == []
        assert sorted(more - named) == []
        assert sorted(more & walked.seen) == []


def test_the_walk_stops_at_a_button_that_is_not_there(walked: Evening) -> None:
    with pytest.raises(LookupError, match="Buy the moon"):
        walked.tap("Buy the moon")
